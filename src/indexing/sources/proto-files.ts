import { isSourceCode } from './formats.ts';

const protoEnding = /\.proto$/i;
const example = /(?:^|\/)(?:docs?|examples?|samples?|demos?|website|content|static)\//i;
/** What a generator writes of the same files: the description of an API in OpenAPI. */
const generated = /\.swagger\.(?:json|ya?ml)$/i;
/** A repository with more files has the interfaces of many services. */
const mostFiles = 1_000;

/** Filters for files of Protocol Buffers. */
export interface ProtoFilters {
  /** Files beside a description of the API in OpenAPI that a generator made of them. */
  isDescribed: (path: string) => boolean;
  /** Files that are the reference beside the documents, because most of the source files are such files. */
  isInterface: (path: string) => boolean;
}

/** Returns filters for the files of Protocol Buffers of a repository. */
export function protoFilters(paths: readonly string[]): ProtoFilters {
  const found = new Set(paths.filter((path) => protoEnding.test(path) && isSourceCode(path)));
  if (found.size === 0) return { isDescribed: () => false, isInterface: () => false };
  const areDescribed = paths.some((path) => generated.test(path));
  const own = [...found].filter((path) => !example.test(path));
  const sources = paths.filter((path) => isSourceCode(path));
  const areMost = own.length > sources.length / 2 && found.size <= mostFiles;
  return {
    isDescribed: (path) => areDescribed && found.has(path),
    isInterface: (path) => areMost && found.has(path) && !example.test(path),
  };
}

import { isTestPath } from '../documents/code/excluded-code.ts';
import { isSourceCode } from './formats.ts';

const header = /\.(?:h|hh|hpp|hxx)$/i;
const publicHeader = /(?:^|\/)include\/[^\n]*\.(?:h|hh|hpp|hxx)$/i;
/** Settings of Doxygen. */
const doxyfile = /(?:^|\/)doxyfile(?:\.in)?$/i;
/** A library with more headers is many libraries. */
const mostHeaders = 1_000;

/** Filters for headers of C and C++. */
export interface HeaderFilters {
  /** Headers that users of a library do not include: those outside of the folders `include`, if there are such folders. */
  isPrivate: (path: string) => boolean;
  /** Headers that are the reference of the documentation, because Doxygen makes pages of them. */
  isReference: (path: string) => boolean;
}

/** Returns filters for the headers of a repository. */
export function headerFilters(paths: readonly string[]): HeaderFilters {
  const headers = new Set(paths.filter((path) => publicHeader.test(path) && isSourceCode(path)));
  const hasDoxygen = paths.some((path) => doxyfile.test(path) && !isTestPath(path));
  const areReference = hasDoxygen && headers.size <= mostHeaders;
  return {
    isPrivate: (path) => headers.size > 0 && header.test(path) && !publicHeader.test(path),
    isReference: (path) => areReference && headers.has(path),
  };
}

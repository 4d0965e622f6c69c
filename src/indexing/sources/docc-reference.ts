import { isSourceCode } from './formats.ts';

/** A catalog of DocC, which lies among the sources of a module: `Sources/Saws/Documentation.docc/`. */
const catalog = /^((?:[^/]+\/){1,8}?)[^/]+\.docc\//;
const source = /\.swift$/;
/** A repository with more sources is many libraries. */
const mostSources = 1_000;

/**
 * Returns a filter for the sources of Swift whose doc comments DocC shows beside the pages of its catalogs. The programs of a
 * tutorial lie in the catalog. `paths` has all files of the repository.
 */
export function doccReference(paths: readonly string[]): (path: string) => boolean {
  const modules = new Set(paths.flatMap((path) => catalog.exec(path)?.[1] ?? []));
  if (modules.size === 0) return () => false;
  const isOfModule = (path: string): boolean =>
    [...path.matchAll(/\//g)].some(({ index }) => modules.has(path.slice(0, index + 1)));
  const read = paths.filter(
    (path) => source.test(path) && !catalog.test(path) && isSourceCode(path) && isOfModule(path),
  );
  const reference = new Set(read.length <= mostSources ? read : []);
  return (path) => reference.has(path);
}

import { isDoxyfile, readDoxyfile, type Doxyfile } from '../doxygen/doxyfile.ts';
import type { Repository, TreeEntry } from './repository.ts';

/** Settings of more parts of a project. */
const mostFiles = 20;
/** Settings hold an explanation of each of them, unless an author removed these. */
const mostBytes = 300_000;

/** Reads the settings of Doxygen in a repository, with those that they include from files beside them. */
export async function readDoxyfiles(
  repository: Repository,
  entries: readonly TreeEntry[],
  signal: AbortSignal,
): Promise<Doxyfile[]> {
  const files = entries.filter(({ path, kind }) => kind === 'file' && isDoxyfile(path));
  const own = await readAll(repository, files.slice(0, mostFiles), signal);
  const wanted = new Set(own.flatMap(includedPaths));
  const others = entries.filter(({ path, kind }) => kind === 'file' && wanted.has(path));
  const known = new Map(own.map((one) => [one.path, one]));
  const missing = others.filter(({ path }) => !known.has(path)).slice(0, mostFiles);
  for (const one of await readAll(repository, missing, signal)) known.set(one.path, one);
  return own.map((one) => withIncluded(one, known));
}

async function readAll(
  repository: Repository,
  files: readonly TreeEntry[],
  signal: AbortSignal,
): Promise<Doxyfile[]> {
  if (files.length === 0) return [];
  const sizes = await repository.obtain(
    files.map(({ oid }) => oid),
    signal,
  );
  const readable = files.filter(({ oid }) => (sizes.get(oid) ?? Infinity) <= mostBytes);
  const found: Doxyfile[] = [];
  const contents = repository.read(
    readable.map(({ oid }) => oid),
    signal,
  );
  for await (const content of contents) {
    const path = readable[found.length]?.path;
    if (path === undefined) break;
    found.push(readDoxyfile(path, content.toString('utf8', 0, mostBytes)));
  }
  return found;
}

/** Returns the paths of the files beside the settings that `@INCLUDE` names, by their names. */
function includedPaths({ path, settings }: Doxyfile): string[] {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const names = settings.get('@INCLUDE') ?? [];
  return names.map((name) => folder + name.replace(/^(?:@[^@/]*@\/|\.\/)/, ''));
}

function withIncluded(doxyfile: Doxyfile, known: ReadonlyMap<string, Doxyfile>): Doxyfile {
  const included = includedPaths(doxyfile).flatMap((path) => known.get(path)?.settings ?? []);
  const all = [...included, doxyfile.settings].flatMap((settings) => [...settings]);
  return { path: doxyfile.path, settings: new Map(all) };
}

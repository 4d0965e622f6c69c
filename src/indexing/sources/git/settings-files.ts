import { isDoxyfile, readDoxyfile, type Doxyfile } from '../doxygen/doxyfile.ts';
import { isScriptSettings, type ScriptSettings } from '../script-reference.ts';
import { readTexts } from './read-texts.ts';
import type { Repository, TreeEntry } from './repository.ts';

/** Settings of more parts of a project. */
const mostFiles = 20;
/** Each package of a repository can have settings. */
const mostSettings = 100;

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

/** Reads the settings of TypeDoc and JSDoc in a repository, and the commands of its package. */
export async function readScriptSettings(
  repository: Repository,
  entries: readonly TreeEntry[],
  signal: AbortSignal,
): Promise<ScriptSettings[]> {
  const files = entries.filter(({ path, kind }) => kind === 'file' && isScriptSettings(path));
  return readTexts(repository, files.slice(0, mostSettings), signal);
}

async function readAll(
  repository: Repository,
  files: readonly TreeEntry[],
  signal: AbortSignal,
): Promise<Doxyfile[]> {
  const texts = await readTexts(repository, files, signal);
  return texts.map(({ path, text }) => readDoxyfile(path, text));
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

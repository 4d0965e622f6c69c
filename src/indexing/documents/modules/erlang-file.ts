// Recognizes modules of Erlang. Code that chooses files does not load their parser for that.
import { isExcludedPath, isGeneratedOrMinified, isTestPath } from '../code/excluded-code.ts';

/** Returns whether a file is a module of Erlang. */
export function isErlang(path: string): boolean {
  return path.endsWith('.erl');
}

/** Returns whether a file is the overview that EDoc shows above the modules of an application. */
export function isEdocOverview(path: string): boolean {
  return /(?:^|\/)doc\/overview\.edoc$/.test(path);
}

/** Returns whether lines of a file can be comments of Erlang. */
export function hasErlangComments(path: string): boolean {
  return isErlang(path) || isEdocOverview(path);
}

const text =
  /^(?:-(?:module)?doc[ \t(]+(?:~[a-zA-Z]?)?["|([{<]|\?(?:MODULE)?DOC\([ \t]*(?:~[a-zA-Z]?)?"|%+[ \t]*@doc\b)/m;

/** Returns whether a module that no program wrote has a text in its documentation. */
export function hasErlangDocs(content: string): boolean {
  return text.test(content) && !isGeneratedOrMinified(content);
}

/** What stands at the root of an application: https://www.erlang.org/doc/system/applications.html and the settings of its builders. */
const ofApplication = /^(.*\/|)(?:rebar\.config|erlang\.mk|src\/\w+\.app\.src)$/;
/** Other applications, and those that nobody calls. */
const foreign = /(?:^|\/)(?:deps|_build|_checkouts|examples?)\//;

/** Returns a filter for the modules of applications of Erlang, which are below their folder `src`. Their content decides whether they are documents. */
export function erlangFilter(paths: readonly string[]): (path: string) => boolean {
  const folders = new Set(
    paths.flatMap((path) => {
      const [, folder] = ofApplication.exec(path) ?? [];
      return folder === undefined || isTestPath(path) ? [] : [`${folder}src/`];
    }),
  );
  if (folders.size === 0) return () => false;
  return (path) => {
    if (!isErlang(path) || isTestPath(path) || foreign.test(path)) return false;
    if (isExcludedPath(path)) return false;
    return prefixes(path).some((prefix) => folders.has(prefix));
  };
}

function prefixes(path: string): string[] {
  return [...path.matchAll(/\/src\/|^src\//g)].map(({ 0: sign, index }) =>
    path.slice(0, index + sign.length),
  );
}

/**
 * Returns a filter for pages that EDoc and edown make of a module in the same repository: `doc/saw.md` with the title `Module saw`.
 */
export function edocPageFilter(
  paths: readonly string[],
): (path: string, content: Buffer) => boolean {
  const modules = new Set(
    paths.filter(isErlang).map((path) => path.slice(path.lastIndexOf('/') + 1)),
  );
  return (path, content) => {
    const [, name] = /(?:^|\/)docs?\/(\w+)\.(?:md|html)$/.exec(path) ?? [];
    if (name === undefined || !modules.has(`${name}.erl`)) return false;
    const start = content.toString('latin1', 0, longestStart);
    return start.includes(`# Module ${name} #`) || start.includes(`<title>Module ${name}</title>`);
  };
}

const longestStart = 1_000;

import { isTestPath } from '../../documents/code/excluded-code.ts';

/** Settings of Doxygen: `Doxyfile`, `Doxyfile.in`, `saw.doxyfile`, `doxygen.cfg.in`. */
const name =
  /(?:^|\/)(?:[\w.-]{1,60}[._-])?doxyfile(?:[._-][\w.-]{1,60})?$|(?:^|\/)doxygen(?:[._-]\w{1,30})?\.(?:cfg|conf|config|in)(?:\.in)?$/i;
/** A build of CMake for documentation, which can call Doxygen. */
const build = /(?:^|\/)(?:docs?|documentation|doxygen)\/CMakeLists\.txt$/i;
/** A build of Boost for documentation, which can call Doxygen, and the settings of MrDocs. */
const boostBuild = /(?:^|\/)docs?\/(?:build\/)?(?:Jamfile(?:\.v2|\.jam)?|mrdocs\.yml)$/i;
const vendored =
  /(?:^|\/)(?:third[-_]?party|3rd[-_]?party|vendor|external|externals|extern|deps|submodules|subprojects|libraries|queries)\//i;

/** Returns whether a file has the settings of Doxygen for a project. */
export function isDoxyfile(path: string): boolean {
  const isNamed = [name, build, boostBuild].some((pattern) => pattern.test(path));
  return isNamed && !isTestPath(path) && !vendored.test(path);
}

/** Settings of Doxygen, by their names, and the folder of their file. */
export interface Doxyfile {
  path: string;
  settings: ReadonlyMap<string, readonly string[]>;
}

/** Returns whether a setting is turned on. */
export function isYes(settings: Doxyfile['settings'], key: string): boolean {
  return /^(?:yes|true|1)$/i.test(settings.get(key)?.[0] ?? '');
}

const mostLines = 20_000;
const longestLine = 4_000;
const mostValues = 1_000;

/** Reads the settings of Doxygen. https://www.doxygen.nl/manual/config.html: `#` begins a comment, and a line that ends with `\` continues. */
export function readDoxyfile(path: string, text: string): Doxyfile {
  if (build.test(path)) return { path, settings: cmakeSettings(text) };
  if (boostBuild.test(path)) return { path, settings: boostSettings(path, text) };
  const settings = new Map<string, string[]>();
  for (const line of joinedLines(text)) {
    const [, key, sign, value = ''] = /^\s*(@?[A-Z][A-Z_\d]*)\s*(\+?=)(.*)$/.exec(line) ?? [];
    if (key === undefined) continue;
    const before = sign === '=' ? [] : (settings.get(key) ?? []);
    settings.set(key, [...before, ...valuesIn(value)].slice(0, mostValues));
  }
  return { path, settings };
}

/**
 * Reads the settings that CMake hands to Doxygen: the variables `DOXYGEN_…`, and the arguments of `doxygen_add_docs`, which are its input.
 * https://cmake.org/cmake/help/latest/module/FindDoxygen.html
 */
function cmakeSettings(text: string): Map<string, string[]> {
  const settings = new Map<string, string[]>([['RECURSIVE', ['YES']]]);
  const code = text.slice(0, mostLines * 10).replace(/#.*$/gm, '');
  for (const [, call = '', first = '', rest = ''] of code.matchAll(
    /\b(set|doxygen_add_docs)\s*\(\s*(\S{1,100})([^()]{0,20000})\)/gi,
  )) {
    const [, key] = /^DOXYGEN_([A-Z_\d]+)$/.exec(first) ?? [];
    const isInput = call.toLowerCase() === 'doxygen_add_docs';
    const values = valuesIn(rest.replace(/[\n;]/g, ' ')).slice(0, mostValues);
    const end = values.findIndex((value) => keywords.has(value));
    if (isInput) settings.set('INPUT', end === -1 ? values : values.slice(0, end));
    else if (key !== undefined) settings.set(key, values);
  }
  return settings;
}

/** A target of Boost.Build that Doxygen makes, or docca, which calls it. https://www.boost.org/doc/html/boostbook/documenting.html */
const doxygenTarget = /^[ \t]*(?:doxygen|docca\.\w{1,40})[ \t]+[\w.-]{1,100}\s/m;

/** Returns the settings of a library whose reference Boost.Build or MrDocs makes: that of its public headers, without those that the build excludes by their names. */
function boostSettings(path: string, text: string): Map<string, string[]> {
  if (!path.endsWith('.yml') && !doxygenTarget.test(text)) return new Map();
  return new Map([
    ['INPUT', ['include']],
    ['RECURSIVE', ['YES']],
    ['EXCLUDE_PATTERNS', text.match(/(?<=\s)[\w-]{1,100}\.hpp(?=\s)/g) ?? []],
  ]);
}

const keywords = new Set(['ALL', 'WORKING_DIRECTORY', 'COMMENT', 'USE_STAMP_FILE', 'CONFIG_FILE']);

/** Returns lines together with those that continue them, without comments. */
function joinedLines(text: string): string[] {
  const joined: string[] = [];
  let open: string[] = [];
  for (const whole of text.split('\n', mostLines)) {
    const line = whole.slice(0, longestLine).trimEnd();
    if (line.trimStart().startsWith('#')) continue;
    open.push(line.replace(/\\$/, ''));
    if (line.endsWith('\\')) continue;
    joined.push(open.join(' '));
    open = [];
  }
  return [...joined, open.join(' ')];
}

function valuesIn(line: string): string[] {
  const values = line.replace(/\s#.*$/, '').matchAll(/"([^"]*)"|([^\s",]+)/g);
  return [...values].map(([, quoted, plain]) => quoted ?? plain ?? '').filter(Boolean);
}

import { isTestPath } from '../../documents/code/excluded-code.ts';

/** Settings of Doxygen: `Doxyfile`, `Doxyfile.in`, `saw.doxyfile`, `doxygen.cfg.in`. */
const name =
  /(?:^|\/)(?:[\w.-]{1,60}[._-])?doxyfile(?:[._-][\w.-]{1,60})?$|(?:^|\/)doxygen(?:[._-]\w{1,30})?\.(?:cfg|conf|config|in)(?:\.in)?$/i;
const vendored =
  /(?:^|\/)(?:third[-_]?party|3rd[-_]?party|vendor|external|externals|extern|deps|submodules|subprojects|libraries|queries)\//i;

/** Returns whether a file has the settings of Doxygen for a project. */
export function isDoxyfile(path: string): boolean {
  return name.test(path) && !isTestPath(path) && !vendored.test(path);
}

/** Settings of Doxygen, by their names, and the folder of their file. */
export interface Doxyfile {
  path: string;
  settings: ReadonlyMap<string, readonly string[]>;
}

const mostLines = 20_000;
const longestLine = 4_000;
const mostValues = 1_000;

/** Reads the settings of Doxygen. https://www.doxygen.nl/manual/config.html: `#` begins a comment, and a line that ends with `\` continues. */
export function readDoxyfile(path: string, text: string): Doxyfile {
  const settings = new Map<string, string[]>();
  for (const line of joinedLines(text)) {
    const [, key, sign, value = ''] = /^\s*(@?[A-Z][A-Z_\d]*)\s*(\+?=)(.*)$/.exec(line) ?? [];
    if (key === undefined) continue;
    const before = sign === '=' ? [] : (settings.get(key) ?? []);
    settings.set(key, [...before, ...valuesIn(value)].slice(0, mostValues));
  }
  return { path, settings };
}

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

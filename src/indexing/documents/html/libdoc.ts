import { escapeUTF8 } from 'entities';
import { isObject, objectOf, parsedJson } from '../../../base/json.ts';

/** The beginning of the data of a library, which stand on one line of a script. */
const mark = '\nlibdoc = {';
/** Maximum number of keywords, of types, and of arguments. */
const mostParts = 5_000;

type Json = Readonly<Record<string, unknown>>;

/**
 * Returns the page that a script makes of the data in a page of Robot Framework's Libdoc; undefined for any other page. Keywords, ways to
 * import the library and types have a heading each. See
 * https://robotframework.org/robotframework/latest/RobotFrameworkUserGuide.html#library-documentation-tool-libdoc
 */
export function libdocPage(content: string): string | undefined {
  const start = content.indexOf(mark);
  if (start === -1) return undefined;
  const [line = ''] = content.slice(start + mark.length - 1).split('\n', 1);
  const library = readData(line);
  if (library === undefined) return undefined;
  const name = textOf(library['name']);
  const imports = objectsIn(library['inits']).map((one) =>
    partOf(one, `Import ${name}`, `Library    ${name}`),
  );
  const keywords = objectsIn(library['keywords']).map((one) =>
    partOf(one, textOf(one['name']), textOf(one['name'])),
  );
  const types = objectsIn(library['typedocs']).map((one) => partOf(one, textOf(one['name'])));
  const parts = [...imports, ...keywords, ...types].join('');
  return `<main><h1>${escapeUTF8(name)}</h1>${textOf(library['doc'])}${parts}</main>`;
}

/** Reads JSON in a script. Libdoc writes the sign before the name of a tag as a number. */
function readData(line: string): Json | undefined {
  const data = parsedJson(line.trimEnd().replace(/;$/, '').replaceAll('\\x3c', '<'));
  return isObject(data) ? data : undefined;
}

function objectsIn(list: unknown): Json[] {
  return Array.isArray(list) ? list.slice(0, mostParts).map((one: unknown) => objectOf(one)) : [];
}

/** Returns a part of the page, with a call as code if it has arguments. */
function partOf(part: Json, title: string, call?: string): string {
  const code = call === undefined ? '' : [call, ...argumentsIn(part['args'])].join('    ');
  const shown = code === '' ? '' : `<pre class="language-robotframework">${escapeUTF8(code)}</pre>`;
  const id = escapeUTF8(title.replaceAll(' ', '%20'));
  return `<h2 id="${id}">${escapeUTF8(title)}</h2>${shown}${textOf(part['doc'])}`;
}

/** Returns the arguments of a keyword. Versions before 4.0 write them as texts, and the first ones as one text. */
function argumentsIn(args: unknown): string[] {
  if (typeof args === 'string') return args === '' ? [] : args.split(/, ?/);
  if (!Array.isArray(args)) return [];
  return args
    .slice(0, mostParts)
    .map((one: unknown) => textOf(isObject(one) ? one['repr'] : one))
    .filter((one) => one !== '');
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

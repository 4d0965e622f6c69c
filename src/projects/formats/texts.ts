import { XMLParser } from 'fast-xml-parser';
import { parse as parseJsonWithComments, printParseErrorCode, type ParseError } from 'jsonc-parser';
import { parse as parseTomlText, TomlError } from 'smol-toml';
import { LineCounter } from 'yaml';
import { isObject } from '../../base/json.ts';
import { maxDepth, nestsTooDeep, parseYaml } from '../../base/parse-yaml.ts';
import { FileProblem } from './file-problem.ts';

/** A table of a parsed file, whose fields are unknown. */
export type Table = Readonly<Record<string, unknown>>;

const maxAliases = 100;
const empty: Table = Object.freeze({});

/** Returns an own field of a table; undefined for any other value. Never reads what a key such as `__proto__` inherits. */
export function field(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** Returns a table in a table; an empty table if there is none. */
export function tableAt(value: unknown, ...path: string[]): Table {
  let found = value;
  for (const name of path) found = field(found, name);
  return isObject(found) ? found : empty;
}

/** Returns a text in a table; '' if there is none. */
export function textAt(value: unknown, name: string): string {
  const found = field(value, name);
  return typeof found === 'string' ? found : '';
}

/** Returns the items of a list; one item if there is a single value; none if the field is absent. */
export function listAt(value: unknown, name: string): unknown[] {
  const found = field(value, name);
  if (Array.isArray(found)) return found;
  return found === undefined || found === '' ? [] : [found];
}

/** Returns the texts of a list. */
export function textsAt(value: unknown, name: string): string[] {
  return listAt(value, name).filter((item) => typeof item === 'string');
}

/** Parses JSON whose root is an object. Throws a FileProblem. */
export function parseJson(text: string): Table {
  try {
    return rooted(JSON.parse(text));
  } catch (error) {
    if (error instanceof FileProblem) throw error;
    throw new FileProblem(`it is not JSON${lineOfJson(text, String(error))}`);
  }
}

function lineOfJson(text: string, message: string): string {
  const position = /at position (\d+)/.exec(message)?.[1];
  if (position === undefined) return message.includes('end of JSON') ? ': it ends too early' : '';
  return `: line ${text.slice(0, Number(position)).split('\n').length} has a mistake`;
}

/** Parses JSON with comments and trailing commas. Throws a FileProblem. */
export function parseJsonc(text: string): Table {
  if (nestsTooDeep(text)) throw tooDeep();
  const mistakes: ParseError[] = [];
  const root: unknown = parseJsonWithComments(text, mistakes, { allowTrailingComma: true });
  const [mistake] = mistakes;
  if (mistake) {
    const line = text.slice(0, mistake.offset).split('\n').length;
    throw new FileProblem(`it is not JSON: ${printParseErrorCode(mistake.error)} in line ${line}`);
  }
  return rooted(root);
}

/** Parses YAML whose root is a mapping. Throws a FileProblem. */
export function parseYamlTable(text: string): Table {
  if (nestsTooDeep(text)) throw tooDeep();
  const lines = new LineCounter();
  const document = parseYaml(text, { lineCounter: lines });
  const [mistake] = document.errors;
  if (mistake) {
    const message = mistake.message.split('\n', 1)[0]!.slice(0, 200);
    throw new FileProblem(`line ${lines.linePos(mistake.pos[0]).line}: ${message}`);
  }
  try {
    return rooted(document.toJS({ maxAliasCount: maxAliases }) ?? {});
  } catch (error) {
    if (error instanceof FileProblem) throw error;
    throw new FileProblem(`it has more than ${maxAliases} YAML aliases; write them out`);
  }
}

/** Parses TOML 1.0. Throws a FileProblem. */
export function parseToml(text: string): Table {
  try {
    return parseTomlText(text, { maxDepth });
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const message = error.message.split('\n', 1)[0]!.replace('Invalid TOML document: ', '');
    throw new FileProblem(`line ${error.line}: ${message.slice(0, 200)}`);
  }
}

const xml = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: false,
  removeNSPrefix: true,
  maxNestedTags: maxDepth,
});

/** Parses XML without entities of its own, and returns its root element if that has the name. Throws a FileProblem. */
export function parseXml(text: string, rootName: string): Table {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) {
    throw new FileProblem('it has a document type declaration; remove it');
  }
  let parsed: unknown;
  try {
    parsed = xml.parse(text, true);
  } catch (error) {
    const line = /\d+/.exec(/[Ll]ine:? ?(\d+)/.exec(String(error))?.[0] ?? '')?.[0];
    throw new FileProblem(
      `it is not XML${line === undefined ? '' : `: line ${line} has a mistake`}`,
    );
  }
  const root = field(parsed, rootName);
  if (root === '') return empty;
  if (!isObject(root)) throw new FileProblem(`it has no element ${rootName}`);
  return root;
}

/** Returns the elements of a name. */
export function elements(parent: unknown, ...path: string[]): Table[] {
  let found: unknown[] = [parent];
  for (const name of path) found = found.flatMap((element) => listAt(element, name));
  return found.filter(isObject);
}

/** Returns the trimmed text of a child element; '' if there is none. */
export function childText(element: unknown, name: string): string {
  const [child] = listAt(element, name);
  return (typeof child === 'string' ? child : textAt(child, '#text')).trim();
}

function rooted(value: unknown): Table {
  if (isObject(value)) return value;
  throw new FileProblem('it has no object at its root');
}

function tooDeep(): FileProblem {
  return new FileProblem(`it nests deeper than ${maxDepth} levels`);
}

/** Yields the lines of a text without their ends. Never holds all lines at once. */
export function* linesOf(text: string): Generator<string> {
  for (let from = 0; from < text.length;) {
    const found = text.indexOf('\n', from);
    const end = found === -1 ? text.length : found;
    yield text.slice(from, text[end - 1] === '\r' ? end - 1 : end);
    from = end + 1;
  }
}

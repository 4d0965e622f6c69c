import { longestLine, singleSpaced } from '../../clean.ts';
import { decodeEntities } from '../../entities.ts';
import type { JsValue } from './js-value.ts';
import { indentOf } from '../../indentation.ts';
import { JsReader } from './js-value.ts';

/** A component with a list or an object as the value of one of its attributes. Its name and the attribute are the site's own. */
const start =
  /^[ \t]*<[A-Z][\w.]{0,60}(?:\s+[\w-]{1,60}="[^"\n]{0,200}")*\s+(?:[\w-]{1,60}=\{|:[\w-]{1,60}=")\s*(?=[[{])/;
/** Such a component whose data is a constant of the page. */
const named =
  /^[ \t]*<[A-Z][\w.]{0,60}(?:\s+[\w-]{1,60}="[^"\n]{0,200}")*\s+[\w-]{1,60}=\{([A-Za-z_$][\w$]{0,60})\}(?:\s+[\w-]{1,60}="[^"\n]{0,200}")*\s*\/>[ \t]*(?:\n|$)/;
const constant =
  /^(?:export\s+)?const\s+([A-Za-z_$][\w$]{0,60})(?:\s*:[^=\n]{1,100})?\s*=\s*(?=[[{])/;
const end = /\s*[}"](?:\s+[\w-]{1,60}=(?:"[^"\n]{0,200}"|\{\w{1,20}\}))*\s*\/?>/y;

/** Maximum numbers of lines of a table, and of characters to read without success in a document. */
const longest = 3_000;
const patience = 1_000_000;
/** Number of lines that the start of a table can take, and of those that are read first. Most tables are short. */
const startLines = 4;
const longestConstant = 300;
const firstLines = 60;
/** Maximum number of characters of a table on one line. */
const longestTable = 2_000_000;

/**
 * Writes the tables on lines that are too long for a document as lists. Generators write the whole reference of a type on one
 * line, which `cleanLines` would cut.
 */
export function withTablesOfLongLines(content: string): string {
  if (content.length <= longestLine) return content;
  return content
    .split('\n')
    .map((line) => {
      if (line.length <= longestLine || line.length > longestTable) return line;
      const head = start.exec(line.slice(0, longestLine));
      const found = head && readTable(line, head[0].length);
      return found ? found.text.join('\n') : line;
    })
    .join('\n');
}

/**
 * Reads the tables of properties that sites write as data: `<PropsTable data={[{ name: 'edge', type: 'string' }]} />`, and
 * `<TypeTable type={{ edge: { type: 'string' } }} />` of Fumadocs, `<Fields of={fields} />` with a constant of the page, or `<PropsTable :data="[{ name: 'edge' }]" />` of Vue. They are often the only reference of an interface.
 */
export class DataTables {
  private readonly lines: readonly string[];
  private patience = patience;
  /** Indexes of the lines on which constants begin, by their names. */
  private constants: ReadonlyMap<string, number> | undefined;

  constructor(lines: readonly string[]) {
    this.lines = lines;
  }

  /** Returns the table that begins on a line as a list, and the index of its last line; undefined for another line. */
  take(at: number): { text: string[]; last: number } | undefined {
    if (this.patience <= 0 || !/^[ \t]*<[A-Z]/.test(this.lines[at]!)) return undefined;
    const first = this.lines.slice(at, at + startLines).join('\n');
    const head = start.exec(first);
    if (!head) return this.constantTable(at, first);
    for (let count = firstLines; ; count *= 4) {
      const source = this.lines.slice(at, at + count).join('\n');
      const found = readTable(source, head[0].length);
      if (found) return { text: found.text, last: at + found.lines - 1 };
      this.patience -= source.length;
      if (count >= longest || at + count >= this.lines.length) return undefined;
    }
  }

  private constantTable(at: number, first: string): { text: string[]; last: number } | undefined {
    const [tag, name = ''] = named.exec(first) ?? [];
    if (tag === undefined) return undefined;
    this.constants ??= new Map(
      this.lines.flatMap((line, index) => {
        const [, constantName] = constant.exec(line) ?? [];
        return constantName === undefined ? [] : [[constantName, index] as const];
      }),
    );
    const from = this.constants.get(name);
    if (from === undefined) return undefined;
    const source = this.lines.slice(from, from + longestConstant).join('\n');
    this.patience -= source.length;
    const reader = new JsReader(source, constant.exec(source)![0].length);
    const rows = rowsOf(reader.value());
    if (reader.at < 0 || !isTable(rows)) return undefined;
    return { text: listOf(rows), last: at + tag.trimEnd().split('\n').length - 1 };
  }
}

/** Returns the table whose data begins at an index of a source, and the number of lines that it takes. */
function readTable(source: string, from: number): { text: string[]; lines: number } | undefined {
  const reader = new JsReader(source, from);
  const value = reader.value();
  const rows = rowsOf(value);
  end.lastIndex = Math.max(0, reader.at);
  if (reader.at < 0 || !end.test(source)) return undefined;
  const text = isTable(rows) ? listOf(rows) : sentencesOf(value);
  const lines = source.slice(0, end.lastIndex).split('\n').length;
  return text && { text, lines };
}

/** Several words and the sign that ends a sentence, also within an element. */
const sentence = /\s.*[.!](?:<\/\w{1,30}>)?$/;

/** Returns a list of sentences, as in `<Highlights features={['Cuts wood.', 'Cuts steel.']} />` of Radix; undefined for other data. */
function sentencesOf(value: JsValue): string[] | undefined {
  if (!Array.isArray(value) || value.length < 2) return undefined;
  const texts = value.map((one) => (typeof one === 'string' ? textOf(one) : ''));
  return texts.every((text) => sentence.test(text)) ? texts.map((text) => `- ${text}`) : undefined;
}

type Row = ReadonlyMap<string, JsValue>;

/** Maximum number of rows below the first two levels of a table. Generators repeat the properties of each type that a type refers to. */
const mostDeepRows = 100;

const step = '  ';

/** Returns the rows as a list. Leaves out the deepest ones if there are too many. */
function listOf(rows: readonly Row[]): string[] {
  const lines = rows.flatMap((row) => linesOf(row, ''));
  const depths = lines.map((line) => indentOf(line));
  const deep = depths.filter((depth) => depth > step.length).sort((a, b) => a - b);
  const limit = deep[mostDeepRows] ?? Infinity;
  return lines.filter((_, at) => depths[at]! < limit);
}

/** Returns the objects of a list. The key of an object in an object is its name. */
function rowsOf(value: JsValue): Row[] {
  if (Array.isArray(value)) return value.filter((row) => row instanceof Map);
  if (!(value instanceof Map)) return [];
  return Array.from(value, ([name, row]) =>
    row instanceof Map ? new Map<string, JsValue>([['name', name], ...row]) : new Map(),
  );
}

const described = ['type', 'description', 'values'];

/** Returns whether all rows have a name and say something about it. Other components, such as a menu, have data too. */
function isTable(rows: readonly Row[]): boolean {
  return (
    rows.length > 0 &&
    rows.every((row) => nameOf(row) !== '' && described.some((field) => row.has(field)))
  );
}

/** Returns the name of a row. It is the first text if no field has that name, as in `{ attribute: 'data-state' }`. */
function nameOf(row: Row): string {
  const [first = ''] = row.values();
  return textOf(row.get('name') ?? row.get('prop') ?? first);
}

/** Returns a row as an item of a list, with items for the rows in it: `` - `edge` (`string`, optional): The edge. ``. */
function linesOf(row: Row, indent: string): string[] {
  const name = nameOf(row);
  const type = textOf(row.get('type') ?? '');
  const fallback = textOf(row.get('default') ?? row.get('defaultValue') ?? '');
  const facts = [
    type !== name && codeOf(type),
    row.get('required') === true && 'required',
    (row.get('isOptional') ?? row.get('optional')) === true && 'optional',
    row.get('deprecated') === true && 'deprecated',
    fallback !== '' && `default ${codeOf(fallback)}`,
  ].filter(Boolean);
  const shown = facts.length === 0 ? '' : ` (${facts.join(', ')})`;
  const about = described.slice(1).map((field) => proseOf(row.get(field) ?? ''));
  const text = about.filter((part) => part !== '').join(' ');
  const inner = Array.from(row.values()).filter((value) => Array.isArray(value));
  return [
    `${indent}- ${codeOf(name)}${shown}${text === '' ? '' : `: ${text}`}`,
    ...inner.flatMap(rowsOf).flatMap((part) => linesOf(part, indent + step)),
  ];
}

/** Returns text on one line, and a list of words with commas. */
function textOf(value: JsValue): string {
  const words = Array.isArray(value) ? value.filter((word) => typeof word === 'string') : [value];
  const text = words.map((word) => (typeof word === 'object' ? '' : String(word)));
  return singleSpaced(text.join(', '));
}

const link = /\[([^[\]]{1,200})\]\([^()\s]{1,1000}\)/g;

function codeOf(text: string): string {
  const plain = text.replace(/<\/?code>|`|\\(?=\|)/gi, '').replace(link, '$1');
  const code = decodeEntities(plain);
  return code === '' ? '' : `\`${code}\``;
}

/** Returns a description. A list of values is code. */
function proseOf(value: JsValue): string {
  return Array.isArray(value)
    ? value
        .map((one) => codeOf(textOf(one)))
        .filter((one) => one !== '')
        .join(', ')
    : textOf(value).replaceAll('```', '`');
}

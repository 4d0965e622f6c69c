import { indentOf, indented, withoutMargin } from '../indentation.ts';

/** The start of a constant: an attribute, or a name in the body of a module. */
const assignment =
  /^ {0,8}(?:(?<attribute>@[a-z_]\w{0,100})|(?<=^ {0,2})(?<name>[a-z_]\w{0,100})[ \t]*=)(?:[ \t]+|$)/;
const interpolation = /(?<!\\)#\{([^{}\n]{1,200})\}/g;
/** The text that a library makes of a schema, such as `NimbleOptions.docs(@schema)`. */
const schemaDocs = /^(?:\w{1,40}\.){1,4}docs\((@?\w{1,100})\)$/;
/** What makes a schema of others. */
const joining = /^(?:(?:\w{1,40}\.){1,4}(?:new!|merge)|\+\+|\|>|[(),])$/;
/** A text, the key of an option, a sign, a comment, or a word. */
const token =
  /(?<text>(?:~[sS])?"""[ \t]*\n[^]{0,3000}?\n[ \t]*"""|(?:~[sS])?"(?:[^"\\]|\\[^]){0,5000}")|(?<key>[a-z_]\w{0,100}[?!]?):(?=\s)|[[\]{}(),]|#[^\n]*|[^\s[\]{}(),"]+|"/g;
/** Lines of a constant. */
const mostLines = 1_000;
const longestSource = 50_000;
/** Constants that a module shows. */
const mostLookups = 300;
/** Characters of them. */
const mostCharacters = 500_000;
const deepest = 6;
const longestType = 80;

interface Token {
  source: string;
  /** Indices of its first character, and after its last one. */
  from: number;
  to: number;
  text?: string | undefined;
  key?: string | undefined;
}

/** A value, with its text if it is one, and with its entries if it is a keyword list. */
interface Value {
  source: string;
  text?: string | undefined;
  entries: Entries;
}

type Entries = Map<string, Value>;

/**
 * The constants of a module of Elixir that its texts show, as `#{@size}` and `#{NimbleOptions.docs(@schema)}` do.
 * https://hexdocs.pm/nimble_options/NimbleOptions.html
 */
export class ElixirConstants {
  private readonly lines: readonly string[];
  /** Indices of the lines that define a name, in order. */
  private places: Map<string, number[]> | undefined;
  private left = mostLookups;
  private leftCharacters = mostCharacters;
  /** Tokens of values, by their first lines. */
  private readonly read = new Map<number, Token[]>();

  constructor(lines: readonly string[]) {
    this.lines = lines;
  }

  /** Returns a text that ends above a line with its constants. A line that only shows what other code knows is blank. */
  shownIn(text: readonly string[], at: number): string[] {
    return text.flatMap((line) => {
      if (!line.includes('#{')) return [line];
      const [, indent = '', shown] = /^(\s*)#\{([^{}]{1,200})\}\s*$/.exec(line) ?? [];
      if (shown !== undefined) return this.linesOf(shown.trim(), at).map((one) => indent + one);
      return [line.replace(interpolation, (all, name: string) => this.word(name, at) ?? all)];
    });
  }

  /** Returns the item of a list for an attribute or a slot of a component of LiveView, which a line declares. */
  declared(line: number): string[] {
    const reader = new ValueReader(this.valueAt(line));
    while (!reader.isDone && /^(?:attr|slot|\.|\()/.test(reader.peek.source)) reader.at += 1;
    const { values, entries } = reader.parts(0);
    const [name, type] = values;
    if (name === undefined || entries.get('doc')?.source === 'false') return [];
    const given = entries.get('values');
    const shown = new Map([...entries, ...(type ? [['type', type] as const] : [])]);
    const choice = given === undefined ? '' : ` One of \`${given.source}\`.`;
    return itemLines(name.source.replace(/^:/, ''), shown, choice);
  }

  private linesOf(shown: string, at: number): string[] {
    const [, schema] = schemaDocs.exec(shown) ?? [];
    if (schema !== undefined) return optionLines(this.schema(schema, at, 0));
    return this.word(shown, at)?.split('\n') ?? [''];
  }

  /** Returns the text of an attribute, or its value if that is a number, an atom or a name. */
  private word(shown: string, at: number): string | undefined {
    const [, inspected, plain = inspected] =
      /^(?:inspect\((@\w{1,100})\)|(@\w{1,100}))$/.exec(shown) ?? [];
    const { tokens } = plain === undefined ? { tokens: [] } : this.value(plain, at);
    const [first] = tokens;
    if (first === undefined || tokens.length > 1) return undefined;
    if (first.text !== undefined) return inspected === undefined ? first.text : first.source;
    return /^:?[\w.]+$/.test(first.source) ? first.source : undefined;
  }

  /** Returns the entries of a schema, and of those that it joins. */
  private schema(name: string, at: number, depth: number): Entries {
    const { tokens, line } = depth < deepest ? this.value(name, at) : { tokens: [], line: at };
    const reader = new ValueReader(tokens);
    const found: Entries = new Map();
    const add = (entries: Entries): void => entries.forEach((one, key) => found.set(key, one));
    while (!reader.isDone) {
      const { source, text } = reader.peek;
      if (source === '[') {
        add(reader.entries(0));
        continue;
      }
      if (/^@?[a-z_]\w*$/.test(source)) add(this.schema(source, line, depth + 1));
      else if (text === undefined && !joining.test(source)) return new Map();
      reader.at += 1;
    }
    return found;
  }

  /** Returns the value that a name has above a line, and the line that defines it. */
  private value(name: string, at: number): { tokens: Token[]; line: number } {
    this.left -= 1;
    const line = this.left < 0 ? undefined : this.placesOf(name).findLast((place) => place < at);
    if (line === undefined) return { tokens: [], line: at };
    const tokens = this.read.get(line) ?? this.valueAt(line);
    this.read.set(line, tokens);
    return { tokens, line };
  }

  /** Reads a value. It ends with a line outside of brackets. */
  private valueAt(line: number): Token[] {
    const [first = '', ...rest] = this.lines.slice(line, line + mostLines);
    const most = Math.min(longestSource, this.leftCharacters);
    const source = [first.replace(assignment, ''), ...rest].join('\n').slice(0, most);
    const tokens: Token[] = [];
    let depth = 0;
    for (const one of tokensIn(source)) {
      const isNext = depth <= 0 && source.slice(tokens.at(-1)?.to, one.from).includes('\n');
      if (isNext && tokens.length > 0 && !/^(?:\|>|\+\+)$/.test(one.source)) break;
      tokens.push(one);
      depth += bracketOf(one);
    }
    this.leftCharacters -= tokens.at(-1)?.to ?? 0;
    return tokens;
  }

  private placesOf(name: string): number[] {
    this.places ??= Map.groupBy(this.lines.keys(), (at) => {
      const { attribute, name: plain } =
        assignment.exec(this.lines[at]!.slice(0, 200))?.groups ?? {};
      return attribute ?? plain ?? '';
    });
    return this.places.get(name) ?? [];
  }
}

function* tokensIn(source: string): Generator<Token> {
  for (const { 0: found, index: from, groups } of source.matchAll(token)) {
    if (found.startsWith('#')) continue;
    const text = groups?.['text'];
    yield {
      source: found,
      from,
      to: from + found.length,
      text: text === undefined ? undefined : textIn(text),
      key: groups?.['key'],
    };
  }
}

function bracketOf({ source }: Token): number {
  if ('[{('.includes(source)) return 1;
  return ']})'.includes(source) ? -1 : 0;
}

/** Returns the characters of a text between its marks. */
function textIn(written: string): string {
  const plain = written.replace(/^~[sS]/, '');
  if (!plain.startsWith('"""')) return plain.slice(1, -1).replaceAll(/\\(["\\#])/g, '$1');
  const lines = plain.split('\n');
  const margin = indentOf(lines.at(-1)!);
  return lines
    .slice(1, -1)
    .map((line) => withoutMargin(line, margin))
    .join('\n');
}

const ends: ReadonlySet<string> = new Set([']', ')', '}']);

/** Reads values from tokens. */
class ValueReader {
  at = 0;
  private readonly tokens: readonly Token[];

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
  }

  get isDone(): boolean {
    return this.at >= this.tokens.length;
  }

  get peek(): Token {
    return this.tokens[this.at]!;
  }

  /** Reads a list in brackets. Returns its entries with keys. */
  entries(depth: number): Entries {
    this.at += 1;
    return this.parts(depth).entries;
  }

  /** Reads values up to the end of what is around them. Returns those without keys, and the entries. */
  parts(depth: number): { values: Value[]; entries: Entries } {
    const entries: Entries = new Map();
    const values: Value[] = [];
    while (!this.isDone && !ends.has(this.peek.source)) {
      const { key } = this.peek;
      if (key !== undefined) this.at += 1;
      const value = this.value(depth + 1);
      if (key === undefined) values.push(value);
      else entries.set(key, value);
      if (!this.isDone && this.peek.source === ',') this.at += 1;
    }
    this.at += 1;
    return { values, entries };
  }

  /** Reads a value up to a comma or the end of what is around it. */
  private value(depth: number): Value {
    const first = this.at;
    const { source } = this.tokens[first] ?? {};
    const entries: Entries = source === '[' && depth < deepest ? this.entries(depth) : new Map();
    for (let inside = 0; !this.isDone; this.at += 1) {
      if (inside === 0 && (this.peek.source === ',' || ends.has(this.peek.source))) break;
      inside += bracketOf(this.peek);
    }
    const own = this.tokens.slice(first, this.at);
    const texts = own.flatMap(({ text }) => text ?? []);
    return {
      source: own
        .map((one) => one.source)
        .join(' ')
        .replaceAll(/(?<=[[{(%]) | (?=[\]}),])/g, ''),
      text: own[0]?.text === undefined ? undefined : texts.join(''),
      entries,
    };
  }
}

/** Returns a list of options, as NimbleOptions writes it. */
function optionLines(options: Entries): string[] {
  return [...options].flatMap(([name, { entries }]) => {
    if (entries.get('doc')?.source === 'false') return [];
    const below = optionLines(entries.get('keys')?.entries ?? new Map());
    return [...itemLines(`:${name}`, entries), '', ...indented(below, '  ')];
  });
}

function itemLines(name: string, entries: Entries, ending = ''): string[] {
  const [first = '', ...rest] = `${descriptionOf(entries)}${ending}`.trim().split('\n');
  return [
    `* \`${name}\`${typeOf(entries)}${first === '' ? '' : ' - '}${first}`,
    ...indented(rest, '  '),
  ];
}

function typeOf(entries: Entries): string {
  const shown = entries.get('type_doc')?.text;
  const { source = '' } = entries.get('type') ?? {};
  if (shown !== undefined) return ` (${shown})`;
  return source === '' || source.length > longestType ? '' : ` (\`${source}\`)`;
}

function descriptionOf(entries: Entries): string {
  const { source, text } = entries.get('default') ?? {};
  const byDefault = text === undefined ? source : JSON.stringify(text);
  return [
    /^true\b/.test(entries.get('required')?.source ?? '') ? 'Required.' : '',
    entries.get('deprecated')?.text ?? '',
    entries.get('doc')?.text?.trim() ?? '',
    byDefault === undefined ? '' : `The default value is \`${byDefault}\`.`,
  ]
    .filter(Boolean)
    .join(' ');
}

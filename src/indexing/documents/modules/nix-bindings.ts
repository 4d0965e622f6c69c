// Reads the bindings of a program of Nix, such as `services.saw.enable = true;`, without evaluating it.

/** A binding with the names of the sets around it. Those of a `let` begin with `letMark`. */
export interface NixBinding {
  path: readonly string[];
  /** The expression, and where it begins. */
  value: string;
  start: number;
}

/** The first name of a binding of a `let`. */
export const letMark = '\0let';
/** The name of a binding that the program computes. */
export const computedName = '<name>';

const token =
  /\s+|#[^\n]*|\/\*[^]*?\*\/|''|"|\$\{|(?:\.{1,2}|~)?\/[\w./+-]+|[A-Za-z_][\w'-]*|\d[\w.]*|==|=>|[^]/y;
/** What begins and ends strings and the code in them, by what they are in. Other matches are escaped characters and comments. */
const within = new Map([
  ["''", { marks: /''(?:\$|'|\\[^])|''|\$\{/g, opens: /^\$\{/, closes: "''" }],
  ['"', { marks: /\\[^]|"|\$\{/g, opens: /^\$\{/, closes: '"' }],
  ['{', { marks: /''|"|[{}]|#[^\n]*/g, opens: /^(?:''|"|\{)/, closes: '}' }],
]);
/** Maximum depth of sets and parentheses. A deeper program is not read. */
const deepest = 100;

/** Returns the index behind a string whose first mark, `''` or `"`, ends at an index. Strings can have code with further strings. */
export function endOfString(source: string, start: number, mark: string): number {
  const open = [mark];
  let at = start;
  while (open.length > 0 && open.length < deepest) {
    const { marks, opens, closes } = within.get(open.at(-1)!)!;
    marks.lastIndex = at;
    const match = marks.exec(source);
    if (!match) return source.length;
    at = match.index + match[0].length;
    if (match[0] === closes) open.pop();
    else if (opens.test(match[0])) open.push(match[0].replace('$', ''));
  }
  return open.length === 0 ? at : source.length;
}

interface Frame {
  open: string;
  /** The names around its bindings. */
  path: readonly string[];
  names: string[];
  /** The binding whose expression is being read. */
  current: readonly string[] | undefined;
  start: number;
  /** Number of `with` and `assert` whose semicolons end no binding. */
  prefixes: number;
}

/** Returns the bindings of a program in the order in which they end. Looks at each character once. */
export function readBindings(source: string): NixBinding[] {
  const reader = new Reader(source);
  return reader.read();
}

class Reader {
  private readonly source: string;
  private readonly bindings: NixBinding[] = [];
  private readonly frames: Frame[] = [];

  constructor(source: string) {
    this.source = source;
    this.open('(', []);
  }

  read(): NixBinding[] {
    let at = 0;
    while (at < this.source.length && this.frames.length > 0 && this.frames.length < deepest) {
      token.lastIndex = at;
      const [found = ''] = token.exec(this.source)!;
      const start = at;
      at += found.length;
      if (found === "''" || found === '"') at = endOfString(this.source, at, found);
      if (!/^(?:\s|#|\/\*)/.test(found)) this.token(this.source.slice(start, at), start, at);
    }
    return this.bindings;
  }

  private token(text: string, start: number, end: number): void {
    const frame = this.frames.at(-1)!;
    if (text === '{' || text === '(' || text === '[' || text === '${') {
      this.open(text, frame.current ?? frame.path);
    } else if (text === 'let') this.open('let', [letMark]);
    else if (/^(?:[})\]]|in)$/.test(text)) this.close();
    else if (text === ';') this.end(frame, start);
    else if (text === 'with' || text === 'assert') frame.prefixes += 1;
    else if (frame.current === undefined) this.name(frame, text, end);
  }

  private open(open: string, path: readonly string[]): void {
    this.frames.push({ open, path, names: [], current: undefined, start: 0, prefixes: 0 });
  }

  private close(): void {
    const { open } = this.frames.pop()!;
    const around = this.frames.at(-1);
    if (open === '${' && around?.current === undefined) around?.names.push(computedName);
  }

  private name(frame: Frame, text: string, end: number): void {
    if (frame.open !== '{' && frame.open !== 'let') return;
    if (text === '=') {
      frame.current = [...frame.path, ...frame.names];
      frame.start = end;
    } else if (/^["A-Za-z_]/.test(text)) frame.names.push(text.replaceAll('"', ''));
    else if (text !== '.') frame.names = [];
  }

  private end(frame: Frame, end: number): void {
    if (frame.prefixes > 0) {
      frame.prefixes -= 1;
      return;
    }
    const { current: path, start } = frame;
    if (path) this.bindings.push({ path, value: this.source.slice(start, end).trim(), start });
    frame.current = undefined;
    frame.names = [];
  }
}

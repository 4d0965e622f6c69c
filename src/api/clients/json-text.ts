/** A value in a JSON text, with where it stands. */
export interface JsonNode {
  start: number;
  /** After the value's last character. */
  end: number;
  /** Of an object only. */
  members?: JsonMember[];
}
export interface JsonMember {
  key: string;
  value: JsonNode;
  /** Where the key begins. */
  start: number;
  /** Whether a comma follows. */
  comma: boolean;
}

/** Reads JSON with comments and trailing commas, as editors' settings have them. Throws an Error that says where it is broken. */
export function readJsonText(text: string): { root: JsonNode; comments: [number, number][] } {
  const reader = new Reader(text);
  const root = reader.value();
  reader.trivia();
  if (reader.at < text.length) throw reader.broken('nothing more');
  return { root, comments: reader.comments };
}

class Reader {
  at = 0;
  readonly comments: [number, number][] = [];
  private readonly text: string;
  private depth = 0;

  constructor(text: string) {
    this.text = text;
    if (text.startsWith('\uFEFF')) this.at = 1;
  }

  /** White space and comments. */
  trivia(): void {
    for (;;) {
      const found = this.match(/\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\//y);
      if (found === undefined) return;
      if (found.startsWith('/')) this.comments.push([this.at - found.length, this.at]);
    }
  }

  value(): JsonNode {
    this.trivia();
    const start = this.at;
    if (this.text[start] === '{') return this.object(start);
    if (this.text[start] === '[') return this.array(start);
    const scalar = /"(?:[^"\\\n]|\\.)*"|-?\d[\d.eE+-]*|true|false|null/y;
    if (this.match(scalar) === undefined) throw this.broken('a value');
    return { start, end: this.at };
  }

  broken(expected: string): Error {
    const line = this.text.slice(0, this.at).split('\n').length;
    return new Error(`it is not JSON: ${expected} was expected in line ${line}`);
  }

  private object(start: number): JsonNode {
    const members: JsonMember[] = [];
    this.enter();
    while (!this.closes('}')) {
      const from = this.at;
      const key = this.match(/"(?:[^"\\\n]|\\.)*"/y);
      if (key === undefined) throw this.broken('a name in quotes');
      this.trivia();
      if (this.match(/:/y) === undefined) throw this.broken('a colon');
      const value = this.value();
      members.push({ key: JSON.parse(key) as string, value, start: from, comma: this.comma('}') });
    }
    return { start, end: this.at, members };
  }

  private array(start: number): JsonNode {
    this.enter();
    while (!this.closes(']')) {
      this.value();
      this.comma(']');
    }
    return { start, end: this.at };
  }

  private enter(): void {
    this.at += 1;
    this.depth += 1;
    if (this.depth > 100) throw this.broken('less depth');
  }

  private closes(bracket: string): boolean {
    this.trivia();
    if (this.text[this.at] !== bracket) return false;
    this.at += 1;
    this.depth -= 1;
    return true;
  }

  /** Reads a comma, which only the last member may do without. */
  private comma(bracket: string): boolean {
    this.trivia();
    if (this.match(/,/y) !== undefined) return true;
    if (this.text[this.at] !== bracket) throw this.broken(`a comma or ${bracket}`);
    return false;
  }

  private match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    if (found !== undefined) this.at += found.length;
    return found;
  }
}

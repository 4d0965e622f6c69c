/** The beginning of a text that a page of MDX keeps in a constant. The text can begin on the next line. */
const start = /^export\s+const\s+([A-Za-z_$][\w$]{0,60})(?:\s*:\s*string)?\s*=\s*(?:`|$)/;
/** A backslash at the end of a line continues a command of a shell. */
const textPart = /^(?:[^`\\]|\\(?:.|$))*/;
const longest = 500;

/** A text in a page of MDX, and where it ends. */
interface Text {
  text: string;
  /** Index of its last line. */
  last: number;
}

/** The texts that a page of MDX keeps in constants: ``export const cut = `saw cut`;``, also with `.trim()`. Components show them as code. */
export class TextConstants {
  private readonly lines: readonly string[];
  /** Lines that can be read without success. */
  private patience = 5_000;
  private readonly texts = new Map<string, string>();
  /** The texts by the indexes of their first lines. */
  private readonly starts = new Map<number, Text>();

  constructor(lines: readonly string[]) {
    this.lines = lines;
    for (let at = 0; at < lines.length; at += 1) {
      const name = start.exec(lines[at]!)?.[1];
      const found = name === undefined ? undefined : this.begin(at);
      if (name === undefined || !found) continue;
      this.texts.set(name, found.text);
      this.starts.set(at, found);
      at = found.last;
    }
  }

  /** Returns the text of a constant; undefined if there is none. */
  get(name: string): string | undefined {
    return this.texts.get(name);
  }

  /** Returns the text of the constant that begins on a line; undefined if the line begins none. */
  textAt(at: number): Text | undefined {
    return this.starts.get(at);
  }

  private begin(at: number): Text | undefined {
    const line = this.lines[at]!;
    const [head] = start.exec(line) ?? [];
    if (head === undefined) return undefined;
    if (head.endsWith('`')) return this.read(at, line.slice(head.length));
    const [mark, next = ''] = /^\s*`(.*)$/.exec(this.lines[at + 1] ?? '') ?? [];
    return mark === undefined ? undefined : this.read(at + 1, next);
  }

  private read(at: number, first: string): Text | undefined {
    const text: string[] = [];
    const stop = Math.min(this.lines.length, at + Math.min(longest, this.patience));
    for (let last = at; last < stop; last += 1) {
      const line = last === at ? first : this.lines[last]!;
      const [part] = textPart.exec(line)!;
      text.push(part);
      if (part.length === line.length) continue;
      const isEnd = /^`(?:\.trim(?:Start|End)?\(\))?\s*;?\s*$/.test(line.slice(part.length));
      return isEnd ? { text: text.join('\n'), last } : undefined;
    }
    this.patience -= text.length;
    return undefined;
  }
}

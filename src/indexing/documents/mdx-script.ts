/** Lines one tag, comment or import may span; what runs on is text that looked like one. */
const longestSpan = 200;
/** Lines read in vain before nothing is looked for beyond its own line any more. */
const patience = 5_000;

const moduleLine =
  /^(?:import\s+(?:['"{*]|[\w$]+\s*(?:,|\s+from\b))|export\s+(?:default|const|let|var|function|async|class|type|interface)\b|export\s*[{*])/;
const tagStart = /^[ \t]*<(?:\/?[A-Za-z][\w.:-]*|\/?>)/;
const commentStart = /^[ \t]*\{\/\*/;

/** A piece of JavaScript at the beginning of a line. */
export interface Taken {
  /** Index of its last line. */
  last: number;
  /** What stands behind it on that line. */
  rest: string;
  /** The tag, when it is one. */
  tag?: string;
}

/** Finds where imports, exports, comments and tags end in the lines of an MDX document. */
export class ScriptReader {
  readonly #lines: string[];
  #patience = patience;

  constructor(lines: string[]) {
    this.#lines = lines;
  }

  /** What begins on a line; undefined where that is text. */
  take(at: number): Taken | undefined {
    const line = this.#lines[at]!;
    if (moduleLine.test(line)) {
      const scan = new BracketScan();
      return this.#span(at, (text, next) => scan.end(text, next)) ?? { last: at, rest: '' };
    }
    if (commentStart.test(line)) return this.#span(at, commentEnd);
    return tagStart.test(line) ? this.#tag(at) : undefined;
  }

  #tag(at: number): Taken | undefined {
    const scan = new TagScan();
    const taken = this.#span(at, (line) => scan.end(line.trim()));
    return taken && { ...taken, tag: scan.source };
  }

  /** Reads lines until `end` gives the index behind the end in one of them; a negative index means there is none. */
  #span(at: number, end: (line: string, next: string) => number | undefined): Taken | undefined {
    const most = this.#patience > 0 ? longestSpan : 1;
    const stop = Math.min(this.#lines.length, at + most);
    for (let last = at; last < stop; last += 1) {
      const line = this.#lines[last]!;
      const index = end(line, this.#lines[last + 1] ?? '');
      if (index === undefined) continue;
      if (index >= 0) return { last, rest: line.trim().slice(index) };
      this.#patience -= last - at;
      return undefined;
    }
    this.#patience -= stop - at;
    return undefined;
  }
}

function commentEnd(line: string): number | undefined {
  const end = line.trim().indexOf('*/}');
  return end === -1 ? undefined : end + 3;
}

/** Follows a tag through quotes and braces to its '>'. */
class TagScan {
  /** The tag as read so far, lines trimmed. */
  source = '';
  #depth = 0;
  #quote = '';

  /** Index behind the tag in a line it ends in; -1 where it turns out to be none. */
  end(line: string): number | undefined {
    if (line === '') return -1;
    for (let at = this.source === '' ? 1 : 0; at < line.length; at += 1) {
      const char = line[at]!;
      if (this.#closes(char)) {
        this.source += line.slice(0, at + 1);
        return at + 1;
      }
      // Outside quotes and braces no tag holds another.
      if (char === '<' && this.#quote === '' && this.#depth === 0) return -1;
    }
    this.source += `${line}\n`;
    return undefined;
  }

  #closes(char: string): boolean {
    if (this.#quote !== '') {
      if (char === this.#quote) this.#quote = '';
    } else if (char === '"' || char === "'" || char === '`') this.#quote = char;
    else if (char === '{') this.#depth += 1;
    else if (char === '}') this.#depth -= 1;
    else return char === '>' && this.#depth <= 0;
    return false;
  }
}

/** Counts brackets over lines of JavaScript, strings skipped. */
class BracketScan {
  #depth = 0;

  /** The line's length when the statement ends with it. */
  end(line: string, next: string): number | undefined {
    const code = line.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`|\/\/.*$/g, '');
    for (const char of code) {
      if ('([{'.includes(char)) this.#depth += 1;
      else if (')]}'.includes(char)) this.#depth -= 1;
    }
    return this.#depth <= 0 && !/^\s*[.=?:&|+]/.test(next) ? line.length : undefined;
  }
}

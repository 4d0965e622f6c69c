const indentation = /^(?: {4}| {0,3}\t)/;
/** A tag on a line of its own: `{% tab %}`, `{% endtab %}`, `{{< /tab >}}`, `<hfoption id="a">`. */
const tagLine =
  /^[ \t]*(?:\{%-?|\{\{[<%]|<(?=\/?hfoption))[ \t]*(?:(\/|end)[ \t]*)?([a-z][\w-]{0,40})[^{}]*\}?\}?$/i;
/** The first or the last line of a container, as in `:::note`, `::card`, `/// tip`. */
const container = /^[ \t]*(?::{2,}|\/{3,})[ \t]*([\w{])?/;

/** A definition or a footnote. The indented text below it is part of it. */
export const definition = /^ {0,3}(?::[ \t]|\[\^[^\]]{1,100}\]:)/;

/**
 * Finds the lines of indented code, where directives and tags are samples. In a directive that is still open, indented
 * directives are not code.
 */
export class IndentedCode {
  /** Names of the tags of the document that have an end tag. */
  private readonly paired = new Set<string>();
  /** Number of open directives. */
  private depth = 0;
  /** True after a blank line, and after a line of code. */
  private canFollow = true;
  private isDefinition = false;

  constructor(lines: readonly string[]) {
    for (const line of lines) {
      const [, end, name = ''] = line.includes('/') || line.includes('end') ? tagOf(line) : [];
      if (end !== undefined) this.paired.add(name);
    }
  }

  /** Reads the next line outside of fences. Returns whether it is code, if its place allows code. */
  has(line: string, allowed: boolean): boolean {
    if (line.trim() === '') {
      this.canFollow = true;
      return false;
    }
    const isIndented = indentation.test(line);
    if (!isIndented) this.isDefinition = definition.test(line);
    this.canFollow &&= isIndented && allowed && this.depth === 0 && !this.isDefinition;
    if (!this.canFollow) this.depth = Math.max(0, this.depth + this.nesting(line));
    return this.canFollow;
  }

  /** Returns 1 for a line that opens a directive, -1 for a line that closes one, and 0 for any other. */
  private nesting(line: string): number {
    const block = container.exec(line);
    if (block) return block[1] === undefined ? -1 : 1;
    const [, end, name = ''] = tagOf(line);
    if (!this.paired.has(name)) return 0;
    return end === undefined ? 1 : -1;
  }
}

function tagOf(line: string): readonly (string | undefined)[] {
  return tagLine.exec(line.trimEnd()) ?? [];
}

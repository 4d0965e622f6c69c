import { indentOf } from '../indentation.ts';

/** A line of one repeated character, below or above a title. */
export const adornment = /^([!-/:-@[-`{-~])\1+$/;

/** A position in the lines of a body. */
export class LineReader {
  readonly lines: string[];
  at = 0;

  constructor(lines: string[]) {
    this.lines = lines;
  }

  get done(): boolean {
    return this.at >= this.lines.length;
  }

  /** Returns the line `ahead` of the position, or '' after the end. */
  peek(ahead = 0): string {
    return this.lines[this.at + ahead] ?? '';
  }

  /** Takes the next line. */
  next(): string {
    const line = this.peek();
    this.at += 1;
    return line;
  }

  /** Takes lines up to an empty one. */
  paragraph(): string[] {
    const start = this.at;
    while (!this.done && this.peek() !== '') this.at += 1;
    return this.lines.slice(start, this.at);
  }

  /** Takes lines with an indentation of at least `least`, and the empty lines between them. */
  indented(least = 1): string[] {
    const start = this.at;
    let end = start;
    for (let at = start; at < this.lines.length; at += 1) {
      const line = this.lines[at]!;
      if (line === '') continue;
      if (indentOf(line) < least) break;
      end = at + 1;
    }
    this.at = end;
    return this.lines.slice(start, end);
  }
}

/** Replaces tabs by spaces (every 8 columns), and removes spaces at the end. */
export function expandTabs(line: string): string {
  const trimmed = line.trimEnd();
  if (!trimmed.includes('\t')) return trimmed;
  const cells = trimmed.split('\t');
  let text = '';
  for (const [index, cell] of cells.entries()) {
    text += cell;
    if (index < cells.length - 1) text += ' '.repeat(8 - (text.length % 8));
  }
  return text;
}

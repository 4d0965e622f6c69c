import { longFenced } from '../fences.ts';
import { withoutBlankEnds } from '../blank-lines.ts';

/** Returns whether a file is a program of Julia. */
export function isJulia(path: string): boolean {
  return /\.jl$/i.test(path);
}

/** Characters at the beginning of a program that have its title. */
const longestStart = 10_000;

/** Returns whether a program is a page of Literate.jl: a comment at its beginning is a heading of Markdown. */
export function isLiterateJulia(content: string): boolean {
  return /^(?:#md )?# # \S/m.test(content.slice(0, longestStart));
}

/** A line that only the source, another output or nobody sees. */
const hidden = /^[ \t]*#(?:jl|nb|src|!md)(?: |$)|(?:^|[ \t])#(?:jl|nb|src|hide|!md)[ \t]*$/;
/** The mark of a line that a page has, and other outputs have not. */
const ownMark = /^#(?:md|!nb|!jl) |[ \t]{1,99}#(?:md|!nb|!jl)$/g;
/** The end of code, or a place at which it goes on. */
const cut = /^#[-+]/;

/**
 * Converts a program of Literate.jl to Markdown: its comments are text, and the statements between them are code. A comment with
 * two marks belongs to the code. https://fredrikekre.github.io/Literate.jl/v2/fileformat/
 */
export function juliaToMarkdown(lines: string[]): string[] {
  const writer = new JuliaWriter();
  for (const line of lines) if (!hidden.test(line)) writer.line(line.replace(ownMark, ''));
  writer.endCode();
  return writer.out;
}

/** A line of text. */
const textLine = /^#(?: (.*))?$/;

class JuliaWriter {
  readonly out: string[] = [];
  private code: string[] = [];
  /** True between the marks of a comment of several lines. */
  private isComment = false;

  line(line: string): void {
    const isEdge = (this.isComment ? /^=#[ \t]*$/ : /^#=[ \t]*$/).test(line);
    const found = this.isComment ? [line, line] : textLine.exec(line);
    if (isEdge || cut.test(line)) this.endCode();
    else if (found) this.text(found[1] ?? '');
    else this.code.push(line.replace(/^([ \t]*)## /, '$1# '));
    if (isEdge) this.isComment = !this.isComment;
  }

  endCode(): void {
    const code = withoutBlankEnds(this.code);
    // A blank line between comments separates paragraphs.
    if (this.code.length > 0) this.out.push('');
    if (code.length > 0) this.out.push(...longFenced(code, 'julia'), '');
    this.code = [];
  }

  private text(line: string): void {
    this.endCode();
    this.out.push(line);
  }
}

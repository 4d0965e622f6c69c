import { getDefaults, Lexer, Tokenizer, type Token, type Tokens, type TokensList } from 'marked';
import { FenceTracker } from '../fences.ts';

/** Lines of a heading above its underline; what has more is a paragraph over a rule. */
const longestHeading = 20;

const quoteMark = /^ {0,3}>/;
const nestedMarks = /^(?: {0,3}(?:>[ \t]?|(?:[-*+]|\d{1,9}[.)])(?:[ \t]+|$)))*/;
/** What no paragraph goes on with, nor begins with: a heading, a rule, a list, a fence, HTML. */
const otherBlock =
  /^ {0,3}(?:#{1,6}(?:[ \t]|$)|`{3}|~{3}|(?:-[ \t]*){3,}$|(?:_[ \t]*){3,}$|(?:\*[ \t]*){3,}$|(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)|<(?:!--|\/?[A-Za-z]))/;
const underline = /^ {0,3}(?:=+|-+)[ \t]*$/;
const alignments = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;

/**
 * The block tokens of a text, and where its references lead, in time that grows with the text alone. Inline tokens, half
 * of marked's time, are never asked for, and tables have no cells: their raw text is all that is needed.
 */
export function lexBlocks(markdown: string): { tokens: Token[]; links: TokensList['links'] } {
  const lexer = createLexer();
  lexer.blockTokens(markdown, lexer.tokens);
  return { tokens: joinParagraphs(lexer.tokens), links: lexer.tokens.links };
}

function createLexer(): Lexer {
  const tokenizer = new LinearTokenizer();
  const lexer = new Lexer({ ...getDefaults(), tokenizer });
  const { block } = tokenizer.rules;
  // Looked for at each line of a paragraph, a table is known by its first two lines; marked's own rule reads all its rows.
  const table = withoutCaret(block.table.source);
  const rows = table.indexOf('(?:\\n((?:(?! *\\n|');
  const paragraph = block.paragraph.source;
  if (rows > 0 && paragraph.includes(table)) {
    const firstLines = `${table.slice(0, rows)}(?:\\n|$)`;
    const quick = new RegExp(paragraph.split(table).join(firstLines), block.paragraph.flags);
    tokenizer.rules = { ...tokenizer.rules, block: { ...block, paragraph: quick } };
  }
  return lexer;
}

function withoutCaret(source: string): string {
  return source.replaceAll(/(^|[^[])\^/g, '$1');
}

/** marked's tokenizer, but for what takes the square or the cube of a text's length. */
class LinearTokenizer extends Tokenizer {
  /** marked reads a quote again for each line that goes on without its mark; here such a line is a part of it at once. */
  override blockquote(src: string): Tokens.Blockquote | undefined {
    if (!quoteMark.test(src.slice(0, 4))) return undefined;
    const quote = new QuoteReader();
    const end = linesUntil(src, (line) => !quote.take(line));
    const raw = src.slice(0, end);
    const text = quote.lines.join('\n');
    const { top } = this.lexer.state;
    this.lexer.state.top = true;
    const tokens = joinParagraphs(this.lexer.blockTokens(text, []));
    this.lexer.state.top = top;
    return { type: 'blockquote', raw, text, tokens };
  }

  /** marked fills each row up to as many cells as the header has; nobody looks at them. */
  override table(src: string): Tokens.Table | undefined {
    const first = src.indexOf('\n');
    if (first === -1) return undefined;
    const second = endOfLine(src, first + 1);
    const delimiters = src.slice(first + 1, second);
    if (!/[|:]/.test(delimiters) || !alignments.test(delimiters)) return undefined;
    if (cellsOf(src.slice(0, first)) !== cellsOf(delimiters)) return undefined;
    const raw = this.rules.block.table.exec(src)?.[0];
    if (raw === undefined) return undefined;
    return { type: 'table', raw: raw.replace(/\n+$/, ''), align: [], header: [], rows: [] };
  }

  /** Another method than marked's own keeps its lexer from joining paragraphs, by a copy for each of them. */
  override paragraph(src: string): Tokens.Paragraph | undefined {
    return super.paragraph(src);
  }

  /** marked looks through the whole paragraph, from each line of it that stands in a list. */
  override lheading(src: string): Tokens.Heading | undefined {
    let lines = 0;
    const end = linesUntil(src, (line) => line.trim() === '' || (lines += 1) > longestHeading);
    return super.lheading(src.slice(0, end + 1));
  }
}

/** Paragraphs without a blank line between them are one: what parted them looked like a table and was none. */
function joinParagraphs(tokens: Token[]): Token[] {
  const joined: Token[] = [];
  let run: string[] = [];
  const end = (): void => {
    const last = joined.at(-1);
    if (last && run.length > 1) last.raw = run.map((raw) => raw.replace(/\n$/, '')).join('\n');
    run = [];
  };
  for (const token of tokens) {
    if (token.type === 'paragraph' && run.push(token.raw) > 1) continue;
    if (token.type !== 'paragraph') end();
    joined.push(token);
  }
  end();
  return joined;
}

/** Index behind the lines, without the last line end, before the first that is `over`. */
function linesUntil(src: string, over: (line: string) => boolean): number {
  let end = 0;
  for (let at = 0; at < src.length;) {
    const stop = endOfLine(src, at);
    if (over(src.slice(at, stop))) break;
    end = stop;
    at = stop + 1;
  }
  return end;
}

function endOfLine(src: string, at: number): number {
  const end = src.indexOf('\n', at);
  return end === -1 ? src.length : end;
}

/** Cells of a row: escaped bars are none. */
function cellsOf(row: string): number {
  const inner = row
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  return (inner.replaceAll(/\\./g, '').match(/\|/g)?.length ?? 0) + 1;
}

/** Follows a quote line by line. */
class QuoteReader {
  /** What the quote holds, without its marks. */
  readonly lines: string[] = [];
  private readonly fences = new FenceTracker();
  /** The last line is of a paragraph, which may go on without marks. */
  private open = false;

  /** Whether the line is of the quote. */
  take(line: string): boolean {
    const mark = quoteMark.exec(line)?.[0];
    if (mark !== undefined) {
      const rest = line.slice(mark.length);
      // A tab reaches to the fourth column; one column of it belongs to the mark.
      const content = rest[0] === '\t' ? `  ${rest.slice(1)}` : rest.replace(/^ /, '');
      this.lines.push(content);
      this.open = !this.fences.advance(content) && this.isParagraph(content);
      return true;
    }
    if (!this.open || line.trim() === '' || otherBlock.test(line)) return false;
    // No underline: what it would be under is not in reach of a line without marks.
    this.lines.push(underline.test(line) ? `    ${line.trim()}` : line);
    return true;
  }

  private isParagraph(content: string): boolean {
    const inner = content.slice(nestedMarks.exec(content)![0].length);
    if (inner.trim() === '' || otherBlock.test(inner)) return false;
    return this.open || !/^(?: {4}| {0,3}\t)/.test(inner);
  }
}

import { getDefaults, Lexer, Tokenizer, type Token, type Tokens, type TokensList } from 'marked';
import { FenceTracker } from '../fences.ts';
import { isOneLink } from '../link-lists.ts';

/**
 * Maximum number of lines of a heading above its underline. A longer text is a paragraph above a
 * horizontal rule.
 */
const longestHeading = 20;

const quoteMark = /^ {0,3}>/;
const nestedMarks = /^(?: {0,3}(?:>[ \t]?|(?:[-*+]|\d{1,9}[.)])(?:[ \t]+|$)))*/;
/** Lines that neither begin nor continue a paragraph: headings, rules, lists, fences and HTML. */
const otherBlock =
  /^ {0,3}(?:#{1,6}(?:[ \t]|$)|`{3}|~{3}|(?:-[ \t]*){3,}$|(?:_[ \t]*){3,}$|(?:\*[ \t]*){3,}$|(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)|<(?:!--|\/?[A-Za-z]))/;
const underline = /^ {0,3}(?:=+|-+)[ \t]*$/;
const alignments = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;

/**
 * Returns the block tokens and the references of a text, in linear time. Makes no inline tokens,
 * which take half of marked's time, and no table cells. Callers need only the raw text of both.
 */
export function lexBlocks(markdown: string): { tokens: Token[]; links: TokensList['links'] } {
  const lexer = createLexer();
  lexer.blockTokens(markdown, lexer.tokens);
  return { tokens: joinLinks(joinParagraphs(lexer.tokens)), links: lexer.tokens.links };
}

function createLexer(): Lexer {
  const tokenizer = new LinearTokenizer();
  const lexer = new Lexer({ ...getDefaults(), tokenizer });
  tokenizer.rules = { ...tokenizer.rules, block: blockRules };
  return lexer;
}

/** The rules of marked, which are the same for each text. Compiling one takes longer than a short text. */
const blockRules = linearRules();

/**
 * marked looks for a table at each line of a paragraph, and its rule reads all rows of the table.
 * Two lines are enough to recognize one.
 */
function linearRules(): Tokenizer['rules']['block'] {
  const block = Lexer.rules.block.gfm;
  const table = withoutCaret(block.table.source);
  const rows = table.indexOf('(?:\\n((?:(?! *\\n|');
  const { source, flags } = block.paragraph;
  if (rows === -1 || !source.includes(table)) return block;
  const firstLines = `${table.slice(0, rows)}(?:\\n|$)`;
  return { ...block, paragraph: new RegExp(source.split(table).join(firstLines), flags) };
}

function withoutCaret(source: string): string {
  return source.replaceAll(/(^|[^[])\^/g, '$1');
}

/** marked's tokenizer with linear replacements for rules that take quadratic or cubic time. */
class LinearTokenizer extends Tokenizer {
  /**
   * marked reads the whole quote again for each line that continues it without a mark. This method
   * appends such a line.
   */
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

  /** A footnote of one word or address, as in `[^1]: Always.`, is no definition of a link. */
  override def(src: string): Tokens.Def | undefined {
    return /^ {0,3}\[\^/.test(src) ? undefined : super.def(src);
  }

  /** marked fills each row up to the number of header cells. Callers do not need cells. */
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

  /**
   * A block of HTML ends at a blank line, also within preformatted text. This method reads such text to its end tag, and the block to
   * the next blank line.
   */
  override html(src: string): Tokens.HTML | undefined {
    const token = super.html(src);
    if (!token || !preStart.test(token.raw)) return token;
    const raw = src.slice(0, endOfBlock(src, token.raw.length));
    return { ...token, raw, text: raw };
  }

  /**
   * A paragraph ends at a line that looks like a list. This method reads a formula to its end. If the method is not marked's, the lexer
   * does not join paragraphs, which would copy the text for each of them.
   */
  override paragraph(src: string): Tokens.Paragraph | undefined {
    const token = super.paragraph(src);
    const end = token && endOfFormula(src, token.raw);
    if (!token || end === undefined) return token;
    const raw = src.slice(0, end);
    return { ...token, raw, text: raw };
  }

  /**
   * marked searches the rest of the paragraph from each of its lines in a list. This method
   * searches only the first lines. A line of a formula can look like an underline.
   */
  override lheading(src: string): Tokens.Heading | undefined {
    let lines = 0;
    const end = linesUntil(src, (line) => line.trim() === '' || (lines += 1) > longestHeading);
    const token = super.lheading(src.slice(0, end + 1));
    return token && endOfFormula(src, token.raw) === undefined ? token : undefined;
  }
}

/** Maximum number of lines from the beginning of a paragraph to the end of a formula that is open at the end of the paragraph. */
const longestFormula = 100;
const formulaMark = /(?<![\\$])\$\$(?!\$)/g;

/** Returns the end of the line on which a formula between `$$` ends that is open at the end of a text; undefined if none is. */
function endOfFormula(src: string, text: string): number | undefined {
  const isOpen = (text.match(formulaMark)?.length ?? 0) % 2 === 1;
  if (!isOpen) return undefined;
  let lines = 0;
  const end = linesUntil(src, (line) => line.trim() === '' || (lines += 1) > longestFormula);
  formulaMark.lastIndex = text.length;
  const close = formulaMark.exec(src.slice(0, end))?.index;
  formulaMark.lastIndex = 0;
  return close === undefined ? undefined : endOfLine(src, close);
}

const preStart = /<pre\b/i;
const preTag = /<(\/?)pre\b/gi;

/**
 * Returns the end of a block of HTML, which marked ends at `length`. If preformatted text is open there, and ends before the next begins,
 * it is the next blank line after that. Looks at no text behind the next such tag, so it is linear for all blocks together.
 */
function endOfBlock(src: string, length: number): number {
  let end = length;
  let isOpen = false;
  for (const { index, 1: slash } of src.matchAll(preTag)) {
    const isStart = slash === '';
    if (index >= end && (!isOpen || isStart)) break;
    if (index >= end) end = blankLineAfter(src, index);
    isOpen = isStart;
  }
  return end;
}

function blankLineAfter(src: string, from: number): number {
  const blank = /\n[ \t]*(?=\n|$)/g;
  blank.lastIndex = from;
  return blank.exec(src)?.index ?? src.length;
}

/**
 * Joins paragraphs without a blank line between them. The lexer splits a paragraph at a line that
 * looks like a table.
 */
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

/** Minimum number of paragraphs that are only one link each, and the entries of one list. */
const leastLinks = 3;

/** Joins paragraphs that are only one link each, if they are many. */
function joinLinks(tokens: Token[]): Token[] {
  const joined: Token[] = [];
  let run: Token[] = [];
  const end = (): void => {
    const links = run.filter(({ type }) => type === 'paragraph');
    const raw = links.map((link) => link.raw.trim()).join('\n');
    if (links.length >= leastLinks) joined.push({ ...links[0]!, raw });
    else joined.push(...run);
    run = [];
  };
  for (const token of tokens) {
    const isLink = token.type === 'paragraph' && isOneLink(token.raw);
    if (isLink || (run.length > 0 && token.type === 'space')) run.push(token);
    else {
      end();
      joined.push(token);
    }
  }
  end();
  return joined;
}

/**
 * Returns the index after the last line before the first line for which `over` is true. The line
 * end is not included.
 */
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

/** Returns the number of cells of a row. Escaped bars do not separate cells. */
function cellsOf(row: string): number {
  const inner = row
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  return (inner.replaceAll(/\\./g, '').match(/\|/g)?.length ?? 0) + 1;
}

/** Reads a quote line by line. */
class QuoteReader {
  /** Lines of the quote without its marks. */
  readonly lines: string[] = [];
  private readonly fences = new FenceTracker();
  /** True if the last line belongs to a paragraph, which lines without marks can continue. */
  private open = false;

  /** Takes a line if it belongs to the quote. Returns whether it does. */
  take(line: string): boolean {
    const mark = quoteMark.exec(line)?.[0];
    if (mark !== undefined) {
      const rest = line.slice(mark.length);
      // A tab reaches to the fourth column. One of its columns belongs to the mark.
      const content = rest[0] === '\t' ? `  ${rest.slice(1)}` : rest.replace(/^ /, '');
      this.lines.push(content);
      this.open = !this.fences.advance(content) && this.isParagraph(content);
      return true;
    }
    if (!this.open || line.trim() === '' || otherBlock.test(line)) return false;
    // A line without a mark cannot underline a heading in the quote. The indentation prevents
    // that.
    this.lines.push(underline.test(line) ? `    ${line.trim()}` : line);
    return true;
  }

  private isParagraph(content: string): boolean {
    const inner = content.slice(nestedMarks.exec(content)![0].length);
    if (inner.trim() === '' || otherBlock.test(inner)) return false;
    return this.open || !/^(?: {4}| {0,3}\t)/.test(inner);
  }
}

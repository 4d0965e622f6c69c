import type { MarkedToken, Token, Tokens } from 'marked';
import { cleanLines, labelMark } from '../clean.ts';
import type { ParsedDocument, SourceDocument } from '../document.ts';
import { FenceTracker, parseFenceInfo } from '../fences.ts';
import { endsSentence, isBadgeLine, isLinkLabel, isLinkList, isPictures } from '../link-lists.ts';
import { pageTitle } from '../page-title.ts';
import { SectionBuilder } from '../section-builder.ts';
import { Asides } from './asides.ts';
import { withCapturedCode } from './captured-code.ts';
import { withoutProperties } from './component-properties.ts';
import { isUnseen, shownCode } from './code-notations.ts';
import { withoutKubernetesTypes } from './crdoc.ts';
import {
  containerLine,
  DirectiveStack,
  itemMark,
  quoteAlert,
  ReplacedLines,
} from './directives.ts';
import { readDocumenter } from './documenter.ts';
import { joinTables } from './html-tables.ts';
import { htmlToMarkdown } from './html.ts';
import type { TagRule } from './html.ts';
import { withHtmlExamples } from './html-examples.ts';
import { isPlaygroundLink, reduceHeading, reduceInline } from './inline.ts';
import type { InlineOptions } from './inline.ts';
import { rstPieces } from '../rst/rst.ts';
import { beginsWith, withJoinedItems, type Piece, type SymbolPiece } from '../text-pieces.ts';
import { withFoldedQuestions } from './folded-questions.ts';
import { withNearFootnotes } from './footnotes.ts';
import { lexBlocks } from './lexer.ts';
import { HighlightTags, shortcodeLine, withPlainTarget } from './shortcodes.ts';
import { frontMatterOf, translationOf, type Translate } from './dialects.ts';
import { withTagBlocks } from './tag-blocks.ts';
import { hasOnlyOptions, kindOf, languageOf, readDirective, type MystDirective } from './myst.ts';
import { UnshownParts } from './unshown-parts.ts';
import { withoutPadding } from './table-text.ts';
import { readWriterside } from './writerside.ts';

/**
 * Parses Markdown of GitHub, and of sites such as VitePress, Docusaurus, MkDocs, Hugo and GitBook. `dialects.ts` converts other dialects first. Accepts any
 * text. Cuts deep nesting, long lines and long documents (`clean.ts`, `prepareMarkdown`).
 */
export function parseMarkdown(document: SourceDocument): ParsedDocument {
  return parseMarkdownLines({
    document,
    lines: cleanLines(document.content),
    tags: 'known',
    translate: translationOf(document),
  });
}

interface MarkdownLines {
  document: SourceDocument;
  lines: string[];
  tags: TagRule;
  /** Converts lines of the dialect to Markdown. */
  translate?: Translate | undefined;
}

/** Parses clean lines of Markdown or MDX. */
export function parseMarkdownLines(options: MarkdownLines): ParsedDocument {
  const { matter, body } = frontMatterOf(options.document, options.lines);
  const { path, titles } = options.document;
  const topic = readWriterside(body);
  const translated = topic?.lines ?? options.translate?.(body, path, titles) ?? body;
  const lines = withNearFootnotes(withFoldedQuestions(translated));
  const hasIndentedCode = options.tags !== 'all';
  const { tokens, links } = lexBlocks(prepareMarkdown(lines, hasIndentedCode));
  const tags = topic ? 'all' : options.tags;
  const inline = { links, tags, titles: new Map(Object.entries(titles ?? {})) };
  const builder = new SectionBuilder();
  const walker = new BlockWalker(builder, inline, {
    hasIndentedCode,
    kernel: matter.language ?? '',
  });
  // The description belongs to the title of the page, wherever that stands.
  const first = matter.description === undefined ? 0 : tokensOfTitle(tokens);
  walker.walk(tokens.slice(0, first));
  walker.describe(matter.description, tokens.slice(first));
  if (matter.operation) builder.text(`\`${matter.operation}\``);
  walker.walk(tokens.slice(first));
  walker.finish();
  const sections = withoutKubernetesTypes(builder.finish(), options.document.content);
  return {
    title: pageTitle({ document: options.document, sections, own: matter.title ?? topic?.title }),
    sections,
  };
}

/** Returns the number of tokens up to a heading of level 1 with which a document begins; 0 without one. */
function tokensOfTitle(tokens: Token[]): number {
  const at = tokens.findIndex((token) => token.type !== 'space');
  const first = tokens[at];
  return first?.type === 'heading' && first['depth'] === 1 ? at + 1 : 0;
}

/** The target of links, within a list or a quote. The lexer has read it. */
const linkDefinition = /^[ \t]*\[[^[\]^\n]{1,200}\]:[ \t]+<?https?:\/\/[^\s<>]{1,2000}>?[ \t]*$/gm;

/** A tag of a table, a list or a section, in which authors indent further tags. Authors rarely leave out its end tag. */
const structure = /<(\/)?(?:section|table|[dou]l)\b/gi;

/** Maximum depth of nested containers and HTML. Deeper ones stay text. */
const deepest = 20;

interface Dialect {
  /** False in MDX, where indentation has no meaning outside of lists. */
  hasIndentedCode: boolean;
  /** Language of the kernel of a notebook; '' outside of notebooks. */
  kernel: string;
}

/** Makes sections from block tokens: headings, code at any depth, and prose. */
class BlockWalker {
  private readonly builder: SectionBuilder;
  private readonly inline: InlineOptions;
  private readonly dialect: Dialect;
  private label = '';
  /** Number of open tables, lists and sections of HTML. */
  private openElements = 0;

  constructor(builder: SectionBuilder, inline: InlineOptions, dialect: Dialect) {
    this.builder = builder;
    this.inline = inline;
    this.dialect = dialect;
  }

  /** Adds the content of the tokens. */
  walk(tokens: Token[], depth = 0): void {
    for (const token of tokens) if (isMarked(token)) this.block(token, depth);
  }

  /** Adds the description of a page. Many pages repeat it as their first paragraphs. */
  describe(description: string | undefined, tokens: Token[]): void {
    const text = reduceInline(description ?? '', this.inline);
    const other = tokens.findIndex(({ type }) => !/^(?:space|paragraph|list)$/.test(type));
    const own = other === -1 ? tokens : tokens.slice(0, other);
    const prose = own.map(({ raw }) => reduceInline(raw, this.inline));
    if (!beginsWith(prose.join('\n'), text)) this.builder.text(text);
  }

  /** Adds a label that no code followed, as text. */
  finish(): void {
    this.flushLabel();
  }

  private block(token: MarkedToken, depth: number): void {
    // Spaces, rules and link definitions have no text.
    if (token.type === 'heading') this.heading(token, depth);
    else if (token.type === 'code') this.code(token, depth);
    else if (token.type === 'list') this.list(token, depth);
    else if (token.type === 'blockquote') this.quote(token, depth);
    else if (token.type === 'html') this.html(token.raw, depth);
    else if (token.type === 'table') this.table(token.raw);
    else if (token.type === 'paragraph' || token.type === 'text') this.paragraph(token.raw);
  }

  /** Adds a table. A cell with an odd number of backticks begins no code span in the next one. Liquid has bars in its tags, before a filter. */
  private table(raw: string): void {
    const reduced = (row: string): string =>
      row
        .split(/(?<!\\)(?=\|(?![^{}|]{0,200}\}\}))/)
        .map((cell) => reduceInline(cell, this.inline))
        .join('');
    this.add(withoutPadding(raw).split('\n').map(reduced).join('\n'));
  }

  private heading(token: Tokens.Heading, depth: number): void {
    const isTab = token.text.startsWith(labelMark);
    const written = token.text.replaceAll(labelMark, '').replace(overline, '');
    const { text, anchor } = reduceHeading(written, this.inline);
    this.flushLabel();
    // Some sites draw a line by a heading.
    if (/^[-=_*\s]+$/.test(text)) return;
    // A heading inside a list or a quote is a title only within it.
    if (depth > 0) this.text(`**${text}**`);
    else this.builder.heading({ level: token.depth, text, anchor, isTab });
  }

  private code(token: Tokens.Code, depth: number): void {
    if (token.codeBlockStyle === 'indented' && !this.isSample(token.text) && depth <= deepest) {
      this.walk(lexBlocks(token.text).tokens, depth + 1);
    } else this.fence(token, depth);
  }

  /** Returns whether indented text is code. A tag in an open element is HTML, which sites that read MDX show as such. */
  private isSample(text: string): boolean {
    const isTag = this.openElements > 0 && /^\s*<\/?[a-z]/i.test(text);
    return this.dialect.hasIndentedCode && !isTag && !indentedElement.test(text);
  }

  private fence(token: Tokens.Code, depth: number): void {
    const info = token.lang ?? '';
    const directive = readDirective(info, token.text);
    if (directive) return this.directive(directive, depth);
    const documenter = readDocumenter(info, token.text);
    if (documenter === 'hidden' || isUnseen(info) || hasOnlyOptions(info, token.text)) return;
    if (documenter) return this.builder.code({ ...documenter, label: this.takeLabel() });
    const { language, label = '' } = parseFenceInfo(info);
    const labels = [this.takeLabel(), label].filter(Boolean);
    // An indented label of a tab can look like code.
    const text = token.text.replaceAll(labelMark, '');
    const shown = shownCode(info, { language, code: text });
    if (shown.label !== undefined) labels.push(shown.label);
    this.builder.code({ ...shown, label: labels.join(' - ') });
  }

  private takeLabel(): string {
    const { label } = this;
    this.label = '';
    return label;
  }

  private directive(directive: MystDirective, depth: number): void {
    const { name, argument, label, body } = directive;
    const kind = depth > deepest ? 'code' : kindOf(name);
    if (kind === 'silent') return;
    if (kind === 'code') {
      const language = languageOf(directive, this.dialect.kernel);
      return this.builder.code({ language, code: body, label });
    }
    this.flushLabel();
    if (kind === 'rst')
      return this.pieces(rstPieces(body, { titles: this.inline.titles ?? [] }), depth);
    const line = containerLine(`:::{${name}} ${argument}`) ?? '';
    if (line !== '') this.paragraph(line);
    const prepared = prepareMarkdown(body.split('\n'), this.dialect.hasIndentedCode);
    this.walk(lexBlocks(prepared).tokens, depth + 1);
  }

  /** Adds reStructuredText. Its headings are below the section. Within a list, a quote or a symbol, headings are only titles. */
  private pieces(pieces: Piece[], depth: number): void {
    const { level } = this.builder;
    for (const piece of withJoinedItems(pieces)) {
      if (piece.kind === 'text') this.builder.text(piece.text);
      else if (piece.kind === 'code') this.builder.code(piece);
      else if (piece.kind === 'symbol') this.symbol(piece, depth);
      else if (depth > 0) this.builder.text(`**${piece.title}**`);
      else {
        const { title: text, anchor } = piece;
        this.builder.heading({ level: level + piece.level, text, anchor });
      }
    }
  }

  private symbol({ title, anchor, pieces }: SymbolPiece, depth: number): void {
    const shown = pieces.map((piece): Piece =>
      piece.kind === 'heading' ? { kind: 'text', text: `**${piece.title}**` } : piece,
    );
    const write = (): void => this.pieces(shown, depth);
    if (depth === 0) return this.builder.symbol({ text: title, anchor }, write);
    this.builder.text(`**${title}**`);
    write();
  }

  private list(token: Tokens.List, depth: number): void {
    if (isLinkList(token.raw)) return this.links(token.raw);
    // References such as that of Serde's attributes are lists of sections.
    if (depth === 0 && token.items.every(({ tokens }) => tokens[0]?.type === 'heading')) {
      for (const item of token.items) this.walk(item.tokens);
      return;
    }
    const table = holdsCode(token.raw, token.items) ? undefined : tableOf(token);
    if (table !== undefined) return this.text(table);
    if (depth > deepest || !holdsCode(token.raw, token.items)) return this.text(token.raw);
    for (const item of token.items) this.item(item, depth);
  }

  private item(item: Tokens.ListItem, depth: number): void {
    if (!holdsCode(item.raw, item.tokens)) return this.text(item.raw);
    const [first, ...rest] = item.tokens;
    const mark = /^\s*(?:[-*+]|\d{1,9}[.)])/.exec(item.raw)?.[0].trim() ?? '-';
    if (first?.type === 'text' || first?.type === 'paragraph') {
      this.text(`${mark} ${first.raw.trim().replaceAll('\n', '\n  ')}`);
      this.walk(rest, depth + 1);
    } else this.walk(item.tokens, depth + 1);
  }

  private quote(token: Tokens.Blockquote, depth: number): void {
    if (depth > deepest || !holdsCode(token.raw, token.tokens)) return this.text(quoted(token.raw));
    this.walk(token.tokens, depth + 1);
  }

  private html(raw: string, depth: number): void {
    if (depth > deepest) return this.text(raw);
    for (const [, end] of raw.matchAll(structure)) {
      this.openElements = Math.max(0, this.openElements + (end === undefined ? 1 : -1));
    }
    const markdown = htmlToMarkdown(raw, this.inline.tags);
    if (markdown.trim() === '') return;
    const { tokens } = lexBlocks(markdown);
    // HTML that remains is text that looks like HTML. Converting it again would never end.
    for (const token of tokens) {
      if (token.type === 'html') this.text(token.raw);
      else if (isMarked(token)) this.block(token, depth);
    }
  }

  private paragraph(raw: string): void {
    const label = raw.trimStart();
    if (label.startsWith(labelMark) && !label.trimEnd().includes('\n')) {
      this.flushLabel();
      this.label = label.slice(labelMark.length).trim();
    } else if (isLinkList(raw)) this.links(raw);
    else if (!isBadgeLine(raw) && !isPictures(raw) && !isPlaygroundLink(raw)) this.text(raw);
  }

  /** Adds links that end a sentence. Drops other links, and a label above them. */
  private links(raw: string): void {
    const before = this.builder.lastText;
    if (isLinkLabel(before)) this.builder.dropLastText();
    else if (endsSentence(raw, before)) this.text(raw);
  }

  private text(markdown: string): void {
    this.add(reduceInline(markdown.replace(linkDefinition, ''), this.inline));
  }

  private add(reduced: string): void {
    if (reduced.trim() === '') return;
    this.flushLabel();
    this.builder.text(reduced);
  }

  private flushLabel(): void {
    const label = this.label;
    this.label = '';
    if (label !== '') this.builder.text(`**${label}**`);
  }
}

/**
 * Returns the table that a list of lists is, as in `list-table` of MyST; undefined for any other list. Its first row has the
 * names of the columns.
 */
function tableOf(token: Tokens.List): string | undefined {
  const rows = token.items.map(({ tokens }) => {
    const [first, ...more] = tokens.filter(({ type }) => type !== 'space');
    const isRow = first !== undefined && isMarked(first) && first.type === 'list';
    return isRow && more.length === 0 ? first.items : [];
  });
  const columns = rows[0]?.length ?? 0;
  if (rows.length < 2 || columns < 2 || rows.some(({ length }) => length !== columns)) {
    return undefined;
  }
  const cells = rows.map((row) =>
    row.map(({ text }) => text.replace(/\s+/g, ' ').replaceAll('|', '\\|')),
  );
  const lines = cells.map((row) => `| ${row.join(' | ')} |`);
  return [lines[0], `|${' --- |'.repeat(columns)}`, ...lines.slice(1)].join('\n');
}

/** Without extensions, marked makes no other tokens, but its types allow for them. */
function isMarked(token: Token): token is MarkedToken {
  return typeof token.raw === 'string';
}

function holdsCode(raw: string, tokens: Token[]): boolean {
  if (raw.includes('```') || raw.includes('~~~')) return true;
  // Indented code needs a blank line before it.
  if (!raw.includes('\n\n') && !preformatted.test(raw)) return false;
  return tokens.some((token) => isCode(token, 0));
}

const preformatted = /<pre[\s>]/i;
/** An element around preformatted text that is indented too far. With an element for code within, it is a sample of HTML. */
const indentedElement = /^\s*<pre(?:\s[^<>]{0,300})?>(?!\s*<code)[^]*<\/pre>\s*$/i;

function isCode(token: Token, depth: number): boolean {
  if (depth > deepest || !isMarked(token)) return false;
  if (token.type === 'list') return token.items.some((item) => isCode(item, depth + 1));
  if (token.type === 'code') return true;
  if (token.type === 'html') return preformatted.test(token.raw);
  return 'tokens' in token && (token.tokens?.some((child) => isCode(child, depth + 1)) ?? false);
}

/** Returns a quote without empty lines at its beginning and its end. */
function quoted(raw: string): string {
  const lines = raw.split('\n');
  const hasText = (line: string): boolean => !/^[\s>]*$/.test(line);
  return lines.slice(lines.findIndex(hasText), lines.findLastIndex(hasText) + 1).join('\n');
}

// Real documents nest fewer than 16 lists or quotes. 10,000 of them, on one line or over many,
// would take too long.
const marker = '[ \\t]*(?:>|[-*+](?=[ \\t])|\\d{1,9}[.)](?=[ \\t]))';
const deepMarkers = new RegExp(`^((?:${marker}){16})(?:${marker})+[ \\t]*`);
const deepIndent = /^[ \t]{41,}(?=(?:[-*+]|\d{1,9}[.)])[ \t])/;

/**
 * Maximum number of table rows or HTML lines without a blank line. The lexer takes quadratic time
 * for paragraphs in lists.
 */
const mostTogether = 5_000;
/** A line of a paragraph counts as this many rows, because paragraphs are shorter than tables. */
const rowsPerLine = 10;

function isRow(line: string): boolean {
  return line.includes('|') || line.trimStart().startsWith('<');
}

/**
 * Converts the dialects to plain Markdown. Titles replace directive containers, MkDocs blocks and
 * template tags. Removes includes. Limits nesting, and the length of paragraphs and tables. Leaves
 * fenced and indented code unchanged.
 */
function prepareMarkdown(written: string[], hasIndentedCode: boolean): string {
  const lines = withoutProperties(
    joinTables(withTagBlocks(withCapturedCode(withHtmlExamples(written)))),
  );
  const fences = new FenceTracker();
  const directives = new DirectiveStack();
  const unshown = new UnshownParts(lines);
  const asides = new Asides(lines);
  const highlights = new HighlightTags(lines);
  const replaced = new ReplacedLines(directives, hasIndentedCode ? lines : undefined);
  const prepared = new PreparedLines();
  for (let at = 0; at < lines.length; at += 1) {
    const { line: original, last } = fences.inside
      ? { line: lines[at]!, last: at }
      : shortcodeLine(lines, at);
    at = last;
    if (unshown.has(original, fences.inside)) continue;
    const dedented = directives.dedent(original, fences.inside);
    const own = fences.inside ? dedented : asides.line(dedented, at, directives.inside);
    const isCode = !fences.inside && replaced.isCode(own);
    for (const line of isCode ? [own] : highlights.fences(own, fences.inside)) {
      const isFirst = !fences.inside;
      if (fences.advance(line)) prepared.fenced(line, isFirst);
      else if (isCode) prepared.unchanged(line);
      else prepared.line(withPlainTarget(line), replaced.of(line));
    }
  }
  return prepared.text;
}

/** A line above a title, as authors who are used to reStructuredText write it. */
const overline = /^={3,}[ \t]*\n/;

/** The first tag of an element around code. The code in a cell of a table has no blank line. */
const elementLine =
  /^ {0,3}<(?!t[dhr]\b|table\b|pre\b|li\b)[a-z][\w-]{0,30}(?:\s[^<>]{0,500})?>[ \t]*$/;

/** The mark below a list that kramdown replaces by the table of contents. */
const contentsMark = /^[ \t]*\{:[ \t]?toc\b[^{}]{0,200}\}/;

/** Joins lines, without long runs of blank lines, rows or lines of a paragraph. */
class PreparedLines {
  private readonly lines: string[] = [];
  private together = 0;

  get text(): string {
    return this.lines.join('\n');
  }

  /** Adds a line of fenced code. A blank line before the code ends a block of HTML, which a blank line in the code would end. */
  fenced(line: string, isFirst: boolean): void {
    if (isFirst && elementLine.test(this.lines.at(-1) ?? '')) this.blank();
    this.lines.push(line);
  }

  /** Adds a line of indented code. */
  unchanged(line: string): void {
    this.separate(line);
    this.lines.push(level(line));
  }

  /** Adds a line, or the text that replaces it. */
  line(line: string, replaced: string | undefined): void {
    this.separate(line);
    // Joins blank lines. A million of them overflow the stack of the lexer's expressions.
    if (line.trim() === '') return this.blank();
    if (replaced === undefined) this.lines.push(level(quoteAlert(line)));
    else {
      while (contentsMark.test(line) && itemMark.test(this.lines.at(-1) ?? '')) this.lines.pop();
      // Blank lines keep a replaced line out of the paragraphs around it.
      this.blank();
      if (replaced !== '') this.lines.push(replaced, '');
    }
  }

  private separate(line: string): void {
    const isAfterBlank = this.lines.at(-1) === '';
    this.together = isAfterBlank ? 0 : this.together + (isRow(line) ? 1 : rowsPerLine);
    if (this.together <= mostTogether || /^[ \t]/.test(line)) return;
    this.lines.push('');
    this.together = 0;
  }

  private blank(): void {
    if (this.lines.at(-1) !== '') this.lines.push('');
  }
}

function level(line: string): string {
  const shallow = line.startsWith('          ') ? line.replace(deepIndent, ' '.repeat(40)) : line;
  return shallow.length < 32 ? shallow : shallow.replace(deepMarkers, '$1 ');
}

import type { MarkedToken, Token, Tokens } from 'marked';
import { cleanLines, labelMark } from '../clean.ts';
import type { ParsedDocument, SourceDocument } from '../document.ts';
import { FenceTracker, parseFenceInfo } from '../fences.ts';
import { takeFrontMatter } from '../front-matter.ts';
import { isBadgeLine, isLinkList } from '../link-lists.ts';
import { pageTitle } from '../page-title.ts';
import { SectionBuilder } from '../section-builder.ts';
import { containerLine, DirectiveStack, quoteAlert } from './directives.ts';
import { htmlToMarkdown } from './html.ts';
import type { TagRule } from './html.ts';
import { reduceHeading, reduceInline } from './inline.ts';
import type { InlineOptions } from './inline.ts';
import { lexBlocks } from './lexer.ts';

/**
 * Markdown in the dialects documentation is written in (GitHub, VitePress, Docusaurus, MkDocs, Hugo, GitBook). Reads
 * anything; hostile nesting, lines and documents too long to be prose are cut (clean.ts, `prepareMarkdown`).
 */
export function parseMarkdown(document: SourceDocument): ParsedDocument {
  return parseMarkdownLines({ document, lines: cleanLines(document.content), tags: 'known' });
}

interface MarkdownLines {
  document: SourceDocument;
  lines: string[];
  tags: TagRule;
  /** What the dialect does to its lines before they are Markdown. */
  translate?: (lines: string[]) => string[];
}

/** Parses lines that are clean already; what Markdown and MDX share. */
export function parseMarkdownLines(options: MarkdownLines): ParsedDocument {
  const { matter, body } = takeFrontMatter(options.lines);
  const lines = options.translate ? options.translate(body) : body;
  const { tokens, links } = lexBlocks(prepareMarkdown(lines));
  const inline = { links, tags: options.tags };
  const builder = new SectionBuilder();
  if (matter.description) builder.text(reduceInline(matter.description, inline));
  const walker = new BlockWalker(builder, inline);
  walker.walk(tokens);
  walker.finish();
  const sections = builder.finish();
  return {
    title: pageTitle({ document: options.document, sections, own: matter.title }),
    sections,
  };
}

/** Containers and HTML inside one another beyond this depth are kept as text. */
const deepest = 20;

/** Walks block tokens into sections: headings, code wherever it stands, and everything else as prose. */
class BlockWalker {
  private readonly builder: SectionBuilder;
  private readonly inline: InlineOptions;
  private label = '';

  constructor(builder: SectionBuilder, inline: InlineOptions) {
    this.builder = builder;
    this.inline = inline;
  }

  /** Adds what the tokens hold. */
  walk(tokens: Token[], depth = 0): void {
    for (const token of tokens) if (isMarked(token)) this.block(token, depth);
  }

  /** Adds a label that no code followed. */
  finish(): void {
    this.flushLabel();
  }

  private block(token: MarkedToken, depth: number): void {
    // Space, rules and link definitions say nothing by themselves.
    if (token.type === 'heading') this.heading(token, depth);
    else if (token.type === 'code') this.code(token);
    else if (token.type === 'list') this.list(token, depth);
    else if (token.type === 'blockquote') this.quote(token, depth);
    else if (token.type === 'html') this.html(token.raw, depth);
    else if (token.type === 'table') this.text(withoutPadding(token.raw));
    else if (token.type === 'paragraph' || token.type === 'text') this.paragraph(token.raw);
  }

  private heading(token: Tokens.Heading, depth: number): void {
    const { text, anchor } = reduceHeading(token.text, this.inline);
    this.flushLabel();
    // A heading inside a list or a quote titles nothing beyond it.
    if (depth > 0) this.text(`**${text}**`);
    else this.builder.heading({ level: token.depth, text, anchor });
  }

  private code(token: Tokens.Code): void {
    const { language, label = '' } = parseFenceInfo(token.lang ?? '');
    const labels = [this.label, label].filter(Boolean);
    this.label = '';
    // A tab's label indented so far that it reads as code.
    const code = token.text.replaceAll(labelMark, '');
    this.builder.code({ language, code, label: labels.join(' - ') });
  }

  private list(token: Tokens.List, depth: number): void {
    if (isLinkList(token.raw)) return;
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
    if (depth > deepest || !holdsCode(token.raw, token.tokens)) return this.text(token.raw);
    this.walk(token.tokens, depth + 1);
  }

  private html(raw: string, depth: number): void {
    if (depth > deepest) return this.text(raw);
    const markdown = htmlToMarkdown(raw, this.inline.tags);
    if (markdown.trim() === '') return;
    const { tokens } = lexBlocks(markdown);
    // What is still HTML after the reduction is text that looks like it: reduced once more it would never end.
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
    } else if (!isBadgeLine(raw) && !isLinkList(raw)) this.text(raw);
  }

  private text(markdown: string): void {
    const text = reduceInline(markdown, this.inline).trim();
    if (text === '') return;
    this.flushLabel();
    this.builder.text(text);
  }

  private flushLabel(): void {
    const label = this.label;
    this.label = '';
    if (label !== '') this.builder.text(`**${label}**`);
  }
}

/** marked makes no other tokens without extensions; its types allow for them. */
function isMarked(token: Token): token is MarkedToken {
  return typeof token.raw === 'string';
}

function holdsCode(raw: string, tokens: Token[]): boolean {
  if (raw.includes('```') || raw.includes('~~~')) return true;
  // Indented code needs a blank line before it.
  return raw.includes('\n\n') && tokens.some((token) => isCode(token, 0));
}

function isCode(token: Token, depth: number): boolean {
  if (depth > deepest || !isMarked(token)) return false;
  if (token.type === 'list') return token.items.some((item) => isCode(item, depth + 1));
  if (token.type === 'code') return true;
  return 'tokens' in token && (token.tokens?.some((child) => isCode(child, depth + 1)) ?? false);
}

/** Removes the padding of columns: each run of spaces and dashes costs tokens. */
function withoutPadding(table: string): string {
  // A line break would end the row.
  return table
    .replaceAll(/<br[ \t]*\/?>/gi, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .replaceAll(/-{4,}/g, '---');
}

// Nobody nests 16 lists or quotes; 10,000 of them on one line, or ever deeper on the next, would only cost time.
const marker = '[ \\t]*(?:>|[-*+](?=[ \\t])|\\d{1,9}[.)](?=[ \\t]))';
const deepMarkers = new RegExp(`^((?:${marker}){16})(?:${marker})+[ \\t]*`);
const deepIndent = /^[ \t]{41,}(?=(?:[-*+]|\d{1,9}[.)])[ \t])/;

/** Lines without a blank one between them: for paragraphs in lists the lexer takes the square of their lines. */
const mostTogether = 5_000;
/** Paragraphs are shorter than tables and HTML. */
const rowsPerLine = 10;

function isRow(line: string): boolean {
  return line.includes('|') || line.trimStart().startsWith('<');
}

/**
 * Makes plain Markdown of the dialects: directive containers, MkDocs blocks and template tags give way to their titles,
 * includes to nothing; nesting too deep to mean anything is leveled, and paragraphs and tables too long
 * for it are cut. What stands in fences stays as it is.
 */
function prepareMarkdown(lines: string[]): string {
  const fences = new FenceTracker();
  const directives = new DirectiveStack();
  const out: string[] = [];
  let together = 0;
  for (const original of lines) {
    const line = directives.dedent(original, fences.inside);
    if (fences.advance(line)) {
      out.push(line);
      continue;
    }
    together = out.at(-1) === '' ? 0 : together + (isRow(line) ? 1 : rowsPerLine);
    if (together > mostTogether && !/^[ \t]/.test(line)) {
      out.push('');
      together = 0;
    }
    pushLine(line, directives, out);
  }
  return out.join('\n');
}

function pushLine(line: string, directives: DirectiveStack, out: string[]): void {
  const opened = directives.open(line);
  const replaced = opened ?? containerLine(line);
  // One blank line is as good as a million, for which the lexer's expressions run out of stack.
  if (line.trim() === '' && out.at(-1) === '') return;
  if (line.trim() === '') out.push('');
  else if (replaced === undefined) out.push(level(quoteAlert(line)));
  // A replaced line stands alone: it must not flow into the paragraph before or after it.
  else out.push('', ...(replaced === '' ? [] : [replaced, '']));
}

function level(line: string): string {
  const shallow = line.startsWith('          ') ? line.replace(deepIndent, ' '.repeat(40)) : line;
  return shallow.length < 32 ? shallow : shallow.replace(deepMarkers, '$1 ');
}

import type { MarkedToken, Token, Tokens } from 'marked';
import { labelMark } from './clean.ts';
import { parseFenceInfo } from './fences.ts';
import { isBadgeLine, isLinkList } from './link-lists.ts';
import { htmlToMarkdown } from './markdown-html.ts';
import { lexBlocks } from './markdown-lexer.ts';
import { type InlineOptions, reduceHeading, reduceInline } from './markdown-inline.ts';
import type { SectionBuilder } from './section-builder.ts';

/** Containers and HTML inside one another beyond this depth are kept as text. */
const deepest = 20;

/** Walks block tokens into sections: headings, code wherever it stands, and everything else as prose. */
export class BlockWalker {
  readonly #builder: SectionBuilder;
  readonly #inline: InlineOptions;
  #label = '';

  constructor(builder: SectionBuilder, inline: InlineOptions) {
    this.#builder = builder;
    this.#inline = inline;
  }

  /** Adds what the tokens hold. */
  walk(tokens: Token[], depth = 0): void {
    for (const token of tokens) if (isMarked(token)) this.#block(token, depth);
  }

  /** Adds a label that no code followed. */
  finish(): void {
    this.#flushLabel();
  }

  #block(token: MarkedToken, depth: number): void {
    // Space, rules and link definitions say nothing by themselves.
    if (token.type === 'heading') this.#heading(token, depth);
    else if (token.type === 'code') this.#code(token);
    else if (token.type === 'list') this.#list(token, depth);
    else if (token.type === 'blockquote') this.#quote(token, depth);
    else if (token.type === 'html') this.#html(token.raw, depth);
    else if (token.type === 'table') this.#text(withoutPadding(token.raw));
    else if (token.type === 'paragraph' || token.type === 'text') this.#paragraph(token.raw);
  }

  #heading(token: Tokens.Heading, depth: number): void {
    const { text, anchor } = reduceHeading(token.text, this.#inline);
    this.#flushLabel();
    // A heading inside a list or a quote titles nothing beyond it.
    if (depth > 0) this.#text(`**${text}**`);
    else this.#builder.heading({ level: token.depth, text, anchor });
  }

  #code(token: Tokens.Code): void {
    const { language, label = '' } = parseFenceInfo(token.lang ?? '');
    const labels = [this.#label, label].filter(Boolean);
    this.#label = '';
    // A tab's label indented so far that it reads as code.
    const code = token.text.replaceAll(labelMark, '');
    this.#builder.code({ language, code, label: labels.join(' - ') });
  }

  #list(token: Tokens.List, depth: number): void {
    if (isLinkList(token.raw)) return;
    if (depth > deepest || !holdsCode(token.raw, token.items)) return this.#text(token.raw);
    for (const item of token.items) this.#item(item, depth);
  }

  #item(item: Tokens.ListItem, depth: number): void {
    if (!holdsCode(item.raw, item.tokens)) return this.#text(item.raw);
    const [first, ...rest] = item.tokens;
    const mark = /^\s*(?:[-*+]|\d{1,9}[.)])/.exec(item.raw)?.[0].trim() ?? '-';
    if (first?.type === 'text' || first?.type === 'paragraph') {
      this.#text(`${mark} ${first.raw.trim().replaceAll('\n', '\n  ')}`);
      this.walk(rest, depth + 1);
    } else this.walk(item.tokens, depth + 1);
  }

  #quote(token: Tokens.Blockquote, depth: number): void {
    if (depth > deepest || !holdsCode(token.raw, token.tokens)) return this.#text(token.raw);
    this.walk(token.tokens, depth + 1);
  }

  #html(raw: string, depth: number): void {
    if (depth > deepest) return this.#text(raw);
    const markdown = htmlToMarkdown(raw, this.#inline.tags);
    if (markdown.trim() === '') return;
    const { tokens } = lexBlocks(markdown);
    // What is still HTML after the reduction is text that looks like it: reduced once more it would never end.
    for (const token of tokens) {
      if (token.type === 'html') this.#text(token.raw);
      else if (isMarked(token)) this.#block(token, depth);
    }
  }

  #paragraph(raw: string): void {
    const label = raw.trimStart();
    if (label.startsWith(labelMark) && !label.trimEnd().includes('\n')) {
      this.#flushLabel();
      this.#label = label.slice(labelMark.length).trim();
    } else if (!isBadgeLine(raw) && !isLinkList(raw)) this.#text(raw);
  }

  #text(markdown: string): void {
    const text = reduceInline(markdown, this.#inline).trim();
    if (text === '') return;
    this.#flushLabel();
    this.#builder.text(text);
  }

  #flushLabel(): void {
    const label = this.#label;
    this.#label = '';
    if (label !== '') this.#builder.text(`**${label}**`);
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

/** Columns padded to one width are for eyes; a model pays for every run of spaces and dashes. */
function withoutPadding(table: string): string {
  return table.replaceAll(/ {2,}/g, ' ').replaceAll(/-{4,}/g, '---');
}

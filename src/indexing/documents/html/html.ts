import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import type { DocumentParser, ParsedDocument, SourceDocument } from '../document.ts';
import { takeFrontMatter } from '../front-matter.ts';
import type { Piece } from '../text-pieces.ts';
import { toDocument } from '../text-sections.ts';
import { readBlocks } from './blocks.ts';
import type { HtmlContext } from './context.ts';
import {
  attribute,
  classes,
  descendants,
  findElement,
  isElement,
  parsePage,
  textOf,
} from './dom.ts';
import type { Element, Node, Parent, Root } from './dom.ts';
import { isFurniture } from './furniture.ts';
import { factsOf } from './page-facts.ts';

/** Maximum length of a page in characters. */
const longest = 8_000_000;

/**
 * Parses the article of a page as the server sent it. Leaves out navigation and other furniture.
 */
export const parseHtml: DocumentParser = (document) => {
  const { html, title } = withoutTemplate(document.content.slice(0, longest));
  const root = parsePage(html);
  const article = findArticle(root);
  let pieces = readArticle(article ?? readableArticle(html, root) ?? bodyOf(root), document);
  if (pieces.length === 0 && article === undefined) pieces = readArticle(bodyOf(root), document);
  return titled(pieces, title ?? factsOf(root).title, document);
};

/** A tag or an expression of Liquid, Jinja or Nunjucks. */
const templateTag = /\{%[^{}]{0,500}%\}|\{\{[^{}]{0,500}\}\}/g;

/**
 * Returns the HTML of a page of Jekyll, Hugo, Eleventy or Go without its front matter and without the tags of templates, and the title
 * in the front matter. A page without front matter is no template.
 */
function withoutTemplate(content: string): { html: string; title?: string | undefined } {
  if (!/^(?:(?:---|\+\+\+)\r?\n|<!--\{)/.test(content)) return { html: content };
  const { matter, body } = takeFrontMatter(content.split(/\r?\n/));
  const html = body.join('\n').replace(templateTag, '');
  return { html, title: matter.title?.includes('{{') ? undefined : matter.title };
}

/** Parses a whole fragment of HTML, for formats that Lectern converts to HTML. */
export function parseHtmlFragment(html: string, document: SourceDocument): Piece[] {
  return readArticle(parsePage(html), document);
}

function readArticle(parent: Parent, { path }: SourceDocument): Piece[] {
  const ctx: HtmlContext = {
    origin: /^https?:\/\/[^/]+/.exec(path)?.[0] ?? '',
    id: '',
    skip: new Set(),
    levels: 0,
    blockBelow: new Map(),
    blocks: (inner) => readBlocks(inner, ctx),
  };
  return ctx.blocks(parent);
}

function bodyOf(root: Root): Parent {
  return findElement(root, (element) => element.name === 'body') ?? root;
}

/** Gives a page without a main heading the title of its front matter or its head. */
function titled(
  pieces: Piece[],
  title: string | undefined,
  document: SourceDocument,
): ParsedDocument {
  const headed = pieces.some((piece) => piece.kind === 'heading' && piece.level === 1);
  return toDocument(pieces, document, headed ? undefined : title);
}

/** Names of containers that documentation generators use only for the article. */
const exact = new Set(
  (
    'theme-doc-markdown vp-doc markdown-body md-content__inner sl-markdown-content nextra-content docs-markdown ' +
    'article-body post-content entry-content doc-content docs-content col-content'
  ).split(' '),
);
/** Names that an article often has. */
const likely = new Set(
  'document body content contents layout-content main-content page-content main article bd-article container-content rustdoc'.split(
    ' ',
  ),
);

/** Returns the element with the article of a page; undefined if no element stands out. */
function findArticle(root: Root): Element | undefined {
  const lengths = new Map<Parent, number>();
  const total = measure(root, lengths);
  const candidates: Element[][] = [[], [], []];
  for (const element of descendants(root, (each) => !isFurniture(each) || each.name === 'head')) {
    const rank = rankOf(element);
    if (rank !== undefined) candidates[rank]!.push(element);
  }
  for (const sameRank of candidates) {
    const found = pick(sameRank, lengths, total);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns how likely an element is the article. 0 is the best. */
function rankOf(element: Element): number | undefined {
  const { name } = element;
  if (name === 'body' || name === 'html') return undefined;
  const own = classes(element);
  if (own.some((each) => exact.has(each)) || attribute(element, 'itemprop') === 'articleBody') {
    return 0;
  }
  if (name === 'main' || name === 'article' || attribute(element, 'role') === 'main') return 1;
  const named = likely.has(attribute(element, 'id').toLowerCase());
  return named || own.some((each) => likely.has(each)) ? 2 : undefined;
}

/**
 * Returns the innermost candidate that has nearly all text of the longest one. Undefined if that
 * is too little of the page's text.
 */
function pick(
  candidates: Element[],
  lengths: Map<Parent, number>,
  total: number,
): Element | undefined {
  const size = (element: Element): number => lengths.get(element) ?? 0;
  const longest = candidates.reduce((most, element) => Math.max(most, size(element)), 0);
  if (longest === 0 || longest < 0.3 * total) return undefined;
  return candidates.findLast((element) => size(element) >= 0.85 * longest);
}

/** Counts the characters of text below every element, without furniture. */
function measure(node: Node | Root, lengths: Map<Parent, number>): number {
  if (!('children' in node)) return textOf(node)?.trim().length ?? 0;
  if (isElement(node) && isFurniture(node)) return 0;
  let length = 0;
  for (const child of node.children) length += measure(child, lengths);
  lengths.set(node, length);
  return length;
}

/**
 * Maximum length of a page for Readability, which takes too long for longer ones. Their whole body
 * is read.
 */
const longestReadable = 500_000;
/** Maximum number of nodes of a page for Readability. */
const mostNodes = 20_000;
/**
 * Maximum depth of a page for Readability, because linkedom uses recursion. Lower than the limit
 * of `parsePage`.
 */
const deepest = 100;

/**
 * Returns the article that Mozilla's Readability finds, for pages where no container stands out.
 */
function readableArticle(html: string, root: Root): Root | undefined {
  if (html.length > longestReadable || !isModest(root)) return undefined;
  try {
    const { document } = parseHTML(html);
    if (nestsTooDeep(document)) return undefined;
    // Readability removes the heading that repeats the title of the head.
    for (const title of document.querySelectorAll('title, meta')) title.remove();
    const article = new Readability(document, {
      charThreshold: 200,
      keepClasses: true,
      disableJSONLD: true,
    }).parse();
    return article?.content ? parsePage(article.content) : undefined;
  } catch {
    // Readability only guesses. If it fails, the whole body is read.
    return undefined;
  }
}

function isModest(root: Root): boolean {
  let nodes = 0;
  const ahead: { node: Node | Root; depth: number }[] = [{ node: root, depth: 0 }];
  for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
    nodes += 1;
    if (next.depth > deepest || nodes > mostNodes) return false;
    if (!('children' in next.node)) continue;
    for (const child of next.node.children) ahead.push({ node: child, depth: next.depth + 1 });
  }
  return true;
}

/**
 * Returns whether a document is too deep. linkedom leaves elements open that `parsePage` closes,
 * such as headings. Readability would read the text of each one again.
 */
function nestsTooDeep(document: ReturnType<typeof parseHTML>['document']): boolean {
  const depths = new Map<unknown, number>();
  for (const element of document.querySelectorAll('*')) {
    const depth = (depths.get(element.parentNode) ?? 0) + 1;
    if (depth > deepest) return true;
    depths.set(element, depth);
  }
  return false;
}

import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import type { DocumentParser, ParsedDocument, SourceDocument } from '../document.ts';
import { readFormattedManual } from '../formatted-manual.ts';
import type { HeadingPiece, Piece } from '../text-pieces.ts';
import { toDocument } from '../text-sections.ts';
import { headerPieces, readBlocks } from './blocks.ts';
import type { HtmlContext } from './context.ts';
import {
  attribute,
  classes,
  descendants,
  findElement,
  isElement,
  lineText,
  parsePage,
  textOf,
} from './dom.ts';
import type { Element, Node, Parent, Root } from './dom.ts';
import { isEntry } from './entries.ts';
import { isFurniture } from './furniture.ts';
import { libdocPage } from './libdoc.ts';
import { factsOf } from './page-facts.ts';
import { belowTitle, neighborsOf, trailsOf, withOwners } from './page-frame.ts';
import { withoutRespecMarks } from './respec.ts';
import { withoutTemplate } from './template.ts';

/** Maximum length of a page in characters. */
const longest = 8_000_000;

/**
 * Parses the article of a page as the server sent it. Leaves out navigation and other furniture.
 */
export const parseHtml: DocumentParser = (document) => {
  const content = document.content.slice(0, longest);
  const { html, title } = withoutTemplate(libdocPage(content) ?? withoutRespecMarks(content));
  const root = parsePage(html);
  const isWhole = findElement(root, isFrame) !== undefined;
  const article = isWhole ? findArticle(root) : undefined;
  const found = article ?? (isWhole ? readableArticle(html, root) : undefined);
  let pieces = readPage(found ?? bodyOf(root), document);
  const pageTitle = factsOf(root).title || mainHeadingIn(root);
  const header = article && headerAbove(article, pageTitle);
  if (header !== undefined) pieces = [...headerPieces(readArticle(header, document)), ...pieces];
  if (pieces.length === 0 && article === undefined) pieces = readArticle(bodyOf(root), document);
  const whole = withOwners(belowTitle(pieces, root), root);
  return titled(withManual(whole), title ?? pageTitle, document);
};

/** Returns the sections of a page that is only a manual page as a terminal shows it, in one block of code. */
function withManual(pieces: Piece[]): Piece[] {
  const [piece] = pieces;
  if (piece?.kind !== 'code' || pieces.length > 1) return pieces;
  const manual = readFormattedManual(piece.code.split('\n').map((line) => line.trimEnd()));
  if (manual === undefined) return pieces;
  return [{ kind: 'heading', level: 1, title: manual.title }, ...manual.pieces];
}

/** Returns whether an element is around a page. What a site puts into its pages has none, and nothing beside its article. */
function isFrame({ name }: Element): boolean {
  return /^(?:html|head|title|body)$/.test(name);
}

/** Returns the text of the first main heading, which Readability leaves out above an article; '' if there is none. */
function mainHeadingIn(root: Parent): string {
  const heading = findElement(root, isMainHeading);
  return heading ? lineText(heading) : '';
}

/** Returns the pieces of a page without its place in the site and the links to its neighbors. */
function readPage(parent: Parent, document: SourceDocument): Piece[] {
  return readArticle(parent, document, [...trailsOf(parent), ...neighborsOf(parent)]);
}

/**
 * Returns the header beside an article without a main heading, as in ReadMe and Mintlify. The header of the site has another
 * heading than the title of the page.
 */
function headerAbove(article: Element, title: string): Element | undefined {
  if (findElement(article, isMainHeading) !== undefined) return undefined;
  for (const around of [article, ...ancestors(article).slice(0, 3)]) {
    const header = around.parent?.children.filter(isElement).find((each) => each.name === 'header');
    const heading = header && findElement(header, isMainHeading, 50);
    if (heading !== undefined && lineText(heading) === title) return header;
  }
  return undefined;
}

function isMainHeading(element: Element): boolean {
  return element.name === 'h1';
}

/** Parses a whole fragment of HTML, for formats that Lectern converts to HTML. */
export function parseHtmlFragment(html: string, document: SourceDocument): Piece[] {
  return readArticle(parsePage(html), document);
}

function readArticle(parent: Parent, { path }: SourceDocument, skip: Element[] = []): Piece[] {
  const ctx: HtmlContext = {
    origin: /^https?:\/\/[^/]+/.exec(path)?.[0] ?? '',
    id: '',
    skip: new Set(skip),
    levels: 0,
    blockBelow: new Map(),
    blocks: (inner) => readBlocks(inner, ctx),
  };
  return ctx.blocks(parent);
}

function bodyOf(root: Root): Parent {
  return findElement(root, (element) => element.name === 'body') ?? root;
}

/**
 * Gives a page without a main heading the title of its front matter or its head. The first of many main headings is no title if
 * the head states another one, as in Slate.
 */
function titled(
  pieces: Piece[],
  title: string | undefined,
  document: SourceDocument,
): ParsedDocument {
  const main = pieces.flatMap((piece) =>
    piece.kind === 'heading' && piece.level === 1 ? [piece.title] : [],
  );
  const isHeaded = main.length > 0 && main.length < 3;
  const isNamed = isHeaded || main.some((each) => title?.includes(each));
  return toDocument(anchored(pieces), document, isNamed ? undefined : title);
}

/** Gives each heading without an anchor that of the nearest heading above it. */
function anchored(pieces: Piece[]): Piece[] {
  const above: HeadingPiece[] = [];
  return pieces.map((piece) => {
    if (piece.kind !== 'heading') return piece;
    while ((above.at(-1)?.level ?? 0) >= piece.level) above.pop();
    const anchor = piece.anchor ?? above.at(-1)?.anchor;
    const heading = anchor === undefined ? piece : { ...piece, anchor };
    above.push(heading);
    return heading;
  });
}

/** Names of containers that documentation generators use only for the article. */
const exact = new Set(
  (
    'theme-doc-markdown vp-doc markdown-body md-content__inner sl-markdown-content nextra-content docs-markdown ' +
    'article-body post-content entry-content doc-content docs-content col-content api-content'
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
  const page: Measures = { lengths, total, headed: new Set() };
  const candidates: Element[][] = [[], [], []];
  for (const element of descendants(root, (each) => !isFurniture(each) || each.name === 'head')) {
    const rank = rankOf(element);
    if (rank !== undefined) candidates[rank]!.push(element);
    if (element.name === 'h1') noteHeading(element, page.headed);
  }
  for (const sameRank of candidates) {
    const found = pick(sameRank, page);
    if (found !== undefined) return withMainHeading(found, candidates.flat(), page);
  }
  return undefined;
}

/** Returns the candidate around an article that has its main heading, as in JSDoc and Dokka, or else the article. */
function withMainHeading(article: Element, candidates: Element[], page: Measures): Element {
  const { headed } = page;
  if (headed.has(article)) return article;
  const all = new Set(candidates);
  const around = ancestors(article).find((each) => all.has(each) && headed.has(each));
  const isMost = around !== undefined && sizeIn(page, article) >= 0.7 * sizeIn(page, around);
  return isMost ? around : article;
}

/** Notes the elements around a main heading, up to one that is noted already. */
function noteHeading({ parent }: Element, headed: Set<Element>): void {
  for (let next = parent; isElement(next) && !headed.has(next); next = next.parent)
    headed.add(next);
}

/** What the choice of the article depends on. */
interface Measures {
  /** Characters of text below every element, without furniture. */
  lengths: Map<Parent, number>;
  /** Characters of the whole page. */
  total: number;
  /** Elements around a main heading. */
  headed: Set<Element>;
}

function sizeIn({ lengths }: Measures, element: Element): number {
  return lengths.get(element) ?? 0;
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
 * Returns the innermost candidate that has nearly all text of the longest one, or what contains a list of articles. Undefined
 * if that is too little of the page's text.
 */
function pick(candidates: Element[], page: Measures): Element | undefined {
  const longest = candidates.reduce((most, element) => Math.max(most, sizeIn(page, element)), 0);
  if (longest === 0) return undefined;
  const list = listOf(candidates, page, longest);
  if (list !== undefined && sizeIn(page, list) >= 0.3 * page.total) return list;
  if (longest < 0.3 * page.total) return undefined;
  return candidates.findLast((element) => sizeIn(page, element) >= 0.85 * longest);
}

/** Maximum number of candidates side by side for which to find the element around them. */
const mostArticles = 1_000;

/**
 * Returns the element around several candidates side by side, such as the cards of a start page or the posts of a blog.
 * Includes the main heading above them. Undefined if one of them has most of their text.
 */
function listOf(candidates: Element[], page: Measures, longest: number): Element | undefined {
  const all = new Set(candidates);
  const outer = candidates.filter((each) => !isWithin(each, all));
  const sum = outer.reduce((length, each) => length + sizeIn(page, each), 0);
  if (outer.length < 2 || longest > 0.6 * sum) return undefined;
  const shared = outer.slice(1, mostArticles).reduce((common, each) => {
    const around = new Set(ancestors(each));
    return common.filter((parent) => around.has(parent));
  }, ancestors(outer[0]!));
  const isHeaded = (each: Element): boolean =>
    page.headed.has(each) && sizeIn(page, each) <= 1.7 * sum;
  return shared.find(isHeaded) ?? shared[0];
}

/** Returns whether an element is below one of some elements. */
function isWithin({ parent }: Element, elements: ReadonlySet<Element>): boolean {
  for (let next = parent; isElement(next); next = next.parent) if (elements.has(next)) return true;
  return false;
}

/** Returns the elements around an element. The nearest one is first. */
function ancestors({ parent }: Element): Element[] {
  const found: Element[] = [];
  for (let next = parent; isElement(next); next = next.parent) found.push(next);
  return found;
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
  // Readability leaves out what has the class "header", such as the names of entries and the titles of Javadoc before Java 9.
  const isReference = findElement(root, (each) => isEntry(each) || isOfJavadoc(each)) !== undefined;
  if (isReference || html.length > longestReadable || !isModest(root)) return undefined;
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
    const found = article?.content ? parsePage(article.content) : undefined;
    // Of a page with large tables, Readability takes the rows of one.
    return found && 2 * landmarksOf(found) >= landmarksOf(root) ? found : undefined;
  } catch {
    // Readability only guesses. If it fails, the whole body is read.
    return undefined;
  }
}

function isOfJavadoc(element: Element): boolean {
  return classes(element).includes('contentcontainer');
}

/** Counts the headings and blocks of code of a page. */
function landmarksOf(root: Root): number {
  let count = 0;
  for (const { name } of descendants(root, (each) => !isFurniture(each)))
    if (/^(?:h[2-6]|pre)$/.test(name)) count += 1;
  return count;
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

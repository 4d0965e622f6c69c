import type { DocumentParser, ParsedDocument, SourceDocument } from './document.ts';
import { findArticle } from './html/article.ts';
import { readBlocks } from './html/blocks.ts';
import type { HtmlContext } from './html/context.ts';
import { findElement, parsePage } from './html/dom.ts';
import type { Parent, Root } from './html/dom.ts';
import { factsOf } from './html/page-facts.ts';
import { readableArticle } from './html/readable.ts';
import type { Piece } from './text-pieces.ts';
import { toDocument } from './text-sections.ts';

/** Longest page read, in characters. */
const longest = 8_000_000;

/** Reads the article of a page as the server sent it; navigation and other furniture is left out. */
export const parseHtml: DocumentParser = (document) => {
  const html = document.content.slice(0, longest);
  const root = parsePage(html);
  const article = findArticle(root);
  let pieces = readArticle(article ?? readableArticle(html, root) ?? bodyOf(root), document);
  if (pieces.length === 0 && article === undefined) pieces = readArticle(bodyOf(root), document);
  return titled(pieces, root, document);
};

/** Reads a fragment of HTML whole, for formats that are converted to it. */
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

/** A page without a main heading has the title of its head. */
function titled(pieces: Piece[], root: Root, document: SourceDocument): ParsedDocument {
  const headed = pieces.some((piece) => piece.kind === 'heading' && piece.level === 1);
  return toDocument(pieces, document, headed ? undefined : factsOf(root).title);
}

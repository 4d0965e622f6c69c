import { attribute, classes, descendants, isElement, textOf } from './dom.ts';
import type { Element, Node, Parent, Root } from './dom.ts';
import { isFurniture } from './furniture.ts';

/** Containers that documentation generators make for the article alone. */
const exact = new Set(
  (
    'theme-doc-markdown vp-doc markdown-body md-content__inner sl-markdown-content nextra-content docs-markdown ' +
    'article-body post-content entry-content doc-content docs-content'
  ).split(' '),
);
/** Names often given to it. */
const likely = new Set(
  'document body content main-content page-content main article bd-article container-content rustdoc'.split(
    ' ',
  ),
);

/** The element that holds the page's article; undefined where none stands out. */
export function findArticle(root: Root): Element | undefined {
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

/** 0 is the surest. */
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

/** The innermost candidate with nearly all the text of the longest, if that is a fair part of the page's. */
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

/** Characters of text below every element, furniture left out. */
function measure(node: Node | Root, lengths: Map<Parent, number>): number {
  if (!('children' in node)) return textOf(node)?.trim().length ?? 0;
  if (isElement(node) && isFurniture(node)) return 0;
  let length = 0;
  for (const child of node.children) length += measure(child, lengths);
  lengths.set(node, length);
  return length;
}

import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import { parsePage } from './dom.ts';
import type { Node, Root } from './dom.ts';

/** Pages longer than this are not worth the time Readability takes; their body is read. */
const longest = 500_000;
/** So are pages of more nodes. */
const mostNodes = 20_000;
/** linkedom recurses: a page nested deeper is left alone. Less than what `parsePage` caps. */
const deepest = 100;

/** The article as Mozilla's Readability sees it, for pages in which no container stands out. */
export function readableArticle(html: string, root: Root): Root | undefined {
  if (html.length > longest || !isModest(root)) return undefined;
  try {
    const { document } = parseHTML(html);
    if (nestsTooDeep(document)) return undefined;
    const article = new Readability(document, { charThreshold: 200, keepClasses: true }).parse();
    return article?.content ? parsePage(article.content) : undefined;
  } catch {
    // It is a guess at best: where it fails the whole body is read.
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

/** linkedom leaves open what `parsePage` closes, headings for one; Readability reads the text of each anew. */
function nestsTooDeep(document: ReturnType<typeof parseHTML>['document']): boolean {
  const depths = new Map<unknown, number>();
  for (const element of document.querySelectorAll('*')) {
    const depth = (depths.get(element.parentNode) ?? 0) + 1;
    if (depth > deepest) return true;
    depths.set(element, depth);
  }
  return false;
}

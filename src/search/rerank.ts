import type { Logger } from 'pino';
import { inPageOrder, type IndexedSnippet } from '../store/snippet.ts';
import type { Reranker } from '../models/embedder.ts';
import { orWithout } from './or-without.ts';

/** Candidates that a reranker reads. The others follow in their order. */
const candidates = 20;
/** Characters of a candidate that a reranker reads. */
const candidateChars = 1_500;
/** Milliseconds to wait for a call of a reranker that has no stricter limit of its own. */
export const timeLimitMs = 10_000;

/** Options of a reranking. */
export interface Reranking<Item> {
  question: string;
  reranker: Reranker;
  /** Returns the text of an item for the reranker. */
  textOf: (item: Item) => string;
  log: Pick<Logger, 'warn'>;
}

/** Orders items by a reranker. If the reranker fails, returns the items in the order given. Throws the signal's reason. */
export async function rerankOrKeep<Item>(
  items: Item[],
  { question, reranker, textOf, log }: Reranking<Item>,
  signal: AbortSignal,
): Promise<Item[]> {
  const head = items.slice(0, candidates);
  if (head.length < 2) return items;
  const rerank = async (limited: AbortSignal): Promise<Item[]> => {
    const texts = head.map((item) => textOf(item).slice(0, candidateChars));
    const order = await reranker.rerank(question, texts, limited);
    return [...reorder(head, order), ...items.slice(candidates)];
  };
  const message = 'reranking failed; answering in the order without it';
  return orWithout(rerank, { limitMs: timeLimitMs, otherwise: items, log, message }, signal);
}

/** Returns the items in the order of the indexes. Repeated and unknown indexes are ignored; the other items follow. */
function reorder<Item>(items: Item[], order: number[]): Item[] {
  const first = order.flatMap((at) => items[at] ?? []);
  return [...new Set([...first, ...items])];
}

/** Returns the text of a snippet for a reranker. */
export function snippetText(snippet: IndexedSnippet): string {
  const { title, breadcrumb, content } = snippet;
  const ordered = inPageOrder(snippet).map((part) => (typeof part === 'string' ? part : part.code));
  return [title, breadcrumb.join(' > '), ...ordered, content]
    .filter((text) => text !== '')
    .join('\n');
}

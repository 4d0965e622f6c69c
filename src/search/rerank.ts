import type { Logger } from 'pino';
import { orAbort } from '../base/abort.ts';
import { messageOf } from '../base/errors.ts';
import type { IndexedSnippet } from '../store/snippet.ts';
import type { Reranker } from '../models/embedder.ts';

/** Candidates a reranker sees; those after them keep their place behind. */
const candidates = 20;
/** Characters of one candidate a reranker sees. */
const candidateChars = 1_500;
/** Milliseconds before the order given is the answer, if a reranker does not keep its own, stricter limit. */
const timeLimitMs = 10_000;

/** How items are reranked. */
export interface Reranking<Item> {
  question: string;
  reranker: Reranker;
  /** What the reranker reads of an item. */
  textOf: (item: Item) => string;
  log: Pick<Logger, 'warn'>;
}

/** Orders items by a reranker; in whatever way it fails, the order given is the answer. */
export async function rerankOrKeep<Item>(
  items: Item[],
  { question, reranker, textOf, log }: Reranking<Item>,
  signal: AbortSignal,
): Promise<Item[]> {
  const head = items.slice(0, candidates);
  if (head.length < 2) return items;
  const limited = AbortSignal.any([signal, AbortSignal.timeout(timeLimitMs)]);
  try {
    const texts = head.map((item) => textOf(item).slice(0, candidateChars));
    const order = await orAbort(reranker.rerank(question, texts, limited), limited);
    return [...reorder(head, order), ...items.slice(candidates)];
  } catch (error) {
    signal.throwIfAborted();
    log.warn({ reason: messageOf(error) }, 'reranking failed; answering in the order without it');
    return items;
  }
}

/** The items in the order of these indexes; what is named twice, out of range or not at all keeps its order behind. */
function reorder<Item>(items: Item[], order: number[]): Item[] {
  const first = order.flatMap((at) => items[at] ?? []);
  return [...new Set([...first, ...items])];
}

/** What a reranker reads of a snippet. */
export function snippetText(snippet: IndexedSnippet): string {
  const { title, breadcrumb, description, content, codeList } = snippet;
  return [title, breadcrumb.join(' > '), description, content, ...codeList.map(({ code }) => code)]
    .filter((text) => text !== '')
    .join('\n');
}

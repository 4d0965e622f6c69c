import type { Hit, SearchHits } from '../store/snippet-index.ts';
import { comparedText } from './near-duplicates.ts';

/** A list with fewer different snippets than this share of its length has room for more. */
const leastDifferent = 0.5;

/** Hits of which no two have the same content. */
export interface DistinctHits {
  hits: SearchHits;
  /** True if most of a full list were copies, so that a longer list has other snippets. */
  isCrowded: boolean;
}

/**
 * Leaves out the copies of a snippet. Documentation repeats a part on many pages, such as the options that all commands have.
 * The lists then have room for little else. The copy that is best by words stands for all, unless `prefers` prefers another one
 * by its path. `limit` is the length that the lists can have.
 */
export function withoutCopies(
  hits: SearchHits,
  limit: number,
  prefers: (path: string) => boolean = () => false,
): DistinctHits {
  const { snippets } = hits;
  const contents = new Map<string, string>();
  const shown = new Map<string, string>();
  for (const { id } of [...hits.lexical, ...hits.dense]) {
    const snippet = snippets.get(id);
    if (!snippet || contents.has(id)) continue;
    const content = comparedText(snippet);
    contents.set(id, content);
    const other = snippets.get(shown.get(content) ?? '');
    if (!other || (prefers(snippet.path) && !prefers(other.path))) shown.set(content, id);
  }
  const distinct = (list: Hit[]): Hit[] => {
    const best = new Map<string, Hit>();
    for (const { id, score } of list) {
      const kept = shown.get(contents.get(id) ?? '') ?? id;
      if (!best.has(kept)) best.set(kept, { id: kept, score });
    }
    return [...best.values()];
  };
  const lexical = distinct(hits.lexical);
  const dense = distinct(hits.dense);
  const isFullOfCopies = (all: Hit[], kept: Hit[]): boolean =>
    all.length >= limit && kept.length < limit * leastDifferent;
  const isCrowded = isFullOfCopies(hits.lexical, lexical) || isFullOfCopies(hits.dense, dense);
  return { hits: { ...hits, lexical, dense }, isCrowded };
}

import type { Hit } from '../store/snippet-index.ts';

/** Weights of the two lists if both have hits; measured by `npm run eval` (ADR 3). */
const fusionWeights = { lexical: 0.3, dense: 0.7 } as const;

/**
 * Merges two lists into one, best first. Scores are scaled to 0..1 within their list, so the scales do not matter. A hit
 * that is absent from a list gets 0 from it. If one list is empty, the other counts alone.
 */
export function fuse(
  lists: { lexical: Hit[]; dense: Hit[] },
  weights: { lexical: number; dense: number } = fusionWeights,
): Hit[] {
  const scores = new Map<string, number>();
  add(scores, lists.lexical, lists.dense.length > 0 ? weights.lexical : 1);
  add(scores, lists.dense, lists.lexical.length > 0 ? weights.dense : 1);
  return [...scores]
    .map(([id, score]) => ({ id, score }))
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
}

function add(scores: Map<string, number>, hits: Hit[], weight: number): void {
  let [least, most] = [Infinity, -Infinity];
  for (const { score } of hits) {
    least = Math.min(least, score);
    most = Math.max(most, score);
  }
  const span = most - least;
  const seen = new Set<string>();
  for (const { id, score } of hits) {
    if (seen.has(id)) continue;
    seen.add(id);
    const share = span > 0 ? (score - least) / span : 1;
    scores.set(id, (scores.get(id) ?? 0) + weight * share);
  }
}

import type { Hit } from '../store/snippet-index.ts';

/** How much each list counts where both have something to say; measured by `lectern eval`, changed nowhere else. */
const fusionWeights = { lexical: 0.3, dense: 0.7 } as const;

/**
 * One list of two, best first. Scores are stretched to 0..1 within their own list, so that neither scale matters, and a hit
 * absent from a list gets nothing from it rather than a made-up rank. An empty list is left out: the other stands alone.
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

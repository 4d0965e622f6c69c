/**
 * Hits with a score this far below the best are dropped. Scores are log odds (order.ts). With 310 questions, gaps of 3 and 5
 * show as many answers within 2,000 tokens; 3 saves a fifth of the tokens, 5 saves few.
 */
const maxGap = 4;
/**
 * Hits that always stay. In a small library, the last hit is far behind although it may answer the question. Costs 1 % of
 * the tokens.
 */
const always = 5;

/** Returns the hits, best first, without those far behind the best. Pure. */
export function relevant<Item extends { score: number }>(ranked: Item[]): Item[] {
  const least = (ranked[0]?.score ?? 0) - maxGap;
  return ranked.filter(({ score }, at) => at < always || score >= least);
}

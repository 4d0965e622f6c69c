/**
 * Hits below this share of the best score are dropped. With 60 questions (`npm run eval`) this loses no expected heading and
 * saves a quarter of the tokens.
 */
const leastShare = 0.4;
/**
 * Hits that always stay. Fused scores are scaled over the candidates, so in a small library the last hit scores 0 although
 * it may answer the question. Costs 1 % of the tokens.
 */
const always = 5;

/** Returns the hits, best first, without those far behind the best. Pure. */
export function relevant<Item extends { score: number }>(ranked: Item[]): Item[] {
  const least = (ranked[0]?.score ?? 0) * leastShare;
  return ranked.filter(({ score }, at) => at < always || score >= least);
}

/**
 * Hits that score less than this share of the best one say little about the question, and cost their reader tokens: cutting
 * them loses no expected heading of the 60 questions and a quarter of the answers' tokens (`npm run eval`).
 */
const leastShare = 0.4;
/**
 * The best hits stay however they score: fused scores are stretched over the candidates, so in a library of a few snippets
 * the last one scores 0 although it may answer. Costs 1 % of the answers' tokens.
 */
const always = 5;

/** Fused hits, best first, without those far behind the best. Pure. */
export function relevant<Item extends { score: number }>(ranked: Item[]): Item[] {
  const least = (ranked[0]?.score ?? 0) * leastShare;
  return ranked.filter(({ score }, at) => at < always || score >= least);
}

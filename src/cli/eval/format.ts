import type { Estimate, Metrics } from './metrics.ts';

/** The metrics as a small table for a person. */
export function formatMetrics(metrics: Metrics): string {
  const rows: [string, Estimate, number][] = [
    ['hit@1', metrics.hitAt1, 3],
    ['recall@5', metrics.recallAt5, 3],
    ['recall@10', metrics.recallAt10, 3],
    ['MRR@10', metrics.mrrAt10, 3],
    ['nDCG@10', metrics.ndcgAt10, 3],
    ['heading within 1,000 tokens', metrics.within1000Tokens, 3],
    ['heading within 2,000 tokens', metrics.within2000Tokens, 3],
    ['tokens an answer', metrics.tokensPerAnswer, 0],
  ];
  const lines = rows.map(([name, { value, low, high }, digits]) => {
    const show = (number: number): string => number.toFixed(digits);
    return `${name.padEnd(28)} ${show(value).padStart(6)}   [${show(low)}, ${show(high)}]`;
  });
  return [
    `${metrics.questions} questions; 95 % bootstrap intervals in brackets`,
    ...lines,
    `${'duplicate snippets'.padEnd(28)} ${String(metrics.duplicates).padStart(6)}`,
  ].join('\n');
}

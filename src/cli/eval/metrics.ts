import type { Judged } from './judge.ts';
import { pseudoRandom } from './pseudo-random.ts';

/** A mean over all questions. It has an interval, because a change within it can be chance. */
export interface Estimate {
  value: number;
  /** Bounds of the 95 % bootstrap interval. */
  low: number;
  high: number;
}

/** The quality of search in one evaluation. Ranks count from 1. Shares and means of ranks go from 0, the worst, to 1. */
export interface Metrics {
  /** Number of questions. */
  questions: number;
  /** Share of questions whose best snippet has an expected heading. */
  hitAt1: Estimate;
  /** Share of questions with an expected heading in the first 5 or 10 snippets. */
  recallAt5: Estimate;
  recallAt10: Estimate;
  /** Mean of 1 / rank of the first such snippet; 0 for a rank above 10. */
  mrrAt10: Estimate;
  /** Mean of 1 / log2(rank + 1) of that snippet; 0 for a rank above 10. */
  ndcgAt10: Estimate;
  /** Share of questions whose heading is in the first 1,000 or 2,000 tokens of the answer. */
  within1000Tokens: Estimate;
  within2000Tokens: Estimate;
  /** Tokens of an answer as text. Not a score: fewer is better. */
  tokensPerAnswer: Estimate;
  /** Duplicate snippets in all answers. */
  duplicates: number;
}

const resamples = 2_000;

/** Returns retrieval metrics with bootstrap intervals. The seed is fixed, so that results can be compared. Pure. */
export function measure(judged: Judged[]): Metrics {
  const estimate = (score: (one: Judged) => number): Estimate => bootstrap(judged.map(score));
  const within = (k: number) => (one: Judged) => Number((one.rank ?? Infinity) <= k);
  return {
    questions: judged.length,
    hitAt1: estimate(within(1)),
    recallAt5: estimate(within(5)),
    recallAt10: estimate(within(10)),
    mrrAt10: estimate(({ rank = Infinity }) => (rank <= 10 ? 1 / rank : 0)),
    // One heading answers a question, so the ideal gain is 1.
    ndcgAt10: estimate(({ rank = Infinity }) => (rank <= 10 ? 1 / Math.log2(rank + 1) : 0)),
    within1000Tokens: estimate(({ tokensBefore = Infinity }) => Number(tokensBefore < 1_000)),
    within2000Tokens: estimate(({ tokensBefore = Infinity }) => Number(tokensBefore < 2_000)),
    tokensPerAnswer: estimate(({ tokens }) => tokens),
    duplicates: judged.reduce((sum, { duplicates }) => sum + duplicates, 0),
  };
}

/** Mean with the ends of its 95 % bootstrap interval (fixed seed, so runs compare). Pure. */
export function bootstrap(values: number[]): Estimate {
  const random = pseudoRandom(42);
  const means = Array.from({ length: resamples }, () => {
    let sum = 0;
    for (let at = 0; at < values.length; at += 1) {
      sum += values[Math.floor(random() * values.length)]!;
    }
    return sum / values.length;
  }).sort((a, b) => a - b);
  const at = (share: number): number => means[Math.floor(share * (resamples - 1))] ?? 0;
  const value = values.reduce((sum, one) => sum + one, 0) / values.length;
  return { value, low: at(0.025), high: at(0.975) };
}

/** What names a question in two runs. */
interface Judged {
  corpus: string;
  id: string;
}

/** The comparison of a run with an earlier one, on the questions of both. */
export interface Comparison {
  /** Ids of questions that the run answers better, and worse. */
  won: string[];
  lost: string[];
  /** Number of questions with equal answers. */
  tied: number;
  /** Probability of such a difference by chance, by a two-sided sign test. */
  p: number;
}

const significant = 0.05;

/** Compares two runs question by question, by one metric of a score. Pure. */
export function compareRuns<Score extends Judged>(
  now: Score[],
  before: Score[],
  figure: (score: Score) => number,
): Comparison {
  const earlier = new Map(before.map((score) => [keyOf(score), score]));
  const pairs = now.flatMap((score) => {
    const match = earlier.get(keyOf(score));
    return match ? [{ id: keyOf(score), change: figure(score) - figure(match) }] : [];
  });
  const won = pairs.filter(({ change }) => change > 0).map(({ id }) => id);
  const lost = pairs.filter(({ change }) => change < 0).map(({ id }) => id);
  const tied = pairs.length - won.length - lost.length;
  return { won, lost, tied, p: signTest(won.length, lost.length) };
}

/** Returns whether the run lost more questions than it won, and not by chance. Pure. */
export function isSignificantLoss({ won, lost, p }: Comparison): boolean {
  return lost.length > won.length && p < significant;
}

/** Returns the probability of a split at least as uneven if both sides were equally likely. Pure. */
export function signTest(wins: number, losses: number): number {
  const all = wins + losses;
  let term = 0.5 ** all;
  let tail = 0;
  for (let k = 0; k <= Math.min(wins, losses); k += 1) {
    tail += term;
    term *= (all - k) / (k + 1);
  }
  return Math.min(1, 2 * tail);
}

function keyOf({ corpus, id }: Judged): string {
  return `${corpus}/${id}`;
}

/** The candidates of one question. */
export interface TrainingQuestion {
  corpus: string;
  candidates: { features: number[]; answers: boolean; tokens: number }[];
}

/** How well an order of the candidates answers questions. */
export interface OrderScore {
  questions: number;
  reciprocalRank: number;
  /** Share of the questions with an answer that begins within this many tokens. */
  within1000: number;
  within2000: number;
}

/** Strength of the weight decay, for features with a standard deviation of 1. */
const decay = 0.003;
const steps = 150;
const rate = 0.03;

/**
 * Returns the weights of a linear order that give each question's answering candidates the highest probability (softmax
 * over its candidates). Uses Adam with weight decay. Deterministic.
 */
export function trainOrder(questions: TrainingQuestion[]): number[] {
  const usable = questions.filter(
    ({ candidates }) =>
      candidates.some((one) => one.answers) && candidates.some((one) => !one.answers),
  );
  const deviations = deviationsOf(usable.flatMap(({ candidates }) => candidates));
  const weights = deviations.map(() => 0);
  const mean = deviations.map(() => 0);
  const square = deviations.map(() => 0);
  for (let step = 1; step <= steps; step += 1) {
    const gradient = gradientOf(usable, weights, deviations);
    for (const [at, value] of gradient.entries()) {
      const pulled = value - decay * weights[at]!;
      mean[at] = 0.9 * mean[at]! + 0.1 * pulled;
      square[at] = 0.999 * square[at]! + 0.001 * pulled ** 2;
      const [m, v] = [mean[at] / (1 - 0.9 ** step), square[at] / (1 - 0.999 ** step)];
      weights[at] = weights[at]! + (rate * m) / (Math.sqrt(v) + 1e-8);
    }
  }
  return weights.map((weight, at) => weight / deviations[at]!);
}

function gradientOf(
  questions: TrainingQuestion[],
  weights: number[],
  deviations: number[],
): number[] {
  const gradient = weights.map(() => 0);
  for (const { candidates } of questions) {
    const scaled = candidates.map(({ features }) => features.map((x, at) => x / deviations[at]!));
    const scores = scaled.map((features) => scoreOf(features, weights));
    const most = Math.max(...scores);
    const odds = scores.map((score) => Math.exp(score - most));
    const all = odds.reduce((sum, one) => sum + one, 0);
    const right = odds.reduce((sum, one, at) => sum + (candidates[at]!.answers ? one : 0), 0);
    for (const [at, features] of scaled.entries()) {
      const share = odds[at]!;
      const pull = (candidates[at]!.answers ? share / right : 0) - share / all;
      for (const [feature, x] of features.entries()) {
        gradient[feature] = gradient[feature]! + (pull * x) / questions.length;
      }
    }
  }
  return gradient;
}

function deviationsOf(candidates: { features: number[] }[]): number[] {
  const [first] = candidates;
  return (first?.features ?? []).map((_, at) => {
    const values = candidates.map(({ features }) => features[at]!);
    const mean = values.reduce((sum, x) => sum + x, 0) / values.length;
    const variance = values.reduce((sum, x) => sum + (x - mean) ** 2, 0) / values.length;
    return Math.sqrt(variance) || 1;
  });
}

/** Returns the quality of the order that weights give the candidates of questions. */
export function scoreOrder(questions: TrainingQuestion[], weights: number[]): OrderScore {
  const found = questions.map(({ candidates }) => {
    const ordered = candidates
      .map((one) => ({ ...one, score: scoreOf(one.features, weights) }))
      .sort((a, b) => b.score - a.score);
    const place = ordered.findIndex(({ answers }) => answers);
    const before = ordered.slice(0, Math.max(0, place)).reduce((sum, one) => sum + one.tokens, 0);
    return { place, before: place === -1 ? Infinity : before };
  });
  const share = (of: (one: (typeof found)[number]) => number): number =>
    found.reduce((sum, one) => sum + of(one), 0) / found.length;
  return {
    questions: found.length,
    reciprocalRank: share(({ place }) => (place >= 0 && place < 10 ? 1 / (place + 1) : 0)),
    within1000: share(({ before }) => Number(before < 1_000)),
    within2000: share(({ before }) => Number(before < 2_000)),
  };
}

function scoreOf(features: number[], weights: number[]): number {
  return features.reduce((sum, x, at) => sum + x * weights[at]!, 0);
}

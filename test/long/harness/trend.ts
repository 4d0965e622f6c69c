/** The line that fits measurements over time best, and how far they lie from it. */
export interface Trend {
  mean: number;
  /** Change along the line, from the first measurement to the last. */
  growth: number;
  /** Standard deviation of the measurements from the line. */
  noise: number;
  /** Means of ten equal parts of the measurements. They show whether growth ends. */
  course: number[];
}

const parts = 10;

/** Fits a line to measurements by least squares. `at` is their time, in any unit. */
export function trendOf(measured: readonly { at: number; value: number }[]): Trend {
  const meanOf = (of: (one: { at: number; value: number }) => number): number =>
    measured.reduce((sum, one) => sum + of(one), 0) / measured.length;
  const middle = meanOf(({ at }) => at);
  const mean = meanOf(({ value }) => value);
  const spread = meanOf(({ at }) => (at - middle) ** 2);
  const slope = meanOf(({ at, value }) => (at - middle) * (value - mean)) / (spread || 1);
  const noise = Math.sqrt(meanOf(({ at, value }) => (value - mean - slope * (at - middle)) ** 2));
  const course = Array.from({ length: parts }, (_, part) => {
    const from = Math.floor((part * measured.length) / parts);
    const values = measured.slice(from, Math.max(from + 1, ((part + 1) * measured.length) / parts));
    return values.reduce((sum, { value }) => sum + value, 0) / values.length;
  });
  return { mean, growth: slope * (measured.at(-1)!.at - measured[0]!.at), noise, course };
}

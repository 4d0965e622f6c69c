/** The value below which the given part of the numbers lies. */
export function percentile(numbers: number[], part: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

/** Counts seconds while it runs. */
export class Clock {
  private seconds = 0;
  private since = 0;

  start(): void {
    this.since = performance.now();
  }

  /** Seconds counted so far. */
  stop(): number {
    this.seconds += (performance.now() - this.since) / 1_000;
    return this.seconds;
  }
}

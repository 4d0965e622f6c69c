/** Returns the value below which the given share of the numbers lies. */
export function percentile(numbers: number[], part: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

/** Prints a figure with its name, in columns. */
export function line(name: string, value: string): void {
  console.log(`${name.padEnd(52)} ${value}`);
}

/** Returns a time in milliseconds with its unit. */
export function ms(value: number): string {
  return `${value.toFixed(1)} ms`;
}

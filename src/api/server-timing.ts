/**
 * The value of a Server-Timing header (https://www.w3.org/TR/server-timing/): names, which must be tokens, with milliseconds,
 * in the order given. Tenths are enough, and tell less of what is cached than all digits would.
 */
export function serverTiming(milliseconds: ReadonlyMap<string, number>): string {
  return [...milliseconds]
    .map(([name, duration]) => `${name};dur=${Math.round(duration * 10) / 10}`)
    .join(', ');
}

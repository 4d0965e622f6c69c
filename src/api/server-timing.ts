/**
 * Returns the value of a Server-Timing header (https://www.w3.org/TR/server-timing/): names, which must be tokens, with
 * milliseconds, in the given order. Rounds to tenths, because more digits would reveal more about caches.
 */
export function serverTiming(milliseconds: ReadonlyMap<string, number>): string {
  return [...milliseconds]
    .map(([name, duration]) => `${name};dur=${Math.round(duration * 10) / 10}`)
    .join(', ');
}

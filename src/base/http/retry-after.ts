/** Longest a server may make a run wait before its request is given up. */
const maxRetryAfterMs = 60_000;

/**
 * Milliseconds to wait before asking again after a 429 or 503: what `Retry-After` says (seconds or a date), else
 * one second more for each attempt made. Undefined when that is longer than a run waits.
 */
export function retryDelay(
  retryAfter: string | undefined,
  attempt: number,
  now: number,
): number | undefined {
  const asked = parse(retryAfter, now) ?? attempt * 1000;
  return asked > maxRetryAfterMs ? undefined : Math.max(asked, 0);
}

function parse(retryAfter: string | undefined, now: number): number | undefined {
  const value = retryAfter?.trim() ?? '';
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : date - now;
}

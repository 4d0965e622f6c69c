/** Milliseconds by which the clocks of two machines may differ, and by which a clock may be set back unnoticed. */
const skewMs = 60_000;

/** Returns whether a time that was recorded as past lies in the future: the clock was ahead then and has been corrected. */
export function isAhead(recorded: number, now: number): boolean {
  return recorded > now + skewMs;
}

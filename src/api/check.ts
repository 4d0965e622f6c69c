/** Resolves when a dependency answers, rejects with what is wrong. */
export type Check = () => Promise<unknown>;

/** A check that asks at most once in so many milliseconds, however often it is asked itself. */
export function remembered(check: Check, forMs: number, now: () => number = Date.now): Check {
  let held: { at: number; outcome: Promise<unknown> } | undefined;
  return () => {
    if (!held || now() - held.at >= forMs) held = { at: now(), outcome: check() };
    return held.outcome;
  };
}

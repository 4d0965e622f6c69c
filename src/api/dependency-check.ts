import { messageOf } from '../base/errors.ts';
import { withTimeout } from '../base/with-timeout.ts';

/** Checks a dependency. Rejects with the reason if the dependency fails. */
export type Check = () => Promise<unknown>;

/** The result of a check. */
export interface CheckOutcome {
  ok: boolean;
  /** "ok", or the reason. */
  message: string;
  /** Duration of the check. */
  milliseconds: number;
}

/** Milliseconds after which a dependency counts as down. */
const checkLimitMs = 2_000;

/** Runs a check. Never rejects. */
export async function outcomeOf(check: Check): Promise<CheckOutcome> {
  const began = performance.now();
  const milliseconds = (): number => Math.round(performance.now() - began);
  try {
    await withTimeout(check(), checkLimitMs);
    return { ok: true, message: 'ok', milliseconds: milliseconds() };
  } catch (error) {
    return { ok: false, message: messageOf(error), milliseconds: milliseconds() };
  }
}

import { messageOf } from '../base/errors.ts';

/** Resolves when a dependency answers, rejects with what is wrong. */
export type Check = () => Promise<unknown>;

/** How a dependency answered. */
export interface CheckOutcome {
  ok: boolean;
  /** "ok", or what is wrong. */
  message: string;
  /** Until then. */
  milliseconds: number;
}

/** Milliseconds a dependency may take before it counts as down. */
const checkLimitMs = 2_000;

/** Asks a dependency. Never rejects. */
export async function outcomeOf(check: Check): Promise<CheckOutcome> {
  const { promise, reject } = Promise.withResolvers<never>();
  const late = new Error(`no answer within ${checkLimitMs} ms`);
  const timer = setTimeout(() => reject(late), checkLimitMs);
  const began = performance.now();
  const milliseconds = (): number => Math.round(performance.now() - began);
  try {
    await Promise.race([check(), promise]);
    return { ok: true, message: 'ok', milliseconds: milliseconds() };
  } catch (error) {
    return { ok: false, message: messageOf(error), milliseconds: milliseconds() };
  } finally {
    clearTimeout(timer);
  }
}

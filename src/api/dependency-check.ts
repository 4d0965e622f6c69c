import { messageOf } from '../base/errors.ts';
import { withTimeout } from '../base/with-timeout.ts';
import { cached } from './cached.ts';
import type { RequestLog } from './request-log.ts';

/** Checks a dependency. Rejects with the reason if the dependency fails. */
export type Check = () => Promise<unknown>;

/** The dependencies of an install. */
export interface DependencyChecks {
  /** Required for answers. */
  needed: Record<string, Check>;
  /** Optional: answers work without them, with restrictions. */
  useful: Record<string, Check>;
}

/** A dependency after its check. */
export type Dependency = { name: string; needed: boolean } & CheckOutcome;

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
/** Milliseconds for which results are cached, because pages and probes poll. Longer than a check, so that callers share it. */
const cachedForMs = 3_000;

/**
 * Returns a function that checks all dependencies. Callers share a check and its results. Why a dependency fails is logged
 * when it changes.
 */
export function checkDependencies(
  { needed, useful }: DependencyChecks,
  log: Pick<RequestLog, 'warn'>,
): () => Promise<Dependency[]> {
  const told = new Map<string, string>();
  const checked = async (name: string, check: Check, isNeeded: boolean): Promise<Dependency> => {
    const outcome = await outcomeOf(check);
    const { ok, message } = outcome;
    if (!ok && told.get(name) !== message) {
      log.warn({ dependency: name, reason: message }, 'a dependency does not answer');
    }
    told.set(name, message);
    return { name, needed: isNeeded, ...outcome };
  };
  const all = (of: Record<string, Check>, isNeeded: boolean): Promise<Dependency>[] =>
    Object.entries(of).map(([name, check]) => checked(name, check, isNeeded));
  return cached(() => Promise.all([...all(needed, true), ...all(useful, false)]), cachedForMs);
}

/** Runs a check. Never rejects. */
export async function outcomeOf(check: Check): Promise<CheckOutcome> {
  const began = performance.now();
  const milliseconds = (): number => Math.round(performance.now() - began);
  try {
    await withTimeout(check(), checkLimitMs);
    return { ok: true, message: 'ok', milliseconds: milliseconds() };
  } catch (error) {
    return { ok: false, message: reasonOf(error), milliseconds: milliseconds() };
  }
}

/** Most characters of a cause. Those of Elasticsearch can be long. */
const maxCause = 300;

/** Returns the message of an error with that of its cause, such as a rejected password. */
function reasonOf(error: unknown): string {
  const message = messageOf(error);
  const cause = error instanceof Error && error.cause !== undefined ? messageOf(error.cause) : '';
  const detail = cause.replaceAll(/\s+/g, ' ').slice(0, maxCause);
  return detail === '' || message.includes(detail) ? message : `${message} (${detail})`;
}

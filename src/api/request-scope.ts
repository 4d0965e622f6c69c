import { AsyncLocalStorage } from 'node:async_hooks';
import type { LogFn, Logger } from 'pino';
import type { Caller } from '../identity/access/caller.ts';

/** What becomes known of a request while it is answered. */
export interface RequestFacts {
  readonly id: string;
  caller?: Caller;
  /** The tool that a call of the tool server named, and how it ended. */
  tool?: string;
  outcome?: string;
  /** An operation that changes something was carried out on its behalf. */
  changes?: boolean;
  /** Why it could not be answered, where that is nobody's mistake. */
  error?: unknown;
}

/** The log as routes use it. */
export type RequestLog = Pick<Logger, 'warn' | 'error'>;

/** Ties what happens on behalf of a request to it, through whatever is awaited. */
export interface RequestScope {
  run(facts: RequestFacts, next: () => void): void;
  /** Adds to the facts of the request that is being answered, if one is. */
  note(facts: Partial<RequestFacts>): void;
  /** Writes to the log of the process, each line with the id of its request. */
  log: RequestLog;
}

/** A scope over the log of a process. */
export function createRequestScope(log: Logger): RequestScope {
  const storage = new AsyncLocalStorage<RequestFacts>();
  const current = (): Logger => {
    const facts = storage.getStore();
    return facts ? log.child({ requestId: facts.id }) : log;
  };
  return {
    run: (facts, next) => storage.run(facts, next),
    note(more) {
      const facts = storage.getStore();
      if (facts) Object.assign(facts, more);
    },
    log: {
      warn: (...line: Parameters<LogFn>) => current().warn(...line),
      error: (...line: Parameters<LogFn>) => current().error(...line),
    },
  };
}

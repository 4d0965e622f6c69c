import { withTimeout } from '../../base/with-timeout.ts';
import type { Caller } from '../access/caller.ts';
import { createDayOf, lastDays, monthOf, nextMonth, dayOf } from './calendar.ts';
import { amountOf, millionthsOf, moneyText } from './money.ts';
import { createUsageLog } from './usage-log.ts';
import type { Cap, UsageStore } from './usage-store.ts';
import { countedKey, type Use } from './use.ts';
import { LecternError } from '../../base/errors.ts';

/** Counts answers and their cost, and refuses callers beyond their teamspace's limit. */
export interface Meter {
  /** Throws LecternError('spending_limit_exceeded') if the teamspace has spent its monthly limit. Reads no store. */
  admit(caller: Caller): Promise<void>;
  /** Counts an answer. */
  note(caller: Caller, use: Use): void;
  spendingOf(teamspace: string): Promise<Spending>;
  /** Sets or removes a limit. It takes effect at once in this process, and within seconds on other replicas. */
  limit(teamspace: string, amount: number | null): Promise<Spending>;
  /** Writes pending counts. Rejects if the store is unavailable. */
  flush(): Promise<void>;
  /** Writes pending counts, and stops counting. */
  close(): Promise<void>;
}

interface MeterOptions {
  store: UsageStore;
  /** Price of a search or a question; free for the operator. */
  price: number;
  /** Called if a write or read fails; it is retried. */
  onError: (error: unknown) => void;
  /** Milliseconds between writes, and between reads of the totals of all replicas. */
  everyMs?: number;
  /** Milliseconds since 1970. */
  now?: () => number;
}

/** Milliseconds that the first request of a process waits for the totals. */
const firstLookMs = 1_000;

/** Days to keep usage: a year for metrics, and the current month for limits. */
const keptDays = 400;

/** Creates a meter. It decides by cached totals, which are some seconds old, plus unwritten counts. */
export function createMeter({
  store,
  price,
  onError,
  everyMs = 10_000,
  now = Date.now,
}: MeterOptions): Meter {
  const cost = millionthsOf(price);
  const dayOf = createDayOf();
  const month = (): string => monthOf(dayOf(now()));
  let caps = new Map<string, Cap>();
  let capsMonth = '';
  let forgotten = '';
  let begun: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  let last: Promise<unknown> = Promise.resolve();
  const log = createUsageLog({
    store,
    onWritten({ teamspace, day, cost: written }) {
      const cap = caps.get(teamspace);
      if (cap && day >= capsMonth) cap.spent += written;
    },
  });

  /** Runs writes and reads in sequence: a write during a read would be counted twice or not at all. */
  function inTurn(work: () => Promise<void>): Promise<void> {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  }

  async function look(): Promise<void> {
    const since = month();
    caps = await store.caps(since);
    capsMonth = since;
  }

  async function forget(): Promise<void> {
    const today = dayOf(now());
    if (forgotten === today) return;
    await store.forget(lastDays(now(), keptDays)[0] ?? today);
    forgotten = today;
  }

  const flush = (): Promise<void> => inTurn(() => log.flush());

  async function turn(): Promise<void> {
    await flush().catch(onError);
    await inTurn(look).catch(onError);
    await inTurn(forget).catch(onError);
    // A timeout instead of an interval, because intervals would pile up while the store does not respond.
    if (!closed) timer = setTimeout(() => void turn(), everyMs).unref();
  }

  async function begin(): Promise<void> {
    await withTimeout(turn(), firstLookMs).catch(() => undefined);
  }

  function spentOf(teamspace: string): Cap | undefined {
    const cap = caps.get(teamspace);
    if (!cap) return undefined;
    const since = month();
    // Totals of another month do not count.
    const written = capsMonth === since ? cap.spent : 0;
    return { limit: cap.limit, spent: written + log.unsaved(teamspace, since) };
  }

  async function spendingOf(teamspace: string): Promise<Spending> {
    await flush();
    await inTurn(look);
    const cap = caps.get(teamspace);
    const spent = cap?.spent ?? (await store.spent(teamspace, month()));
    const limit = cap ? amountOf(cap.limit) : null;
    return { limit, spent: amountOf(spent), resetsAt: nextMonth(now()) };
  }

  return {
    async admit({ role, teamspace }) {
      if (role === 'operator') return;
      await (begun ??= begin());
      const cap = spentOf(teamspace);
      if (cap && cap.spent >= cap.limit) throw limitReached(cap.limit, now());
    },
    note(caller, { libraryId = '', tokens, ...use }) {
      begun ??= begin();
      log.note({
        ...use,
        teamspace: caller.teamspace,
        day: dayOf(now()),
        keyId: countedKey(caller),
        libraryId,
        requests: 1,
        tokens,
        cost: caller.role === 'operator' ? 0 : cost,
      });
    },
    spendingOf,
    async limit(teamspace, amount) {
      await store.setLimit(teamspace, amount === null ? null : millionthsOf(amount));
      return spendingOf(teamspace);
    },
    flush,
    async close() {
      closed = true;
      clearTimeout(timer);
      await flush().catch(onError);
    },
  };
}

/** A teamspace's monthly limit and spending. */
export interface Spending {
  /** Null for no limit. */
  limit: number | null;
  spent: number;
  /** End of the month, in milliseconds since 1970. */
  resetsAt: number;
}

/** Returns the error for an exceeded limit, in millionths. */
function limitReached(limit: number, now: number): LecternError {
  const reached = `Monthly spending limit of ${moneyText(amountOf(limit))} reached for this teamspace.`;
  const raise =
    'An owner or admin of it can raise the limit (PUT /api/v1/teamspaces/<id>/spending)';
  const message = `${reached} ${raise}; otherwise it resets on ${dayOf(nextMonth(now))} (UTC).`;
  return new LecternError('spending_limit_exceeded', message);
}

/** Usage of an install. */
export interface Usage {
  meter: Meter;
  store: Pick<UsageStore, 'ofLibrary' | 'ofTeamspace'>;
}

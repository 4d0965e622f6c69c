import { withTimeout } from '../../base/with-timeout.ts';
import type { Caller } from '../access/caller.ts';
import { createDayOf, lastDays, monthOf, nextMonth, dayOf } from './calendar.ts';
import { amountOf, millionthsOf, moneyText } from './money.ts';
import { createUsageLog } from './usage-log.ts';
import type { Cap, UsageStore } from './usage-store.ts';
import { countedKey, type Use } from './use.ts';
import { LecternError } from '../../base/errors.ts';

/** Counts what callers are answered and what it costs, and stops them at the limit of their teamspace. */
export interface Meter {
  /** Throws LecternError('spending_limit_exceeded') once the teamspace has spent its month's limit. Asks no store. */
  admit(caller: Caller): Promise<void>;
  /** Counts an answer. */
  note(caller: Caller, use: Use): void;
  spendingOf(teamspace: string): Promise<Spending>;
  /** Sets a limit, or takes it away; counts at once here, and within some seconds on other replicas. */
  limit(teamspace: string, amount: number | null): Promise<Spending>;
  /** Writes what was counted. Rejects when the store does not answer. */
  flush(): Promise<void>;
  /** Writes what was counted, and counts no more. */
  close(): Promise<void>;
}

export interface MeterOptions {
  store: UsageStore;
  /** What a search or a question costs; the operator's cost nothing. */
  price: number;
  /** Told of what could not be written or read; it is tried again. */
  onError: (error: unknown) => void;
  /** Milliseconds between writes, and between looks at what all replicas have written. */
  everyMs?: number;
  /** Milliseconds since 1970. */
  now?: () => number;
}

/** Milliseconds that the first request of a process waits to know what was spent before. */
const firstLookMs = 1_000;

/** Days that usage is kept: a year of metrics, and the month that limits are about. */
const keptDays = 400;

/** A meter that decides by what it knows: what the store said some seconds ago, and what it has not written yet. */
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

  /** One after another: what is written between a look's question and its answer would be counted twice, or not at all. */
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
    // Not by an interval: turns would queue up behind a store that is silent.
    if (!closed) timer = setTimeout(() => void turn(), everyMs).unref();
  }

  async function begin(): Promise<void> {
    await withTimeout(turn(), firstLookMs).catch(() => undefined);
  }

  function spentOf(teamspace: string): Cap | undefined {
    const cap = caps.get(teamspace);
    if (!cap) return undefined;
    const since = month();
    // What was read in another month is no part of this one.
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

/** What a teamspace may spend in a month, and has. */
export interface Spending {
  /** Null for no limit. */
  limit: number | null;
  spent: number;
  /** When the month ends, in milliseconds since 1970. */
  resetsAt: number;
}

/** The refusal of a teamspace that has spent its limit, in millionths. */
function limitReached(limit: number, now: number): LecternError {
  const reached = `Monthly spending limit of ${moneyText(amountOf(limit))} reached for this teamspace.`;
  const raise =
    'An owner or admin of it can raise the limit (PUT /api/v1/teamspaces/<id>/spending)';
  const message = `${reached} ${raise}; otherwise it resets on ${dayOf(nextMonth(now))} (UTC).`;
  return new LecternError('spending_limit_exceeded', 402, message);
}

/** What callers of an install were answered. */
export interface Usage {
  meter: Meter;
  store: Pick<UsageStore, 'ofLibrary' | 'ofTeamspace'>;
}

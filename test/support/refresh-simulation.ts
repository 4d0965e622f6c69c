import { conflictKeys, isSourceHost } from '../../src/libraries/library/conflict-keys.ts';
import { decide, refreshTime } from '../../src/libraries/library/decide.ts';
import { HostPace } from '../../src/libraries/library/host-pace.ts';
import { keyOf, type Library, type LibrarySpec } from '../../src/resources/library.ts';
import { durationMs, jitterMs } from '../../src/resources/schedule.ts';
import { newRun } from '../../src/resources/run.ts';
import { makeLibrary } from './library.ts';

const dayMs = 86_400_000;
const beginMs = Date.parse('2026-01-01T00:00:00.000Z');

/** Kinds of sources: their share, and the days between two changes. */
const sources = [
  { share: 0.05, days: 2 },
  { share: 0.2, days: 30 },
  { share: 1, days: 400 },
];

/** Libraries to look at, and for how long. */
export interface RefreshScenario {
  libraries: number;
  hosts: number;
  days: number;
  refresh: NonNullable<LibrarySpec['refresh']>;
  /** Hours from the begin at which the controller is away, and forgets what it has in memory. */
  away?: { from: number; to: number };
}

/** What the looks cost, and how late they were. */
export interface RefreshFigures {
  looksPerDay: number;
  /** Most looks within one second of the clock at one host. */
  busiestHostSecond: number;
  /** Longest time from the time in the status to the look, in milliseconds. */
  latestMs: number;
  /** Longest time between two looks at one library, in milliseconds. */
  longestGapMs: number;
  changesFound: number;
  /** Share of the changes that were found within `interval`, and a tenth of it. */
  foundWithinInterval: number;
}

interface Simulated {
  library: Library;
  host: string;
  key: string;
  periodMs: number;
  phaseMs: number;
  lookedAt: number;
}

/**
 * Looks at libraries on a fake clock with the rules of the controller. Hosts only count. One of them has 60 % of the libraries.
 */
export function simulateRefresh(scenario: RefreshScenario): RefreshFigures {
  const { days, away, refresh } = scenario;
  const all = Array.from({ length: scenario.libraries }, (_, n) => simulated(n, scenario));
  const endMs = beginMs + days * dayMs;
  const [awayFrom, awayTo] = [away?.from ?? 0, away?.to ?? 0].map((h) => beginMs + h * 3_600_000);
  const queue = new Map<number, Simulated[]>();
  const addAt = (one: Simulated, at: number): void => {
    const second = Math.ceil(at / 1000);
    const held = queue.get(second);
    if (held) held.push(one);
    else queue.set(second, [one]);
  };
  const counted = new Map<string, number>();
  const figures = { looks: 0, busiest: 0, latestMs: 0, longestGapMs: 0, changes: 0, soon: 0 };
  const promisedMs = durationMs(refresh.interval!) * 1.1;

  let pace = new HostPace();
  const look = (one: Simulated, now: number): void => {
    const { library, host, lookedAt } = one;
    figures.looks += 1;
    const count = (counted.get(host) ?? 0) + 1;
    counted.set(host, count);
    figures.busiest = Math.max(figures.busiest, count);
    figures.latestMs = Math.max(figures.latestMs, now - refreshTime(library)!.getTime());
    figures.longestGapMs = Math.max(figures.longestGapMs, now - lookedAt);
    const changedAt = lastChange(one, now);
    if (changedAt > lookedAt) {
      const firstMissed = lastChange(one, lookedAt) + one.periodMs;
      figures.changes += 1;
      if (now - firstMissed <= promisedMs) figures.soon += 1;
    }
    setStatus(one, now, changedAt > lookedAt ? now : undefined);
  };
  const reconcile = (one: Simulated, now: number): void => {
    const decision = decide(one.library, new Date(now));
    if (!decision.run) return addAt(one, now + decision.waitMs!);
    const at = pace.turnOf(one.key, one.host, now);
    if (at > now) return addAt(one, at);
    pace.forget(one.key);
    look(one, now);
    addAt(one, refreshTime(one.library)!.getTime());
  };

  for (const one of all) reconcile(one, beginMs);
  for (let second = beginMs / 1000; second < endMs / 1000; second++) {
    const now = second * 1000;
    if (away && now >= awayFrom! && now < awayTo!) continue;
    counted.clear();
    if (away && now === awayTo) {
      pace = new HostPace();
      queue.clear();
      for (const one of all) reconcile(one, now);
      // What is due now stands in this second.
    }
    const due = queue.get(second) ?? [];
    queue.delete(second);
    for (const one of due) reconcile(one, now);
  }
  return {
    looksPerDay: figures.looks / days,
    busiestHostSecond: figures.busiest,
    latestMs: figures.latestMs,
    longestGapMs: figures.longestGapMs,
    changesFound: figures.changes,
    foundWithinInterval: figures.soon / figures.changes,
  };
}

/** The library begins as if it had been looked at by its rules for years. */
function simulated(n: number, { libraries, hosts, refresh }: RefreshScenario): Simulated {
  const at = n < libraries * 0.6 ? 0 : 1 + (n % (hosts - 1));
  const id = `/team/library-${n}`;
  const source = { git: { url: `https://git-${at}.example.org${id}` } };
  const library = makeLibrary({ spec: { id, source, refresh } });
  const key = keyOf(library.metadata);
  const kind = jitterMs(`kind ${key}`, 1000) / 1000;
  const periodMs = sources.find(({ share }) => kind < share)!.days * dayMs;
  const host = conflictKeys(source).find(isSourceHost)!;
  const phaseMs = jitterMs(`phase ${key}`, periodMs);
  const one = { library, host, key, periodMs, phaseMs, lookedAt: beginMs };
  // A look this long ago has found at least ten times as long without a change, so the next look is not due yet.
  const unchangedMs = beginMs - lastChange(one, beginMs);
  const longestMs = durationMs(refresh.maxInterval ?? refresh.interval!);
  const sinceMs = Math.min(longestMs, Math.max(durationMs(refresh.interval!), unchangedMs / 11));
  const lookedAt = beginMs - jitterMs(`look ${key}`, sinceMs);
  setStatus(one, lookedAt, lastChange(one, lookedAt));
  return one;
}

function lastChange({ periodMs, phaseMs }: Simulated, now: number): number {
  return Math.floor((now - phaseMs) / periodMs) * periodMs + phaseMs;
}

function setStatus(one: Simulated, lookedAt: number, foundAt: number | undefined): void {
  const { status } = one.library;
  const at = new Date(lookedAt);
  one.lookedAt = lookedAt;
  status.run = { ...newRun('run', at), phase: 'done', finishedAt: at.toISOString() };
  if (foundAt === undefined) return;
  const updatedAt = new Date(foundAt).toISOString();
  status.versions = [{ name: '', revision: '', documents: 1, snippets: 1, tokens: 1, updatedAt }];
}

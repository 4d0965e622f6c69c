import { isAhead } from '../../base/clock-skew.ts';

/** Milliseconds between two scheduled looks at the sources of one host. */
export const paceMs = 1_000;
/** A host can ask to be left alone for at most this long. */
export const maxPauseMs = 3_600_000;

/** A host is left alone for at most this long if only one library reports it. A compromised run can lie. */
const unconfirmedMs = 300_000;

/** What the run of a library reported about its host. Milliseconds. */
interface Pause {
  name: string;
  now: number;
  /** How long the host asked to be left alone. */
  ms: number;
}

interface Turn {
  host: string;
  /** Milliseconds since the epoch. */
  at: number;
}

/**
 * Spaces the looks at each host that nobody asked for. After a restart or an outage, thousands of libraries are due at once;
 * each gets a turn of its own. Holds its turns in memory only, because a new process gives new ones.
 */
export class HostPace {
  /** First free turn by host. */
  private readonly free = new Map<string, number>();
  /** End of the pause that a host asked for. */
  private readonly pauses = new Map<string, number>();
  /** The last report of a pause, by host. */
  private readonly reports = new Map<string, Pause>();
  /** The pause of each library that reported one. */
  private readonly own = new Map<string, Turn>();
  private readonly turns = new Map<string, Turn>();
  /** The latest time that a caller named. */
  private latest = 0;

  /** Returns when a library may look at its host. It keeps its turn until `forget`, unless the host asks for a pause. */
  turnOf(name: string, host: string, now: number): number {
    this.follow(now);
    const held = this.turns.get(name);
    const own = this.own.get(name);
    const ownUntil = own?.host === host ? own.at : 0;
    const pausedUntil = Math.max(ownUntil, this.pauses.get(host) ?? 0);
    if (held && held.host === host && held.at >= pausedUntil) return held.at;
    const at = Math.max(now, pausedUntil, this.free.get(host) ?? 0);
    // The end of a library's own pause is no turn of the others.
    if (ownUntil < at) this.free.set(host, at + paceMs);
    this.turns.set(name, { host, at });
    return at;
  }

  /**
   * Leaves a host alone, because it answered 429 or 503 with `Retry-After` to the run of a library. That library waits as long as
   * the host asked, and so do the others if the run of another library has reported as long a pause.
   */
  pause(host: string, report: Pause): void {
    const { name, now } = report;
    const ms = Math.min(maxPauseMs, report.ms);
    const before = this.reports.get(host);
    const isOther = before && before.name !== name && now - before.now < maxPauseMs;
    const until = now + Math.min(ms, Math.max(unconfirmedMs, isOther ? before.ms : 0));
    this.pauses.set(host, Math.max(until, this.pauses.get(host) ?? 0));
    this.reports.set(host, report);
    for (const [other, { at }] of this.own) if (at <= now) this.own.delete(other);
    this.own.set(name, { host, at: now + ms });
  }

  forget(name: string): void {
    this.turns.delete(name);
  }

  /** Starts anew if the clock was ahead and has been corrected. Otherwise, all would wait until it is as late again. */
  private follow(now: number): void {
    const isSetBack = isAhead(this.latest, now);
    if (isSetBack) {
      for (const held of [this.free, this.pauses, this.reports, this.own, this.turns]) held.clear();
    }
    this.latest = isSetBack ? now : Math.max(now, this.latest);
  }
}

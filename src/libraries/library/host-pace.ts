/** Milliseconds between two scheduled looks at the sources of one host. */
export const paceMs = 1_000;
/** A host can ask to be left alone for at most this long. */
export const maxPauseMs = 3_600_000;

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
  private readonly turns = new Map<string, Turn>();

  /** Returns when a library may look at its host. It keeps its turn until `forget`, unless the host asks for a pause. */
  turnOf(name: string, host: string, now: number): number {
    const held = this.turns.get(name);
    const pausedUntil = this.pauses.get(host) ?? 0;
    if (held && held.host === host && held.at >= pausedUntil) return held.at;
    const at = Math.max(now, pausedUntil, this.free.get(host) ?? 0);
    this.free.set(host, at + paceMs);
    this.turns.set(name, { host, at });
    return at;
  }

  /** Leaves a host alone, because it answered 429 or 503 with `Retry-After`. */
  pause(host: string, until: number): void {
    this.pauses.set(host, Math.max(until, this.pauses.get(host) ?? 0));
  }

  forget(name: string): void {
    this.turns.delete(name);
  }
}

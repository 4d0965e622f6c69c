import { isSourceHost } from './conflict-keys.ts';
import { runPriorities, type RunCause } from './decide.ts';
import { FairQueue, type Waiting } from './fair-queue.ts';

/** Default maximum of concurrent runs with the same conflict key (see conflictKeys). */
const defaultPerConflict = 2;

/** Every fourth start goes to the library that waits longest, whatever its rank. */
const fairTurn = 4;

/** Minimum number of slots at which the sources of one host never take all of them. */
const slotsToShare = 3;

/**
 * Decides which libraries may run: at most `size` at a time, and at most `perConflict` with the same conflict key, in the
 * order of a FairQueue. With three slots or more, one host never takes all of them, so that a host that hangs does not block
 * the others. A library whose keys are taken is skipped. Every fourth start goes to the library that waits longest, and its
 * keys are reserved, so that no library waits forever. Holds only names: after a restart, every Library claims again.
 */
export class RunSlots {
  private readonly running = new Map<string, readonly string[]>();
  /** Number of runs by conflict key. */
  private readonly taken = new Map<string, number>();
  private readonly queue = new FairQueue();
  private arrivals = 0;
  /** Number of starts since the library that waited longest got one. */
  private sinceOldest = 0;
  private readonly size: number;
  private readonly perConflict: number;
  private readonly perHost: number;

  constructor(size: number, perConflict: number = defaultPerConflict) {
    this.size = size;
    this.perConflict = perConflict;
    this.perHost = size < slotsToShare ? perConflict : Math.min(perConflict, size - 1);
  }

  /** Takes a slot, or a place in the queue (1 = next). A repeated claim keeps the place. */
  claim(name: string, cause: RunCause, conflicts: readonly string[] = []): 'taken' | number {
    if (this.running.has(name)) return 'taken';
    const asked = this.enqueue(name, runPriorities.indexOf(cause), conflicts);
    if (!this.mayStart(asked)) return this.queue.placeOf(asked);
    this.sinceOldest = asked === this.queue.longestWaiting() ? 0 : this.sinceOldest + 1;
    this.queue.start(name);
    this.adopt(name, conflicts);
    return 'taken';
  }

  /** Counts a run that is already active, for example after a restart. */
  adopt(name: string, conflicts: readonly string[] = []): void {
    this.leave(name);
    this.running.set(name, conflicts);
    for (const key of conflicts) this.taken.set(key, this.countOf(key) + 1);
  }

  /** Returns the conflict key that blocks a waiting library, or undefined if only slots are missing. */
  blockedBy(name: string): string | undefined {
    if (this.running.size >= this.size) return undefined;
    return this.queue.get(name)?.conflicts.find((key) => this.countOf(key) >= this.limitOf(key));
  }

  /** Releases the library's slot or place, and returns the libraries that may start now. */
  release(name: string): string[] {
    this.leave(name);
    return this.startable().map((waiting) => waiting.name);
  }

  /**
   * Returns whether a library waits for a run that comes before runs of this cause, and could run if `name` released its slot.
   * Without the second condition, a run would make way for nobody, start again at once, and so on.
   */
  isWaitedFor(name: string, cause: RunCause): boolean {
    const counts = new Map(this.taken);
    for (const key of this.running.get(name) ?? []) counts.set(key, this.countOf(key) - 1);
    for (const { rank, conflicts } of this.queue.inOrder()) {
      if (rank >= runPriorities.indexOf(cause)) return false;
      if (this.fits(conflicts, counts)) return true;
    }
    return false;
  }

  private enqueue(name: string, rank: number, conflicts: readonly string[]): Waiting {
    const held = this.queue.get(name);
    const asked = {
      name,
      rank: Math.min(rank, held?.rank ?? rank),
      arrival: held?.arrival ?? (this.arrivals += 1),
      conflicts,
    };
    this.queue.set(asked);
    return asked;
  }

  private leave(name: string): void {
    for (const key of this.running.get(name) ?? []) {
      const left = this.countOf(key) - 1;
      if (left > 0) this.taken.set(key, left);
      else this.taken.delete(key);
    }
    this.running.delete(name);
    this.queue.delete(name);
  }

  private mayStart(asked: Waiting): boolean {
    // Thousands claim while all slots are taken, so this answer must not walk over the queue.
    if (this.running.size >= this.size) return false;
    if (!this.fits(asked.conflicts)) return false;
    return this.startable().includes(asked);
  }

  /** Returns the libraries that would start if every free slot were assigned. */
  private startable(): Waiting[] {
    const counts = new Map(this.taken);
    const start: Waiting[] = [];
    const free = this.size - this.running.size;
    const due = this.sinceOldest >= fairTurn - 1 ? this.queue.longestWaiting() : undefined;
    for (const waiting of this.inOrder(due)) {
      if (start.length >= free) break;
      const { conflicts } = waiting;
      const fits = this.fits(conflicts, counts);
      if (fits) start.push(waiting);
      // The library that is due reserves each of its keys until it has all of them.
      if (!fits && waiting !== due) continue;
      for (const key of conflicts) counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    return start;
  }

  private *inOrder(due: Waiting | undefined): Generator<Waiting> {
    if (due) yield due;
    for (const waiting of this.queue.inOrder()) if (waiting !== due) yield waiting;
  }

  /** Returns whether each key has room, with these numbers of runs by key. */
  private fits(
    conflicts: readonly string[],
    counts: ReadonlyMap<string, number> = this.taken,
  ): boolean {
    return conflicts.every((key) => (counts.get(key) ?? 0) < this.limitOf(key));
  }

  private countOf(key: string): number {
    return this.taken.get(key) ?? 0;
  }

  private limitOf(key: string): number {
    return isSourceHost(key) ? this.perHost : this.perConflict;
  }
}

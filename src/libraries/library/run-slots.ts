import { isSourceHost } from './conflict-keys.ts';
import { runPriorities, type RunCause } from './decide.ts';
import { FairQueue, type Waiting } from './fair-queue.ts';

/** Runs at once that share a conflict key (see conflictKeys). */
const defaultPerConflict = 2;

/** Every so many starts the turn is that of who waits longest, whatever is more urgent. */
const fairTurn = 4;

/** From so many slots on, one host's sources never take all of them. */
const slotsToShare = 3;

/**
 * Who may run now: at most `size` libraries at a time and at most `perConflict` with the same conflict key, in the order
 * of a FairQueue. Of three slots or more, the sources of one host leave one to others, so that a host that hangs stops
 * nobody else. A library whose keys are taken is passed over, but every fourth start belongs to who waits longest, and its
 * keys are kept for it, so nobody waits for ever. Holds names only; a restart loses nothing, since every Library asks
 * again.
 */
export class RunSlots {
  private readonly running = new Map<string, readonly string[]>();
  /** Runs of each conflict key. */
  private readonly taken = new Map<string, number>();
  private readonly queue = new FairQueue();
  private arrivals = 0;
  /** Starts since who waited longest had one. */
  private sinceOldest = 0;
  private readonly size: number;
  private readonly perConflict: number;
  private readonly perHost: number;

  constructor(size: number, perConflict: number = defaultPerConflict) {
    this.size = size;
    this.perConflict = perConflict;
    this.perHost = size < slotsToShare ? perConflict : Math.min(perConflict, size - 1);
  }

  /**
   * Takes a slot for the library, or its place in the queue (1 = next). Asking again keeps the place.
   */
  claim(name: string, cause: RunCause, conflicts: readonly string[] = []): 'taken' | number {
    if (this.running.has(name)) return 'taken';
    const asked = this.enqueue(name, runPriorities.indexOf(cause), conflicts);
    if (!this.mayStart(asked)) return this.queue.placeOf(asked);
    this.sinceOldest = asked === this.queue.longestWaiting() ? 0 : this.sinceOldest + 1;
    this.queue.start(name);
    this.adopt(name, conflicts);
    return 'taken';
  }

  /** Counts a run that is under way already, such as one that a restart found. */
  adopt(name: string, conflicts: readonly string[] = []): void {
    this.leave(name);
    this.running.set(name, conflicts);
    for (const key of conflicts) this.taken.set(key, this.countOf(key) + 1);
  }

  /** The conflict key that keeps a waiting library from running, if it is not the number of runs. */
  blockedBy(name: string): string | undefined {
    if (this.running.size >= this.size) return undefined;
    return this.queue.get(name)?.conflicts.find((key) => this.countOf(key) >= this.limitOf(key));
  }

  /** Gives the library's slot or place back and names those whose turn it is. */
  release(name: string): string[] {
    this.leave(name);
    return this.startable().map((waiting) => waiting.name);
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
    // Thousands ask while all slots are taken: that answer costs no walk over the others.
    if (this.running.size >= this.size) return false;
    if (asked.conflicts.some((key) => this.countOf(key) >= this.limitOf(key))) return false;
    return this.startable().includes(asked);
  }

  /** Those who would start if all slots free now were given away. */
  private startable(): Waiting[] {
    const counts = new Map(this.taken);
    const start: Waiting[] = [];
    const free = this.size - this.running.size;
    const due = this.sinceOldest >= fairTurn - 1 ? this.queue.longestWaiting() : undefined;
    for (const waiting of this.inOrder(due)) {
      if (start.length >= free) break;
      const { conflicts } = waiting;
      const fits = conflicts.every((key) => (counts.get(key) ?? 0) < this.limitOf(key));
      if (fits) start.push(waiting);
      // Who is due keeps a place at each of its keys until it has all of them.
      if (!fits && waiting !== due) continue;
      for (const key of conflicts) counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    return start;
  }

  private *inOrder(due: Waiting | undefined): Generator<Waiting> {
    if (due) yield due;
    for (const waiting of this.queue.inOrder()) if (waiting !== due) yield waiting;
  }

  private countOf(key: string): number {
    return this.taken.get(key) ?? 0;
  }

  private limitOf(key: string): number {
    return isSourceHost(key) ? this.perHost : this.perConflict;
  }
}

import { runPriorities, type RunCause } from './decide.ts';

interface Waiting {
  name: string;
  rank: number;
  arrival: number;
  conflicts: readonly string[];
}

/** Runs at once that share a conflict key (see conflictKeys). */
const defaultPerConflict = 2;

/** Every so many starts the turn is that of who waits longest, whatever is more urgent. */
const fairTurn = 4;

/**
 * Who may run now: at most `size` libraries at a time and at most `perConflict` with the same conflict key; edits before
 * requests before retries before unfinished ones, then in order of arrival. One whose keys are taken is passed over, but
 * every fourth start belongs to who waits longest, and its keys are kept for it, so nobody waits for ever. Holds names
 * only; a restart loses nothing, since every Library asks again.
 */
export class RunSlots {
  private readonly running = new Map<string, readonly string[]>();
  /** Runs of each conflict key. */
  private readonly taken = new Map<string, number>();
  /** By name, in order of arrival. */
  private readonly waiting = new Map<string, Waiting>();
  /** By rank, then arrival. */
  private readonly queue: Waiting[] = [];
  private arrivals = 0;
  /** Starts since who waited longest had one. */
  private sinceOldest = 0;
  private readonly size: number;
  private readonly perConflict: number;

  constructor(size: number, perConflict: number = defaultPerConflict) {
    this.size = size;
    this.perConflict = perConflict;
  }

  /** Takes a slot for the library, or its place in the queue (1 = next). Asking again keeps the place. */
  claim(name: string, cause: RunCause, conflicts: readonly string[] = []): 'taken' | number {
    if (this.running.has(name)) return 'taken';
    const asked = this.enqueue(name, runPriorities.indexOf(cause), conflicts);
    if (!this.mayStart(asked)) return this.placeOf(asked) + 1;
    this.sinceOldest = asked === this.oldest() ? 0 : this.sinceOldest + 1;
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
    return this.waiting.get(name)?.conflicts.find((key) => this.countOf(key) >= this.perConflict);
  }

  /** Gives the library's slot or place back and names those whose turn it is. */
  release(name: string): string[] {
    this.leave(name);
    return this.startable().map((waiting) => waiting.name);
  }

  private enqueue(name: string, rank: number, conflicts: readonly string[]): Waiting {
    const held = this.waiting.get(name);
    if (held) this.queue.splice(this.placeOf(held), 1);
    const asked = {
      name,
      rank: Math.min(rank, held?.rank ?? rank),
      arrival: held?.arrival ?? (this.arrivals += 1),
      conflicts,
    };
    this.waiting.set(name, asked);
    this.queue.splice(this.placeOf(asked), 0, asked);
    return asked;
  }

  private leave(name: string): void {
    for (const key of this.running.get(name) ?? []) {
      const left = this.countOf(key) - 1;
      if (left > 0) this.taken.set(key, left);
      else this.taken.delete(key);
    }
    this.running.delete(name);
    const held = this.waiting.get(name);
    if (!held) return;
    this.queue.splice(this.placeOf(held), 1);
    this.waiting.delete(name);
  }

  private mayStart(asked: Waiting): boolean {
    // Thousands ask while all slots are taken: that answer costs no walk over the others.
    if (this.running.size >= this.size) return false;
    if (asked.conflicts.some((key) => this.countOf(key) >= this.perConflict)) return false;
    return this.startable().includes(asked);
  }

  /** Those who would start if all slots free now were given away. */
  private startable(): Waiting[] {
    const counts = new Map(this.taken);
    const start: Waiting[] = [];
    const free = this.size - this.running.size;
    const due = this.sinceOldest >= fairTurn - 1 ? this.oldest() : undefined;
    const order = due ? [due, ...this.queue.filter((waiting) => waiting !== due)] : this.queue;
    for (const waiting of order) {
      if (start.length >= free) break;
      const { conflicts } = waiting;
      const fits = conflicts.every((key) => (counts.get(key) ?? 0) < this.perConflict);
      if (fits) start.push(waiting);
      // Who is due keeps a place at each of its keys until it has all of them.
      if (!fits && waiting !== due) continue;
      for (const key of conflicts) counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    return start;
  }

  private oldest(): Waiting | undefined {
    return this.waiting.values().next().value;
  }

  private countOf(key: string): number {
    return this.taken.get(key) ?? 0;
  }

  /** Where it stands, or would stand, in the queue; by halving. */
  private placeOf(asked: Waiting): number {
    let low = 0;
    let high = this.queue.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (precedes(this.queue[middle]!, asked)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function precedes(a: Waiting, b: Waiting): boolean {
  return a.rank === b.rank ? a.arrival < b.arrival : a.rank < b.rank;
}

import { runPriorities, type RunCause } from './decide.ts';

interface Waiting {
  name: string;
  rank: number;
  arrival: number;
}

/**
 * Who may run now: at most `size` libraries at a time, edits before requests before retries before unfinished ones, then
 * in order of arrival. Holds names only; a restart loses nothing, since every Library asks again.
 */
export class RunSlots {
  private readonly running = new Set<string>();
  private readonly waiting = new Map<string, Waiting>();
  private arrivals = 0;
  private readonly size: number;

  constructor(size: number) {
    this.size = size;
  }

  /** Takes a slot for the library, or its place in the queue (1 = next). Asking again keeps the place. */
  claim(name: string, cause: RunCause): 'taken' | number {
    if (this.running.has(name)) return 'taken';
    const rank = runPriorities.indexOf(cause);
    const held = this.waiting.get(name);
    const arrival = held?.arrival ?? (this.arrivals += 1);
    this.waiting.set(name, { name, rank: Math.min(rank, held?.rank ?? rank), arrival });
    const position = this.order().findIndex((waiting) => waiting.name === name) + 1;
    if (position > this.size - this.running.size) return position;
    this.waiting.delete(name);
    this.running.add(name);
    return 'taken';
  }

  /** Gives the library's slot or place back and names those whose turn it is. */
  release(name: string): string[] {
    this.running.delete(name);
    this.waiting.delete(name);
    return this.order()
      .slice(0, Math.max(0, this.size - this.running.size))
      .map((waiting) => waiting.name);
  }

  private order(): Waiting[] {
    return [...this.waiting.values()].sort((a, b) => a.rank - b.rank || a.arrival - b.arrival);
  }
}

import { runPriorities } from './decide.ts';

/** A library that waits for a run. */
export interface Waiting {
  /** Registry key: `namespace/name`, or `name` without namespaces. */
  name: string;
  /** Index in runPriorities. */
  rank: number;
  /** Sequence number of the arrival. */
  arrival: number;
  /** See conflictKeys. The first is the host of the source. */
  conflicts: readonly string[];
}

/** The waiting libraries of one namespace and rank, by host, longest waiting first. The Map is in the order of turns. */
class Lanes {
  size = 0;
  readonly hosts = new Map<string, Waiting[]>();
}

/**
 * A round-robin queue of libraries. Orders them by rank, then by namespace in turn, then by host in turn, then by arrival. A
 * namespace or host that had its turn goes behind the others, so that thousands of libraries of one do not block the rest.
 */
export class FairQueue {
  private readonly byName = new Map<string, Waiting>();
  private readonly ranks = runPriorities.map(() => new Map<string, Lanes>());
  /** All ranks, by namespace in the order of turns, then by name in the order of arrival. */
  private readonly arrivals = new Map<string, Map<string, Waiting>>();

  get(name: string): Waiting | undefined {
    return this.byName.get(name);
  }

  /** Adds a library, or changes its rank or conflict keys without changing its arrival. */
  set(waiting: Waiting): void {
    const { name, rank } = waiting;
    const held = this.byName.get(name);
    this.byName.set(name, waiting);
    const namespace = namespaceIn(name);
    entryOf(this.arrivals, namespace, () => new Map<string, Waiting>()).set(name, waiting);
    if (held?.rank === rank && hostOf(held) === hostOf(waiting)) {
      const lane = this.laneOf(held);
      lane[lane.indexOf(held)] = waiting;
      return;
    }
    if (held) this.removeFromLane(held);
    const all = entryOf(this.ranks[rank]!, namespace, () => new Lanes());
    const lane = entryOf(all.hosts, hostOf(waiting), (): Waiting[] => []);
    lane.splice(lane.findLastIndex(({ arrival }) => arrival < waiting.arrival) + 1, 0, waiting);
    all.size += 1;
  }

  delete(name: string): void {
    const held = this.byName.get(name);
    if (!held) return;
    this.byName.delete(name);
    this.removeFromLane(held);
    const namespace = namespaceIn(name);
    const inNamespace = this.arrivals.get(namespace)!;
    inNamespace.delete(name);
    if (inNamespace.size === 0) this.arrivals.delete(namespace);
  }

  /** Removes a library that starts. Its namespace and host go behind the others. */
  start(name: string): void {
    const held = this.byName.get(name);
    if (!held) return;
    this.delete(name);
    const namespace = namespaceIn(name);
    const namespaces = this.ranks[held.rank]!;
    const hosts = namespaces.get(namespace)?.hosts;
    if (hosts) toEnd(hosts, hostOf(held));
    toEnd(namespaces, namespace);
    toEnd(this.arrivals, namespace);
  }

  /** Yields all libraries in the order of turns. */
  *inOrder(): Generator<Waiting> {
    for (const namespaces of this.ranks) {
      yield* inTurn([...namespaces.values()].map(({ hosts }) => inTurn(hosts.values())));
    }
  }

  /** Returns the library that waits longest in the namespace whose last turn is longest ago, whatever its rank. */
  longestWaiting(): Waiting | undefined {
    const [inNamespace] = this.arrivals.values();
    return inNamespace?.values().next().value;
  }

  /** Returns the library's place, 1 = next. Counts instead of walking, because thousands ask. */
  placeOf(waiting: Waiting): number {
    const namespaces = this.ranks[waiting.rank]!;
    const namespace = namespaceIn(waiting.name);
    const { hosts } = namespaces.get(namespace)!;
    const inLane = this.laneOf(waiting).indexOf(waiting);
    const inNamespace = aheadInTurn(hosts, { own: hostOf(waiting), index: inLane }, lengthOf);
    let place = aheadInTurn(namespaces, { own: namespace, index: inNamespace }, sizeOf) + 1;
    for (const rank of this.ranks.slice(0, waiting.rank)) {
      for (const { size } of rank.values()) place += size;
    }
    return place;
  }

  private laneOf(held: Waiting): Waiting[] {
    return this.ranks[held.rank]!.get(namespaceIn(held.name))!.hosts.get(hostOf(held))!;
  }

  private removeFromLane(held: Waiting): void {
    const namespaces = this.ranks[held.rank]!;
    const namespace = namespaceIn(held.name);
    const all = namespaces.get(namespace)!;
    const lane = this.laneOf(held);
    lane.splice(lane.indexOf(held), 1);
    all.size -= 1;
    if (lane.length === 0) all.hosts.delete(hostOf(held));
    if (all.size === 0) namespaces.delete(namespace);
  }
}

/** Returns how many libraries of all lanes start before the one at `index` in the lane `own`. */
function aheadInTurn<Lane>(
  lanes: ReadonlyMap<string, Lane>,
  { own, index }: { own: string; index: number },
  lengthIn: (lane: Lane) => number,
): number {
  let ahead = index;
  let turns = index + 1;
  for (const [key, lane] of lanes) {
    // Lanes behind this one have had one turn less.
    if (key === own) turns = index;
    else ahead += Math.min(lengthIn(lane), turns);
  }
  return ahead;
}

const lengthOf = ({ length }: Waiting[]): number => length;
const sizeOf = ({ size }: Lanes): number => size;

/** Yields one item of each iterable in turn, until all have ended. */
function* inTurn<T>(lanes: Iterable<Iterable<T>>): Generator<T> {
  let turns = [...lanes].map((lane) => lane[Symbol.iterator]());
  while (turns.length > 0) {
    const left: typeof turns = [];
    for (const turn of turns) {
      const next = turn.next();
      if (next.done) continue;
      left.push(turn);
      yield next.value;
    }
    turns = left;
  }
}

function namespaceIn(name: string): string {
  return name.slice(0, Math.max(0, name.indexOf('/')));
}

function hostOf({ conflicts }: Waiting): string {
  return conflicts[0] ?? '';
}

function entryOf<V>(map: Map<string, V>, key: string, make: () => V): V {
  const held = map.get(key);
  if (held !== undefined) return held;
  const made = make();
  map.set(key, made);
  return made;
}

function toEnd<V>(map: Map<string, V>, key: string): void {
  const held = map.get(key);
  if (held === undefined) return;
  map.delete(key);
  map.set(key, held);
}

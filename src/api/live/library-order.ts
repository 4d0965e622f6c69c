import { countWhile } from '../../base/count-while.ts';
import { titleOf } from '../../libraries/library/record.ts';
import { stateOf, type Library } from '../../resources/library.ts';

/** Sort keys of a list. */
export const sorts = [
  'id',
  'title',
  'state',
  'versions',
  'snippets',
  'tokens',
  'stars',
  'trust',
  'benchmark',
  'updated',
  'run',
] as const;

/** A value that libraries can be sorted by: the parameter `sort` of the API. */
export type LibrarySort = (typeof sorts)[number];
/** Ascending or descending: the parameter `order` of the API. */
export type Direction = 'asc' | 'desc';

/** An entry in a sorted list of libraries. */
export interface Placed {
  /** Distinguishes Libraries with the same id. */
  key: string;
  library: Library;
}

type Value = string | number | undefined;

const valueOf: Record<LibrarySort, (library: Library) => Value> = {
  id: ({ spec }) => spec.id,
  title: (library) => titleOf(library).toLowerCase(),
  state: (library) => stateOf(library),
  versions: ({ status }) => status.versions?.length ?? 0,
  snippets: ({ status }) => status.totalSnippets ?? 0,
  tokens: ({ status }) => status.totalTokens ?? 0,
  stars: ({ status }) => status.stars,
  trust: ({ status }) => status.trustScore,
  benchmark: ({ status }) => status.benchmarkScore,
  updated: ({ status }) => status.lastUpdateDate,
  run: ({ status }) => status.run?.finishedAt ?? status.run?.startedAt,
};

/** All libraries in one order, updated with each change. Libraries without the value come last in both directions. */
export class LibraryOrder<T extends Placed> {
  private readonly sort: LibrarySort;
  private readonly sign: 1 | -1;
  private placed: { value: Value; row: T }[];

  constructor(sort: LibrarySort, direction: Direction, rows: Iterable<T>) {
    this.sort = sort;
    this.sign = direction === 'asc' ? 1 : -1;
    this.placed = [...rows].map((row) => this.place(row));
    this.placed.sort((a, b) => this.compare(a, b));
  }

  add(row: T): void {
    const place = this.place(row);
    this.placed.splice(this.search(place), 0, place);
  }

  /** Removes a row. Its library must be the one that was added, because it determines the position. */
  remove(row: T): void {
    const at = this.search(this.place(row));
    if (this.placed[at]?.row === row) this.placed.splice(at, 1);
  }

  *rows(): Generator<T> {
    for (const { row } of this.placed) yield row;
  }

  private place(row: T): { value: Value; row: T } {
    return { value: valueOf[this.sort](row.library), row };
  }

  /** Returns the first position that is not before this one. */
  private search(place: { value: Value; row: T }): number {
    return countWhile(this.placed, (other) => this.compare(other, place) < 0);
  }

  private compare(a: { value: Value; row: T }, b: { value: Value; row: T }): number {
    if (a.value !== b.value) {
      if (a.value === undefined) return 1;
      if (b.value === undefined) return -1;
      return a.value < b.value ? -this.sign : this.sign;
    }
    const [x, y] = [a.row.library.spec.id, b.row.library.spec.id];
    if (x !== y) return x < y ? -1 : 1;
    return a.row.key < b.row.key ? -1 : Number(a.row.key > b.row.key);
  }
}

import { descriptionOf, titleOf } from '../../libraries/library/record.ts';
import type { Caller } from '../../identity/access/caller.ts';
import { maySee } from '../../identity/access/visibility.ts';
import { isQueued, sourceTypeOf } from '../library-status.ts';
import { keyOf, stateOf, type Library, type LibraryState } from '../../resources/library.ts';
import { LibraryOrder, type Direction, type LibrarySort } from './library-order.ts';
import { sourceAddress } from './source-address.ts';
import {
  searchableText,
  searchPattern,
  type SearchableText,
  type SearchPattern,
} from './search-as-you-type.ts';

/** Filters, order and page of a list. */
export interface ListQuery {
  /** Parts of words; all of them must match. */
  search?: string;
  states?: ReadonlySet<LibraryState>;
  sourceType?: string;
  /** Only libraries with an active or queued run. */
  active?: boolean;
  /** Default: the best matches first for a search, otherwise by id. */
  sort?: LibrarySort;
  direction?: Direction;
  offset?: number;
  /** Default: all. */
  limit?: number;
}

/** One page of the matching libraries. */
export interface ListPage {
  libraries: Library[];
  /** The number of all matching libraries. */
  total: number;
}

interface Row {
  key: string;
  library: Library;
  state: LibraryState;
  sourceType: string;
  active: boolean;
  /** Returns the searchable text; for the operator, with the path of a local source. */
  text: (isOperator: boolean) => SearchableText;
}

/** A list of libraries with maintained sort orders; an order is built at its first use. */
export class LibraryList {
  private readonly rows = new Map<string, Row>();
  private readonly orders = new Map<string, LibraryOrder<Row>>();

  get(key: string): Library | undefined {
    return this.rows.get(key)?.library;
  }

  put(library: Library): void {
    const key = keyOf(library.metadata);
    this.remove(key);
    const row = rowOf(key, library);
    this.rows.set(key, row);
    for (const order of this.orders.values()) order.add(row);
  }

  remove(key: string): void {
    const row = this.rows.get(key);
    if (!row) return;
    this.rows.delete(key);
    for (const order of this.orders.values()) order.remove(row);
  }

  /** Returns a page of the matching libraries that the caller may see. */
  page(query: ListQuery, caller: Caller): ListPage {
    const { sort = 'id', direction = 'asc', offset = 0, limit = Infinity } = query;
    const found = this.matching(query, caller, this.order(sort, direction));
    const page = found.slice(offset, offset + limit);
    return { libraries: page.map(({ library }) => library), total: found.length };
  }

  /** Builds search texts in steps: building thousands in the first search would block the thread. */
  async prepare(pause: () => Promise<void>): Promise<void> {
    let made = 0;
    for (const { text } of this.rows.values()) {
      text(false);
      made += 1;
      if (made % 100 === 0) await pause();
    }
  }

  private order(sort: LibrarySort, direction: Direction): LibraryOrder<Row> {
    const name = `${sort} ${direction}`;
    const order = this.orders.get(name) ?? new LibraryOrder(sort, direction, this.rows.values());
    this.orders.set(name, order);
    return order;
  }

  private matching(query: ListQuery, caller: Caller, order: LibraryOrder<Row>): Row[] {
    const { search = '' } = query;
    const typed = search.trim() === '' ? undefined : searchPattern(search);
    const byRank: Row[][] = [[], [], [], []];
    for (const row of order.rows()) {
      if (!isWanted(row, query) || !maySee(caller, row.library)) continue;
      const rank = typed ? rankOf(typed, row.text(caller.role === 'operator')) : 0;
      if (rank !== undefined) byRank[query.sort === undefined ? rank : 0]!.push(row);
    }
    return byRank.flat();
  }
}

function isWanted(row: Row, { states, sourceType, active }: ListQuery): boolean {
  if (states && !states.has(row.state)) return false;
  if (sourceType !== undefined && row.sourceType !== sourceType) return false;
  return !active || row.active;
}

function rankOf(typed: SearchPattern, text: SearchableText): 0 | 1 | 2 | 3 | undefined {
  return typed.matches(text) ? typed.rank(text) : undefined;
}

function rowOf(key: string, library: Library): Row {
  const state = stateOf(library);
  return {
    key,
    library,
    state,
    sourceType: sourceTypeOf(library),
    active: state === 'processing' || isQueued(library),
    text: textsOf(library),
  };
}

/** Returns texts that are built at their first search, because most versions of a library are never searched. */
function textsOf(library: Library): Row['text'] {
  let made: { shown: SearchableText; withPath: SearchableText } | undefined;
  return (isOperator) => {
    made ??= bothTexts(library);
    return isOperator ? made.withPath : made.shown;
  };
}

function bothTexts(library: Library): { shown: SearchableText; withPath: SearchableText } {
  const address = sourceAddress(library);
  const textWith = (where: string[]): SearchableText =>
    searchableText([library.spec.id, titleOf(library)], [descriptionOf(library), ...where]);
  const withPath = textWith(address ? [address.text] : []);
  return { withPath, shown: address?.isLocal ? textWith([]) : withPath };
}

import { useSearch } from 'wouter';
import type { LibraryStatus, Paths } from '../../api/paths.gen.ts';
import { navigate } from '../../location.ts';

type Query = NonNullable<Paths['/api/v1/libraries']['get']['parameters']['query']>;
/** An order that the API offers for the list of libraries. */
export type Sort = NonNullable<Query['sort']>;

/** The search, filters and order of the list, from the address. */
export interface Wanted {
  search: string;
  states: LibraryStatus['state'][];
  source: LibraryStatus['sourceType'] | undefined;
  /** Default: by the best match of the search; without a search, by id. */
  sort: Sort | undefined;
  order: 'asc' | 'desc';
}

/** Names of the filters in the address. Other parts of the view use other names. */
const names = ['search', 'state', 'source', 'sort', 'order'];

/** Returns the filters, and a function that changes them. They are in the address, so that people can share them. */
export function useWanted(): [Wanted, (change: Partial<Wanted>) => void] {
  const given = new URLSearchParams(useSearch());
  const text = (name: string): string | undefined => given.get(name) ?? undefined;
  const wanted: Wanted = {
    search: text('search') ?? '',
    states: (text('state')?.split(',') ?? []) as Wanted['states'],
    source: text('source') as Wanted['source'],
    sort: text('sort') as Wanted['sort'],
    order: text('order') === 'desc' ? 'desc' : 'asc',
  };
  const want = (change: Partial<Wanted>): void => {
    const next = new URLSearchParams(given);
    for (const name of names) next.delete(name);
    for (const [name, value] of Object.entries(queryOf({ ...wanted, ...change })))
      next.set(name, value);
    navigate(next.size === 0 ? '/' : `/?${next.toString()}`, { replace: true });
  };
  return [wanted, want];
}

/** Returns whether a filter or search is active. */
export function isFiltered({ search, states, source }: Wanted): boolean {
  return search.trim() !== '' || states.length > 0 || source !== undefined;
}

/** Returns the parameters of the request. */
export function queryOf({
  search,
  states,
  source,
  sort,
  order,
}: Wanted): Pick<Query, 'search' | 'state' | 'source' | 'sort' | 'order'> {
  return {
    ...(search.trim() !== '' && { search }),
    ...(states.length > 0 && { state: states.join(',') }),
    ...(source && { source }),
    ...(sort && { sort, order }),
  };
}

import { useSearch } from 'wouter';
import type { LibraryStatus, Paths } from '../../api/paths.gen.ts';
import { navigate } from '../../location.ts';

type Query = NonNullable<Paths['/api/v1/libraries']['get']['parameters']['query']>;
export type Sort = NonNullable<Query['sort']>;

/** Which libraries are shown, as the address says. */
export interface Wanted {
  search: string;
  states: LibraryStatus['state'][];
  source: LibraryStatus['sourceType'] | undefined;
  /** What fits the search best, else ids, when absent. */
  sort: Sort | undefined;
  order: 'asc' | 'desc';
}

/** What the address holds of the filters; the rest of it is of other parts of the view. */
const names = ['search', 'state', 'source', 'sort', 'order'];

/** What is wanted, and a way to want something else. It stands in the address, so that it can be passed on. */
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

/** Whether anything is left out. */
export function isFiltered({ search, states, source }: Wanted): boolean {
  return search.trim() !== '' || states.length > 0 || source !== undefined;
}

/** As the server is asked. */
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

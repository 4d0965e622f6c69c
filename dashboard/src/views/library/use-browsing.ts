import { useSearch } from 'wouter';
import { navigate } from '../../location.ts';

/** The version, document and search of the visible snippets, from the address. */
export interface Browsing {
  version: string;
  search: string;
  path: string;
  flagged: boolean;
}

/** Returns the visible selection, and a function that changes it. */
export function useBrowsing(id: string): [Browsing, (change: Partial<Browsing>) => void] {
  const given = new URLSearchParams(useSearch());
  const browsing: Browsing = {
    version: given.get('version') ?? '',
    search: given.get('search') ?? '',
    path: given.get('path') ?? '',
    flagged: given.get('flagged') === 'true',
  };
  const browse = (change: Partial<Browsing>): void => {
    const query = queryOf({ ...browsing, ...change });
    const search = new URLSearchParams({ tab: 'snippets', ...query }).toString();
    navigate(`/libraries${id}?${search}`, { replace: true });
  };
  return [browsing, browse];
}

/** Returns the parameters of the request, without empty values. */
export function queryOf({ version, search, path, flagged }: Browsing) {
  return {
    ...(version !== '' && { version }),
    ...(search.trim() !== '' && { search }),
    ...(path !== '' && { path }),
    ...(flagged && { flagged: 'true' as const }),
  };
}

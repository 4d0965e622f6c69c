import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { messageOf } from '../../api/failure.ts';

/** Maximum number of libraries in the list. */
const most = 50;

/** Libraries to choose from. */
export interface LibraryChoices {
  ids: string[];
  /** Titles by id. */
  titles: ReadonlyMap<string, string>;
  /** Whether the libraries are from an earlier search, because the server has not answered this one. */
  isStale: boolean;
  problem?: string;
}

/** Returns the request for the libraries that match a text. '' matches all libraries. */
export function choicesOf(search: string) {
  const query = { limit: most, ...(search.trim() !== '' && { search: search.trim() }) };
  return api.queryOptions('get', '/api/v1/libraries', { params: { query } });
}

/** Returns the libraries that match the typed text. */
export function useLibraryChoices(search: string): LibraryChoices {
  const found = useQuery({ ...choicesOf(search), placeholderData: keepPreviousData });
  const libraries = found.data?.libraries ?? [];
  return {
    ids: libraries.map(({ id }) => id),
    titles: new Map(libraries.map(({ id, title }) => [id, title])),
    isStale: found.isPlaceholderData || found.isPending,
    ...(found.error && { problem: messageOf(found.error) }),
  };
}

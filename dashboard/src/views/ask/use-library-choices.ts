import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { messageOf } from '../../api/failure.ts';

/** Libraries that are offered at a time. */
const most = 50;

/** Libraries to choose from. */
export interface LibraryChoices {
  ids: string[];
  /** Titles by id. */
  titles: ReadonlyMap<string, string>;
  /** They are of an earlier search: the server has not answered this one yet. */
  isStale: boolean;
  problem?: string;
}

/** The request for the libraries that match a text; all libraries for ''. */
export function choicesOf(search: string) {
  const query = { limit: most, ...(search.trim() !== '' && { search: search.trim() }) };
  return api.queryOptions('get', '/api/v1/libraries', { params: { query } });
}

/** The libraries that match what a person typed, as the server finds them. */
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

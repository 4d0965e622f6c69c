import { useInfiniteQuery } from '@tanstack/react-query';
import { http } from '../../api/client.ts';
import { queryOf, type Browsing } from './use-browsing.ts';

/** Number of snippets on a page. A search and the list of warnings have only one page, with its own limit. */
const [pageLength, answerLength] = [20, 50];

/** Returns whether the selection has only one page. */
export function isOneAnswer({ search, flagged }: Browsing): boolean {
  return search.trim() !== '' || flagged;
}

/** Reads the snippets of a library, page by page. A page is null if the library serves nothing yet. */
export function useSnippets(id: string, browsing: Browsing) {
  const limit = isOneAnswer(browsing) ? answerLength : pageLength;
  const query = { id, ...queryOf(browsing), limit };
  return useInfiniteQuery({
    queryKey: ['get', '/api/v1/library/snippets', { params: { query } }],
    queryFn: async ({ pageParam: after, signal }) => {
      const asked = { ...query, ...(after !== undefined && { after }) };
      const params = { query: asked };
      const { data } = await http.GET('/api/v1/library/snippets', { params, signal });
      // A library that serves nothing yet returns 202, which is not an error in HTTP.
      return data && 'snippets' in data ? data : null;
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last?.next,
  });
}

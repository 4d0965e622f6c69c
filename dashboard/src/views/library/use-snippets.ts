import { useInfiniteQuery } from '@tanstack/react-query';
import { http } from '../../api/client.ts';
import { queryOf, type Browsing } from './use-browsing.ts';

/** Snippets of a page, and of a search or of those with warnings, which have one page. */
const [pageLength, answerLength] = [20, 50];

/** Whether everything that is looked at comes in one answer. */
export function isOneAnswer({ search, flagged }: Browsing): boolean {
  return search.trim() !== '' || flagged;
}

/** What is stored of a library, page after page; a page is null where nothing is served yet. */
export function useSnippets(id: string, browsing: Browsing) {
  const limit = isOneAnswer(browsing) ? answerLength : pageLength;
  const query = { id, ...queryOf(browsing), limit };
  return useInfiniteQuery({
    queryKey: ['get', '/api/v1/library/snippets', { params: { query } }],
    queryFn: async ({ pageParam: after, signal }) => {
      const asked = { ...query, ...(after !== undefined && { after }) };
      const params = { query: asked };
      const { data } = await http.GET('/api/v1/library/snippets', { params, signal });
      // What is not served yet is no failure for HTTP: 202.
      return data && 'snippets' in data ? data : null;
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last?.next,
  });
}

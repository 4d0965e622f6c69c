import { QueryClient } from '@tanstack/react-query';

/** How often and how long answers of the server are kept. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // Without a network a browser calls itself offline, although the server may be the same machine: it is asked all the same.
      // What failed is said at once, with a button to try again; a request that is refused is refused again.
      queries: {
        networkMode: 'always',
        retry: false,
        staleTime: 5_000,
        refetchOnWindowFocus: false,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

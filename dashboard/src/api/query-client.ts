import { QueryClient } from '@tanstack/react-query';
import { ApiFailure } from './failure.ts';

/** How often a server that is away is asked again before that is said. */
const repeats = 2;
/** Milliseconds before it is asked again, and twice as many before the next time. */
const repeatedAfterMs = 400;

/** How often and how long answers of the server are kept. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // Without a network a browser calls itself offline, although the server may be the same machine: it is asked all the same.
      // What failed is said at once, with a button to try again: a request that is refused is refused again. A server that is
      // away may be one that is just replaced by another; and when the network changes, browsers give up all they wait for.
      queries: {
        networkMode: 'always',
        retry: (failures, error) => failures < repeats && error instanceof ApiFailure && error.away,
        retryDelay: (failures) => repeatedAfterMs * 2 ** failures,
        staleTime: 5_000,
        refetchOnWindowFocus: false,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

import { QueryClient } from '@tanstack/react-query';
import { ApiFailure } from './failure.ts';

/** Number of retries before the page says that the server does not answer. */
const repeats = 2;
/** Milliseconds before the first retry. Each further delay is twice as long. */
const repeatedAfterMs = 400;

/** Returns the cache of the server's responses, with its rules for retries and age. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // Sends requests even if the browser is offline, because the server may be on the same machine. Retries only if the
      // server did not answer: an upgrade may be replacing it, and browsers abort all requests when the network changes. The
      // server would refuse other requests again, so the page shows their errors at once, with a button to retry.
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

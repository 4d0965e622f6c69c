import type { ServerResponse } from 'node:http';

/**
 * Aborts when the caller goes away before the whole answer was sent. An abort makes an exception with its stack: one that
 * tells nobody anything is left out.
 */
export function disconnectSignal(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  return gone.signal;
}

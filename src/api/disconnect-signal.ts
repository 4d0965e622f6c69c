import type { ServerResponse } from 'node:http';

/**
 * Aborts if the client disconnects before the whole response is sent. A finished response does not abort, because an abort
 * costs an exception with its stack.
 */
export function disconnectSignal(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  return gone.signal;
}

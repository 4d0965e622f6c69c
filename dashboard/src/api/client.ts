import createFetchClient, { type Middleware } from 'openapi-fetch';
import createQueryHooks from 'openapi-react-query';
import { createQueryClient } from './query-client.ts';
import { ApiFailure } from './failure.ts';
import type { Paths } from './paths.gen.ts';

/** URL of the server. It is the folder of the page, also below the path of a proxy. */
export const serverUrl = new URL('.', document.baseURI).href.replace(/\/$/, '');

/** Cache of the server's responses. */
export const queries = createQueryClient();

/** Cache key of the caller's session. See session/use-session.ts. */
export const sessionKey = ['get', '/api/v1/session', {}] as const;

const guarded: Middleware = {
  onRequest({ request }) {
    const session = queries.getQueryData<{ csrfToken?: string }>(sessionKey);
    if (session?.csrfToken !== undefined && request.method !== 'GET') {
      request.headers.set('X-CSRF-Token', session.csrfToken);
    }
    return request;
  },
  /** Throws errors of the server, so that every view handles them in the same way. */
  async onResponse({ request, response }) {
    if (response.ok) return;
    const failure = await ApiFailure.of(response);
    // A refusal can mean that the caller's session has changed.
    const signingIn = request.method === 'POST' && request.url.endsWith(sessionKey[1]);
    if (failure.refused && !signingIn) void queries.invalidateQueries({ queryKey: sessionKey });
    throw failure;
  },
  onError: () =>
    new ApiFailure(0, 'unreachable', 'The server cannot be reached. Check that it is running.'),
};

/** Sends requests that are not queries: `await http.POST('/api/v1/refresh', {body})`. Throws ApiFailure. */
export const http = createFetchClient<Paths>({ baseUrl: serverUrl, credentials: 'same-origin' });
http.use(guarded);

/** Hooks for every operation: `api.useQuery('get', '/api/v1/library', {params: {query: {id}}})`. */
export const api = createQueryHooks(http);

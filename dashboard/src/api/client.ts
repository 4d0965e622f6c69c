import createFetchClient, { type Middleware } from 'openapi-fetch';
import createQueryHooks from 'openapi-react-query';
import { createQueryClient } from './query-client.ts';
import { ApiFailure } from './failure.ts';
import type { Paths } from './paths.gen.ts';

/** Where the server is: beside the page, below whatever path a proxy has put it. */
export const serverUrl = new URL('.', document.baseURI).href.replace(/\/$/, '');

/** What the page knows of the server. */
export const queries = createQueryClient();

/** The key under which the caller's session is kept; see session/use-session.ts. */
export const sessionKey = ['get', '/api/v1/session', {}] as const;

const guarded: Middleware = {
  onRequest({ request }) {
    const session = queries.getQueryData<{ csrfToken?: string }>(sessionKey);
    if (session?.csrfToken !== undefined && request.method !== 'GET') {
      request.headers.set('X-CSRF-Token', session.csrfToken);
    }
    return request;
  },
  /** What the server refuses is thrown, so that every view treats it alike. */
  async onResponse({ request, response }) {
    if (response.ok) return;
    const failure = await ApiFailure.of(response);
    // Whoever is refused may not be who the page takes them for any more.
    const signingIn = request.method === 'POST' && request.url.endsWith(sessionKey[1]);
    if (failure.refused && !signingIn) void queries.invalidateQueries({ queryKey: sessionKey });
    throw failure;
  },
  onError: () =>
    new ApiFailure(0, 'unreachable', 'The server cannot be reached. Check that it is running.'),
};

/** Requests by hand, for what is no query: `await http.POST('/api/v1/refresh', {body})`. Throws ApiFailure. */
export const http = createFetchClient<Paths>({ baseUrl: serverUrl, credentials: 'same-origin' });
http.use(guarded);

/** Hooks for every operation: `api.useQuery('get', '/api/v1/library', {params: {query: {id}}})`. */
export const api = createQueryHooks(http);

import type { Request } from 'express';

/** Returns the query of a request. The application parses none (createApi), so `request.query` is empty. */
export function queryOf({ url }: Pick<Request, 'url'>): URLSearchParams {
  return new URLSearchParams(url.split('?').slice(1).join('?'));
}

import { isObject, parsedJson } from '../../../base/json.ts';
import { RunError } from '../../../base/errors.ts';
import type { HttpClient } from '../../../base/http/client.ts';
import { describeUrl } from '../../../base/http/http-url.ts';
import { HttpStatusError } from '../../../base/http/http-errors.ts';
import type { WikiAccess } from './access.ts';
import { objects, textOf, type Json } from '../../../base/json-fields.ts';

/** Maximum bytes of one response with a list. */
const maxListBytes = 20_000_000;
/** Maximum number of responses of one list, for servers that never end it. */
const maxListAnswers = 10_000;

type Query = Readonly<Record<string, string>>;

/** Reads the REST API of one site with the integration's account. Every method throws RunError. */
export class WikiRequests {
  private readonly client: HttpClient;
  private readonly access: WikiAccess;
  private readonly signal: AbortSignal;

  constructor(client: HttpClient, access: WikiAccess, signal: AbortSignal) {
    this.client = client;
    this.access = access;
    this.signal = signal;
  }

  /** Reads one object, with at most `maxBytes` of JSON. */
  async one(
    path: string,
    query: Query,
    maxBytes = maxListBytes,
    signal?: AbortSignal,
  ): Promise<Json> {
    const url = new URL(this.access.api + path);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const { site, authorization } = this.access;
    const response = await this.client
      .get(url, {
        signal: signal ?? this.signal,
        maxBytes,
        authorization,
        accept: 'application/json',
        onRedirect: (to) => assertSameHost(url, to),
        onContent: (mediaType) => assertJson(mediaType, url),
      })
      .catch((error: unknown) => {
        throw sayingWhatToSet(error, site);
      });
    return parse(response.text(), url);
  }

  /**
   * Yields all results of a list. `next` is the parameter of the next results. Only its value is taken from the response's
   * link, never the link itself, so that the token cannot go to another server.
   */
  async *all(path: string, query: Query, next: 'cursor' | 'start'): AsyncGenerator<Json> {
    const seen = new Set<string>();
    let place: Query = {};
    for (let answers = 0; answers < maxListAnswers; answers += 1) {
      const answer = await this.one(path, { ...query, ...place });
      yield* objects(answer['results']);
      const link = textOf((answer['_links'] as Json | undefined)?.['next']);
      const value = URL.parse(link, 'https://next.invalid')?.searchParams.get(next) ?? '';
      if (value === '' || seen.has(value)) return;
      seen.add(value);
      place = { [next]: value };
    }
  }
}

function assertSameHost(from: URL, to: URL): void {
  if (from.host === to.host && !/login|signin|sso/i.test(to.pathname)) return;
  throw new RunError(
    'AccessDenied',
    `${describeUrl(from)} redirects to ${describeUrl(to)}; the email and token of the wiki integration are not accepted there`,
  );
}

function assertJson(mediaType: string, url: URL): void {
  if (mediaType === 'application/json') return;
  throw new RunError(
    'Malformed',
    `${describeUrl(url)} answers ${mediaType || 'without a type'}; expected the JSON of Confluence's REST API (is wiki.siteUrl the whole URL of the site?)`,
  );
}

function parse(text: string, url: URL): Json {
  const value = parsedJson(text);
  if (isObject(value)) return value;
  throw new RunError('Malformed', `${describeUrl(url)} does not answer a JSON object`);
}

function sayingWhatToSet(error: unknown, site: string): unknown {
  if (!(error instanceof HttpStatusError)) return error;
  if (error.httpStatus === 401) {
    return new RunError(
      'AccessDenied',
      `${site} refuses the token of the wiki integration (401); check wiki.email and wiki.token`,
      { cause: error },
    );
  }
  if (error.httpStatus === 403) {
    return new RunError(
      'AccessDenied',
      `${site} does not let the account of the wiki integration read this (403)`,
      { cause: error },
    );
  }
  return error;
}

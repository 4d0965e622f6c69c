import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import { createApi, type ApiOptions } from '../../../src/api/create-api.ts';
import { startServer, type ServerOptions } from '../../../src/api/server.ts';
import {
  fakeCatalog,
  fakeEmbedder,
  fakeIndex,
  fakeRegistry,
  record,
  snippet,
} from '../../support/fake-stores.ts';
import { checkedFetch, type CheckedResponse } from '../../support/openapi-check.ts';

export const operatorToken = '5'.repeat(64);

/** A running API and what asks it. */
export interface ApiServer {
  url: string;
  close: () => Promise<void>;
  /** Log lines written so far. */
  logged: () => Record<string, unknown>[];
  get: (path: string, headers?: Record<string, string>) => Promise<CheckedResponse>;
  /** With the operator token, unless `headers` says otherwise. */
  send: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<CheckedResponse>;
}

const routing = snippet('routing', {
  title: 'Declare a route',
  description: 'Routes take a path and a handler.',
  anchor: 'routes',
  codeList: [{ language: 'js', code: "app.get('/', handler)" }],
});
const logging = snippet('logging', {
  kind: 'info',
  title: 'Logging',
  breadcrumb: ['Guide', 'Logging'],
  content: 'Loggers write one line for every request.',
  codeList: [],
  language: '',
});

const libraries = [
  record('/acme/web', { versions: ['v1'], title: 'Web' }),
  record('/acme/moved', { formerIds: ['/old/home'] }),
  record('/acme/queued', { state: 'initial', lastUpdateDate: '' }),
];

/** As startApi, closed when the test ends. */
export async function apiServer(...options: Parameters<typeof startApi>): Promise<ApiServer> {
  const server = await startApi(...options);
  onTestFinished(server.close);
  return server;
}

/** Starts the API on a free port over stores in memory that hold /acme/web (and its tag v1), /acme/moved and /acme/queued. */
export async function startApi(
  parts: Partial<ApiOptions> = {},
  serving: Partial<ServerOptions> = {},
): Promise<ApiServer> {
  const lines: string[] = [];
  const embedder = fakeEmbedder();
  const stored = {
    '/acme/web@': [routing, logging],
    '/acme/web@v1': [snippet('old', { title: 'Declare a route in v1' })],
    '/acme/moved@': [routing],
  };
  const app = createApi({
    catalog: fakeCatalog(libraries),
    index: fakeIndex(stored, embedder),
    registry: fakeRegistry(),
    embedder,
    log: pino({ level: 'debug' }, { write: (line) => void lines.push(line) }),
    version: '1.2.3',
    host: '127.0.0.1',
    operatorToken,
    ...parts,
  });
  const server = await startServer(app, { host: '127.0.0.1', port: 0, ...serving });
  return {
    url: server.url,
    close: () => server.close(100),
    logged: () => lines.map((line): Record<string, unknown> => JSON.parse(line)),
    get: (path, headers = {}) => checkedFetch(`${server.url}${path}`, { headers }),
    send: (method, path, body, headers = { authorization: `Bearer ${operatorToken}` }) =>
      checkedFetch(`${server.url}${path}`, {
        method,
        headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
  };
}

/** A query string of these parameters, one given as a list repeated. */
export function queryString(parameters: Record<string, string | string[]>): string {
  const pairs = Object.entries(parameters).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, one]),
  );
  return new URLSearchParams(pairs).toString();
}

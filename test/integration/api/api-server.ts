import type { RequestListener } from 'node:http';
import { SqlCodeProjects } from '../../../src/store/metadata/code-projects.ts';
import { onTestFinished } from 'vitest';
import { openAccess, type AccessOptions } from '../../../src/cli/processes/open-access.ts';
import { createApi } from '../../../src/api/create-api.ts';
import { type ApiOptions } from '../../../src/api/api-options.ts';
import { createLog } from '../../../src/cli/log/create-log.ts';
import { startServer, type RunningServer, type ServerOptions } from '../../../src/api/server.ts';
import type { IndexedSnippet } from '../../../src/store/snippet.ts';
import type { Keys } from '../../../src/identity/access/keys.ts';
import type { Library } from '../../../src/resources/library.ts';
import type { ManifestSync } from '../../../src/resources/manifest-sync.ts';
import type { LibraryRecord } from '../../../src/resources/library-record.ts';
import type { Registry } from '../../../src/store/registry.ts';
import type { MetadataDatabase } from '../../../src/store/metadata/database.ts';
import type { SecretStore } from '../../../src/store/secrets.ts';
import { createGitCredentials } from '../../../src/libraries/integrations/git-credentials.ts';
import { createFileUploads } from '../../../src/store/file-uploads.ts';
import { SqlSecretStore } from '../../../src/store/metadata/secrets.ts';
import type { Embedder } from '../../../src/models/embedder.ts';
import { fakeEmbedder, record, snippet } from '../../support/fake-stores.ts';
import { checkedFetch, type CheckedResponse } from '../../support/openapi-check.ts';
import { loopback } from '../../support/web-server.ts';
import { openStores, storeLibrary, storeSnippets, type Stores } from '../../support/stores.ts';
import { parser } from '../../support/parser.ts';

export const operatorToken = '5'.repeat(64);

/** Time limits of previews. A slow machine needs longer than people wait. */
export const patientPreviews = { maxMs: 120_000, listingMs: 120_000 };

/** A running API, with helpers to call it. */
export interface ApiServer {
  url: string;
  registry: Registry;
  secrets: SecretStore;
  manifests: Registry<ManifestSync>;
  keys: Keys;
  close: () => Promise<void>;
  /** Log lines written so far. */
  logged: () => Record<string, unknown>[];
  get: (path: string, headers?: Record<string, string>) => Promise<CheckedResponse>;
  /** Sends a request with the operator token, unless `headers` has other credentials. */
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

const records = [
  record('/acme/web', { versions: ['v1'], title: 'Web' }),
  record('/acme/moved', { formerIds: ['/old/home'] }),
  record('/acme/queued', { state: 'initial', lastUpdateDate: '' }),
];

/** Differences of a test from the defaults. */
export interface ApiSetUp {
  parts?: Partial<ApiOptions>;
  /** Model of the snippets and of the questions. */
  embedder?: Embedder;
  serving?: Partial<ServerOptions>;
  /** A server that listens already, for settings that contain its URL. */
  listening?: ListeningServer;
  /** Snippets of /acme/web that replace the ones above. */
  snippets?: IndexedSnippet[];
  /** Content of the registry. Empty by default. */
  libraries?: Library[];
  /** Additional records of the catalog. */
  records?: LibraryRecord[];
  /** Stores that replace those of a laptop. They are closed with the server. */
  stores?: Stores;
  /** Teamspaces beside `default`. */
  teamspaces?: string[];
  /** Settings of access. */
  settings?: Partial<AccessOptions['settings']>;
  /** Database of keys and counts. By default, the one of the libraries. */
  database?: MetadataDatabase;
}

/** A server whose application follows. */
export interface ListeningServer extends RunningServer {
  serve: (app: RequestListener) => void;
}

/** Starts a server on a free port. Nobody else can take its port before its application exists. */
export async function listen(serving: Partial<ServerOptions> = {}): Promise<ListeningServer> {
  let served: RequestListener = (_request, response) => void response.writeHead(503).end();
  const app: RequestListener = (request, response) => served(request, response);
  const server = await startServer(app, { host: '127.0.0.1', port: 0, ...serving });
  return { ...server, serve: (given) => (served = given) };
}

/** As `startApi`, but ends with the test. */
export async function apiServer(setUp?: ApiSetUp): Promise<ApiServer> {
  const server = await startApi(setUp);
  onTestFinished(server.close);
  return server;
}

/**
 * Starts the API on a free port. Its stores have /acme/web (with the tag v1), /acme/moved and
 * /acme/queued.
 */
export async function startApi({
  parts = {},
  embedder = fakeEmbedder(),
  serving = {},
  listening,
  snippets = [routing, logging],
  libraries = [],
  records: more = [],
  teamspaces = ['docs', 'other'],
  settings = {},
  database,
  stores: given,
}: ApiSetUp = {}): Promise<ApiServer> {
  const lines: string[] = [];
  const stores = given ?? (await openStores());
  const { index, catalog, registry, manifests } = stores;
  for (const one of [...records, ...more]) await catalog.put(one);
  for (const one of libraries) await storeLibrary(registry, one);
  const old = [snippet('old', { title: 'Declare a route in v1' })];
  await storeSnippets({ index, embedder }, { libraryId: '/acme/web', version: '' }, snippets);
  await storeSnippets({ index, embedder }, { libraryId: '/acme/web', version: 'v1' }, old);
  const destination = { write: (line: string) => void lines.push(line) };
  const log = createLog({ logLevel: 'debug' }, { secrets: [operatorToken], destination });
  const access = openAccess({
    database: database ?? stores.database,
    settings: {
      keyPrefix: 'lct_',
      acceptedKeyPrefixes: [],
      oidcSignInScopes: ['openid', 'profile'],
      sessionHours: 12,
      oidcSessionMinutes: 60,
      requestsPerMinutePerKey: 0,
      requestsPerMinutePerAddress: 0,
      requestPrice: 0.01,
      ...settings,
    },
    anonymous: 'ask',
    log,
  });
  for (const id of teamspaces) {
    const rights = { plan: 'enterprise' as const, integrations: [] };
    await access.teams.teamspaces.add({ id, name: id, ...rights, createdAt: 0 });
  }
  const secrets = new SqlSecretStore(stores.database, Buffer.alloc(32, 1));
  const gitCredentials = createGitCredentials(secrets, { allowedRanges: loopback });
  const ended = new AbortController();
  const app = createApi({
    catalog,
    index,
    registry,
    secrets,
    manifests,
    codeProjects: new SqlCodeProjects(stores.database),
    embedder,
    access,
    parser,
    preview: {
      ...patientPreviews,
      allowedRanges: loopback,
      workDir: stores.dataDir,
      gitCredentials,
    },
    transfer: { uploads: createFileUploads(stores), workDir: stores.dataDir },
    log,
    version: '1.2.3',
    host: '127.0.0.1',
    operatorToken,
    stopped: ended.signal,
    ...parts,
  });
  const server = listening ?? (await listen(serving));
  server.serve(app);
  return {
    url: server.url,
    registry,
    secrets,
    manifests,
    keys: access.keys,
    async close() {
      ended.abort();
      await server.close({ graceMs: 100 });
      await access.close();
      await stores.close();
    },
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

/** Returns a query string. A list repeats its parameter. */
export function queryString(parameters: Record<string, string | string[]>): string {
  const pairs = Object.entries(parameters).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, one]),
  );
  return new URLSearchParams(pairs).toString();
}

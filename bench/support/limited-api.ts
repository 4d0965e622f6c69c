// Serves the API in a separate process, with or without authorization, limits and metering. Arguments: the data
// directory, `on` or `off`, and the URL of a Postgres database to use instead of the directory's own. Sends its URL and
// keys to the parent.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { createApi } from '../../src/api/create-api.ts';
import { startServer } from '../../src/api/server.ts';
import { openAccess } from '../../src/cli/processes/open-access.ts';
import { createBuiltInEmbedder } from '../../src/models/built-in-embedder.ts';
import type { ManifestSync } from '../../src/resources/manifest-sync.ts';
import { readSettings } from '../../src/cli/settings/settings.ts';
import { createFileUploads } from '../../src/store/file-uploads.ts';
import { SqlCodeProjects } from '../../src/store/metadata/code-projects.ts';
import { SqlCatalog } from '../../src/store/metadata/catalog.ts';
import { openSqliteDatabase } from '../../src/store/metadata/database.ts';
import { openPostgresDatabase } from '../../src/store/metadata/postgres.ts';
import { SqlRegistry } from '../../src/store/metadata/registry.ts';
import { SqlSecretStore } from '../../src/store/metadata/secrets.ts';
import { createSqliteSnippetIndex } from '../../src/store/snippets/sqlite/snippet-index.ts';
import type { Meter } from '../../src/identity/usage/meter.ts';
import { parser } from '../../test/support/parser.ts';

/** The message that the process sends when it listens. */
export interface Listening {
  url: string;
  /** One key for each caller; empty without authorization. */
  keys: string[];
}

const callers = 32;
const [data = '', mode, databaseUrl] = process.argv.slice(2);
const on = mode === 'on';
const limit = on ? 1_000_000 : 0;
const settings = readSettings('up', {
  env: {},
  flags: { requestsPerMinutePerKey: limit, requestsPerMinutePerAddress: limit },
});
const database = databaseUrl
  ? await openPostgresDatabase({ url: databaseUrl })
  : await openSqliteDatabase(join(data, 'lectern.db'));
const log = pino({ level: 'warn' });
const access = openAccess({ database, settings, anonymous: 'ask', log });
const unmetered: Meter = {
  ...access.usage.meter,
  admit: async () => undefined,
  note: () => undefined,
};
const embedder = await createBuiltInEmbedder();
const api = createApi({
  access: on ? access : { ...access, usage: { ...access.usage, meter: unmetered } },
  catalog: new SqlCatalog(database),
  index: createSqliteSnippetIndex({ dataDir: data }),
  registry: new SqlRegistry(database, 'libraries'),
  manifests: new SqlRegistry<ManifestSync>(database, 'manifest_syncs'),
  secrets: new SqlSecretStore(database, Buffer.alloc(32)),
  parser,
  preview: { allowedRanges: [], workDir: tmpdir(), gitCredentials: async () => undefined },
  codeProjects: new SqlCodeProjects(database),
  embedder,
  transfer: { uploads: createFileUploads({ dataDir: data }), workDir: tmpdir() },
  log,
  version: 'bench',
  host: '127.0.0.1',
  operatorToken: 'o'.repeat(64),
  stopped: new AbortController().signal,
});
const keys: string[] = [];
for (let caller = 0; caller < (on ? callers : 0); caller += 1) {
  const request = { name: `caller ${caller}`, role: 'member', teamspace: 'default' } as const;
  keys.push((await access.keys.create(request)).key);
}
if (on) await access.usage.meter.limit('default', 1_000_000);
const server = await startServer(api, { host: '127.0.0.1', port: 0 });
process.once('disconnect', () => {
  void server
    .close({ graceMs: 100 })
    .then(() => access.close())
    .then(() => process.exit());
});
process.send?.({ url: server.url, keys } satisfies Listening);

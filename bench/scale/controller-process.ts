// Runs Lectern's controller of Libraries over the SQL registry and catalog as a process of the benchmark, until it has
// reconciled every Library once. No run is due, so Jobs and index are stand-ins. Prints its figures as JSON.
import { readFileSync } from 'node:fs';
import { createLibraryController } from '../../src/libraries/library/controller.ts';
import type { SnippetIndex } from '../../src/store/snippet-index.ts';
import type { Catalog } from '../../src/store/catalog.ts';
import { SqlCatalog } from '../../src/store/metadata/catalog.ts';
import { openPostgresDatabase } from '../../src/store/metadata/postgres.ts';
import { SqlRegistry } from '../../src/store/metadata/registry.ts';

const [url = '', count = ''] = process.argv.slice(2);
const started = performance.now();
const db = await openPostgresDatabase({ url });
const catalog = new SqlCatalog(db);
const stopped = new AbortController();
const { promise: allSeen, resolve } = Promise.withResolvers<void>();
const seen = new Set<string>();
/** Notes each Library that is reconciled: the last step of a reconcile without a run reads its record. */
const counting: Catalog = Object.assign(Object.create(catalog), {
  get: async (id: string) => {
    const record = await catalog.get(id);
    seen.add(id);
    if (seen.size === Number(count)) resolve();
    return record;
  },
});
const index = {
  versions: async () => [],
  delete: async () => undefined,
} as unknown as SnippetIndex;
const controller = createLibraryController({
  registry: new SqlRegistry(db, 'libraries'),
  catalog: counting,
  index,
  jobs: {
    start: () => Promise.reject(new Error('No run is due')),
    observe: async () => undefined,
    recorded: () => undefined,
    cancel: async () => undefined,
    onChange: () => undefined,
    close: async () => undefined,
  },
  concurrency: 8,
  hostConcurrency: 8,
  localRoots: [],
  accessOf: async () => ({ credential: 'none' }),
  onError: (key, message) => void process.stderr.write(`${key}: ${message}\n`),
});
const following = controller.follow(stopped.signal);
await controller.cache.whenSynced(stopped.signal);
const synced = (performance.now() - started) / 1_000;
const working = controller.work(stopped.signal);
await allSeen;
const pass = (performance.now() - started) / 1_000 - synced;
const peakMb =
  Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1e3;
stopped.abort();
await Promise.allSettled([following, working]);
await db.destroy();
process.stdout.write(`${JSON.stringify({ synced, pass, peakMb })}\n`);

// Measures a list of 10,000 libraries from the view against a read of the registry: first page, any order, a search
// while typing. Uses SQLite, and Postgres too if DATABASE_URL is set. Goals: .1 of a read, and no thread blocked for 50
// ms.
import { mkdtemp, rm } from 'node:fs/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { operator } from '../src/identity/access/caller.ts';
import { summaryOf } from '../src/api/library-status.ts';
import { sorts } from '../src/api/live/library-order.ts';
import { LibraryView } from '../src/api/live/library-view.ts';
import type { ListQuery } from '../src/api/live/library-list.ts';
import { createShownNaming } from '../src/search/shown-naming.ts';
import { openSqliteDatabase, type MetadataDatabase } from '../src/store/metadata/database.ts';
import { SqlRegistry } from '../src/store/metadata/registry.ts';
import { numberedLibrary, storeMany } from '../test/support/many-libraries.ts';
import { createPostgresDatabase } from '../test/support/postgres-database.ts';
import { percentile } from './support/measure.ts';

const naming = createShownNaming();

const libraries = 10_000;
const rounds = 40;
const typed = 'queue auth';

const work = await mkdtemp(join(tmpdir(), 'lectern-bench-'));
const sqlite = await openSqliteDatabase(join(work, 'lectern.db'));
await run('SQLite', sqlite);
await sqlite.destroy();
await rm(work, { recursive: true });
if (process.env['DATABASE_URL']) {
  const postgres = await createPostgresDatabase();
  await run('Postgres', await postgres.open());
  await postgres.cleanUp();
}

async function run(name: string, db: MetadataDatabase): Promise<void> {
  await storeMany(
    db,
    Array.from({ length: libraries }, (_, n) => numberedLibrary(n)),
  );
  const registry = new SqlRegistry(db, 'libraries');
  const ended = new AbortController();
  const view = new LibraryView({ registry, stopped: ended.signal, onError: console.error });
  console.log(`${libraries} libraries on ${name}`);

  const read = await timed(5, async () => {
    const all = (await registry.list()).map((library) => summaryOf(library, operator, { naming }));
    return all.toSorted((a, b) => (a.id < b.id ? -1 : 1)).slice(0, 100).length;
  });
  console.log(`read of all, sorted: ${ms(read)}`);

  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const before = heap();
  const began = performance.now();
  const { promise: synced, resolve } = Promise.withResolvers<void>();
  view.onChange((change) => change === 'lost' && resolve());
  await synced;
  delay.disable();
  console.log(
    `the view is complete after ${Math.round(performance.now() - began)} ms, the thread held for ${Math.round(delay.max / 1e6)} ms at most; ${heap() - before} MB`,
  );

  const page = async (query: ListQuery): Promise<number> => {
    const { libraries: found } = await view.list({ limit: 100, ...query }, operator);
    return found.map((library) => summaryOf(library, operator, { naming })).length;
  };
  line('first page', await timed(rounds, () => page({})), read);
  line('last page', await timed(rounds, () => page({ offset: libraries - 100 })), read);
  const firsts: number[] = [];
  for (const sort of sorts) firsts.push(...(await timed(1, () => page({ sort }))));
  line('first time in an order', firsts, read);
  const ordered = await timed(rounds, (n) => page({ sort: sorts[n % sorts.length]! }));
  line('again in that order', ordered, read);
  line('first search', await timed(1, () => page({ search: typed })), read);
  const words = (n: number): string => typed.slice(0, 1 + (n % typed.length));
  line('a search as one types', await timed(rounds, (n) => page({ search: words(n) })), read);
  const changes = await timed(rounds, async (n) => {
    const key = numberedLibrary(n).metadata.name;
    await view.recordWrite(await registry.patch(key, { status: { state: 'finalized', stars: n } }));
    return page({ sort: 'stars', direction: 'desc' });
  });
  line('a write, and the list with it', changes, read);
  ended.abort();
}

async function timed(count: number, work: (n: number) => Promise<number>): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const start = performance.now();
    await work(n);
    times.push(performance.now() - start);
  }
  return times;
}

function line(what: string, times: number[], reference: number[]): void {
  const ratio = percentile(times, 0.5) / percentile(reference, 0.5);
  console.log(`${what.padEnd(30)} ${ms(times)}, ${ratio.toFixed(3)} of a read`);
}

function ms(times: number[]): string {
  return `p50 ${percentile(times, 0.5).toFixed(1)} ms, p99 ${percentile(times, 0.99).toFixed(1)} ms`;
}

function heap(): number {
  globalThis.gc?.();
  return Math.round(process.memoryUsage().heapUsed / 1e6);
}

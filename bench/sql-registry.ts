// Measures 20,000 Libraries in the SQL registry over Postgres (DATABASE_URL): list, watch and patch against plain SQL
// on the same rows.
import { setTimeout as sleep } from 'node:timers/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Pool } from 'pg';
import { resourceName, type Library } from '../src/resources/library.ts';
import { SqlRegistry } from '../src/store/metadata/registry.ts';
import {
  createPostgresDatabase,
  type PostgresDatabase,
} from '../test/support/postgres-database.ts';
import { percentile } from './support/measure.ts';

const LIBRARIES = 20_000;
const PATCHES = 400;
const WRITERS = 8;

const database = await createPostgresDatabase();
try {
  await run(database);
} finally {
  await database.cleanUp();
}

async function run({ open, url }: PostgresDatabase): Promise<void> {
  const registry = new SqlRegistry(await open(), 'libraries');
  const other = new SqlRegistry(await open(), 'libraries');
  const plain = new Pool({ connectionString: url.href, max: WRITERS });
  const libraries = Array.from({ length: LIBRARIES }, (_, n) => libraryOf(n));
  await load(plain, libraries);
  const names = libraries.map(({ metadata }) => metadata.name);
  const bytes = JSON.stringify(libraries[0]).length;
  console.log(`${LIBRARIES} Libraries of ${bytes} bytes in the SQL registry over Postgres`);

  const rows = await measured(async () => {
    const { rows } = await plain.query<{ object: string }>(
      'select object from libraries order by name',
    );
    return rows.map(({ object }) => JSON.parse(object) as Library).length;
  });
  line('plain select and parse', rows);
  const list = await measured(async () => (await registry.list()).length);
  line('list', list, rows);
  const stopped = new AbortController();
  const told = new Map<string, (at: number) => void>();
  const watch = await measured(() => follow(other, told, stopped.signal));
  line('watch, first sync', watch, rows);

  const update = 'update libraries set object = $2, resource_version = $3 where name = $1';
  let revision = 1_000_000;
  const bare = await timed(names.slice(0, PATCHES), 1, async (name) => {
    const { rows } = await plain.query<{ object: string }>(
      'select object from libraries where name = $1',
      [name],
    );
    await plain.query(update, [name, rows[0]?.object, (revision += 1)]);
  });
  await plain.query(`update counters set value = $1 where name = 'libraries'`, [revision + 10_000]);
  const patch = (name: string): Promise<unknown> =>
    registry.patch(name, { status: { state: 'finalized', observedGeneration: (revision += 1) } });
  const own = await timed(names.slice(PATCHES, 2 * PATCHES), 1, patch);
  const ratio = (percentile(own.times, 0.5) / percentile(bare.times, 0.5)).toFixed(2);
  console.log(`select and update, plain: p50 ${ms(bare.times)}, ${rate(bare)}`);
  console.log(`patch: p50 ${ms(own.times)}, ${rate(own)}; ${ratio} times the plain`);
  const many = names.slice(2 * PATCHES, 6 * PATCHES);
  const bareMany = await timed(many, WRITERS, async (name) => {
    await plain.query(update, [name, JSON.stringify(libraries[0]), (revision += 1)]);
  });
  const ownMany = await timed(many, WRITERS, patch);
  console.log(`${WRITERS} at once: plain updates ${rate(bareMany)}, patches ${rate(ownMany)}`);
  const nothing = await timed(names.slice(0, PATCHES), 1, (name) => registry.patch(name, {}));
  console.log(`patch that changes nothing: p50 ${ms(nothing.times)}`);

  const delays: number[] = [];
  for (const name of names.slice(-50)) {
    const { promise, resolve } = Promise.withResolvers<number>();
    await sleep(Math.random() * 300);
    told.set(name, resolve);
    await patch(name);
    const written = performance.now();
    delays.push((await promise) - written);
  }
  console.log(
    `another process is told of a patch after ${ms(delays)} (p50), ${ms(delays, 0.99)} (longest)`,
  );
  stopped.abort();
  await plain.end();
}

interface Measured {
  ms: number;
  count: number;
  longestBlockMs: number;
}

/** Returns the best of three times, and the longest time that the thread was blocked. */
async function measured(work: () => Promise<number>): Promise<Measured> {
  const runs: Measured[] = [];
  for (let round = 0; round < 3; round++) {
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    const started = performance.now();
    const count = await work();
    const ms = performance.now() - started;
    delay.disable();
    runs.push({ ms, count, longestBlockMs: delay.max / 1e6 });
  }
  return runs.toSorted((a, b) => a.ms - b.ms)[0]!;
}

/** Resolves after every Library was reported. Later reports go to the caller that waits for the Library. */
async function follow(
  registry: SqlRegistry,
  told: Map<string, (at: number) => void>,
  signal: AbortSignal,
): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const following = async (): Promise<void> => {
    let count = 0;
    for await (const { object } of registry.watch(signal)) {
      told.get(object.metadata.name)?.(performance.now());
      if ((count += 1) === LIBRARIES) resolve(count);
    }
  };
  following().catch(reject);
  return promise;
}

interface Timed {
  times: number[];
  seconds: number;
}

async function timed(
  names: string[],
  writers: number,
  work: (name: string) => Promise<unknown>,
): Promise<Timed> {
  const times: number[] = [];
  const waiting = [...names];
  const started = performance.now();
  await Promise.all(
    Array.from({ length: writers }, async () => {
      for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
        const start = performance.now();
        await work(name);
        times.push(performance.now() - start);
      }
    }),
  );
  return { times, seconds: (performance.now() - started) / 1_000 };
}

async function load(plain: Pool, libraries: Library[]): Promise<void> {
  for (let at = 0; at < libraries.length; at += 1_000) {
    const part = libraries.slice(at, at + 1_000);
    await plain.query(
      'insert into libraries select * from unnest($1::text[], $2::bigint[], $3::text[])',
      [
        part.map(({ metadata }) => metadata.name),
        part.map(({ metadata }) => metadata.resourceVersion),
        part.map((library) => JSON.stringify(library)),
      ],
    );
  }
  await plain.query(`insert into counters values ('libraries', $1)`, [libraries.length]);
  await plain.query('analyze libraries');
}

/** Returns a Library as large as an indexed one. */
function libraryOf(n: number): Library {
  const id = `/owner-${n % 700}/library-${n}`;
  const at = '2026-01-01T00:00:00.000Z';
  const condition = (type: string): NonNullable<Library['status']['conditions']>[number] => ({
    type,
    status: 'True',
    reason: 'Succeeded',
    message: `1,234 snippets of 321 documents at ${n.toString(16).padStart(40, '0')}`,
    lastTransitionTime: at,
    observedGeneration: 3,
  });
  return {
    metadata: {
      name: resourceName(id),
      uid: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
      generation: 3,
      resourceVersion: String(n + 1),
      creationTimestamp: at,
      finalizers: ['lectern.dev/snippets'],
      labels: { 'lectern.dev/managed-by': 'documentation' },
      annotations: { 'lectern.dev/requestedAt': at },
    },
    spec: {
      id,
      title: `Library ${n}`,
      description: 'What the library is for, in a sentence or two. '.repeat(4),
      source: { git: { url: `https://example.org${id}.git`, branch: 'main' } },
    },
    status: {
      state: 'finalized',
      observedGeneration: 3,
      conditions: ['Ready', 'Reconciling', 'Stalled'].map(condition),
    },
  };
}

function line(what: string, { ms, count, longestBlockMs }: Measured, plain?: Measured): void {
  const ratio = plain ? `, ${(ms / plain.ms).toFixed(2)} times the plain` : '';
  console.log(
    `${what}: ${count} in ${ms.toFixed(0)} ms${ratio}; the thread was blocked for ${longestBlockMs.toFixed(0)} ms at most`,
  );
}

function ms(times: number[], part = 0.5): string {
  return `${percentile(times, part).toFixed(2)} ms`;
}

function rate({ times, seconds }: Timed): string {
  return `${(times.length / seconds).toFixed(0)} a second`;
}

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { once } from 'node:events';
import { sql } from 'kysely';
import { pseudoRandom } from '../../src/cli/eval/pseudo-random.ts';
import { recordOf } from '../../src/libraries/library/record.ts';
import type { Library } from '../../src/resources/library.ts';
import { newRun } from '../../src/resources/run.ts';
import { SqlCatalog } from '../../src/store/metadata/catalog.ts';
import type { MetadataDatabase } from '../../src/store/metadata/database.ts';
import { SqlLibraryVectors } from '../../src/store/metadata/library-vectors.ts';
import { toBytes } from '../../src/store/metadata/vector-table.ts';
import { numberedLibrary, storeMany } from '../../test/support/many-libraries.ts';
import { createPostgresDatabase } from '../../test/support/postgres-database.ts';
import { percentile } from '../support/measure.ts';

const model = 'bench/scale';
const dimensions = 384;
const searches = 200;
/** Rows of a statement. */
const part = 500;
/** Runs that a status keeps. */
const keptRuns = 10;

/** What a number of Libraries costs the registry and its readers. */
export interface RegistryFigures {
  libraries: number;
  /** Milliseconds, p50. */
  byName: number;
  byTopic: number;
  /** Milliseconds until a new process has answered its first search, and the memory that it then holds. */
  firstSearch: number;
  searchMb: number;
  diskMb: number;
  /** Seconds until the controller knows all Libraries, and until it has then reconciled all of them. */
  synced: number;
  pass: number;
  peakMb: number;
  /** Revisions that the second pass has written to the registry and the catalog. */
  writes: number;
}

/** Fills an empty database with finished Libraries, their records and vectors. Measures searches and the controller. */
export async function measureRegistry(libraries: number): Promise<RegistryFigures> {
  const database = await createPostgresDatabase();
  try {
    const db = await database.open();
    console.error(`  writing ${libraries} Libraries`);
    await write(db, libraries);
    await sql`analyze`.execute(db);
    const [size] = await database.query<{ bytes: number }>(
      'select pg_database_size(current_database())::float as bytes',
    );
    const search = await measureSearch(db);
    const controller = await measureController(db, database.url.href, libraries);
    return { libraries, diskMb: (size?.bytes ?? 0) / 1e6, ...search, ...controller };
  } finally {
    await database.cleanUp();
  }
}

async function write(db: MetadataDatabase, count: number): Promise<void> {
  const made = Array.from({ length: count }, (_, n) => finishedLibrary(n));
  await storeMany(db, made);
  const random = pseudoRandom(7);
  for (let at = 0; at < count; at += part) {
    const some = made.slice(at, at + part);
    const rows = some.map((library, n) => ({
      id: library.spec.id,
      revision: at + n + 1,
      record: JSON.stringify(
        recordOf(library, { topics: 'Install · Configure · Queues · Retries · Limits' }),
      ),
    }));
    await db.insertInto('catalog_records').values(rows).execute();
    const vectors = rows.map(({ id, revision }) => {
      const vector = Float32Array.from({ length: dimensions }, () => random() - 0.5);
      const bytes = Buffer.from(toBytes(vector).buffer).toString('base64');
      return { id, model, hash: 'h', vector: bytes, revision };
    });
    await db.insertInto('library_vectors').values(vectors).execute();
  }
  const counters = ['catalog', 'library-vectors'].map((name) => ({ name, value: count }));
  await db.insertInto('counters').values(counters).execute();
}

/** Returns a served Library with a schedule and a full history. Its next run is hours away. */
function finishedLibrary(n: number): Library {
  const library = numberedLibrary(n);
  const now = new Date();
  const runs = Array.from({ length: keptRuns }, (_, at) => {
    const finishedAt = new Date(now.getTime() - at * 86_400_000).toISOString();
    const { documents, snippets, embedded, skipped } = newRun('', now);
    const counts = { documents, snippets, embedded, skipped };
    const times = { startedAt: finishedAt, finishedAt };
    const id = `${n.toString(16).padStart(16, '0')}${at.toString().padStart(4, '0')}`;
    return {
      id,
      trigger: 'schedule' as const,
      ...times,
      ...counts,
      outcome: 'done' as const,
      changed: false,
    };
  });
  const [ready] = library.status.conditions ?? [];
  return {
    ...library,
    spec: { ...library.spec, refresh: { interval: '24h' } },
    status: {
      ...library.status,
      state: 'finalized',
      credential: 'none',
      run: {
        ...newRun(runs[0]!.id, now),
        phase: 'done',
        trigger: 'schedule',
        finishedAt: now.toISOString(),
      },
      runs,
      conditions: ['Ready', 'Reconciling', 'Stalled', 'Embedded'].map((type) => ({
        ...ready!,
        type,
      })),
    },
  };
}

async function measureSearch(
  db: MetadataDatabase,
): Promise<Pick<RegistryFigures, 'byName' | 'byTopic' | 'firstSearch' | 'searchMb'>> {
  const before = heapMb();
  const catalog = new SqlCatalog(db);
  const vectors = new SqlLibraryVectors(db, model);
  const random = pseudoRandom(11);
  const search = async (name: string): Promise<number> => {
    const asked = Float32Array.from({ length: dimensions }, () => random() - 0.5);
    const start = performance.now();
    await catalog.search({
      name,
      query: name,
      limit: 20,
      closeness: () => vectors.near(asked, 10),
    });
    return performance.now() - start;
  };
  const firstSearch = await search('a service that keeps work for later');
  const searchMb = heapMb() - before;
  const times = async (nameOf: (n: number) => string): Promise<number> => {
    const list: number[] = [];
    for (let n = 0; n < searches; n += 1) list.push(await search(nameOf(n)));
    return percentile(list, 0.5);
  };
  const byName = await times((n) => {
    const { id } = numberedLibrary(n * 37).spec;
    return n % 2 === 0 ? id : id.split('/')[2]!.replaceAll('-', ' ');
  });
  const topics = ['send mails in the background', 'limit requests of a client', 'draw charts'];
  const byTopic = await times((n) => `${topics[n % topics.length]!} ${n}`);
  return { byName, byTopic, firstSearch, searchMb };
}

/** Starts a controller that finds all Libraries in their desired state. */
async function measureController(
  db: MetadataDatabase,
  url: string,
  libraries: number,
): Promise<Pick<RegistryFigures, 'synced' | 'pass' | 'peakMb' | 'writes'>> {
  const before = await revisions(db);
  const program = join(import.meta.dirname, 'controller-process.ts');
  // The heap that Node chooses in a container of 1.5 GiB.
  const child = spawn(
    process.execPath,
    ['--max-old-space-size=768', program, url, String(libraries)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const end = (): void => void child.kill('SIGKILL');
  process.once('exit', end);
  const closed = once(child, 'close');
  let figures: Pick<RegistryFigures, 'synced' | 'pass' | 'peakMb'> | undefined;
  for await (const text of createInterface({ input: child.stdout })) figures = JSON.parse(text);
  await closed;
  process.off('exit', end);
  if (!figures) throw new Error('The controller ended before its pass had ended');
  return { ...figures, writes: (await revisions(db)) - before };
}

/** Returns the sum of the counters that every write raises. */
async function revisions(db: MetadataDatabase): Promise<number> {
  const rows = await db.selectFrom('counters').select('value').execute();
  return rows.reduce((sum, { value }) => sum + value, 0);
}

function heapMb(): number {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 1e6;
}

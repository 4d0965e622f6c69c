// Measures search and context under 32 callers with keys, limits and metering, against the same API without them. Uses
// SQLite, and Postgres too if DATABASE_URL is set.
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'undici';
import { createBuiltInEmbedder } from '../src/models/built-in-embedder.ts';
import { SqlCatalog } from '../src/store/metadata/catalog.ts';
import { createPostgresDatabase } from '../test/support/postgres-database.ts';
import { libraryRecord } from './support/library-record.ts';
import type { Listening } from './support/limited-api.ts';
import { loadLibrary } from './support/loaded-library.ts';
import { line, percentile } from './support/measure.ts';

const library = '/bench/limits';
const snippets = 1_000;
const callers = 32;
const rounds = 12;
const roundMs = 500;
const program = new URL('support/limited-api.ts', import.meta.url).pathname;

const work = await mkdtemp(join(tmpdir(), 'lectern-bench-'));
try {
  const embedder = await createBuiltInEmbedder();
  const one = join(work, 'one');
  const made = await loadLibrary(one, { id: library, count: snippets, embedder });
  await embedder.close();
  // The same questions repeat, because the model's time would hide the time of the limits.
  const questions = made.slice(0, 20);
  const other = join(work, 'other');
  await cp(one, other, { recursive: true });
  await compare('SQLite', [one, other], questions);
  if (process.env['DATABASE_URL']) {
    const database = await createPostgresDatabase();
    try {
      await new SqlCatalog(await database.open()).put(libraryRecord(library));
      await compare('Postgres', [one, other], questions, database.url.href);
    } finally {
      await database.cleanUp();
    }
  }
} finally {
  await rm(work, { recursive: true, force: true });
}

async function compare(
  platform: string,
  [one, other]: [string, string],
  questions: string[],
  databaseUrl?: string,
): Promise<void> {
  const on = await start(one, 'on', databaseUrl);
  const off = await start(other, 'off', databaseUrl);
  const ask = (query: string): string =>
    `/api/v2/context?${new URLSearchParams({ libraryId: library, query }).toString()}`;
  const paths = {
    search: ['/api/v2/libs/search?libraryName=limits&query=limits'],
    context: questions.map(ask),
  };
  try {
    for (const [operation, of] of Object.entries(paths)) {
      const counts = await inTurn(on, off, of);
      // Compares successive rounds, because the speed of a shared machine varies.
      const ratios = counts.map(([own, bare]) => own / bare);
      const perSecond = (at: 0 | 1): string =>
        `${Math.round(
          (percentile(
            counts.map((count) => count[at]),
            0.5,
          ) *
            1_000) /
            roundMs,
        )}/s`;
      line(`${platform}, ${operation}: with, without`, `${perSecond(0)}, ${perSecond(1)}`);
      line('  ratio (at least 0.8)', percentile(ratios, 0.5).toFixed(2));
    }
  } finally {
    await stop(on);
    await stop(off);
  }
}

/** Counts the answers of both servers in each round. Each server goes first in half of the rounds. */
async function inTurn(on: Running, off: Running, paths: string[]): Promise<[number, number][]> {
  const counts: [number, number][] = [];
  await answered(on, paths);
  await answered(off, paths);
  for (let round = 0; round < rounds; round += 2) {
    const own = await answered(on, paths);
    counts.push([own, await answered(off, paths)]);
    const bare = await answered(off, paths);
    counts.push([await answered(on, paths), bare]);
  }
  return counts;
}

interface Running extends Listening {
  child: ChildProcess;
}

async function start(data: string, mode: 'on' | 'off', databaseUrl = ''): Promise<Running> {
  const child = fork(program, [data, mode, databaseUrl]);
  const [listening] = (await once(child, 'message')) as [Listening];
  return { ...listening, child };
}

async function stop({ child }: Running): Promise<void> {
  const ended = once(child, 'exit');
  child.disconnect();
  await ended;
}

/** Returns the number of requests that the callers complete in a round. */
async function answered({ url, keys }: Running, paths: string[]): Promise<number> {
  const pool = new Pool(url, { connections: callers });
  const until = performance.now() + roundMs;
  let count = 0;
  const caller = async (_: unknown, at: number): Promise<void> => {
    const key = keys[at];
    const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
    while (performance.now() < until) {
      const path = paths[count % paths.length]!;
      const { statusCode, body } = await pool.request({ method: 'GET', path, headers });
      const text = await body.text();
      if (statusCode !== 200) throw new Error(`${path} answered ${statusCode} ${text}`);
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  await pool.close();
  return count;
}

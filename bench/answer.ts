// Measures answers over HTTP from 20,000 snippets against embedding the question and the bare SQL: with one caller,
// with 16, and while a library is indexed.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { createBuiltInEmbedder } from '../src/models/built-in-embedder.ts';
import { pseudoRandom } from '../src/cli/eval/pseudo-random.ts';
import { line, ms, percentile } from './support/measure.ts';
import { openBareIndex } from './support/bare-index.ts';
import { startLectern } from './support/lectern.ts';
import { loadLibrary } from './support/loaded-library.ts';
import { makeRepository } from './support/repository.ts';

const library = '/bench/answers';
const busyLibrary = '/bench/busy';
const snippets = 20_000;
const pairs = 120;
const callers = 16;
const parallelCalls = 320;

const work = await mkdtemp(join(tmpdir(), 'lectern-bench-'));
const data = join(work, 'data');
const embedder = await createBuiltInEmbedder();
try {
  await run();
} finally {
  await embedder.close();
  await rm(work, { recursive: true, force: true });
}

async function run(): Promise<void> {
  const questions = await loadLibrary(data, { id: library, count: snippets, embedder });
  const random = pseudoRandom(8);
  // Each question is sent once, because the server caches the vectors of questions.
  const next = (): string =>
    questions.splice(Math.floor(random() * questions.length), 1)[0] ?? String(random());
  makeRepository(join(work, 'repository'), 3_000);
  const bareSearch = openBareIndex(data, library);
  const lectern = await startLectern(data);
  const pool = new Pool(lectern.url, { connections: callers });
  const errors: string[] = [];

  const ask = async (): Promise<number> => {
    const query = { libraryId: library, query: next(), fast: 'true' };
    const start = performance.now();
    const { statusCode, body } = await pool.request({
      method: 'GET',
      path: '/api/v2/context',
      query,
    });
    const answer = await body.text();
    if (statusCode !== 200) errors.push(`${statusCode} ${answer}`);
    return performance.now() - start;
  };
  const bare = async (): Promise<number> => {
    const question = next();
    const start = performance.now();
    const [vector] = await embedder.embed([question], 'query');
    bareSearch(question, vector!);
    return performance.now() - start;
  };
  const oneCaller = async (): Promise<{ own: number; reference: number }> => {
    const own: number[] = [];
    const reference: number[] = [];
    for (let pair = 0; pair < pairs; pair += 1) {
      own.push(await ask());
      reference.push(await bare());
    }
    return { own: percentile(own, 0.5), reference: percentile(reference, 0.5) };
  };
  const manyCallers = async (name: string): Promise<void> => {
    const times: number[] = [];
    const caller = async (): Promise<void> => {
      for (let call = 0; call < parallelCalls / callers; call += 1) times.push(await ask());
    };
    await Promise.all(Array.from({ length: callers }, caller));
    const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)];
    line(`${callers} callers${name}: p50, p99`, `${ms(p50)}, ${ms(p99)}`);
    line('  p99 / p50 (below 10)', (p99 / p50).toFixed(2));
  };

  try {
    line('snippets', String(snippets));
    for (let warmUp = 0; warmUp < 40; warmUp += 1) await Promise.all([ask(), bare()]);
    const idle = await oneCaller();
    line('one caller: p50', ms(idle.own));
    line('embedding the question, then bare SQL: p50', ms(idle.reference));
    line('  ratio (at most 1.5)', (idle.own / idle.reference).toFixed(2));
    await manyCallers('');

    await lectern.add(busyLibrary, join(work, 'repository'));
    while ((await lectern.library(busyLibrary)).run?.phase !== 'embedding') await sleep(100);
    const busy = await oneCaller();
    await manyCallers(' while indexing');
    const { state, run } = await lectern.library(busyLibrary);
    line(
      '  snippets embedded meanwhile',
      `${run?.embedded}${state === 'processing' ? '' : ', RUN ENDED'}`,
    );
    await lectern.remove(busyLibrary);
    // Measures the idle time again, because the speed of a shared machine varies.
    const again = await oneCaller();
    const idleP50 = (idle.own + again.own) / 2;
    line('one caller while indexing: p50', `${ms(busy.own)}, idle ${ms(idleP50)}`);
    line('  ratio (at most 1.5)', (busy.own / idleP50).toFixed(2));
    line('errors (0)', String(errors.length));
    for (const error of errors.slice(0, 3)) console.error(error);
  } finally {
    await pool.close();
    await lectern.stop();
  }
}

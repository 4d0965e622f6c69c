// Measures how long a run's writes block the event loop of the answering process, against an empty process at the same
// time.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from './support/measure.ts';
import { type Lectern, startEmptyProcess, startLectern } from './support/lectern.ts';
import { startModelStandIn } from './support/model-stand-in.ts';
import { makeRepository } from './support/repository.ts';
import type { LoopReport } from './support/watch-loop.ts';

const library = '/bench/busy';
const documents = 3_000;
const sampleMs = 500;
const restMs = 15_000;
const modelMs = 40_000;

const folder = await mkdtemp(join(tmpdir(), 'lectern-bench-'));
const repository = join(folder, 'repository');
const standIn = await startModelStandIn();
const empty = startEmptyProcess();
try {
  makeRepository(repository, documents);
  // Without the model, a run writes about twenty times as fast.
  const quick = await startLectern(join(folder, 'quick'), standIn.env);
  await watch(quick, 'at rest', passed(restMs));
  await quick.add(library, repository);
  await watch(quick, 'a whole run without the model', async () => {
    const { state } = await quick.library(library);
    return state === 'finalized' || state === 'error';
  });
  const { totalSnippets } = await quick.library(library);
  await quick.stop();
  const usual = await startLectern(join(folder, 'usual'));
  await usual.add(library, repository);
  await watch(usual, 'a run with the built-in model', passed(modelMs));
  await usual.stop();
  console.log(`${totalSnippets} snippets of ${documents} documents written by the whole run`);
} finally {
  empty.stop();
  await standIn.close();
  await rm(folder, { recursive: true, force: true });
}

/** Reads the longest delays of both processes repeatedly until the run ends. */
async function watch(
  lectern: Lectern,
  name: string,
  isOver: () => Promise<boolean>,
): Promise<void> {
  const own: LoopReport[] = [];
  const reference: LoopReport[] = [];
  const read = () => Promise.all([lectern.loop(), empty.loop()]);
  for (await read(); !(await isOver());) {
    await sleep(sampleMs);
    const [here, elsewhere] = await read();
    own.push(here);
    reference.push(elsewhere);
  }
  const line = (label: string, reports: LoopReport[], part: keyof LoopReport): void => {
    const delays = reports.map((report) => report[part]);
    const [p50, p95] = [percentile(delays, 0.5).toFixed(0), percentile(delays, 0.95).toFixed(0)];
    const longest = Math.max(...delays).toFixed(0);
    console.log(`${label.padEnd(56)} ${longest.padStart(4)} ms (p50 ${p50}, p95 ${p95})`);
  };
  console.log(`${name}: longest delay, in all and of each ${sampleMs / 1000} s`);
  line('  of its own making (below 50 ms)', own, 'own');
  line('    of that computing', own, 'computing');
  line('  with waiting for a processor', own, 'delay');
  line('  an empty process with waiting for a processor', reference, 'delay');
}

function passed(milliseconds: number): () => Promise<boolean> {
  const end = performance.now() + milliseconds;
  return async () => performance.now() > end;
}

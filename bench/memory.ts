// Measures the peak memory of the whole process while it indexes repositories of 10,000 and of 20,000 documents.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Lectern, startLectern } from './support/lectern.ts';
import { startModelStandIn } from './support/model-stand-in.ts';
import { makeRepository } from './support/repository.ts';
import { line } from './support/measure.ts';

const library = '/bench/memory';
const longestMs = 15 * 60_000;
/** The model needs half an hour for all texts. Its own memory shows within this time. */
const modelMs = 60_000;

/** The progress of a run, and the peak memory of the process until then. */
interface Sample {
  snippets: number;
  peak: number;
}

const work = await mkdtemp(join(tmpdir(), 'lectern-bench-'));
const standIn = await startModelStandIn();
try {
  const half = await index(10_000);
  const whole = await index(20_000);
  const model = await withModel(half);
  line('the built-in model adds', mb(model));
  line('peak of 10,000 with the model (under 900 MB)', mb(half.at(-1)!.peak + model));
  const ratio = whole.at(-1)!.peak / half.at(-1)!.peak;
  line('20,000 / 10,000 documents (about 1.0 to 1.1)', ratio.toFixed(2));
} finally {
  await standIn.close();
  await rm(work, { recursive: true, force: true });
}

/** Samples a whole run without the model. */
async function index(documents: number): Promise<Sample[]> {
  const repository = join(work, `repository-${documents}`);
  makeRepository(repository, documents);
  const lectern = await startLectern(join(work, `data-${documents}`), standIn.env);
  try {
    const started = performance.now();
    const { samples, state, found } = await follow(lectern, repository, longestMs);
    if (state !== 'finalized') throw new Error(`The run of ${documents} documents is ${state}`);
    const seconds = (performance.now() - started) / 1000;
    line(`${documents} documents, a stand-in for the model`, mb(samples.at(-1)!.peak));
    line('', `${found} documents, ${samples.at(-1)!.snippets} snippets, ${seconds.toFixed(0)} s`);
    return samples;
  } finally {
    await lectern.stop();
  }
}

/** Returns the memory that the model adds to a run: compares the beginnings of a run with it and a run without it. */
async function withModel(without: Sample[]): Promise<number> {
  const lectern = await startLectern(join(work, 'data-model'));
  try {
    const { samples } = await follow(lectern, join(work, 'repository-10000'), modelMs);
    const { snippets, peak } = samples.at(-1)!;
    const reference = without.findLast((sample) => sample.snippets <= snippets) ?? without[0]!;
    line(`the first ${snippets} snippets with the model`, mb(peak));
    line('the same without', mb(reference.peak));
    return peak - reference.peak;
  } finally {
    await lectern.stop();
  }
}

async function follow(lectern: Lectern, repository: string, forMs: number) {
  const samples: Sample[] = [{ snippets: 0, peak: lectern.peakMemory() }];
  const until = performance.now() + forMs;
  await lectern.add(library, repository);
  for (;;) {
    const { state, run } = await lectern.library(library);
    samples.push({ snippets: run?.snippets ?? 0, peak: lectern.peakMemory() });
    const going = state === 'processing' || state === 'initial';
    if (!going || performance.now() > until) return { samples, state, found: run?.documents };
    await sleep(250);
  }
}

function mb(value: number): string {
  return `${value.toFixed(0)} MB`;
}

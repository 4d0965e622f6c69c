import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { decide, hasPreviousModel } from '../library/decide.ts';
import type { EndedRun } from '../library/reconciler.ts';
import { stateOf, type Library } from '../../resources/library.ts';

/** Buckets in seconds. A refresh without changes takes one second, the first run of a large source takes hours. */
const runSeconds = [0.5, 1, 2.5, 5, 15, 60, 300, 900, 3_600, 10_800, 21_600];

const states = ['initial', 'processing', 'finalized', 'error', 'delete'] as const;

/**
 * Adds gauges of libraries, snippets and the queue. Each read counts what `libraries` returns. No series is per library.
 * `previousModel`: see LibraryReconcilerOptions.
 */
export function measureLibraries(
  registry: Registry,
  libraries: () => readonly Library[],
  previousModel?: string,
): void {
  const registers = [registry];
  const byState = (
    name: string,
    help: string,
    sizeOf: (library: Library) => number,
  ): Gauge<'state'> =>
    new Gauge({
      name,
      help,
      labelNames: ['state'],
      registers,
      collect() {
        for (const state of states) this.set({ state }, 0);
        for (const library of libraries()) this.inc({ state: stateOf(library) }, sizeOf(library));
      },
    });
  const counted = (name: string, help: string, counts: (library: Library) => boolean): Gauge =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(libraries().filter(counts).length);
      },
    });
  byState('lectern_libraries', 'Libraries by state.', () => 1);
  byState(
    'lectern_snippets',
    'Served snippets, by the state of their library.',
    ({ status }) => status.totalSnippets ?? 0,
  );
  counted('lectern_runs_active', 'Active indexing runs.', isRunning);
  const isDue = createIsDue(previousModel);
  counted(
    'lectern_runs_waiting',
    'Libraries that wait for a run.',
    (library) => !isRunning(library) && !isRefused(library) && isDue(library),
  );
  counted(
    'lectern_libraries_previous_model',
    'Libraries that have vectors of the embedding model before a change.',
    (library) => hasPreviousModel(library, previousModel),
  );
}

/**
 * Returns a function that tells whether a library needs a run now. It decides once for each object, because 10,000 schedules take
 * too long for each scrape, and a changed library is another object.
 */
function createIsDue(previousModel: string | undefined): (library: Library) => boolean {
  const dueTimes = new WeakMap<Library, number>();
  return (library) => {
    const now = Date.now();
    const held = dueTimes.get(library);
    if (held !== undefined) return held <= now;
    const decision = decide(library, new Date(now), { previousModel });
    const waitMs = decision.run === undefined ? (decision.waitMs ?? Infinity) : 0;
    dueTimes.set(library, now + waitMs);
    return waitMs <= 0;
  };
}

/** Returns the function that measures each run that has ended. */
export function createRunMetrics(registry: Registry): (run: EndedRun) => void {
  const registers = [registry];
  const seconds = new Histogram({
    name: 'lectern_run_duration_seconds',
    help: 'Time of indexing runs, by outcome.',
    labelNames: ['outcome'],
    buckets: runSeconds,
    registers,
  });
  const failures = new Counter({
    name: 'lectern_run_failures_total',
    help: 'Failed indexing runs, by reason.',
    labelNames: ['reason'],
    registers,
  });
  // An alert uses the increase of this series. A series that starts at 1 has no increase.
  failures.inc({ reason: 'PodNotStarted' }, 0);
  const embedded = new Counter({
    name: 'lectern_run_snippets_embedded_total',
    help: 'Snippets that runs embedded. Unchanged snippets do not count.',
    registers,
  });
  return ({ failure, seconds: took, embedded: count }) => {
    seconds.observe({ outcome: failure === undefined ? 'succeeded' : 'failed' }, took);
    if (failure !== undefined) failures.inc({ reason: failure.reason });
    embedded.inc(count);
  };
}

function isRunning(library: Library): boolean {
  return stateOf(library) === 'processing';
}

/** Returns whether only an edit or a deletion can end the wait of a library: of this one, or of another one with its id. */
function isRefused({ metadata, status }: Library): boolean {
  if (metadata.deletionTimestamp) return true;
  const stalled = status.conditions?.find(({ type }) => type === 'Stalled');
  return (
    stalled?.observedGeneration === metadata.generation &&
    (stalled.reason === 'DuplicateId' || stalled.reason === 'InvalidSpec')
  );
}

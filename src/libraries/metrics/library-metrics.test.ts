import { Registry } from 'prom-client';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { embeddedLibrary, makeLibrary } from '../../../test/support/library.ts';
import type { Library } from '../../resources/library.ts';
import { newRun } from '../../resources/run.ts';
import { createRunMetrics, measureLibraries } from './library-metrics.ts';

/** Returns the lines of one metric, without its help. */
async function linesOf(registry: Registry, name: string): Promise<string[]> {
  const text = await registry.getSingleMetricAsString(name);
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}

/** Returns a Library that was read at 03:00 and is read again on a schedule. */
function scheduled(schedule: string): Library {
  const finishedAt = '2026-01-01T03:00:00Z';
  const run = { ...newRun('r', new Date(finishedAt)), phase: 'done' as const, finishedAt };
  return makeLibrary({ spec: { refresh: { schedule } }, status: { run } });
}

describe('the metrics of libraries', () => {
  test('show the number of libraries and of served snippets, by state, at the time of the scrape', async () => {
    const registry = new Registry();
    let libraries: Library[] = [];
    measureLibraries(registry, () => libraries);
    libraries = [
      makeLibrary({ status: { totalSnippets: 30 } }),
      makeLibrary({ status: { totalSnippets: 12 } }),
      makeLibrary({ status: { state: 'error', totalSnippets: 5 } }),
      makeLibrary({ metadata: { deletionTimestamp: '2026-01-01T00:00:00Z' } }),
    ];

    expect(await linesOf(registry, 'lectern_libraries')).toEqual([
      'lectern_libraries{state="initial"} 0',
      'lectern_libraries{state="processing"} 0',
      'lectern_libraries{state="finalized"} 2',
      'lectern_libraries{state="error"} 1',
      'lectern_libraries{state="delete"} 1',
    ]);
    expect(await linesOf(registry, 'lectern_snippets')).toContain(
      'lectern_snippets{state="finalized"} 42',
    );
    libraries = [];
    expect(await linesOf(registry, 'lectern_libraries')).toContain(
      'lectern_libraries{state="finalized"} 0',
    );
  });

  test('show runs under way, and libraries that wait for one', async () => {
    const registry = new Registry();
    const libraries = [
      makeLibrary({ status: { state: 'processing' } }),
      makeLibrary({ metadata: { generation: 2 } }),
      makeLibrary({ metadata: { generation: 2 }, spec: { suspend: true } }),
      makeLibrary(),
    ];
    measureLibraries(registry, () => libraries);

    expect(await linesOf(registry, 'lectern_runs_active')).toEqual(['lectern_runs_active 1']);
    expect(await linesOf(registry, 'lectern_runs_waiting')).toEqual(['lectern_runs_waiting 1']);
  });

  test('count a library as waiting from the moment that its schedule names', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-01T03:30:00Z') });
    onTestFinished(() => void vi.useRealTimers());
    const registry = new Registry();
    const rested = scheduled('0 5 * * *');
    const libraries = [rested];
    measureLibraries(registry, () => libraries);
    const waiting = async (): Promise<string[]> => linesOf(registry, 'lectern_runs_waiting');

    expect(await waiting()).toEqual(['lectern_runs_waiting 0']);
    vi.setSystemTime('2026-01-01T05:10:00Z');
    expect(await waiting()).toEqual(['lectern_runs_waiting 1']);
    libraries[0] = makeLibrary({ ...rested, spec: { ...rested.spec, suspend: true } });
    expect(await waiting()).toEqual(['lectern_runs_waiting 0']);
  });

  test('do not count a library as waiting that only an edit or its deletion can move', async () => {
    const registry = new Registry();
    const refusedFor = (reason: string, observedGeneration = 1): Library => {
      const lastTransitionTime = '2026-01-01T03:00:00Z';
      const condition = { status: 'True', reason, message: '', lastTransitionTime } as const;
      const conditions = [{ ...condition, type: 'Stalled', observedGeneration }];
      const library = scheduled('0 5 * * *');
      return { ...library, status: { ...library.status, state: 'error', conditions } };
    };
    const edited = refusedFor('InvalidSpec');
    edited.metadata.generation = 2;
    const libraries = [
      refusedFor('DuplicateId'),
      refusedFor('InvalidSpec'),
      makeLibrary({ metadata: { generation: 2, deletionTimestamp: '2026-01-01T00:00:00Z' } }),
    ];
    measureLibraries(registry, () => libraries);
    const waiting = async (): Promise<string[]> => linesOf(registry, 'lectern_runs_waiting');

    expect(await waiting()).toEqual(['lectern_runs_waiting 0']);
    libraries.push(edited);
    expect(await waiting()).toEqual(['lectern_runs_waiting 1']);
  });

  test('show how many libraries have vectors of the model before a change', async () => {
    const registry = new Registry();
    const libraries = ['old@384', 'old@384', 'new@384'].map((model) => embeddedLibrary(model));
    measureLibraries(registry, () => libraries, 'old');

    const name = 'lectern_libraries_previous_model';
    expect(await linesOf(registry, name)).toEqual([`${name} 2`]);
  });

  test('count runs by how they ended, with their time', async () => {
    const registry = new Registry();
    const measure = createRunMetrics(registry);

    const run = { library: 'docs/a', libraryId: '/acme/a', run: 'r' };
    measure({ ...run, seconds: 2, embedded: 40 });
    measure({ ...run, seconds: 8, embedded: 0 });
    measure({
      ...run,
      failure: { reason: 'NotFound', message: 'gone' },
      seconds: 1,
      embedded: 2,
    });

    const duration = await linesOf(registry, 'lectern_run_duration_seconds');
    expect(duration).toContain('lectern_run_duration_seconds_count{outcome="succeeded"} 2');
    expect(duration).toContain('lectern_run_duration_seconds_sum{outcome="succeeded"} 10');
    expect(duration).toContain('lectern_run_duration_seconds_count{outcome="failed"} 1');
    expect(await linesOf(registry, 'lectern_run_failures_total')).toEqual([
      'lectern_run_failures_total{reason="PodNotStarted"} 0',
      'lectern_run_failures_total{reason="NotFound"} 1',
    ]);
    expect(await linesOf(registry, 'lectern_run_snippets_embedded_total')).toEqual([
      'lectern_run_snippets_embedded_total 42',
    ]);
  });
});

import { expect, test } from 'vitest';
import { paceOf, withSample, type Run, type Sample } from './pace.ts';

const began = Date.parse('2026-01-02T03:04:05.000Z');
const run = (parts: Partial<Run>): Run => ({
  id: 'r1',
  phase: 'indexing',
  startedAt: new Date(began).toISOString(),
  total: 100,
  fetched: 100,
  documents: 0,
  snippets: 0,
  embedded: 0,
  skipped: 0,
  ...parts,
});

test('a run that is new to the page is measured from its beginning', () => {
  const pace = paceOf(run({ documents: 20, embedded: 400 }), [], began + 10_000);
  expect(pace).toEqual({ rate: 40, leftMs: 40_000 });
});

test('estimates the pace of a run from the progress that the page saw', () => {
  const samples: Sample[] = [{ at: began + 10_000, documents: 20, embedded: 400 }];
  const pace = paceOf(run({ documents: 30, embedded: 500 }), samples, began + 20_000);
  expect(pace).toEqual({ rate: 10, leftMs: 70_000 });
});

test('has no estimate for a run without progress or without a number of documents', () => {
  expect(paceOf(run({}), [], began + 10_000).leftMs).toBeUndefined();
  const { total: _, ...uncounted } = run({ documents: 5 });
  expect(paceOf(uncounted, [], began + 10_000).leftMs).toBeUndefined();
});

test('samples that are old, and those of a version that was read before, count no more', () => {
  const samples: Sample[] = [
    { at: began, documents: 1, embedded: 1 },
    { at: began + 20_000, documents: 90, embedded: 90 },
    { at: began + 30_000, documents: 2, embedded: 2 },
  ];
  const kept = withSample(samples, run({ documents: 3, embedded: 4 }), began + 40_000);
  expect(kept).toEqual([
    { at: began + 30_000, documents: 2, embedded: 2 },
    { at: began + 40_000, documents: 3, embedded: 4 },
  ]);
});

import { describe, expect, test } from 'vitest';
import type { LibraryRun } from '../../resources/library.ts';
import { progressBar, progressLine } from './progress-line.ts';

const started = Date.parse('2026-01-01T00:00:00.000Z');
const run = (parts: Partial<LibraryRun> = {}): LibraryRun => ({
  id: 'r',
  phase: 'indexing',
  startedAt: new Date(started).toISOString(),
  total: 2_000,
  fetched: 500,
  documents: 490,
  snippets: 3_000,
  embedded: 2_900,
  skipped: 10,
  ...parts,
});

describe('progressLine', () => {
  test('shows counts, rate and the time left', () => {
    expect(progressLine('/a/b', run(), started + 100_000)).toBe(
      '/a/b  indexing  500/2,000 fetched  490 documents  3,000 snippets  2,900 embedded  10 skipped  30.0/s  5m00s left',
    );
  });

  test('names the version and leaves out what cannot be known', () => {
    const line = progressLine(
      '/a/b',
      run({ version: 'v1', phase: 'fetching', skipped: 0 }),
      started,
    );

    expect(line).toBe(
      '/a/b@v1  fetching  500/2,000 fetched  490 documents  3,000 snippets  2,900 embedded',
    );
  });

  test('counts one document and one snippet as one', () => {
    const line = progressLine(
      '/a/b',
      run({ phase: 'fetching', documents: 1, snippets: 1 }),
      started,
    );

    expect(line).toContain('  1 document  1 snippet  ');
  });

  test('shows no counts of a run that only embeds what an earlier one read', () => {
    const zero = { fetched: 0, documents: 0, snippets: 0, embedded: 0, skipped: 0 };
    const embedding = run({ ...zero, phase: 'embedding', embeddedPercent: 17 });

    expect(progressLine('/a/b', embedding, started)).toBe(
      '/a/b  searchable by words, embedded 17 %',
    );
  });

  test('says that a library answers by words while it is embedded', () => {
    const line = progressLine('/a/b', run({ phase: 'embedding', embeddedPercent: 40 }), started);

    expect(line).toMatch(/^\/a\/b {2}searchable by words, embedded 40 % /);
  });

  test('gives no time left before the first document', () => {
    const line = progressLine('/a/b', run({ documents: 0, skipped: 0 }), started + 1_000);

    expect(line).not.toContain('left');
  });
});

describe('progressBar', () => {
  test('fills with the documents that are done with', () => {
    expect(progressBar(run())).toBe(`[${'█'.repeat(5)}${'░'.repeat(15)}]  25%`);
  });

  test('fills with the vectors of a library that is embedded', () => {
    expect(progressBar(run({ phase: 'embedding', embeddedPercent: 50 }))).toBe(
      `[${'█'.repeat(10)}${'░'.repeat(10)}]  50%`,
    );
  });

  test('is absent while the number of documents is unknown', () => {
    const { total: _, ...unknown } = run();

    expect(progressBar(unknown)).toBe('');
  });
});

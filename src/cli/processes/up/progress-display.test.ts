import { beforeEach, describe, expect, test } from 'vitest';
import { makeLibrary } from '../../../../test/support/library.ts';
import type { Library, LibraryRun } from '../../../resources/library.ts';
import { ProgressDisplay } from './progress-display.ts';

const start = Date.parse('2026-01-01T00:00:00.000Z');
const run = (parts: Partial<LibraryRun> = {}): LibraryRun => ({
  id: 'run',
  phase: 'indexing',
  startedAt: new Date(start).toISOString(),
  fetched: 1,
  documents: 1,
  snippets: 5,
  embedded: 5,
  skipped: 0,
  ...parts,
});
const busy = (parts: Partial<LibraryRun> = {}): Library =>
  makeLibrary({ status: { state: 'processing', run: run(parts) } });
const ended = (state: 'finalized' | 'error'): Library =>
  makeLibrary({
    status: {
      state,
      totalSnippets: 1_234,
      totalTokens: 56_789,
      run: run({ finishedAt: new Date(start + 2_000).toISOString() }),
      conditions: [
        {
          type: 'Ready',
          status: 'False',
          reason: 'NotFound',
          message: 'No such host',
          lastTransitionTime: '',
        },
      ],
    },
  });

describe('ProgressDisplay', () => {
  let written: string;
  const display = (isTTY: boolean): ProgressDisplay =>
    new ProgressDisplay({ isTTY, columns: 100, write: (text) => (written += text) });

  beforeEach(() => {
    written = '';
  });

  test('prints a line at a change of phase and every few seconds where there is no terminal', () => {
    const shown = display(false);

    shown.show(busy(), start);
    shown.show(busy(), start + 1_000);
    shown.show(busy({ phase: 'activating' }), start + 2_000);
    shown.show(busy({ phase: 'activating' }), start + 8_000);

    expect(written.split('\n').filter(Boolean)).toHaveLength(3);
  });

  test('redraws its bars in a terminal, so that lines above them stay', () => {
    const shown = display(true);

    shown.show(busy({ total: 10 }), start);
    shown.show(busy({ total: 10, documents: 2 }), start + 1_000);

    expect(written).toContain('\u001B[1F\u001B[0J[████');
  });

  test.each([
    ['as wide as the window', 100, 99],
    ['narrower when the window is', 12, 11],
    ['of 80 columns where the terminal does not tell its width', 0, 79],
  ])('draws bars %s', (_case, columns, width) => {
    const terminal = { isTTY: true, columns: 200, write: (text: string) => (written += text) };
    const shown = new ProgressDisplay(terminal);

    terminal.columns = columns;
    shown.show(busy({ total: 10 }), start);

    expect(written).toHaveLength(width + '\n'.length);
  });

  test('marks a library whose run made way, until a later run has embedded the rest', () => {
    const shown = display(false);
    const library = ended('finalized');
    const { run: first, ...status } = library.status;

    shown.show({ ...library, status: { ...library.status, embeddedPercent: 7 } }, start);
    const later = { ...status, embeddedPercent: 100, run: { ...first!, id: 'later' } };
    shown.show({ ...library, status: later }, start);

    expect(written).toMatch(/^~ .*, searchable by words, embedded 7 %\n✓ [^%]*\n$/);
  });

  test('prints the end of a run once, with its counts', () => {
    const shown = display(false);

    shown.show(ended('finalized'));
    shown.show(ended('finalized'));

    expect(written).toBe('✓ /acme/anvil  1,234 snippets, 56,789 tokens in 2.0s\n');
  });

  test('prints why a run failed', () => {
    display(false).show(ended('error'));

    expect(written).toBe('✗ /acme/anvil  No such host\n');
  });

  test('prints the libraries that an earlier start has indexed', () => {
    display(false).serve(
      makeLibrary({ status: { totalSnippets: 7, lastUpdateDate: '2026-01-02T03:04:05Z' } }),
    );

    expect(written).toBe('= /acme/anvil  7 snippets served, indexed 2026-01-02\n');
  });
});

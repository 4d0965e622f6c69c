import { describe, expect, test } from 'vitest';
import type { LibraryRun } from '../../resources/library.ts';
import { newRun } from '../../resources/run.ts';
import type { StatusEvent } from './status-event.ts';
import { libraryEventOf } from './library-event.ts';

const run = newRun('r', new Date());
const succeeded = (changed: boolean): StatusEvent => ({
  type: 'succeeded',
  run,
  result: { changed, facts: {} },
  served: [],
});

describe('libraryEventOf', () => {
  test('announces new content, but no run without new content', () => {
    expect(libraryEventOf({}, succeeded(true))?.reason).toBe('Succeeded');
    expect(libraryEventOf({}, succeeded(false))).toBeUndefined();
  });

  test('announces a recovery even without new content', () => {
    expect(libraryEventOf({ failures: 2 }, succeeded(false))?.message).toMatch(
      /^Recovered after 2 failed runs/,
    );
  });

  test('announces a failure with the message of the condition', () => {
    const failure = { reason: 'NotFound', message: 'gone', retry: 'never' } as const;

    expect(libraryEventOf({}, { type: 'failed', run, failure, served: [] })).toEqual({
      type: 'Warning',
      reason: 'NotFound',
      message: 'gone',
    });
  });

  test('returns no event for an active run', () => {
    expect(libraryEventOf({}, { type: 'progressed', run })).toBeUndefined();
  });

  test('announces that words find the documents when the run embeds, not before it has read all versions', () => {
    const searchable = (phase: LibraryRun['phase']): StatusEvent => ({
      type: 'searchable',
      run: { ...run, phase },
      result: { changed: true, facts: {} },
      served: [],
    });

    expect(libraryEventOf({}, searchable('fetching'))).toBeUndefined();
    expect(libraryEventOf({}, searchable('embedding'))?.reason).toBe('Searchable');
  });
});

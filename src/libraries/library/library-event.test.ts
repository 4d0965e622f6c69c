import { describe, expect, test } from 'vitest';
import type { LibraryRun } from '../../resources/library.ts';
import { newRun } from '../../resources/run.ts';
import type { StatusEvent } from './status-event.ts';
import { makeLibrary } from '../../../test/support/library.ts';
import { libraryEventOf } from './library-event.ts';
import { nextStatus } from './status.ts';

const run = newRun('r', new Date());
const succeeded = (changed: boolean): Extract<StatusEvent, { type: 'succeeded' }> => ({
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

  test('warns about a version that does not exist, once', () => {
    const failedVersions = [
      { version: 'typo', reason: 'NotFound', message: 'there is no tag typo' } as const,
    ];
    const event: StatusEvent = {
      ...succeeded(true),
      result: { changed: true, facts: {}, failedVersions },
    };
    const warning = {
      type: 'Warning',
      reason: 'NotFound',
      message: 'Not indexed: typo (there is no tag typo)',
    };
    expect(libraryEventOf({}, event)).toEqual(warning);

    const after = nextStatus(makeLibrary({}), event, new Date());

    expect(libraryEventOf(after, event)?.reason).toBe('Succeeded');
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

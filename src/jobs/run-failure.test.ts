import { describe, expect, test } from 'vitest';
import { LecternError, RunError } from '../base/errors.ts';
import { failureOf } from './run-failure.ts';

describe('failureOf', () => {
  test('contains the reason, the message, and whether a retry can help', () => {
    const error = new RunError('NotFound', 'https://git.example/a/b is not there');

    expect(failureOf(error)).toEqual({
      reason: 'NotFound',
      message: 'https://git.example/a/b is not there',
      retry: 'never',
    });
    expect(failureOf(new Error('out of paper'))).toEqual({
      reason: 'Internal',
      message: 'out of paper',
      retry: 'backoff',
    });
  });

  test('contains the time that the host requested before a retry', () => {
    const error = new RunError('Unreachable', 'busy', { retryAfterSeconds: 90 });

    expect(failureOf(error)).toMatchObject({ retry: 'backoff', retryAfterSeconds: 90 });
  });

  test('recognizes an outage of the search index', () => {
    const outage = new LecternError('search_failed', 503, 'The search index cannot be reached');

    expect(failureOf(outage)).toMatchObject({ reason: 'StorageFailed', retry: 'backoff' });
  });

  test('contains no credentials of the run or of a URL', () => {
    const error = new Error('fetch https://bob:pass-of-bob@host/x with planted-token-1 by reader');
    const credentials = { username: 'reader', password: 'planted-token-1' };

    expect(failureOf(error, credentials).message).toBe(
      'fetch https://***@host/x with *** by reader',
    );
  });
});

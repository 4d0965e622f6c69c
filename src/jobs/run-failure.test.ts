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
    const outage = new LecternError('search_failed', 'The search index cannot be reached');

    expect(failureOf(outage)).toMatchObject({ reason: 'StorageFailed', retry: 'backoff' });
  });

  test('is one line that cannot steer the terminal of a reader', () => {
    const error = new RunError('Malformed', 'it has the fields\u001b]0;owned\u0007\r\n\u009b2J');

    expect(failureOf(error).message).toBe('it has the fields ]0;owned 2J');
  });

  test('contains no credential that control characters split or that has several lines', () => {
    const error = new Error('ghp_0123456789\u0000012345678901234567890123456789 key-a\nkey-b');
    const { message } = failureOf(error, { identity: 'key-a\nkey-b' });

    expect(message).toBe('ghp_0123456789 012345678901234567890123456789 ***');
  });

  test('contains no credentials of the run or of a URL', () => {
    const error = new Error('fetch https://bob:pass-of-bob@host/x with planted-token-1 by reader');
    const credentials = { username: 'reader', password: 'planted-token-1' };

    expect(failureOf(error, credentials).message).toBe(
      'fetch https://***@host/x with *** by reader',
    );
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  decodeOutcome,
  encodeOutcome,
  exitCodeOf,
  readOutcome,
  type RunOutcome,
} from './termination-message.ts';
import type { Progress } from '../../indexing/progress.ts';

const progress: Progress = {
  phase: 'done',
  version: 'v2',
  total: 12,
  fetched: 12,
  documents: 11,
  snippets: 90,
  embedded: 90,
  skipped: 1,
  warnings: ['a.pdf: not a text'],
};
const succeeded: RunOutcome = {
  state: 'succeeded',
  progress,
  result: {
    changed: true,
    facts: { title: 'Widgets', branch: 'main', stars: 3, host: { fork: true, owner: 'user' } },
    failedVersions: [{ version: 'v9', reason: 'NotFound', message: 'there is no tag v9' }],
    benchmarkScore: 87.5,
    contentWarnings: { injection: 1, secrets: 2, hidden: 3 },
  },
};
const failed: RunOutcome = {
  state: 'failed',
  failure: { reason: 'NotFound', message: 'branch x does not exist', retry: 'never' },
};

describe('the outcome of a run', () => {
  test.each([succeeded, failed])('is read as it was written', (outcome) => {
    expect(decodeOutcome(encodeOutcome(outcome))).toEqual(outcome);
  });

  test('leaves out what may be large', () => {
    const large: RunOutcome = {
      state: 'succeeded',
      result: {
        changed: true,
        topics: 'x'.repeat(10_000),
        ownerRules: Array.from({ length: 50 }, () => 'x'.repeat(255)),
        facts: { title: 'T', versions: Array.from({ length: 500 }, (_, n) => `v${n}`) },
      },
    };

    expect(decodeOutcome(encodeOutcome(large))).toEqual({
      state: 'succeeded',
      result: { changed: true, facts: { title: 'T' } },
    });
  });

  test('cuts a long message to what Kubernetes keeps and shows that it did', () => {
    const message = 'The page could not be read. '.repeat(1_000);
    const outcome: RunOutcome = {
      state: 'failed',
      failure: { reason: 'Unreachable', message, retry: 'backoff' },
    };

    const read = decodeOutcome(encodeOutcome(outcome));

    expect(read).toMatchObject({
      failure: { message: expect.stringMatching(/^The page could not be read\. .*…$/) },
    });
  });

  test('has fewer than 4096 bytes, whatever its strings contain, and can be parsed', () => {
    const string = fc.string({ unit: 'binary', maxLength: 5_000 });
    const outcomes = fc.record({ title: string, description: string, message: string });
    fc.assert(
      fc.property(outcomes, fc.array(string, { maxLength: 10 }), (strings, warnings) => {
        const { title, description, message } = strings;
        const facts = { title, description, branch: message, license: message };
        for (const outcome of [
          { ...succeeded, progress: { ...progress, warnings }, result: { changed: true, facts } },
          { state: 'failed', failure: { reason: 'Internal', message, retry: 'backoff' } },
        ] satisfies RunOutcome[]) {
          const text = encodeOutcome(outcome);
          expect(Buffer.byteLength(text)).toBeLessThan(4_096);
          expect(decodeOutcome(text)?.state).toBe(outcome.state);
        }
      }),
    );
  });

  test.each([
    ['the tail of a log', 'npm error: cannot find module'],
    ['a result without facts', '{"state":"succeeded","result":{"changed":true}}'],
    ['a failure without a failure', '{"state":"failed"}'],
    [
      'a reason that is none',
      '{"state":"failed","failure":{"reason":"<b>","message":"","retry":"never"}}',
    ],
    ['nothing', ''],
    ['null', 'null'],
  ])('is not found in %s', (_, text) => {
    expect(decodeOutcome(text)).toBeUndefined();
  });

  test.each([
    ['a time that is none', { host: { createdAt: 'yesterday' } }],
    ['a number that is too large for the status', { stars: 1e300 }],
    ['a title as long as a book', { title: 'x'.repeat(100_000) }],
  ])('is not found in a report with %s', (_, facts) => {
    const outcome = { state: 'succeeded', result: { changed: true, facts } };

    expect(readOutcome(outcome)).toBeUndefined();
  });

  test('drops unknown fields', () => {
    const text = JSON.stringify({ ...failed, status: { state: 'finalized' } });

    expect(decodeOutcome(text)).toEqual(failed);
  });

  test('exits with 42 when only an edit can mend it', () => {
    const passing: RunOutcome = {
      state: 'failed',
      failure: { reason: 'Unreachable', message: '', retry: 'backoff' },
    };

    expect([succeeded, failed, passing].map(exitCodeOf)).toEqual([0, 42, 1]);
  });
});

import { describe, expect, test } from 'vitest';
import type { Library } from './library.ts';
import { newRun } from './run.ts';
import { nextRunId } from './run-id.ts';

function library(status: Library['status'] = {}, uid = 'u1'): Library {
  return {
    metadata: { name: 'a', uid, generation: 2, resourceVersion: '1', creationTimestamp: '' },
    spec: { id: '/a/b', source: {} },
    status,
  };
}
const run = newRun('before', new Date());

describe('nextRunId', () => {
  test('is the same for all who look at the same state', () => {
    expect(nextRunId(library({ run }))).toBe(nextRunId(library({ run })));
  });

  test('is new after each run, and of each Library', () => {
    const first = nextRunId(library());
    const second = nextRunId(library({ state: 'error', run: { ...run, id: first } }));

    expect(new Set([first, second, nextRunId(library({}, 'u2'))]).size).toBe(3);
  });

  test('is that of a run that was announced and never began', () => {
    const status = { state: 'processing' as const, observedGeneration: 2, run };

    expect(nextRunId(library(status))).toBe('before');
  });

  test('is new when an edit ended the run before', () => {
    const status = { state: 'processing' as const, observedGeneration: 1, run };

    expect(nextRunId(library(status))).not.toBe('before');
  });
});

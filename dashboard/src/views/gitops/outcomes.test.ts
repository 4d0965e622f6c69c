import { expect, test } from 'vitest';
import { sentenceOf, totalOf } from './outcomes.ts';
import { presetOf } from './schedule.ts';

const none = { created: 0, updated: 0, unchanged: 0, pruned: 0, skipped: 0, failed: 0 };

test('describes a sync in a sentence that begins with what a person must do', () => {
  const counts = { ...none, created: 2, failed: 1, unchanged: 7 };

  expect(sentenceOf(counts)).toBe('1 failed, 2 created, 7 unchanged');
  expect(totalOf(counts)).toBe('10 entries');
  expect(sentenceOf(none)).toBe('no entries');
});

test('a schedule without a name is a custom one', () => {
  expect(['daily', 'manual', '5 4 * * *'].map(presetOf)).toEqual(['daily', 'manual', 'custom']);
});

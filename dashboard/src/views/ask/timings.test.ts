import { expect, test } from 'vitest';
import { stagesOf, timingsOf } from './timings.ts';

test('the stages of an answer are read from its header, and the rest is shown as other', () => {
  const timings = timingsOf('embed;dur=3.5, search;desc="a list";dur=6, cache, total;dur=12');
  const { stages, total } = stagesOf(timings);

  expect(total).toBe(12);
  expect(stages).toEqual([
    { name: 'embed', ms: 3.5 },
    { name: 'search', ms: 6 },
    { name: 'other', ms: 2.5 },
  ]);
});

test('an answer without the header has no stages', () => {
  expect(stagesOf(timingsOf(''))).toEqual({ stages: [], total: 0 });
});

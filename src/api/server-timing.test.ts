import { expect, test } from 'vitest';
import { serverTiming } from './server-timing.ts';

test('a Server-Timing header names the stages in their order, in tenths of milliseconds', () => {
  const timings = new Map([
    ['embed', 3.14159],
    ['search', 0],
    ['total', 12],
  ]);

  expect(serverTiming(timings)).toBe('embed;dur=3.1, search;dur=0, total;dur=12');
});

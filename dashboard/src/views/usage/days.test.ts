import { expect, test } from 'vitest';
import { everyDay } from './days.ts';

test('days on which nothing was asked are there too, over the end of a month', () => {
  const asked = [{ date: '2026-02-01', requests: 3, tokens: 40, cost: 0.5 }];

  expect(everyDay({ from: '2026-01-31', to: '2026-02-02', daily: asked })).toEqual([
    { date: '2026-01-31', requests: 0, tokens: 0, cost: 0 },
    { date: '2026-02-01', requests: 3, tokens: 40, cost: 0.5 },
    { date: '2026-02-02', requests: 0, tokens: 0, cost: 0 },
  ]);
});

import { expect, test } from 'vitest';
import { libraryMetrics } from './library-metrics.ts';

test('every day is included, with the requests of each client', () => {
  const usage = {
    byDay: [
      { day: '2026-01-01', client: 'mcp', requests: 3 },
      { day: '2026-01-01', client: 'txt', requests: 1 },
      { day: '2026-01-03', client: 'cli', requests: 2 },
    ] as const,
    mcpUsers: [{ day: '2026-01-01', users: 2 }],
  };
  const days = ['2026-01-01', '2026-01-02', '2026-01-03'];
  const empty = { page: 0, txt: 0, mcp: 0, cli: 0 };
  expect(libraryMetrics({ ...usage, byDay: [...usage.byDay] }, days)).toEqual({
    total: { page: 0, txt: 1, mcp: 3, cli: 2 },
    daily: [
      { date: '2026-01-01', ...empty, mcp: 3, txt: 1, total: 4 },
      { date: '2026-01-02', ...empty, total: 0 },
      { date: '2026-01-03', ...empty, cli: 2, total: 2 },
    ],
    mcpClients: {
      dailyData: [
        { date: '2026-01-01', uniqueUsersByClient: { mcp: 2 }, totalUniqueUsers: 2 },
        { date: '2026-01-02', uniqueUsersByClient: {}, totalUniqueUsers: 0 },
        { date: '2026-01-03', uniqueUsersByClient: {}, totalUniqueUsers: 0 },
      ],
    },
    topics: [],
    countries: [],
  });
});

import { expect, test } from 'vitest';
import { usageText } from './usage.ts';

const spending = { limit: 5, spent: 0.255, resetsAt: '2026-02-01T00:00:00.000Z' };
const nothing = { requests: 0, tokens: 0, cost: 0 };
const report = { teamspace: 'docs', from: '2026-01-02', to: '2026-01-31', spending };

test('the report is tables by day, key and client', () => {
  const most = { requests: 1_200, tokens: 3_000_000, cost: 12 };
  const some = { requests: 1, tokens: 20, cost: 0.01 };
  const text = usageText({
    ...report,
    total: { requests: 1_201, tokens: 3_000_020, cost: 12.01 },
    daily: [
      { date: '2026-01-30', ...most },
      { date: '2026-01-31', ...some },
    ],
    byKey: [
      { keyId: '0123456789abcdef', name: 'laptop', ...most },
      { keyId: '', ...some },
    ],
    byClient: [{ client: 'mcp', ...most }],
  });
  expect(text).toBe(
    `Teamspace docs, 2026-01-02 to 2026-01-31 (UTC): 1,201 requests, 3,000,020 tokens, $12.01
This month: $0.255, limit $5.00; resets on 2026-02-01

DAY          REQUESTS   TOKENS      COST
2026-01-30   1,200      3,000,000   $12.00
2026-01-31   1          20          $0.01

KEY      REQUESTS   TOKENS      COST
laptop   1,200      3,000,000   $12.00
-        1          20          $0.01

CLIENT   REQUESTS   TOKENS      COST
mcp      1,200      3,000,000   $12.00`,
  );
});

test('a teamspace that asked nothing has no tables', () => {
  const text = usageText({
    ...report,
    spending: { ...spending, limit: null },
    total: nothing,
    daily: [],
    byKey: [],
    byClient: [],
  });
  expect(text).toContain('no limit; resets on 2026-02-01\n\nNo requests.');
});

import { expect, test, vi } from 'vitest';
import { createUsageLog } from './usage-log.ts';
import type { UsageStore } from './usage-store.ts';
import type { UsageRow } from './use.ts';

function use(facts: Partial<UsageRow> = {}): UsageRow {
  return {
    teamspace: 'default',
    day: '2026-01-31',
    keyId: 'key',
    libraryId: '/acme/web',
    operation: 'context',
    form: 'txt',
    client: 'txt',
    requests: 1,
    tokens: 100,
    cost: 10,
    ...facts,
  };
}

function usageLog(capacity?: number) {
  const written: UsageRow[] = [];
  const add = vi.fn<UsageStore['add']>(async (rows) => void written.push(...rows));
  const log = createUsageLog({
    store: { add },
    onWritten: () => undefined,
    ...(capacity !== undefined && { capacity }),
  });
  return { log, add, written };
}

test('equal uses become one row, and are written once', async () => {
  const { log, add, written } = usageLog();
  for (let n = 0; n < 1_000; n++) log.note(use({ keyId: n % 2 ? 'odd' : 'even' }));
  await log.flush();
  expect(written).toEqual([
    use({ keyId: 'even', requests: 500, tokens: 50_000, cost: 5_000 }),
    use({ keyId: 'odd', requests: 500, tokens: 50_000, cost: 5_000 }),
  ]);
  await log.flush();
  expect(add).toHaveBeenCalledTimes(1);
});

test('rows of a failed write are kept, together with later ones, and counted once', async () => {
  const { log, add, written } = usageLog();
  for (let n = 0; n < 500; n++) log.note(use({ libraryId: `/acme/${String(n).padStart(3, '0')}` }));
  add.mockImplementationOnce(async (rows) => void written.push(...rows));
  add.mockImplementationOnce(async () => {
    log.note(use({ libraryId: '/acme/499' }));
    throw new Error('away');
  });
  await expect(log.flush()).rejects.toThrow('away');
  expect(written).toHaveLength(200);
  await log.flush();
  expect(written).toHaveLength(500);
  expect(written.reduce((sum, { requests }) => sum + requests, 0)).toBe(501);
  expect(written.at(-1)).toEqual(
    use({ libraryId: '/acme/499', requests: 2, tokens: 200, cost: 20 }),
  );
});

test('costs are unsaved until they are written, each in its month', async () => {
  const { log, add } = usageLog();
  log.note(use());
  log.note(use({ day: '2026-02-01', cost: 5 }));
  const unsaved = () => ['2026-01-01', '2026-02-01'].map((month) => log.unsaved('default', month));
  expect(unsaved()).toEqual([10, 5]);
  expect(log.unsaved('other', '2026-01-01')).toBe(0);
  add.mockRejectedValueOnce(new Error('away'));
  await expect(log.flush()).rejects.toThrow('away');
  expect(unsaved()).toEqual([10, 5]);
  await log.flush();
  expect(unsaved()).toEqual([0, 0]);
});

test('a full log continues to count for teamspaces, without keys and libraries', async () => {
  const { log, written } = usageLog(3);
  for (let n = 0; n < 100; n++) log.note(use({ libraryId: `/acme/${n}` }));
  await log.flush();
  expect(written.map(({ libraryId }) => libraryId)).toEqual(['', '/acme/0', '/acme/1', '/acme/2']);
  expect(written[0]).toEqual(
    use({ keyId: '', libraryId: '', requests: 97, tokens: 9_700, cost: 970 }),
  );
});

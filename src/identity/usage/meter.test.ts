import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { anonymous, operator, type Caller } from '../access/caller.ts';
import { createMeter, type Meter } from './meter.ts';
import type { UsageStore } from './usage-store.ts';
import type { UsageRow } from './use.ts';

const noon = Date.parse('2026-01-31T12:00:00Z');
beforeEach(() => void vi.useFakeTimers({ now: noon }));
afterEach(() => void vi.useRealTimers());

const member: Caller = { role: 'member', teamspace: 'docs', keyId: 'abc' };

/** A store in memory that several meters may share. */
function memoryStore(limits: Record<string, number> = {}) {
  const rows: UsageRow[] = [];
  const spent = (teamspace: string, since: string): number =>
    rows
      .filter((row) => row.teamspace === teamspace && row.day >= since)
      .reduce((sum, { cost }) => sum + cost, 0);
  const store = {
    add: vi.fn<UsageStore['add']>(async (more) => void rows.push(...more)),
    caps: vi.fn<UsageStore['caps']>(
      async (since) =>
        new Map(
          Object.entries(limits).map(([id, limit]) => [id, { limit, spent: spent(id, since) }]),
        ),
    ),
    spent: async (teamspace: string, since: string) => spent(teamspace, since),
    forget: vi.fn<UsageStore['forget']>(async () => undefined),
    setLimit: async (teamspace: string, limit: number | null) => {
      if (limit === null) delete limits[teamspace];
      else limits[teamspace] = limit;
    },
    ofTeamspace: async () => ({ byDay: [], byKey: [], byClient: [] }),
    ofLibrary: async () => ({ byDay: [], mcpUsers: [] }),
  } satisfies UsageStore;
  return { store, rows };
}

function meterOver(store: UsageStore, price = 0.01) {
  const onError = vi.fn<(error: unknown) => void>();
  return { meter: createMeter({ store, price, onError }), onError };
}

async function ask(meter: Meter, caller = member): Promise<boolean> {
  try {
    await meter.admit(caller);
  } catch {
    return false;
  }
  meter.note(caller, { operation: 'search', form: 'json', client: 'txt', tokens: 0 });
  return true;
}

async function asks(meter: Meter, count: number, caller = member): Promise<number> {
  let answered = 0;
  for (let n = 0; n < count; n++) if (await ask(meter, caller)) answered += 1;
  return answered;
}

test('a limit applies exactly, whether costs are written or not', async () => {
  const { store, rows } = memoryStore({ docs: 50_000 });
  const { meter } = meterOver(store);
  expect(await asks(meter, 3)).toBe(3);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(rows).toHaveLength(1);
  expect(await asks(meter, 5)).toBe(2);
  await meter.flush();
  expect(await asks(meter, 5)).toBe(0);
  await expect(meter.admit(member)).rejects.toMatchObject({
    status: 402,
    code: 'spending_limit_exceeded',
    message: expect.stringMatching(/\$0\.05 reached for this teamspace.* resets on 2026-02-01/),
  });
});

test('other teamspaces and the operator continue, and questions of the operator cost nothing', async () => {
  const { store } = memoryStore({ docs: 0 });
  const { meter } = meterOver(store);
  expect(await ask(meter)).toBe(false);
  expect(await ask(meter, anonymous)).toBe(true);
  expect(await ask(meter, { ...operator, teamspace: 'docs' })).toBe(true);
  expect(await meter.spendingOf('docs')).toMatchObject({ limit: 0, spent: 0 });
  expect(await meter.spendingOf('default')).toMatchObject({ limit: null, spent: 0.01 });
});

test('a new month starts at zero, even before the next read of the store', async () => {
  const { store } = memoryStore({ docs: 10_000 });
  const { meter } = meterOver(store);
  expect(await asks(meter, 2)).toBe(1);
  vi.setSystemTime(Date.parse('2026-02-01T00:00:00Z'));
  expect(await asks(meter, 2)).toBe(1);
  expect((await meter.spendingOf('docs')).spent).toBe(0.01);
});

test('raising or removing a limit takes effect at once', async () => {
  const { store } = memoryStore({ docs: 10_000 });
  const { meter } = meterOver(store);
  expect(await asks(meter, 2)).toBe(1);
  expect(await meter.limit('docs', 0.03)).toEqual({
    limit: 0.03,
    spent: 0.01,
    resetsAt: Date.parse('2026-02-01T00:00:00Z'),
  });
  expect(await asks(meter, 5)).toBe(2);
  await meter.limit('docs', null);
  expect(await asks(meter, 5)).toBe(5);
});

test('spending of other replicas is known within ten seconds of their write', async () => {
  const { store } = memoryStore({ docs: 20_000 });
  const { meter } = meterOver(store);
  const { meter: replica } = meterOver(store);
  expect([await ask(meter), await ask(replica)]).toEqual([true, true]);
  await vi.advanceTimersByTimeAsync(20_000);
  expect([await ask(meter), await ask(replica)]).toEqual([false, false]);
});

test('an unavailable store changes no decision, and gets the counts when it is back', async () => {
  const { store, rows } = memoryStore({ docs: 30_000 });
  const { meter, onError } = meterOver(store);
  expect(await ask(meter)).toBe(true);
  const away = new Error('away');
  store.add.mockRejectedValueOnce(away);
  store.caps.mockRejectedValueOnce(away);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(onError.mock.calls).toEqual([[away], [away]]);
  expect(await asks(meter, 5)).toBe(2);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(rows.reduce((sum, { requests }) => sum + requests, 0)).toBe(3);
});

test('the first request waits at most a second for earlier spending', async () => {
  const { store } = memoryStore({ docs: 0 });
  store.caps.mockReturnValueOnce(new Promise(() => undefined));
  const { meter } = meterOver(store);
  const asked = ask(meter);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await asked).toBe(true);
});

test('closing writes pending counts', async () => {
  const { store, rows } = memoryStore();
  const { meter } = meterOver(store);
  await ask(meter);
  await meter.close();
  expect(rows).toMatchObject([{ teamspace: 'docs', day: '2026-01-31', keyId: 'abc', requests: 1 }]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(store.add).toHaveBeenCalledTimes(1);
});

test('usage older than 400 days is deleted, once a day', async () => {
  const { store } = memoryStore();
  const { meter } = meterOver(store);
  await ask(meter);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(store.forget.mock.calls).toEqual([['2024-12-28']]);
  await vi.advanceTimersByTimeAsync(11 * 3_600_000);
  expect(store.forget.mock.calls).toEqual([['2024-12-28'], ['2024-12-29']]);
  await meter.close();
});

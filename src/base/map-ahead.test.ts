import { expect, test } from 'vitest';
import { mapAhead } from './map-ahead.ts';

async function* numbers(count: number, onPull: (n: number) => void = () => undefined) {
  for (let n = 0; n < count; n += 1) {
    onPull(n);
    yield n;
  }
}

/** Collects the results. */
async function listed<Result>(results: AsyncIterable<Result>): Promise<Result[]> {
  const all: Result[] = [];
  for await (const result of results) all.push(result);
  return all;
}

const sizeOf = (): number => 1;
const most = { items: 3, size: 100 };

test('returns results in the order of the items, whichever ends first', async () => {
  const gates = Array.from({ length: 4 }, () => Promise.withResolvers<string>());
  const results = listed(mapAhead(numbers(4), { map: (n) => gates[n]!.promise, sizeOf, most }));

  for (const n of [2, 3, 0, 1]) gates[n]!.resolve(`result ${n}`);

  expect(await results).toEqual(['result 0', 'result 1', 'result 2', 'result 3']);
});

test('maps as many items as allowed while the caller works on a result', async () => {
  const pulled: number[] = [];
  const gate = Promise.withResolvers<void>();
  const results = mapAhead(
    numbers(10, (n) => pulled.push(n)),
    { map: () => gate.promise, sizeOf, most },
  );

  const first = results.next();
  await expect.poll(() => pulled).toEqual([0, 1, 2, 3]);
  gate.resolve();
  await first;

  expect(pulled).toEqual([0, 1, 2, 3]);
});

test('reads a large item ahead of one other item only', async () => {
  const pulled: number[] = [];
  const gate = Promise.withResolvers<void>();
  const results = mapAhead(
    numbers(10, (n) => pulled.push(n)),
    { map: () => gate.promise, sizeOf: () => 80, most },
  );

  const first = results.next();
  await expect.poll(() => pulled).toEqual([0, 1]);
  gate.resolve();
  await first;

  expect(pulled).toEqual([0, 1]);
});

test('returns a result before as many items as allowed have come from a slow source', async () => {
  const never = Promise.withResolvers<never>();
  async function* oneAndThenSlow() {
    yield 1;
    await new Promise((resolve) => setImmediate(resolve));
    yield 2;
    await never.promise;
  }
  const results = mapAhead(oneAndThenSlow(), { map: async (n) => n, sizeOf, most });

  expect(await results.next()).toEqual({ done: false, value: 1 });
});

test('throws an error of an item in its turn, and later errors are not unhandled', async () => {
  const seen: number[] = [];
  const results = mapAhead(numbers(4), {
    map: async (n) => {
      if (n > 0) throw new Error(`item ${n} failed`);
      return n;
    },
    sizeOf,
    most,
  });

  const read = async (): Promise<void> => {
    for await (const n of results) seen.push(n);
  };

  await expect(read()).rejects.toThrow('item 1 failed');
  expect(seen).toEqual([0]);
});

test('ends after the items under way if the caller stops early', async () => {
  const gate = Promise.withResolvers<number>();
  const results = mapAhead(numbers(4), {
    map: (n) => (n === 0 ? Promise.resolve(0) : gate.promise),
    sizeOf,
    most,
  });
  await results.next();
  let hasEnded = false;

  const ended = results.return(undefined).then(() => (hasEnded = true));
  await new Promise((resolve) => setImmediate(resolve));
  const hadEnded = hasEnded;
  gate.resolve(1);
  await ended;

  expect(hadEnded).toBe(false);
  expect(hasEnded).toBe(true);
});

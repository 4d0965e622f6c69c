import { array, assert, asyncProperty, integer } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inOrder } from './in-order.ts';

const { signal } = new AbortController();

describe('inOrder', () => {
  test('results come in the order of their start, never more than so many at a time', async () => {
    await assert(
      asyncProperty(
        array(integer({ min: 0, max: 5 })),
        integer({ min: 1, max: 5 }),
        async (turns, parallel) => {
          let running = 0;
          let most = 0;
          const work = async (index: number): Promise<number> => {
            running += 1;
            most = Math.max(most, running);
            for (let turn = turns[index] ?? 0; turn > 0; turn -= 1) await Promise.resolve();
            running -= 1;
            return index;
          };
          let next = 0;
          const results: number[] = [];
          const start = (): Promise<number> | undefined =>
            next < turns.length ? work(next++) : undefined;
          for await (const result of inOrder(parallel, signal, start)) results.push(result);
          expect(results).toEqual([...turns.keys()]);
          expect(most).toBeLessThanOrEqual(parallel);
        },
      ),
    );
  });

  test('work that a result brings is done as well', async () => {
    const queue = [3];
    const results: number[] = [];
    const start = (): Promise<number> | undefined => {
      const item = queue.shift();
      return item === undefined ? undefined : Promise.resolve(item);
    };
    for await (const result of inOrder(4, signal, start)) {
      results.push(result);
      if (result > 0) queue.push(result - 1);
    }
    expect(results).toEqual([3, 2, 1, 0]);
  });

  test('a failure ends it and aborts the rest', async () => {
    const aborted: number[] = [];
    let next = 0;
    const start = (either: AbortSignal): Promise<number> => {
      const index = (next += 1);
      either.addEventListener('abort', () => aborted.push(index));
      return index === 1
        ? Promise.reject(new Error('first'))
        : new Promise((_resolve, reject) =>
            either.addEventListener('abort', () => reject(new Error())),
          );
    };
    const first = inOrder(3, signal, start).next();
    await expect(first).rejects.toThrow('first');
    expect(aborted).toEqual([1, 2, 3]);
  });
});

import { describe, expect, test } from 'vitest';
import { createConcurrencyLimit } from './concurrency-limit.ts';

/** Work that ends on `end(name)`, and the names of the work that has begun. */
function works() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => (): Promise<string> => {
    begun.push(name);
    const { promise, resolve } = Promise.withResolvers<string>();
    ends.set(name, () => resolve(name));
    return promise;
  };
  return { begun, work, end: (name: string) => ends.get(name)?.() };
}

const never = new AbortController().signal;

describe('a concurrency limit', () => {
  test('starts `total` pieces of work, and another one when one ends', async () => {
    const { begun, work, end } = works();
    const limit = createConcurrencyLimit({ total: 2, perKey: 2 });
    const first = limit('a', never, work('one'));
    const second = limit('b', never, work('two'));
    const third = limit('c', never, work('three'));
    await expect.poll(() => begun).toEqual(['one', 'two']);

    end('one');

    expect(await first).toBe('one');
    await expect.poll(() => begun).toEqual(['one', 'two', 'three']);
    end('two');
    end('three');
    expect(await Promise.all([second, third])).toEqual(['two', 'three']);
  });

  test('does not let one key take every slot', async () => {
    const { begun, work, end } = works();
    const limit = createConcurrencyLimit({ total: 3, perKey: 1 });
    const greedy = ['one', 'two', 'three'].map((name) => limit('greedy', never, work(name)));
    const other = limit('other', never, work('other'));
    await expect.poll(() => begun).toEqual(['one', 'other']);

    for (const name of ['other', 'one', 'two', 'three']) {
      await expect.poll(() => begun).toContain(name);
      end(name);
    }

    await Promise.all([...greedy, other]);
  });

  test('drops aborted calls, and continues after a failure', async () => {
    const { begun, work, end } = works();
    const limit = createConcurrencyLimit({ total: 1, perKey: 1 });
    const failing = limit('a', never, async () => {
      throw new Error('broken');
    });
    await expect(failing).rejects.toThrow('broken');
    const first = limit('a', never, work('one'));
    const leaving = new AbortController();
    const left = limit('b', leaving.signal, work('two'));
    leaving.abort(new Error('gone'));

    await expect(left).rejects.toThrow('gone');
    const third = limit('c', never, work('three'));
    end('one');
    await first;
    await expect.poll(() => begun).toEqual(['one', 'three']);
    end('three');
    await third;
  });
});

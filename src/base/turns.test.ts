import { describe, expect, it } from 'vitest';
import { createTurns } from './turns.ts';

/** Work that ends when it is told to, and what has begun so far. */
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

describe('turns', () => {
  it('begin so much at once, and the rest when something ends', async () => {
    const { begun, work, end } = works();
    const turns = createTurns({ atOnce: 2, each: 2 });
    const first = turns('a', never, work('one'));
    const second = turns('b', never, work('two'));
    const third = turns('c', never, work('three'));
    await expect.poll(() => begun).toEqual(['one', 'two']);

    end('one');

    expect(await first).toBe('one');
    await expect.poll(() => begun).toEqual(['one', 'two', 'three']);
    end('two');
    end('three');
    expect(await Promise.all([second, third])).toEqual(['two', 'three']);
  });

  it('let nobody take them all', async () => {
    const { begun, work, end } = works();
    const turns = createTurns({ atOnce: 3, each: 1 });
    const greedy = ['one', 'two', 'three'].map((name) => turns('greedy', never, work(name)));
    const other = turns('other', never, work('other'));
    await expect.poll(() => begun).toEqual(['one', 'other']);

    for (const name of ['other', 'one', 'two', 'three']) {
      await expect.poll(() => begun).toContain(name);
      end(name);
    }

    await Promise.all([...greedy, other]);
  });

  it('are given up by who leaves, and go on after what fails', async () => {
    const { begun, work, end } = works();
    const turns = createTurns({ atOnce: 1, each: 1 });
    const failing = turns('a', never, async () => {
      throw new Error('broken');
    });
    await expect(failing).rejects.toThrow('broken');
    const first = turns('a', never, work('one'));
    const leaving = new AbortController();
    const left = turns('b', leaving.signal, work('two'));
    leaving.abort(new Error('gone'));

    await expect(left).rejects.toThrow('gone');
    const third = turns('c', never, work('three'));
    end('one');
    await first;
    await expect.poll(() => begun).toEqual(['one', 'three']);
    end('three');
    await third;
  });
});

import { beforeEach, describe, expect, test } from 'vitest';
import { startCpuClock } from '../../../test/support/cpu-seconds.ts';
import { RunSlots } from './run-slots.ts';

describe('RunSlots', () => {
  test('lets as many libraries run as there are slots, and gives the others their place', () => {
    const slots = new RunSlots(2);

    const answers = ['a', 'b', 'c', 'd'].map((name) => slots.claim(name, 'unfinished'));

    expect(answers).toEqual(['taken', 'taken', 1, 2]);
  });

  test('puts a fresh edit before what waits since the start', () => {
    const slots = new RunSlots(1);
    slots.claim('running', 'edit');
    slots.claim('old', 'unfinished');

    const place = slots.claim('edited', 'edit');

    expect(place).toBe(1);
    expect(slots.release('running')).toEqual(['edited']);
  });

  test('says whether a library waits to be read', () => {
    const slots = new RunSlots(1);
    slots.claim('running', 'vectors');
    expect(slots.isWaitedFor('running', 'vectors')).toBe(false);
    slots.claim('embeds', 'vectors');
    expect(slots.isWaitedFor('running', 'vectors')).toBe(false);
    slots.claim('new', 'edit');
    expect(slots.isWaitedFor('running', 'vectors')).toBe(true);
  });

  test('keeps a place when it is asked for again', () => {
    const slots = new RunSlots(1);
    slots.claim('running', 'edit');
    slots.claim('first', 'request');
    slots.claim('second', 'request');

    expect(slots.claim('first', 'request')).toBe(1);
  });

  test('frees the slot of a library that is gone', () => {
    const slots = new RunSlots(1);
    slots.claim('gone', 'edit');

    slots.release('gone');

    expect(slots.claim('next', 'request')).toBe('taken');
  });

  test('keeps the count of a run that a restart found', () => {
    const slots = new RunSlots(1);
    slots.adopt('found', ['source host a']);

    expect(slots.claim('next', 'edit')).toBe(1);
    expect(slots.release('found')).toEqual(['next']);
  });

  describe('with conflict keys', () => {
    const a = ['source host a'];
    const b = ['source host b'];

    test('lets two of a key run and passes over the third', () => {
      const slots = new RunSlots(4);

      const answers = ['a1', 'a2', 'a3'].map((name) => slots.claim(name, 'edit', a));

      expect(answers).toEqual(['taken', 'taken', 1]);
      expect(slots.blockedBy('a3')).toBe('source host a');
      expect(slots.claim('b1', 'unfinished', b)).toBe('taken');
    });

    test('lets a run make way only for a library that can use its slot', () => {
      const slots = new RunSlots(3);
      for (const name of ['a1', 'a2', 'a3', 'a4']) slots.claim(name, 'unfinished', a);
      slots.claim('embeds', 'vectors', b);

      expect(slots.isWaitedFor('embeds', 'vectors')).toBe(false);
      expect(slots.isWaitedFor('a1', 'vectors')).toBe(true);
      slots.claim('b1', 'unfinished', b);
      expect(slots.isWaitedFor('embeds', 'vectors')).toBe(true);
    });

    test('gives a freed key to who waits for it, not the place to another', () => {
      const slots = new RunSlots(3);
      for (const name of ['a1', 'a2', 'a3']) slots.claim(name, 'edit', a);
      slots.claim('b1', 'edit', b);
      slots.claim('b2', 'edit', b);

      expect(slots.release('a1')).toEqual(['a3']);
    });

    test('names all that a freed slot lets run', () => {
      const slots = new RunSlots(3, 1);
      slots.claim('both', 'edit', [...a, ...b]);
      slots.claim('a1', 'edit', a);
      slots.claim('b1', 'edit', b);

      expect(slots.release('both')).toEqual(['a1', 'b1']);
    });

    test('blames no key while all slots are taken', () => {
      const slots = new RunSlots(1, 1);
      slots.claim('a1', 'edit', a);
      slots.claim('a2', 'edit', a);

      expect(slots.blockedBy('a2')).toBeUndefined();
    });
  });

  describe('with namespaces', () => {
    test('gives each its turn, however many libraries one of them has', () => {
      const slots = new RunSlots(1);
      slots.claim('big/0', 'edit');
      for (let n = 1; n <= 50; n += 1) slots.claim(`big/${n}`, 'edit');
      slots.claim('small/1', 'edit');
      slots.claim('other/1', 'edit');

      const order: string[] = [];
      for (let running = 'big/0'; order.length < 4; running = order.at(-1)!) {
        const [next] = slots.release(running);
        expect(slots.claim(next!, 'edit')).toBe('taken');
        order.push(next!);
      }

      expect(order).toEqual(expect.arrayContaining(['small/1', 'other/1']));
    });

    test('counts the place of a new library by turns of the namespaces, not behind all earlier libraries', () => {
      const slots = new RunSlots(1);
      slots.claim('big/0', 'edit');
      for (let n = 1; n <= 17; n += 1) slots.claim(`big/${n}`, 'edit');

      expect(slots.claim('small/1', 'edit')).toBe(2);
      expect(slots.claim('big/17', 'edit')).toBe(18);
    });

    test('does not let edits of one keep another from its turn for ever', () => {
      const slots = new RunSlots(1);
      slots.claim('busy/0', 'edit');
      for (let n = 1; n <= 20; n += 1) slots.claim(`old/${n}`, 'unfinished');
      slots.claim('late/1', 'unfinished');

      let running = 'busy/0';
      let turns = 0;
      while (running !== 'late/1' && turns < 50) {
        turns += 1;
        slots.claim(`busy/${turns}`, 'edit');
        const [next] = slots.release(running);
        slots.claim(next!, 'unfinished');
        running = next!;
      }

      expect(turns).toBeLessThanOrEqual(8);
    });
  });

  describe('with hosts', () => {
    const hang = ['source host slow.example'];

    test('leave a slot to others, though one of them has many libraries', () => {
      const slots = new RunSlots(4, 4);
      for (let n = 0; n < 10; n += 1) slots.claim(`slow${n}`, 'edit', hang);

      expect(slots.blockedBy('slow9')).toBe(hang[0]);
      expect(slots.claim('quick', 'unfinished', ['source host quick.example'])).toBe('taken');
    });

    test('share what there is of one or two slots', () => {
      const slots = new RunSlots(2, 4);

      expect(['a', 'b'].map((name) => slots.claim(name, 'edit', hang))).toEqual(['taken', 'taken']);
    });

    test('have an embedding endpoint in common, which holds no slot back', () => {
      const slots = new RunSlots(3, 4);
      const names = ['a', 'b', 'c'];

      expect(names.map((name) => slots.claim(name, 'edit', ['embedding host e']))).toEqual(
        names.map(() => 'taken'),
      );
    });

    test('have their turns within a namespace', () => {
      const slots = new RunSlots(1, 4);
      slots.claim('n/0', 'edit', hang);
      for (let n = 1; n <= 50; n += 1) slots.claim(`n/slow${n}`, 'edit', hang);

      expect(slots.claim('n/quick', 'edit', ['source host quick.example'])).toBe(2);
    });
  });

  describe('in the long run', () => {
    /** Ends the oldest run repeatedly, after a claim by a new library each time, until `name` runs. */
    function endsUntil(slots: RunSlots, name: string, more: (turn: number) => void): number {
      for (let turn = 1; turn <= 50; turn += 1) {
        more(turn);
        const running = begun.shift()!;
        for (const next of slots.release(running)) {
          if (slots.claim(next, 'unfinished', keysOf.get(next)) !== 'taken') continue;
          begun.push(next);
          if (next === name) return turn;
        }
      }
      return Infinity;
    }
    let begun: string[] = [];
    let keysOf = new Map<string, string[]>();
    const ask = (slots: RunSlots, name: string, cause: 'edit' | 'unfinished', keys: string[]) => {
      keysOf.set(name, keys);
      if (slots.claim(name, cause, keys) === 'taken') begun.push(name);
    };
    beforeEach(() => {
      begun = [];
      keysOf = new Map();
    });

    test('edits that never end do not keep the oldest from its turn', () => {
      const slots = new RunSlots(1);
      ask(slots, 'first', 'edit', []);
      ask(slots, 'patient', 'unfinished', []);

      const turns = endsUntil(slots, 'patient', (turn) => ask(slots, `edit${turn}`, 'edit', []));

      expect(turns).toBeLessThanOrEqual(4);
    });

    test('who needs two keys gets both, though others need only one of them', () => {
      const slots = new RunSlots(2, 1);
      ask(slots, 'a0', 'edit', ['a']);
      ask(slots, 'b0', 'edit', ['b']);
      ask(slots, 'both', 'edit', ['a', 'b']);

      const turns = endsUntil(slots, 'both', (turn) => {
        ask(slots, `a${turn}`, 'edit', ['a']);
        ask(slots, `b${turn}`, 'edit', ['b']);
      });

      expect(turns).toBeLessThanOrEqual(6);
    });

    test('never runs more than there are slots, nor more of a key than it may', () => {
      const slots = new RunSlots(4, 2);
      for (let n = 0; n < 40; n += 1) ask(slots, `n${n}`, 'unfinished', [`k${n % 3}`]);
      let most = begun.length;

      while (begun.length > 0) {
        const perKey = Map.groupBy(begun, (name) => keysOf.get(name)![0]);
        expect(Math.max(...[...perKey.values()].map(({ length }) => length))).toBeLessThanOrEqual(
          2,
        );
        for (const next of slots.release(begun.shift()!)) {
          ask(slots, next, 'unfinished', keysOf.get(next)!);
        }
        most = Math.max(most, begun.length);
      }

      expect(most).toBe(4);
      expect(slots.claim('after all', 'edit')).toBe('taken');
    });
  });

  test('answers ten thousand that ask at the start in well under a second', () => {
    const slots = new RunSlots(4);
    const cpuSeconds = startCpuClock();

    const answers = Array.from({ length: 10_000 }, (_, n) =>
      slots.claim(`n${n}`, 'unfinished', ['source host a']),
    );

    expect(answers.at(-1)).toBe(9_998);
    expect(cpuSeconds()).toBeLessThan(1);
  });

  test('answers ten thousand of a hundred namespaces and hosts as fast', () => {
    const slots = new RunSlots(4);
    const ask = (n: number): 'taken' | number =>
      slots.claim(`ns${n % 100}/n${n}`, 'unfinished', [`source host ${n % 97}`]);
    const cpuSeconds = startCpuClock();

    for (let n = 0; n < 10_000; n += 1) ask(n);

    expect(cpuSeconds()).toBeLessThan(1);
  });
});

import { describe, expect, test } from 'vitest';
import { FairQueue, type Waiting } from './fair-queue.ts';

function queueOf(...names: [name: string, host: string, rank?: number][]): FairQueue {
  const queue = new FairQueue();
  names.forEach(([name, host, rank = 0], arrival) => {
    queue.set({ name, rank, arrival, conflicts: [host] });
  });
  return queue;
}

const named = (all: Iterable<Waiting>): string[] => [...all].map(({ name }) => name);

describe('FairQueue', () => {
  test('gives each namespace a turn, and in it each host', () => {
    const queue = queueOf(['a/1', 'x'], ['a/2', 'x'], ['a/3', 'y'], ['b/1', 'x'], ['b/2', 'x']);

    expect(named(queue.inOrder())).toEqual(['a/1', 'b/1', 'a/3', 'b/2', 'a/2']);
  });

  test('puts urgent libraries before all others', () => {
    const queue = queueOf(['a/1', 'x', 2], ['b/1', 'x', 2], ['a/2', 'x', 1]);

    expect(named(queue.inOrder())).toEqual(['a/2', 'a/1', 'b/1']);
  });

  test('continues with the others after a turn', () => {
    const queue = queueOf(['a/1', 'x'], ['a/2', 'y'], ['a/3', 'x'], ['b/1', 'x']);

    queue.start('a/1');

    expect(named(queue.inOrder())).toEqual(['b/1', 'a/2', 'a/3']);
    expect(queue.longestWaiting()?.name).toBe('b/1');
  });

  test('keeps the turn of a library that asks again, and its arrival when it becomes urgent', () => {
    const queue = queueOf(['a/1', 'x', 1], ['b/1', 'x', 1], ['a/2', 'x', 0]);
    queue.set({ name: 'a/1', rank: 1, arrival: 0, conflicts: ['x'] });
    expect(named(queue.inOrder())).toEqual(['a/2', 'a/1', 'b/1']);

    queue.set({ name: 'a/1', rank: 0, arrival: 0, conflicts: ['x'] });

    expect(named(queue.inOrder())).toEqual(['a/1', 'a/2', 'b/1']);
  });

  test('counts the place of everybody as the order is', () => {
    const queue = new FairQueue();
    // Lanes of different lengths in a random order with a fixed seed.
    let seed = 7;
    const random = (below: number): number => (seed = (seed * 75 + 74) % 65_537) % below;
    for (let arrival = 0; arrival < 400; arrival += 1) {
      const name = `n${random(random(9) + 1)}/${arrival}`;
      queue.set({ name, rank: random(3), arrival, conflicts: [`h${random(random(7) + 1)}`] });
      if (arrival % 5 === 0) queue.start(named(queue.inOrder())[random(3)]!);
    }

    const all = [...queue.inOrder()];

    expect(all.length).toBeGreaterThan(300);
    expect(all.map((waiting) => queue.placeOf(waiting))).toEqual(all.map((_, at) => at + 1));
  });
});

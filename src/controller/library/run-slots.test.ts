import { describe, expect, it } from 'vitest';
import { RunSlots } from './run-slots.ts';

describe('RunSlots', () => {
  it('lets as many run as there are slots and tells the others their place', () => {
    const slots = new RunSlots(2);

    const answers = ['a', 'b', 'c', 'd'].map((name) => slots.claim(name, 'unfinished'));

    expect(answers).toEqual(['taken', 'taken', 1, 2]);
  });

  it('puts a fresh edit before what waits since the start', () => {
    const slots = new RunSlots(1);
    slots.claim('running', 'edit');
    slots.claim('old', 'unfinished');

    const place = slots.claim('edited', 'edit');

    expect(place).toBe(1);
    expect(slots.release('running')).toEqual(['edited']);
  });

  it('keeps a place when it is asked for again', () => {
    const slots = new RunSlots(1);
    slots.claim('running', 'edit');
    slots.claim('first', 'request');
    slots.claim('second', 'request');

    expect(slots.claim('first', 'request')).toBe(1);
  });

  it('frees the slot of a library that is gone', () => {
    const slots = new RunSlots(1);
    slots.claim('gone', 'edit');

    slots.release('gone');

    expect(slots.claim('next', 'request')).toBe('taken');
  });
});

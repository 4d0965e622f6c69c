import { describe, expect, test } from 'vitest';
import { Deliveries } from './deliveries.ts';

describe('Deliveries', () => {
  test('know one that comes again, and one whose signature comes under another id', () => {
    const deliveries = new Deliveries();
    deliveries.remember({ id: 'a', signature: 's' });

    expect(deliveries.seen({ id: 'a', signature: 's' })).toBe('delivery');
    expect(deliveries.seen({ id: 'b', signature: 's' })).toBe('signature');
    expect(deliveries.seen({ id: '', signature: 's' })).toBe('signature');
    expect(deliveries.seen({ id: 'b', signature: 't' })).toBeUndefined();
  });

  test('do not remember an empty id', () => {
    const deliveries = new Deliveries();
    deliveries.remember({ id: '', signature: '' });

    expect(deliveries.seen({ id: '', signature: '' })).toBeUndefined();
  });

  test('forget the oldest when there are many, and those whose work failed', () => {
    const deliveries = new Deliveries();
    for (let n = 0; n <= 10_000; n += 1) {
      deliveries.remember({ id: `id ${n}`, signature: `signature ${n}` });
    }
    deliveries.forget({ id: 'id 5', signature: 'signature 5' });

    expect(deliveries.seen({ id: 'id 0', signature: 'signature 0' })).toBeUndefined();
    expect(deliveries.seen({ id: 'id 5', signature: 'signature 5' })).toBeUndefined();
    expect(deliveries.seen({ id: 'id 1', signature: '' })).toBe('delivery');
  });
});

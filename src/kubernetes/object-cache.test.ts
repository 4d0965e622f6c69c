import { describe, expect, test } from 'vitest';
import { ObjectCache } from './object-cache.ts';

describe('ObjectCache', () => {
  const make = (): ObjectCache<{ name: string; tags: string[] }> =>
    new ObjectCache({ tag: ({ tags }: { name: string; tags: string[] }) => tags });

  test('finds objects by each value of an index, but not by former values', () => {
    const cache = make();
    cache.set('a', { name: 'a', tags: ['red', 'big'] });
    cache.set('b', { name: 'b', tags: ['red'] });
    cache.set('a', { name: 'a', tags: ['big'] });
    cache.delete('none');

    const names = (tag: string): string[] => cache.byIndex('tag', tag).map(({ name }) => name);

    expect([names('red'), names('big'), names('small')]).toEqual([['b'], ['a'], []]);
    cache.delete('b');
    expect(names('red')).toEqual([]);
    expect(cache.list().map(({ name }) => name)).toEqual(['a']);
  });

  test('throws for an unknown index', () => {
    expect(() => make().byIndex('colour', 'red')).toThrow('there is no index colour');
  });
});

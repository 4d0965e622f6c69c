import { describe, expect, test } from 'vitest';
import { startCpuClock } from '../../test/support/cpu-seconds.ts';
import { snippet } from '../../test/support/fake-stores.ts';
import { subjectsOf, withBoth } from './comparison.ts';

describe('subjectsOf', () => {
  test.each([
    ['publishOn or subscribeOn?', ['publishOn', 'subscribeOn']],
    ['What is the difference between a hot and a cold publisher?', ['hot', 'cold publisher']],
    ['Prisma vs. Drizzle', ['Prisma', 'Drizzle']],
    ['tasks compared with Python threads and the GIL', ['tasks', 'Python threads']],
    ['Should I use `useMemo` instead of `useCallback` for lists?', ['useMemo', 'useCallback']],
    ['should I use the B2 backend or its S3 interface?', ['B2 backend', 'S3 interface']],
    ['--stdin or --stdin-from-command', ['--stdin', '--stdin-from-command']],
    ['app.Use, app.All or app.Get: how do they match?', ['app.All', 'app.Get']],
    ['plain check against check --read-data: what for?', ['plain check', 'check --read-data']],
    ['arr.get(i) or arr.at(i)?', ['arr.get(i)', 'arr.at(i)']],
  ])('reads %j', (question, subjects) => {
    expect(subjectsOf(question)).toEqual(subjects);
  });

  test.each([
    'How do I add a route?',
    'What is the difference?',
    'or what?',
    'use vs',
    'between and',
    '',
  ])('finds none in %j', (question) => {
    expect(subjectsOf(question)).toBeUndefined();
  });

  test('reads a long hostile text in no time', () => {
    const cpuSeconds = startCpuClock();
    for (const text of ['a,;'.repeat(5_000), 'between '.repeat(2_000), ' or'.repeat(5_000)])
      subjectsOf(text);
    expect(cpuSeconds()).toBeLessThan(0.2);
  });
});

describe('withBoth', () => {
  const ids = 'abcdefgh'.split('');
  const named = (names: Record<string, string>) =>
    new Map(
      ids.map((id) => [
        id,
        snippet(id, { title: names[id] ?? 'Other', breadcrumb: ['Page', 'x'] }),
      ]),
    );
  const ordered = ids.map((id, at) => ({ id, score: 10 - at }));
  const order = (names: Record<string, string>): string =>
    withBoth(ordered, ['forget', 'prunes'], named(names))
      .map(({ id }) => id)
      .join('');

  test('lifts the first snippet about a subject to the fifth place', () => {
    expect(order({ a: 'Forget snapshots', g: 'Prune', h: 'Prune again' })).toBe('abcdgefh');
  });

  test.each(['oil_saw', 'oil-saw', 'oilSaw', 'Oil saw'])(
    'finds a compound in the heading %j',
    (name) => {
      const lifted = withBoth(ordered, ['forget', 'oil_saws'], named({ a: 'Forget', g: name }));
      expect(lifted.map(({ id }) => id).join('')).toBe('abcdgefh');
    },
  );

  test.each([
    ['a list describes', { content: 'Options:\n\n- `-s, --sharp`: Is sharp.\n' }],
    ['the text around code describes', { description: '- `-q` | `-s`: Is sharp.' }],
    ['the title names', { title: 'OPTIONS - saw: -s … -z' }],
  ])('lifts a snippet in which %s an option', (_, fields) => {
    const snippets = named({ a: 'saw' });
    snippets.set(
      'b',
      snippet('b', { content: '- `-S`: Shows it.\n- `-x`: Like `-s`.\n- `-x-s`: Cuts.' }),
    );
    snippets.set('c', snippet('c', { content: '- `-i`: Asks.' }));
    snippets.set('g', snippet('g', fields));
    const lifted = withBoth(ordered, ['saw -i', 'saw -s'], snippets);
    expect(lifted.map(({ id }) => id).join('')).toBe('abcdgefh');
  });

  test('keeps the order if both are among the first', () => {
    expect(order({ c: 'Forget', d: 'Prune' })).toBe('abcdefgh');
    expect(order({ b: 'Forget and prune' })).toBe('abcdefgh');
  });

  test('keeps the order if no heading names a subject', () => {
    expect(order({})).toBe('abcdefgh');
  });

  test('shows both if it lifts both', () => {
    expect(order({ f: 'Forget', h: 'Prune' })).toBe('abcdfheg');
  });

  test('lets no score rise above the one before', () => {
    const hits = withBoth(ordered, ['forget', 'prune'], named({ f: 'Forget', h: 'Prune' }));
    const scores = hits.map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
  });

  test('takes few hits as they are', () => {
    const few = ordered.slice(0, 3);
    expect(withBoth(few, ['forget', 'prune'], named({ c: 'Prune' }))).toEqual(few);
  });
});

import { describe, expect, test } from 'vitest';
import { emptySnippet } from '../../test/support/fake-stores.ts';
import type { Snippet } from '../store/snippet.ts';
import { Topics } from './topics.ts';

const snippet = (title: string, pageTitle: string): Snippet =>
  emptySnippet({ title, pageTitle, content: 'Text.' });

describe('Topics', () => {
  test('names pages first, each heading once', () => {
    const topics = new Topics();

    topics.add('docs/a.md', [snippet('Install', 'Guide'), snippet('Use', 'Guide')]);
    topics.add('docs/b.md', [snippet('Use', 'Reference')]);

    expect(topics.text()).toBe('Guide · Reference · Install · Use');
  });

  test.each(['README', 'Light anvils of iron, without effort'])(
    'takes no title from the README %j, which states none',
    (heading) => {
      const topics = new Topics();

      topics.add('README.md', [snippet('Install', heading)]);

      expect(topics.title).toBeUndefined();
    },
  );

  test('takes the title of the README at the root, without remains of badges', () => {
    const topics = new Topics();

    topics.add('docs/readme.md', [snippet('x', 'Not this one')]);
    topics.add('README.md', [snippet('x', 'reactnative.dev · ')]);

    expect(topics.title).toBe('reactnative.dev');
  });

  test('stays short however many documents there are', () => {
    const topics = new Topics();

    for (let at = 0; at < 10_000; at += 1)
      topics.add(`${at}.md`, [snippet(`Heading ${at}`, `Page ${at}`)]);

    expect(topics.text().length).toBeLessThanOrEqual(4_000);
  });
});

import { describe, expect, test } from 'vitest';
import { emptySnippet } from '../../test/support/fake-stores.ts';
import type { Snippet } from '../store/snippet.ts';
import { dropNearDuplicates } from './near-duplicates.ts';

const long = [
  'Create a server with the options object, register the plugins that it needs, declare its routes, and listen on a',
  'port of your choice when everything is ready. Errors thrown by a handler reach the error hook first, which may',
  'answer in its own way or leave the default reply as it is.',
].join(' ');

const kept = (...snippets: Snippet[]): Snippet[] => dropNearDuplicates(snippets, (one) => one);

describe('dropNearDuplicates', () => {
  test('the same text under another title is shown once, the first', () => {
    const [first, second] = [info(long), info(long, { title: 'Elsewhere' })];
    expect(kept(first, second)).toEqual([first]);
  });

  test('letter case, punctuation and spacing make no other text', () => {
    expect(kept(info(long), info(long.toUpperCase().replaceAll(', ', ' - ')))).toHaveLength(1);
  });

  test('one changed word of a long text makes no other text', () => {
    expect(kept(info(long), info(long.replace('choice', 'liking')))).toHaveLength(1);
  });

  test('drops a snippet whose text an earlier one contains', () => {
    expect(kept(info(long), info(long.slice(0, 110)))).toHaveLength(1);
  });

  test('keeps a longer snippet that contains an earlier one', () => {
    const more = `${long} Then stop it with a signal, wait for the requests in flight, close the pool of the database and leave.`;
    expect(kept(info(long), info(more))).toHaveLength(2);
  });

  test.each([
    ['npm install one', 'npm install two'],
    ['app.get(path, handler)', 'app.post(path, handler)'],
    ['setTimeout(50)', 'setTimeout(500)'],
  ])('%j and %j are two', (a, b) => {
    expect(kept(code(a), code(b))).toHaveLength(2);
  });

  test('equal code with equal prose is one, with other prose two', () => {
    const [a, b] = [
      'Starts the server.',
      'Stops whatever the earlier call has started, and waits for it.',
    ];
    expect(kept(code('run()', a), code('run()', a))).toHaveLength(1);
    expect(kept(code('run()', a), code('run()', b))).toHaveLength(2);
  });

  test('snippets without any words are all kept', () => {
    expect(kept(info('---'), info('***'))).toHaveLength(2);
  });
});

function info(content: string, facts: Partial<Snippet> = {}): Snippet {
  return emptySnippet({ title: 'Title', content, ...facts });
}

function code(text: string, description = ''): Snippet {
  return info('', { kind: 'code', description, codeList: [{ language: 'js', code: text }] });
}

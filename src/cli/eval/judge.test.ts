import { describe, expect, test } from 'vitest';
import { judge, type ShownSnippet } from './judge.ts';

const snippet = (parts: Partial<ShownSnippet>): ShownSnippet => ({
  sourceUrl: 'https://host/blob/abc/docs/Routes.md#prefix',
  title: 'Other',
  text: '',
  code: '',
  tokens: 100,
  rank: 1,
  ...parts,
});
const expected = [{ file: 'pkg:docs/Routes.md', heading: '`prefix` option' }];

describe('judge', () => {
  test('finds the heading in a title with other Markdown marks', () => {
    const judged = judge(
      [snippet({}), snippet({ title: 'Fastify: prefix option', rank: 2 })],
      expected,
      200,
    );

    expect(judged).toEqual({ rank: 2, tokensBefore: 100, tokens: 200, duplicates: 0 });
  });

  test('knows the file by the fragment where the host has no address for it', () => {
    const sourceUrl = 'https://git.example.org/o/r.git#docs/Routes.md';

    expect(judge([snippet({ title: 'prefix option', sourceUrl })], expected, 100).rank).toBe(1);
  });

  test('finds the heading as a line of the text', () => {
    expect(
      judge([snippet({ text: 'Intro\n\n#### `prefix` option\n\nText' })], expected, 100).rank,
    ).toBe(1);
  });

  test.each([
    [
      'the same heading of another file',
      snippet({ title: 'prefix option', sourceUrl: 'https://h/other.md' }),
    ],
    ['a word of the heading in running text', snippet({ text: 'use the prefix option here' })],
    ['a part of a word', snippet({ title: 'prefix optional' })],
  ])('does not take %s for it', (_, one) => {
    expect(judge([one], expected, 100).rank).toBeUndefined();
  });

  test('counts repeated snippets', () => {
    expect(
      judge([snippet({}), snippet({ rank: 2 }), snippet({ text: 'x', rank: 3 })], expected, 0)
        .duplicates,
    ).toBe(1);
  });
});

import { describe, expect, test } from 'vitest';
import { counts } from './corpora.ts';
import type { Corpus } from './questions.ts';

const corpus: Corpus = {
  repo: 'o/r',
  commit: 'abc',
  root: 'docs',
  extensions: ['.md'],
  exclude: ['docs/old/*', '*/nav*.md'],
  included: ['listings/*.rs'],
};

describe('counts', () => {
  test.each(['docs/a.md', 'docs/deep/er/b.md', 'listings/one/main.rs'])('takes %s', (path) => {
    expect(counts(path, corpus)).toBe(true);
  });

  test.each([
    'readme.md',
    'docs/a.txt',
    'docs/old/deep/a.md',
    'docs/x/nav-b.md',
    'listings/main.rsx',
    'docsy/a.md',
  ])('leaves %s out', (path) => {
    expect(counts(path, corpus)).toBe(false);
  });
});

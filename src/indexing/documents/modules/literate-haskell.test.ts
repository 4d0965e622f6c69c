import { expect, test } from 'vitest';
import { flat } from '../../../../test/support/sections.ts';
import { parseDocument } from '../parse.ts';

test.each([
  ['marked lines', 'Cut:\n\n> module Saw where\n>\n> cut = 1\n\nDone.\n'],
  ['LaTeX', 'Cut:\n\n\\begin{code}\nmodule Saw where\n\ncut = 1\n\\end{code}\n\nDone.\n'],
  ['fences', 'Cut:\n\n``` haskell\nmodule Saw where\n\ncut = 1\n```\n\nDone.\n'],
])('a literate program has its code in %s', async (_, content) => {
  const path = 'docs/Saw.lhs';
  const document = await parseDocument({ path, format: 'markdown', content, hash: '' });
  expect(document.title).toBe('Saw');
  expect(flat(document)).toBe('Cut:\n\n«haskell|module Saw where\n\ncut = 1»\n\nDone.');
});

test('a quotation stays one if the program has its code in fences', async () => {
  const content = '> Saw slowly.\n\n```haskell\ncut = 1\n```\n';
  const document = await parseDocument({ path: 'a.lhs', format: 'markdown', content, hash: '' });
  expect(flat(document)).toBe('> Saw slowly.\n\n«haskell|cut = 1»');
});

test('a fence in a literate program keeps lines that look like its code', async () => {
  const content = '```diff\n> a\n```\n\n> end = 1';
  const document = await parseDocument({ path: 'a.lhs', format: 'markdown', content, hash: '' });
  expect(flat(document)).toBe('«diff|> a»\n\n«haskell|end = 1»');
});

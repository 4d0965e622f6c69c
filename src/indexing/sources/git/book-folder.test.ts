import { expect, test } from 'vitest';
import { readBookFolder } from './book-folder.ts';

test.each([
  ['[book]\ntitle = "Widgets"\n', 'src'],
  ['[book]\nsrc = "docs/text/"\n\n[build]\nsrc = "other"\n', 'docs/text'],
  ["[build]\nsrc = 'other'\n[book]\nsrc = './text' # here\n", 'text'],
  ['[book]\nsrc = "."\n', undefined],
  ['[book]\nsrc = "../text"\n', undefined],
])('the text of the book that %j describes lies in %j', (toml, folder) => {
  expect(readBookFolder(toml)).toBe(folder);
});

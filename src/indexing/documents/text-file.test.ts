import { expect, test } from 'vitest';
import { startCpuClock } from '../../../test/support/cpu-seconds.ts';
import { isWrittenText } from './text-file.ts';

test.each([
  ['docs/saws.txt', 'SAWS\n\nA saw cuts a log into boards.\n'],
  ['notes.txt', 'Sharp saws.\n'],
  ['docs/ja.txt', '鋸は木を切る。\n'],
  ['saws.txt', 'Cut\n===\n\n.. note:: Oil.\n'],
  ['docs/examples/cut.txt', 'This is how to cut a log.\n'],
  ['examples/oil.txt', '// Copyright Saws.\n//\n\n/**\n\\page oil Oil\n\nOil it.\n*/\n'],
  ['examples/README.txt', 'This is how to cut a log.\n'],
])('a text for people is a document: %s', (path, content) => {
  expect(isWrittenText(path, content)).toBe(true);
});

test.each([
  [
    'depends.txt',
    `saw needs (written by a tool)\n${'  a.example/saw   from a.example/mill\n'.repeat(19)}`,
  ],
  ['sums/saw-1.2.txt', `${'6e900c64'.repeat(8)}\n`],
  ['packages.txt', 'saw\noil\n'],
  ['known.txt', '# Addresses that are known.\n' + 'https://saw.example/\n'.repeat(10)],
  [
    'lib/Saws.txt',
    '# Saws of the world\n# For terms of use, see https://www.unicode.org/terms_of_use.html\n# A saw cuts wood.\n',
  ],
  [
    'lib/Saws.txt',
    '# Saws of the world\n# For terms of use and license, see https://www.unicode.org/terms_of_use.html\n# A saw cuts wood.\n',
  ],
  ['demo/shop/novel.txt', 'Once upon a time, there was a saw.\n'],
])('a text for a program is none: %s', (path, content) => {
  expect(isWrittenText(path, content)).toBe(false);
});

test('decides about hostile texts in linear time', () => {
  for (const part of ['a', 'ab ', 'ab a', '\n', 'ab ab', '鋸', 'a::\n', '[source', 'a\n---\n']) {
    const seconds = startCpuClock();
    isWrittenText('a.txt', part.repeat(1_000_000));
    expect(seconds(), part).toBeLessThan(2);
  }
});

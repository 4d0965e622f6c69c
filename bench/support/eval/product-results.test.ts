import { expect, test } from 'vitest';
import { resultsOf } from './product-results.ts';

const dashes = (count: number): string => '-'.repeat(count);

test('splits the text of Lectern', () => {
  const answer = `### A\n\nSource: a\n\ntext\n\n${dashes(32)}\n\n### B\n\nSource: b`;

  expect(resultsOf('lectern', answer)).toEqual([
    '### A\n\nSource: a\n\ntext',
    '### B\n\nSource: b',
  ]);
});

test('splits the text of docs-mcp-server, and not at dashes of a document', () => {
  const result = (number: number): string =>
    `\n${dashes(60)}\nResult ${number}: file:///a.md\n\ntext\n${dashes(60)}\nmore\n`;

  expect(resultsOf('docs-mcp-server-words', result(1) + result(2))).toEqual([
    `Result 1: file:///a.md\n\ntext\n${dashes(60)}\nmore\n\n`,
    `Result 2: file:///a.md\n\ntext\n${dashes(60)}\nmore\n`,
  ]);
  expect(resultsOf('docs-mcp-server', "No results found for 'x' in y.")).toEqual([]);
});

test('reads the results of neuledge/context without the escapes of JSON', () => {
  const results = [{ title: 'A > B', content: 'one\ntwo', source: 'docs/a.md' }];

  expect(resultsOf('neuledge-context', JSON.stringify({ results }))).toEqual([
    'A > B\n\ndocs/a.md\n\none\ntwo',
  ]);
});

test('refuses a folder of an unknown product', () => {
  expect(() => resultsOf('elsewhere', 'text')).toThrow('its name must begin with');
});

import { expect, test } from 'vitest';
import { parseDocument } from '../parse.ts';
import { toSnippets } from '../snippets/snippets.ts';
import { expandIncludes, neededIncludes, withIncludes } from './expand-includes.ts';

const header = `//! Cuts a board.
//!
//! Example
//! -------
//! @include example/cut.cpp
void cut(int depth);

/**
 * Oils a saw.
 * \\snippet oil.cpp red
 * @include gone.cpp
 */
void oil(void);
`;
const included = {
  'example/cut.cpp':
    '// Copyright Acme\n// See the license.\n\n#include <saw.hpp>\n\nint main() { cut(1); /* deep */ }\n',
  'doc/oil.cpp': 'int main() {\n//! [red]\noil();\n//! [red]\n}\n',
};
const document = {
  path: 'include/saw/cut.hpp',
  format: 'code',
  content: header,
  hash: '',
} as const;

test('comments of C++ show the files that commands of Doxygen name', async () => {
  expect(neededIncludes({ ...document, included }).flat()).toContain('gone.cpp');
  const snippets = toSnippets(await parseDocument(withIncludes({ ...document, included })));
  const codes = snippets.flatMap(({ codeList }) => codeList.map(({ code }) => code));
  expect(codes).toEqual([
    'void cut(int depth)',
    '#include <saw.hpp>\n\nint main() { cut(1); /* deep * / }',
    'void oil(void)',
    'oil();',
  ]);
});

test('comments of other languages, and lines of code, stay as they are', () => {
  const read = (): never => {
    throw new Error('read');
  };
  const js = { ...document, path: 'saw.js', content: '/**\n * @include cut.js\n */\n' };
  expect(expandIncludes(js, read)).toBe(js.content);
  const code = { ...document, content: '#include <saw.hpp>\nint include = 1;\n' };
  expect(expandIncludes(code, read)).toBe(code.content);
});

import { expect, test } from 'vitest';
import { neededIncludes, withIncludes } from './expand-includes.ts';
import type { SourceDocument } from '../document.ts';

function document(content: string, included: Record<string, string> = {}): SourceDocument {
  return { path: 'doc/src/saws.qdoc', format: 'markdown', content, hash: '', included };
}

function shown(content: string, included: Record<string, string>): string {
  return withIncludes(document(content, included)).content;
}

const source = `// head
//! [0]
int a;
    //! [1] //! [2]
    int b;
//! [1]
//! [2]
int c; /* x */
//! [0]
int main() {
    cut();
    oil();
}
`;

test('snippets are shown by their names, without marks', () => {
  const included = { 'examples/saws/main.cpp': source };
  expect(neededIncludes(document('/*!\n\\snippet saws/main.cpp 0\n*/'))[0]).toContain(
    '**/saws/main.cpp',
  );
  expect(shown('/*!\n    \\snippet saws/main.cpp 0\n*/', included)).toBe(
    '/*!\n    \\code cpp\n    int a;\n        int b;\n    int c; /* x *\\/\n    \\endcode\n\n*/',
  );
  expect(shown('\\snippet saws/main.cpp 2', included)).toContain('    int b;');
  expect(shown('a\n\\snippet saws/main.cpp 9', included)).toBe('a');
});

test('a quoted file is shown in parts', () => {
  const quoted = [
    '\\quotefromfile saws/main.cpp',
    '\\skipto main',
    '\\printuntil {',
    '\\dots',
    '\\skipto oil',
    '\\printuntil /^\\}/',
    'Text',
    '\\printline x',
  ].join('\n');
  expect(shown(quoted, { 'examples/saws/main.cpp': source })).toBe(
    ['\\code cpp', 'int main() {', '    ...', '    oil();', '}', '\\endcode', 'Text'].join('\n'),
  );
});

test('parts of other documents are text', () => {
  const included = {
    'doc/src/parts.qdocinc': '//! [oil]\nUse \\e oil.\n\n\\include more.qdocinc\n//! [oil]\nNo.',
    'doc/src/more.qdocinc': 'More.',
  };
  expect(shown('  \\include parts.qdocinc oil', included)).toBe('  Use \\e oil.\n\n  More.');
});

import { expect, test } from 'vitest';
import { parseDocument } from '../parse.ts';
import { toSnippets } from '../snippets/snippets.ts';
import { neededIncludes, withIncludes } from './expand-includes.ts';

const source = `//! How to cut.
//!
//! \`\`\`rust
#![doc = include_str!("../examples/cut.rs")]
//! \`\`\`
#![doc = include_str!("../README.md")]

/// A saw.
pub struct Saw;

impl Saw {
    #[doc = include_str!("docs/oil.md")]
    #[doc = "It drips."]
    #[must_use]
    pub fn oil(&self) {}
}
`;
const document = { path: 'saw/src/lib.rs', format: 'code', content: source, hash: '' } as const;

test('doc comments of Rust show the files that they include, except a README', async () => {
  const included = {
    'saw/examples/cut.rs': `fn main() {\n    saw::cut(1);\n}\n${'// Cut.\n'.repeat(400)}`,
    'saw/src/docs/oil.md':
      'Oils the saw, so that it does not get stuck.\n\n# When it is dry\n\nBefore each cut:\n\n```\nsaw.oil();\n```\n',
    'saw/README.md': 'The readme.\n',
  };
  expect(neededIncludes(document)).toEqual([['saw/examples/cut.rs'], ['saw/src/docs/oil.md']]);
  const snippets = toSnippets(await parseDocument(withIncludes({ ...document, included })));
  const shown = snippets.map(({ title, description, codeList, content }) =>
    [title, description, content, ...codeList.map(({ code }) => code)].filter(Boolean).join('\n'),
  );
  expect(shown[0]).toContain('How to cut.\nfn main() {\n    saw::cut(1);\n}');
  expect(shown.at(-1)).toMatch(
    /^Saw::oil.*Oils the saw,.*Before each cut.*It drips.*saw\.oil\(\);/s,
  );
  expect(shown.join('\n')).not.toContain('The readme.');
  expect(snippets.at(-1)!.anchor).toBe('L15');
});

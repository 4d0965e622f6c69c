import { array, assert, constantFrom, property, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readIndex } from './read-index.ts';

const text = `# **Acme** docs

> Acme makes tools.
> Good ones.

Read this first: use version 2.

## Guides

- [Install](https://acme.dev/install.md): how to begin
- [Use \`acme run\`](/run)
* [Note](<notes.md>)

## Optional

1. [Old](https://acme.dev/old.md)

## Advice

Be kind.
- no link here

\`\`\`md
- [In code](/no)
\`\`\`
`;

describe('readIndex', () => {
  test('reads the title, the summary, the links with their titles, and the rest', () => {
    const index = readIndex(text);
    expect(index.title).toBe('Acme docs');
    expect(index.description).toBe('Acme makes tools. Good ones.');
    expect(index.entries).toEqual([
      { title: 'Install', href: 'https://acme.dev/install.md' },
      { title: 'Use acme run', href: '/run' },
      { title: 'Note', href: 'notes.md' },
      { title: 'Old', href: 'https://acme.dev/old.md' },
    ]);
    expect(index.prose).toContain('Read this first');
    expect(index.prose).toContain('- [In code](/no)');
    expect(index.prose).toContain('## Advice');
    expect(index.prose).not.toMatch(/Guides|Optional|Install/);
  });

  test.each([
    ['- **[Oil](oil.md)**: weekly', 'Oil', 'oil.md'],
    ['- [oil(_:every:)](saw/oil(_:every:)): a method', 'oil(_:every:)', 'saw/oil(_:every:)'],
    ['- [Blades (steel)](<thin blades.md>)', 'Blades (steel)', 'thin blades.md'],
    ['- [list[Blade]](list.md)', 'list[Blade]', 'list.md'],
    [String.raw`- [Blade\[\]](array.md)`, 'Blade[]', 'array.md'],
  ])('%s is a link', (line, title, href) => {
    expect(readIndex(line).entries).toEqual([{ title, href }]);
  });

  test('without links of Markdown, items that end with an address are the entries', () => {
    const list = `# Saws

## Docs

- Oil the blade: https://saws.dev/oil
- **Cut wood:** https://saws.dev/cut#start
- 油: <https://saws.dev/zh/oil>
- https://saws.dev/store
- Cut with https://saws.dev/cut first.
`;
    expect(readIndex(list).entries).toEqual([
      { title: 'Oil the blade', href: 'https://saws.dev/oil' },
      { title: 'Cut wood', href: 'https://saws.dev/cut#start' },
      { title: '油', href: 'https://saws.dev/zh/oil' },
      { title: '', href: 'https://saws.dev/store' },
    ]);
    expect(readIndex(`${list}- [Blades](blades.md)\n`).entries).toEqual([
      { title: 'Blades', href: 'blades.md' },
    ]);
  });

  test('any text is an index', () => {
    const pieces = constantFrom('# T', '> q', '## S', '- [a](/b)', '- [', '](', '```', 'x', '');
    assert(
      property(array(pieces, { maxLength: 40 }), string(), (lines, noise) => {
        const index = readIndex([...lines, noise].join('\n'));
        expect(index.entries.every(({ title, href }) => typeof title + href !== '')).toBe(true);
        expect(index.prose.length).toBeLessThanOrEqual([...lines, noise].join('\n').length);
      }),
    );
  });

  test('long lines and many headings take no time', () => {
    expect(readIndex(`- [${'['.repeat(1_000_000)}`).entries).toEqual([]);
    expect(readIndex('## a\n'.repeat(200_000)).prose).toBe('');
  });
});

import { expect, test } from 'vitest';
import { parseDocument } from './parse.ts';

async function read(content: string): Promise<{ title: string; headings: string[][] }> {
  const document = { path: 'README.md', format: 'markdown', hash: '', content } as const;
  const { title, sections } = await parseDocument(document);
  return { title, headings: sections.map(({ headings }) => headings) };
}

test('a README that begins with "Name" like a manual page has the name below it as title', async () => {
  for (const name of ['saw-lua', '`saw-lua`', '[saw-lua](https://saws.example)']) {
    const text = `Name\n====\n\n${name} - Cuts boards.\n\nMethods\n-------\n\nMany.\n`;
    expect(await read(text)).toEqual({
      title: 'saw-lua',
      headings: [['saw-lua'], ['saw-lua', 'Methods']],
    });
  }
});

test('a page about names keeps its title', async () => {
  expect(await read('# Name\n\nThe name of a saw - cuts.\n')).toEqual({
    title: 'Name',
    headings: [['Name']],
  });
  expect((await read('# Name\n\n## Of a saw\n\nsaw - cuts.\n')).title).toBe('Name');
});

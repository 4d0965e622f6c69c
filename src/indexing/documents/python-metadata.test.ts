import { describe, expect, test } from 'vitest';
import { parsePythonMetadata } from './python-metadata.ts';

const parse = (content: string) =>
  parsePythonMetadata({
    path: 'tool-1.2.3.dist-info/METADATA',
    format: 'python-metadata',
    content,
    hash: '',
  });

async function headings(content: string): Promise<string[]> {
  const { sections } = await parse(content);
  return sections.map((section) => section.headings.join(' > '));
}

describe('the metadata of an installed Python package', () => {
  test('has its README in Markdown as its text', async () => {
    const content =
      'Metadata-Version: 2.4\nName: tool\nSummary: Cuts\nDescription-Content-Type: text/markdown; charset=UTF-8\n\n# Tool\n\n## Cut\n\nCall `cut()`.\n';

    expect(await headings(content)).toEqual(['Tool', 'Tool > Cut']);
    expect(JSON.stringify(await parse(content))).not.toContain('Metadata-Version');
  });

  test('has its README in reStructuredText if it names no type', async () => {
    const content = 'Name: tool\nSummary: Cuts\n\nTool\n====\n\nCut\n---\n\nCall ``cut()``.\n';

    expect(await headings(content)).toEqual(['Tool', 'Tool > Cut']);
  });

  test('has its README in plain text', async () => {
    const content = 'Name: tool\nDescription-Content-Type: text/plain\n\nCall # cut.\n';

    expect(JSON.stringify((await parse(content)).sections)).toContain('Call # cut.');
  });

  test.each([
    ['bars', '       |'],
    ['spaces', '        '],
  ])('has its README in the field Description, indented with %s', async (_, indent) => {
    const content = `Name: tool\nDescription: # Tool\n${indent}\n${indent}## Cut\n${indent}\n${indent}Call \`cut()\`.\nDescription-Content-Type: text/markdown\nKeywords: a\n`;

    expect(await headings(content)).toEqual(['Tool', 'Tool > Cut']);
    expect(JSON.stringify(await parse(content))).not.toContain('Keywords');
  });

  test('has the name of the package as its title if the README has no heading', async () => {
    const parsed = await parse('Name: tool\nSummary: Cuts\n\nCall ``cut()``.\n');

    expect(parsed.title).toBe('tool');
  });

  test('has its summary as its text if there is no README', async () => {
    for (const readme of ['', '\nUNKNOWN\n']) {
      const parsed = await parse(`Name: tool\nSummary: Cuts paper\n${readme}`);

      expect(parsed.title).toBe('tool');
      expect(parsed.sections.flatMap(({ blocks }) => blocks)).toEqual([
        { kind: 'text', text: 'Cuts paper' },
      ]);
    }
  });
});

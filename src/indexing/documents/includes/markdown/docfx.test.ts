import { expect, test } from 'vitest';
import { parseDocument } from '../../parse.ts';
import { toSnippets } from '../../snippets/snippets.ts';
import { withIncludes } from '../expand-includes.ts';

const files = {
  'samples/Saw.cs':
    'namespace Saws;\n\npublic class Saw\n{\n    #region Cut\n    public void Cut() {}\n    #endregion\n\n    // <snippet_Open>\n    public void Open() {}\n    // </snippet_Open>\n}\n',
  'site/includes/note.md': '---\nms.topic: include\n---\nMind the blade.\n',
};

async function shown(...lines: string[]) {
  const content = ['# Saw', '', 'Use it:', '', ...lines, ''].join('\n');
  const document = { content, format: 'markdown' as const, hash: '', included: files };
  const parsed = await parseDocument(withIncludes({ ...document, path: 'site/core/saw.md' }));
  const snippets = toSnippets(parsed);
  return {
    titles: parsed.sections.map(({ headings }) => headings.at(-1)),
    labels: parsed.sections.flatMap(({ blocks }) =>
      blocks.flatMap((block) => (block.kind === 'code' ? (block.label ?? '') : [])),
    ),
    text: snippets.map((one) => `${one.description}\n${one.content}`).join('\n'),
    code: snippets.flatMap(({ codeList }) => codeList),
  };
}

test.each([
  ['[!code-csharp[Main](../../samples/Saw.cs?name=Cut&highlight=1)]', 'public void Cut() {}'],
  ['[!code-csharp[](~/samples/Saw.cs?name=Open)]', 'public void Open() {}'],
  ['[!code-csharp[](~/samples/Saw.cs#snippet_Open)]', 'public void Open() {}'],
  ['[!code-csharp[](~/samples/Saw.cs?range=1,3-4)]', 'namespace Saws;\npublic class Saw\n{'],
  ['[!Code-csharp[Main](~/samples/Saw.cs#L1-L1 "The names")]', 'namespace Saws;'],
  ['[!code-csharp[](~/samples/Saw.cs?start=3&end=3)]', 'public class Saw'],
  [
    ':::code language="csharp" source="~/samples/Saw.cs" id="snippet_Open":::',
    'public void Open() {}',
  ],
])('docfx shows the code of %s', async (line, code) => {
  expect((await shown(line)).code).toEqual([expect.objectContaining({ language: 'csharp', code })]);
});

test('docfx shows included Markdown as a part of the page', async () => {
  const { text } = await shown('[!INCLUDE [note](~/includes/note.md)]', '', 'Done.');

  expect(text).toContain('Mind the blade.');
  expect(text).not.toMatch(/ms\.topic|INCLUDE/);
});

test('docfx shows nothing for code that the repository lacks', async () => {
  const { text } = await shown('[!code-csharp[Main](~/samples/Other.cs?name=Cut)]', '', 'Done.');

  expect(text).toContain('Done.');
  expect(text).not.toMatch(/code|Main/);
});

test('tabs of docfx label their code, and are no headings', async () => {
  const { titles, labels } = await shown(
    '### [.NET CLI](#tab/cli)',
    '',
    '```sh',
    'dotnet run',
    '```',
    '',
    '### [PowerShell](#tab/ps)',
    '',
    '```ps',
    'Start-Saw',
    '```',
    '',
    '***',
    '',
    'Done.',
  );

  expect(titles).toEqual(['Saw']);
  expect(labels).toEqual(['.NET CLI', 'PowerShell']);
});

test('names of objects are shown as code', async () => {
  const { text } = await shown('Call <xref:Saws.Saw.Cut%2A?displayProperty=nameWithType> first.');

  expect(text).toContain('Call `Saws.Saw.Cut` first.');
});

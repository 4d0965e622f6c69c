import { expect, test } from 'vitest';
import { flat } from '../../../../test/support/sections.ts';
import { parseDocument } from '../parse.ts';

async function shown(content: string): Promise<string> {
  const document = { path: 'docs/src/man.md', format: 'markdown', content, hash: '' } as const;
  return flat(await parseDocument(document));
}

test('examples and doctests of Documenter are Julia, without hidden lines', async () => {
  const content =
    '```@example plots\nusing Plots # hide\nplot(1)\n```\n\n```jldoctest; setup = :(using A)\njulia> 1\n1\n```\n';
  expect(await shown(content)).toBe('«julia|plot(1)»\n\n«julia|julia> 1\n1»');
});

test('blocks that Documenter fills or hides are left out', async () => {
  const blocks = ['@meta', '@docs', '@contents', '@setup plots', '@raw html'];
  const content = blocks.map((block) => `\`\`\`${block}\nA\n\`\`\`\n`).join('\n');
  expect(await shown(`Text.\n\n${content}`)).toBe('Text.');
});

test('an id of Documenter is the anchor of its heading', async () => {
  const document = {
    path: 'docs/src/man.md',
    format: 'markdown',
    content: '# [Fast `join`s](@id fast-joins)\n\nText.\n',
    hash: '',
  } as const;
  const { title, sections } = await parseDocument(document);
  expect(title).toBe('Fast joins');
  expect(sections[0]).toMatchObject({ headings: ['Fast joins'], anchor: 'fast-joins' });
});

test('links of Documenter are their text', async () => {
  const content =
    '[`innerjoin`](@ref), [joins](@ref "Joins"), [rows](@ref man rows), [`f`](@ref f(x::Int)) and [g](@extref Base.g).\n';
  expect(await shown(content)).toBe('`innerjoin`, joins, rows, `f` and g.');
});

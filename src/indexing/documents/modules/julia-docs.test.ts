import { expect, test } from 'vitest';
import { parseDocument } from '../parse.ts';
import { toSnippets } from '../snippets/snippets.ts';
import { juliaDocsToMarkdown } from './julia-docs.ts';
import { hasJuliaDocs } from './julia-file.ts';

const source = `"""
Cuts wood.

# Extended help

More about wood.
"""
module Saws

const usage = """
    not a docstring
"""

"""
    Saw(teeth; oil=true)
    Saw(name)

A saw with \`$teeth\` teeth. See [\`cut!\`](@ref).

# Examples

\`\`\`jldoctest
julia> Saw(3)
Saw(3)
\`\`\`
"""
Base.@kwdef mutable struct Saw{T} <: Tool
    "The number of teeth."
    teeth::T = 3
    """
    Whether it has
    oil.
    """
    oil::Bool
end

"Cuts a board."
function cut!(
    saw::Saw,
    board; depth = 2,
)::Board where {T}
    run(saw)
end

"""
$(SIGNATURES)

The area of a board.
"""
area(board::Board; scale = 1.0) = board.width * scale

raw"Has \\alpha in it." # no definition follows

@doc raw"""
    @saw ex

Runs \`ex\` with \\alpha.
"""
macro saw(ex)
end

"Internal." _cut(saw) = 1

"Another file defines it."
Base.length

"The largest saw."
const largest = 100

"The kinds of wood."
@enum(Wood, OAK, PINE)

"The speeds of a saw."
@enum(
    Speed,
    SLOW,
)

"The sides of a saw."
@enum Side::UInt8 LEFT RIGHT

"""
Not of a definition.
"""
if true
end

#=
"In a comment."
hidden() = 1
=#

end
`;

async function snippetsOf(content: string) {
  const document = { path: 'src/Saws.jl', format: 'markdown' as const, hash: '1', content };
  return toSnippets(await parseDocument(document));
}

test('each docstring of Julia becomes a section with its line', async () => {
  const snippets = await snippetsOf(source);
  const anchors = new Map(snippets.map(({ breadcrumb, anchor }) => [breadcrumb.at(-1), anchor]));
  const lineOf = (text: string): string =>
    `L${source.split('\n').findIndex((line) => line.startsWith(text)) + 1}`;
  expect(anchors.get('Saw')).toBe(lineOf('Base.@kwdef'));
  expect(anchors.get('cut!')).toBe(lineOf('function cut!'));
  expect(anchors.get('area')).toBe(lineOf('area('));
  expect(anchors.get('@saw')).toBe(lineOf('macro saw'));
  expect(anchors.get('largest')).toBe(lineOf('const largest'));
  expect(anchors.get('Wood')).toBe(lineOf('@enum(Wood'));
  expect(anchors.has('Speed')).toBe(true);
  expect(anchors.get('Side')).toBe(lineOf('@enum Side'));
  expect(anchors.has('Extended help')).toBe(true);
  expect(snippets.every(({ breadcrumb }) => breadcrumb[0] === 'Saws')).toBe(true);
  const all = JSON.stringify(snippets);
  for (const other of ['not a docstring', 'Internal', 'no definition', 'Not of a', 'In a comment'])
    expect(all).not.toContain(other);
});

test('a docstring shows its calls, or else the head of its definition', () => {
  const text = juliaDocsToMarkdown(source.split('\n')).join('\n');
  expect(text).toContain('``````julia\nSaw(teeth; oil=true)\nSaw(name)\n``````');
  expect(text).not.toContain('mutable struct');
  expect(text).toContain(
    'julia\nfunction cut!(\n    saw::Saw,\n    board; depth = 2,\n)::Board where {T}\n``````',
  );
  expect(text).toContain('julia\narea(board::Board; scale = 1.0)\n``````\n\nThe area');
  expect(text).toContain('julia\nconst largest = 100\n');
  expect(text).toContain('julia\n@enum(\n    Speed,\n    SLOW,\n)\n');
  expect(text).toMatch(/## Base\.length \{#L\d+\}\n\nAnother file/);
});

test('the fields of a type of Julia are a list below its text', () => {
  const text = juliaDocsToMarkdown(source.split('\n')).join('\n');
  expect(text).toContain('- `teeth::T`: The number of teeth.');
  expect(text).toContain('- `oil::Bool`: Whether it has oil.');
  expect(text.indexOf('- `oil')).toBeLessThan(text.indexOf('### Examples'));
});

test('backslashes stay in raw docstrings, and lines that a macro fills disappear', () => {
  const text = juliaDocsToMarkdown(source.split('\n')).join('\n');
  expect(text).toContain('with \\alpha');
  expect(text).toContain('A saw with');
  expect(text).not.toContain('SIGNATURES');
});

test('a program of Julia without docstrings has no documentation', () => {
  expect(hasJuliaDocs('f(x) = x\nprint("a")\n')).toBe(false);
  expect(hasJuliaDocs('"A text."\nf(x) = x\n')).toBe(true);
});

test('docstrings that never end are read once', () => {
  const lines = Array.from({ length: 200_000 }, (_, at) => (at % 2 ? '"""' : 'x = """('));
  expect(juliaDocsToMarkdown(lines).length).toBeLessThan(lines.length * 10);
  expect(juliaDocsToMarkdown(['"""', ...Array.from({ length: 100_000 }, () => 'a')])).toEqual([]);
});

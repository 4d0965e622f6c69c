import { expect, test } from 'vitest';
import { flat } from '../../../../test/support/sections.ts';
import { isLiterateJulia } from './literate-julia.ts';
import { parseMarkdown } from '../markdown/markdown.ts';

const program = `# License of a saw. #src

# # Cut wood

# First cut ''f'' along.
# - Slowly.
#
# Then:

using Saws #hide
using Saws
cut(1)

## Again:
for i in 1:2
    ## inside
    cut(i)
end

#-
cut(3) #nb
cut(4)
#md # See [the saws](@ref).
#nb # Not here.
#=
## Oil

Oil it.
=#
oil()
using Test #src
`.replaceAll("''", '``');

test('a program of Literate.jl is a page with its comments as text, and its statements as code', () => {
  const document = parseMarkdown({
    path: 'docs/src/tutorials/cut.jl',
    format: 'markdown',
    content: program,
    hash: '',
  });

  expect(document.title).toBe('Cut wood');
  expect(document.sections.map(({ headings }) => headings.at(-1))).toEqual(['Cut wood', 'Oil']);
  expect(flat(document)).toBe(
    'First cut ``f`` along.\n\n- Slowly.\n\nThen:\n\n«julia|using Saws\ncut(1)\n\n# Again:\nfor i in 1:2\n    # inside\n    cut(i)\nend»\n\n' +
      '«julia|cut(4)»\n\nSee the saws.\n\nOil it.\n\n«julia|oil()»',
  );
});

test.each([
  [program, true],
  ['using Saws\n# Cut.\ncut()\n', false],
  ['# # Cut\ncut()\n', true],
])('a heading in a comment makes a page of Literate.jl: %#', (content, expected) => {
  expect(isLiterateJulia(content)).toBe(expected);
});

import { describe, expect, test } from 'vitest';
import { hasTextBlocks, isGallery, isGalleryPath } from './gallery-program.ts';
import { parseGallery } from './gallery.ts';

const program = `# License: MIT
r"""
.. _cutting:

Cut wood
========

Use :func:\`cut\`.
"""

# Author: A. Sawyer
# License: MIT

# The saw cuts.
import saw

# sphinx_gallery_thumbnail_number = 2
# sphinx_gallery_start_ignore
saw.silence()
# sphinx_gallery_end_ignore
saw.cut()

##############################
# Sharpen the blade
# -----------------
#
# .. note:: Wear gloves.
#

# %%
# Then sharpen it:
blade = saw.blade
#: No block of text.
if blade:
    # %% Nor this.
    blade.sharpen()
`;

describe('parseGallery', () => {
  const parse = async (content: string) =>
    parseGallery({ path: 'examples/plot_cut.py', format: 'gallery', content, hash: '' });

  test('reads the docstring and the blocks of comments as text, and the statements between them as code', async () => {
    const { title, sections } = await parse(program);

    expect(title).toBe('Cut wood');
    expect(sections.map(({ headings }) => headings)).toEqual([
      ['Cut wood'],
      ['Cut wood', 'Sharpen the blade'],
    ]);
    expect(sections[0]!.blocks).toEqual([
      { kind: 'text', text: 'Use `cut`.' },
      { kind: 'code', language: 'python', code: '# The saw cuts.\nimport saw\n\nsaw.cut()' },
    ]);
    expect(sections[1]!.blocks).toEqual([
      { kind: 'text', text: '**Note:** Wear gloves.\n\nThen sharpen it:' },
      {
        kind: 'code',
        language: 'python',
        code: 'blade = saw.blade\n#: No block of text.\nif blade:\n    # %% Nor this.\n    blade.sharpen()',
      },
    ]);
  });

  test('shows no statements of a program that has only its credits', async () => {
    const { sections } = await parse('"""\nCut\n===\n\nCuts.\n"""\n# Copyright: A. Sawyer\n');
    expect(sections.flatMap(({ blocks }) => blocks)).toEqual([{ kind: 'text', text: 'Cuts.' }]);
  });
});

test.each([
  ['a docstring with a title', '"""\nCut\n===\n"""\nimport saw\n', true],
  ['a title below the license', "# License\n\n'''Cut\n---\n'''\r\n", true],
  ['a docstring without a title', '"""Cuts wood."""\n', false],
  ['an open docstring', '"""\nCut\n===\n', false],
  ['no docstring', 'import saw\ntitle = """\nCut\n===\n"""\n', false],
])('%s makes a page of a gallery: %#', (_, content, expected) => {
  expect(isGallery(content)).toBe(expected);
  expect(hasTextBlocks(content)).toBe(false);
  expect(hasTextBlocks(`${content}# %%\n# Text.\n`)).toBe(expected);
});

test('pages of a gallery are in folders of examples', () => {
  const pages = ['examples/a.py', 'beginner_source/nlp/a.py', 'docs/my-tutorials/a.py'];
  expect(pages.filter(isGalleryPath)).toEqual(pages);
  expect(
    ['src/a.py', 'source/a.py', 'examples/a.rst', 'resamples/a.py'].filter(isGalleryPath),
  ).toEqual([]);
});

import { expect, test } from 'vitest';
import { startCpuClock } from '../../../../test/support/cpu-seconds.ts';
import { parseDocument } from '../parse.ts';

const module = `#!/usr/bin/python
DOCUMENTATION = r"""
---
module: cut
short_description: Cut C(wood).
description:
  - Cuts wood with a saw, see L(the manual, https://example.com/saw).
  - Set O(state=cut) or call M(saws.shop.oil).
requirements: [saw >= 2]
options:
  wood:
    description:
      - The B(wood) in <places>.
      - Ignored if O(saws.shop.oil#module:dry) is V(true\\)).
    type: list
    elements: str
    required: true
    aliases: [timber]
  state:
    description: What to do.
    type: str
    choices:
      cut: Cuts it.
      keep: Keeps it.
    default: cut
    version_added: 1.10.0
  blades:
    description: Blades.
    type: dict
    suboptions:
      teeth:
        description: Number of teeth.
        type: int
        choices: [8, 16]
notes:
  - Oil it.
extends_documentation_fragment:
  - saws.shop.files
  - saws.shop.attributes
"""

EXAMPLES = '''
- name: Cut oak
  saws.shop.cut:
    wood: oak
'''

RETURN = r"""
pieces:
  description: Pieces.
  returned: success
  type: list
  sample: [a, b]
"""

MESSAGE = 'unclosed
`;

async function text(path: string, content: string): Promise<string> {
  const { title, sections } = await parseDocument({ path, format: 'ansible', content, hash: '' });
  const parts = sections.map(({ headings, blocks }) => [
    `## ${headings.at(-1)}`,
    ...blocks.map((block) => (block.kind === 'text' ? block.text : `«${block.code}»`)),
  ]);
  return [title, ...parts.flat()].join('\n');
}

test('a module of Ansible shows its options, its examples and what it returns', async () => {
  expect(await text('plugins/modules/cut.py', module)).toBe(
    [
      'saws.shop.cut: Cut wood',
      '## saws.shop.cut: Cut wood',
      'Cuts wood with a saw, see [the manual](https://example.com/saw).',
      'Set `state=cut` or call `saws.shop.oil`.',
      '## Requirements',
      '- saw >= 2',
      '## Parameters',
      '- `wood` (list of str; required; alias `timber`): The **wood** in <places>. Ignored if `dry` is `true)`.',
      '- `state` (str; default `cut`; since 1.10.0): What to do.',
      '  - `cut`: Cuts it.',
      '  - `keep`: Keeps it.',
      '- `blades` (dict): Blades.',
      '  - `teeth` (int; one of `8`, `16`): Number of teeth.',
      'It also has the options of `saws.shop.files`.',
      '## Notes',
      '- Oil it.',
      '## Examples',
      '«- name: Cut oak\n  saws.shop.cut:\n    wood: oak»',
      '## Return values',
      '- `pieces` (list; returned success; example `["a","b"]`): Pieces.',
    ].join('\n'),
  );
});

test('a plugin of Ansible can be described in YAML, and options in a file for several plugins', async () => {
  const filter =
    'DOCUMENTATION:\n  name: dull\n  short_description: Dull it\n  deprecated: {why: Old., alternative: Use M(sharp).}\nEXAMPLES: |\n  a: "{{ b | dull }}"\n';
  expect(await text('plugins/filter/dull.yml', filter)).toBe(
    'dull: Dull it\n## dull: Dull it\n**Deprecated:** Old. Instead: Use `sharp`.\n## Examples\n«a: "{{ b | dull }}"»',
  );

  const shared =
    "class ModuleDocFragment:\n    DOCUMENTATION = r'''\n    options:\n      dry:\n        description: Only say it.\n    '''\n";
  expect(await text('plugins/doc_fragments/files.py', shared)).toContain('- `dry`: Only say it.');
  const attributes = "class ModuleDocFragment:\n    DOCUMENTATION = 'attributes: {}'\n";
  expect(await text('plugins/doc_fragments/attributes.py', attributes)).toBe('attributes');
});

test.each([
  ['names', 'DOCUMENTATION = "a"\n'],
  ['open strings', 'A1A = """\n'],
  ['markup', `DOCUMENTATION = """\nshort_description: ${'C('.repeat(200_000)}\n"""\n`],
  ['brackets', `DOCUMENTATION = """\nshort_description: ${'C((aaa)'.repeat(60_000)}\n"""\n`],
])('hostile %s end within seconds', async (_, piece) => {
  const seconds = startCpuClock();
  await text('plugins/modules/a.py', piece.repeat(Math.ceil(400_000 / piece.length)));
  expect(seconds()).toBeLessThan(5);
});

import { expect, test } from 'vitest';
import { startCpuClock } from '../../../../test/support/cpu-seconds.ts';
import { flat } from '../../../../test/support/sections.ts';
import { selectFiles } from '../../sources/filter.ts';
import type { ParsedDocument } from '../document.ts';
import { parseDocument } from '../parse.ts';
import { scdocToMarkdown } from './scdoc.ts';

async function parsed(content: string): Promise<ParsedDocument> {
  return parseDocument({ path: 'doc/saw.5.scd', format: 'markdown', content, hash: '' });
}

async function shown(content: string): Promise<string> {
  return flat(await parsed(content));
}

test('a page of scdoc has its title with its section, and no names of authors', async () => {
  const page = `SAW(5) "2.0" "Saws"

# NAME

saw - cut wood

# SYNOPSIS

*saw* [options...]++
*saw* --help

; A note for translators
# RARE [ONES]

## Deep

Text of *oil*(8) in _/etc/saw_.

# AUTHORS

Ann.
`;
  const { title, sections } = await parsed(page);
  expect(title).toBe('saw(5)');
  expect(sections.map(({ headings }) => headings.at(-1))).toEqual([
    'saw(5)',
    'SYNOPSIS',
    'RARE [ONES]',
    'Deep',
  ]);
  const text = await shown(page);
  expect(text).toContain('saw - cut wood');
  expect(text).toContain('«|saw [options...]\nsaw --help»');
  expect(text).toContain('Text of oil(8) in `/etc/saw`.');
  const prose = 'This file says with what the program cuts *wood*, and how deep it does.';
  expect(await shown(page.replace('*saw* --help', prose))).toContain('how deep it does.\n');
  expect(await shown(page.replace('*saw* --help', `\n${prose}`))).toContain(
    '«|saw [options...]»\n\nThis file says',
  );
  expect(text).not.toMatch(/Ann|translators|2\.0/);
});

test('indented text belongs to the names above it, also with blank lines between them', async () => {
  const text = await shown(`saw(1)

# OPTIONS

*-h, --help*
	Shows help
	and quits.

*--wood* <kind>++
*-w* <kind>

	The kind:

	*oak*
		Hard.
	*pine*
		Soft, with _resin\\_level_.

	Default: _"oak"_

<side> *cut*
	Cuts.

	Twice.

Plain text again.
`);
  expect(text).toContain('- `-h, --help`: Shows help and quits.');
  expect(text).toContain('- `--wood <kind>, -w <kind>`: The kind:');
  expect(text).toMatch(/\n\s+- `oak`: Hard\.\n\s+- `pine`: Soft, with \*resin_level\*\./);
  expect(text).toMatch(/\n\s+Default: \*"oak"\*/);
  expect(text).toContain('- `<side> cut`: Cuts.\n\n  Twice.');
  expect(text).toMatch(/\n\nPlain text again\./);
});

test('lists, numbers and lines of items', async () => {
  const text = await shown(`saw(1)

# USE

- One is
  long
	- Part
	  of it
- Two
    - Hand

. First
. Second

.hidden is text, as is the_middle_of words and 2 \\* 3.
`);
  expect(text).toMatch(/- One is long\n+\s+- Part of it\n+- Two\n+\s+- Hand/);
  expect(text).toMatch(/1\. First\n2\. Second/);
  expect(text).toContain('.hidden is text, as is the_middle_of words and 2 \\* 3.');
});

test('literal text is code, and so are indented lines below a colon', async () => {
  const text = await shown(`saw(5)

# FILE

\`\`\`
[saw]
	wood=*oak* \\\\
\\\`\`\`
\`\`\`

*blade* = <name>
	Like this:

	\`\`\`
	if a {
		b
	}
	\`\`\`

Lines are:

	key=value

Example:
	*[saw]*++
blade = _"thin"_++
teeth = 12,++
end

Note:
	This is a sentence.
`);
  expect(text).toContain('«|[saw]\n\twood=*oak* \\\n```»');
  expect(text).toMatch(/Like this:\s+«\|if a \{\n\s+b\n\}»/);
  expect(text).toContain('Lines are:\n\n«|key=value»');
  expect(text).toContain('Example:\n\n«|[saw]\nblade = "thin"\nteeth = 12,\nend»');
  expect(text).toContain('This is a sentence.');
});

test('a table has rows and cells, whose text can go on', async () => {
  const text = await shown(`saw(5)

# TABLE

[[ *Key*
:< *Text*
|  \\\\a
:  Rings the
   bell | whistle
|]
:[ _b_

After it.
`);
  expect(text).toContain('| **Key** | **Text** |');
  expect(text).toContain('| \\a | Rings the bell \\| whistle |');
  expect(text).toMatch(/\|\s+\| \*b\* \|\n\nAfter it\./);
});

test('files of scdoc have the section of the manual in their names', () => {
  const paths = [
    'saw/saw.1.scd',
    'doc/saw.ini.5.scd',
    'examples/synth.scd',
    'tests/saw.1.scd',
    'doc/saw.1',
  ].map((path) => ({ path }));
  expect(
    selectFiles(paths, {})
      .map(({ path }) => path)
      .sort(),
  ).toEqual(['doc/saw.1', 'doc/saw.ini.5.scd', 'saw/saw.1.scd']);
});

test('hostile pages take linear time', () => {
  const seconds = startCpuClock();
  for (const part of [
    '*_',
    '\\',
    '_a',
    '[[ ',
    '- a\n\t',
    '```\n',
    '++\n',
    '\ta\n\n',
    '|  a\n',
    '\t',
  ]) {
    scdocToMarkdown(`saw(1)\n\n${part.repeat(100_000)}`.split('\n'));
  }
  expect(seconds()).toBeLessThan(8);
});

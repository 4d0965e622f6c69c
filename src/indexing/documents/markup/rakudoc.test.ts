import { expect, test } from 'vitest';
import { startCpuClock } from '../../../../test/support/cpu-seconds.ts';
import { flat, names } from '../../../../test/support/sections.ts';
import { parseDocument } from '../parse.ts';

const parse = (content: string) =>
  parseDocument({ path: 'doc/saw.rakudoc', format: 'markdown', content, hash: '' });
const shown = async (content: string): Promise<string> =>
  flat(await parse(`=begin pod\n\n${content}\n\n=end pod\n`));

test('a manual of Raku has its title, its headings and its code, and leaves out the program around it', async () => {
  const document = await parse(
    'my $code;\n\n=begin pod :kind("Type")\n\n=TITLE class Saw\n\n=SUBTITLE Cuts\nwood\n\n    class Saw {}\n\nCut:\n\n=for code :skip-test<no>\n' +
      'saw.cut;\n\n=head1 X<Methods|Saw,methods>\n\n=head2 method\noil\n\n=begin code :lang<shell>\nsaw --oil\n\n=head1 no\n=end code\n\n' +
      '=begin comment\nNot this.\n=end comment\n\n=comment Nor this.\n\n=end pod\n\nmy $more;\n',
  );

  expect(document.title).toBe('class Saw');
  expect(names(document)).toEqual(['class Saw', 'Methods', 'method oil']);
  expect(flat(document)).toBe(
    'Cuts\nwood\n\n«raku|class Saw {}»\n\nCut:\n\n«raku|saw.cut;»\n\n«shell|saw --oil\n\n=head1 no»',
  );
});

test.each([
  ['C<a>, C«->», C<<a>b>>, C<Array<Int>>, B<I<b>>', '`a`, `->`, `a>b`, `Array<Int>`, ***b***'],
  [
    'L<C<List>|/type/List>, L<site|https://saw.example>, L«a»',
    '`List`, [site](https://saw.example), a',
  ],
  [
    'aN< or not>, E<171>E<0x3b1>E<lt>, Z<x>V<C<a>> and 1 < 2 > 0',
    'a (or not), «α<, C<a> and 1 < 2 > 0',
  ],
  [
    '=item One\nline\n=item2 C<two>\n\n=begin item\nThree\n\nMore.\n=end item',
    '- One\n  line\n\n  - `two`\n\n- Three\n\n  More.',
  ],
  ['=defn Saw\nCuts wood.', '**Saw**\n\nCuts wood.'],
  [
    '=begin table :caption<no>\n a   | b\n =====+====\n 1   | C<2>\n 3   | 4\n=end table',
    '| a | b |\n| --- | --- |\n| 1 | `2` |\n| 3 | 4 |',
  ],
  [
    '=table\n a b  c\n ----\n d    e\n f    g\n ----\n h    i',
    '| a b | c |\n| --- | --- |\n| d f | e g |\n| h | i |',
  ],
  ['=output cut', '«|cut»'],
])('writes %s', async (content, expected) => {
  expect(await shown(content)).toBe(expected);
});

test('reads hostile manuals of Raku in linear time', async () => {
  const parts = [
    'B<'.repeat(50_000),
    'C<<'.repeat(40_000),
    'L<a|'.repeat(30_000),
    '=begin code\n'.repeat(9_000),
    '=begin item\n'.repeat(9_000),
    '=for table\n a | b\n\n'.repeat(9_000),
    `=begin table\n${' a |'.repeat(2_000)}\n---\n`.repeat(20),
  ];
  const cpuSeconds = startCpuClock();
  for (const part of parts) await shown(part);
  expect(cpuSeconds()).toBeLessThan(4);
});

import { expect, test } from 'vitest';
import { startCpuClock } from '../../../../test/support/cpu-seconds.ts';
import { flat } from '../../../../test/support/sections.ts';
import { parseDocument } from '../parse.ts';

async function shown(content: string): Promise<{ title: string; text: string }> {
  const document = await parseDocument({
    path: 'lib/Saw.pod',
    format: 'markdown',
    content,
    hash: '',
  });
  return {
    title: document.title,
    text: flat(document, ({ language, code }) => `«${language}|${code}»`),
  };
}

test('a manual of Perl has its name as title, and its samples as code', async () => {
  const content =
    'package Saw;\n\n=encoding utf8\n\n=head1 NAME\n\nSaw::Guide - How to cut\n\n=head1 USE\n\nCut:\n\n  use Saw;\n\n    cut();\n\nOr:\n\n  $ saw cut\n\nIn:\n\n  teeth: 8\n\n=cut\n\nmy $code;\n';
  const { title, text } = await shown(content);
  expect(title).toBe('Saw::Guide');
  expect(text).toContain(
    'Cut:\n\n«perl|use Saw;\n\n  cut();»\n\nOr:\n\n«sh|$ saw cut»\n\nIn:\n\n«|teeth: 8»',
  );
  expect(text).toContain('How to cut');
  expect(text).not.toMatch(/my \$code|package|encoding/);
});

test.each([
  [
    'B<bold>, I<thin>, C<< a->b >>, F<a.txt>, C<a B<b>>',
    '**bold**, *thin*, `a->b`, `a.txt`, `a b`',
  ],
  ['E<lt>a E<gt> b E<sol> E<233>X<index> a < b > c', '<a > b / é a < b > c'],
  ['L<Saw::Blade>, L<oil|Saw/"Oil it">, L</use>, L<"a b"/c>', 'Saw::Blade, oil, use, c in a b'],
  ['L<site|https://saw.example/a>', '[site](https://saw.example/a)'],
  ['Open C<a', 'Open a'],
])('writes the codes of %s', async (content, expected) => {
  expect((await shown(`=pod\n\n${content}\n`)).text).toBe(expected);
});

test('writes lists, and leaves out text for other formats', async () => {
  const content =
    '=over 2\n\n=item *\n\nFirst\nline.\n\n=item * Second.\n\n=item C<cut>\n\nCuts.\n\n=back\n\n=begin html\n\n<b>no</b>\n\n=head1 NO\n\n=end html\n\n=for comment no\n\nEnd.\n';
  expect((await shown(content)).text).toBe(
    '- First\n  line.\n\n- Second.\n\n**`cut`**\n\nCuts.\n\nEnd.',
  );
});

test('reads hostile manuals in linear time', async () => {
  const parts = [
    'B<'.repeat(50_000),
    'B<< a >'.repeat(20_000),
    `C<${' \n'.repeat(2)}${' '.repeat(900)}`.repeat(500),
    '=item *\n\n'.repeat(20_000),
  ];
  const cpuSeconds = startCpuClock();
  await shown(`=pod\n\na${parts.join('\n\na')}`);
  expect(cpuSeconds()).toBeLessThan(2);
});

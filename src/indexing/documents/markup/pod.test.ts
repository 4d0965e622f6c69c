import { expect, test } from 'vitest';
import { startCpuClock } from '../../../../test/support/cpu-seconds.ts';
import { flat } from '../../../../test/support/sections.ts';
import { parseDocument } from '../parse.ts';
import { hasPod, manualCopyFilter } from './pod-file.ts';
import { perlToMarkdown } from './pod.ts';
import { shownAt } from './shown.fixture.ts';

const shown = shownAt('lib/Saw.pod');

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
  ['L<Saw::Blade>, L<oil|Saw/"Oil it">, L</use>, L<"a b"/c>', 'Saw::Blade, oil, "use", "c" in a b'],
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

const module = `package Saw::Blade;
# ABSTRACT: what cuts

use strict;

my $pod = '=head1';
=head1 SYNOPSIS

  cut(1);

  $ saw cut

=cut

sub cut { 1 }

=attr teeth

How many.

=method cut

  $blade->cut($wood);

Cuts.

=method oil

Oils.
=cut
sub oil { 1 }

=head1 SEE ALSO

L<Saw>, L<< The oil|Saw::Oil >> and L<https://saw.example>

L<Saw::Chain> cuts faster.

=head1 BUGS

Report them at L<https://saw.example/issues>.

Blades rust.

=head1 AUTHOR

=over

=item Ann

=back

=head2 Thanks

Bob
`;

test('a module of Perl is a page of its package with the parts that Pod::Weaver collects', async () => {
  const page = { path: 'lib/Saw/Blade.pm', format: 'markdown' as const, content: module, hash: '' };
  const document = await parseDocument(page);
  expect(document.title).toBe('Saw::Blade');
  expect(document.sections.map(({ headings, anchor }) => [headings.join(' > '), anchor])).toEqual([
    ['Saw::Blade', 'L1'],
    ['Saw::Blade > SYNOPSIS', 'L7'],
    ['Saw::Blade > ATTRIBUTES', 'L17'],
    ['Saw::Blade > ATTRIBUTES > teeth', 'L17'],
    ['Saw::Blade > METHODS', 'L21'],
    ['Saw::Blade > METHODS > cut', 'L21'],
    ['Saw::Blade > METHODS > oil', 'L27'],
    ['Saw::Blade > SEE ALSO', 'L33'],
    ['Saw::Blade > BUGS', 'L39'],
  ]);
  const text = flat(document);
  expect(text).toContain('what cuts');
  expect(text).toContain('«perl|cut(1);\n\n$ saw cut»');
  expect(text).toMatch(/Saw::Chain cuts faster\.[^]*Blades rust\./);
  expect(text).not.toMatch(/sub |strict|oil and|Report|Ann|Bob/);
});

test('an item of a module of Perl that is a call is a section, and its list goes back to the one above', () => {
  const lines =
    '=head1 USE\n\n=over\n\n=item B<< $saw->cut($wood) >>\n\nCuts.\n\n=over\n\n=item depth\n\n=back\n\n=item * Oil\n\n=back\n\nAfter.';
  expect(perlToMarkdown(lines.split('\n')).filter(Boolean)).toEqual([
    '## USE {#L1}',
    '### $saw->cut($wood) {#L5}',
    'Cuts.',
    '**depth**',
    '- Oil',
    '## USE {#L19}',
    'After.',
  ]);
});

test('items of a list of methods that share their text are one section', () => {
  const lines =
    '=head1 METHODS\n\n=over\n\n=item cut\n\n=item C<oil>\n\nBoth.\n\n=item stop\n\nOne.\n\n=back';
  expect(perlToMarkdown(lines.split('\n')).filter(Boolean)).toEqual([
    '## METHODS {#L1}',
    '### cut, oil {#L7}',
    'Both.',
    '### stop {#L11}',
    'One.',
  ]);
});

test('lists for Pod::Weaver are read, and text for other programs is not', () => {
  const lines =
    '=pod\n\n=for :list\n* one\n* two\n\n=begin :list\n\n= Saw\nCuts.\n\n=end :list\n\n=begin :private\n\nNo.\n\n=end :private\n\n=begin comment\n\nNo.\n\n=cut\n\n=head1 A\n\nYes.';
  expect(perlToMarkdown(lines.split('\n')).filter(Boolean)).toEqual([
    '- one',
    '- two',
    '**Saw**',
    'Cuts.',
    '## A {#L26}',
    'Yes.',
  ]);
});

test('only a module of Perl with a manual is a document, and what is made of it is none', () => {
  expect(hasPod(module)).toBe(true);
  expect(hasPod('package Saw;\n=cut\n1;\n')).toBe(false);
  const filter = manualCopyFilter(['lib/Saw/Blade.pm', 'README.md', 'doc/Saw-Blade.html']);
  const isCopy = (path: string, content: string): boolean => filter(path, Buffer.from(content));
  expect(isCopy('README.md', '# NAME\n\nSaw::Blade - cuts\n')).toBe(true);
  expect(isCopy('README.pod', '=head1 NAME\n\nSaw::Blade - cuts\n')).toBe(true);
  expect(isCopy('doc/Saw-Blade.html', '<h1 id="NAME">NAME</h1>\n\n<p>Saw::Blade - a</p>')).toBe(
    true,
  );
  expect(isCopy('README.md', '# NAME\n\nSaw::Oil - oils\n')).toBe(false);
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

import { expect, test } from 'vitest';
import { startCpuClock } from '../../../../../test/support/cpu-seconds.ts';
import { shownAt } from '../shown.fixture.ts';

const shown = shownAt('doc/saw.texi');

const manual = String.raw`\input texinfo @c -*-texinfo-*-
@settitle GNU Saw @value{VERSION}
@set TEETH 8
@macro optItem{command,option,parameter}
@anchor{\command\-\option\}
@item \option\\parameter\
@opindex \option\
@end macro
@macro teeth{}
teeth
@end macro
@copying
A license.
@end copying
@titlepage
@title Saw
@end titlepage
@node Top, Use, , (dir)
@top Saw
@menu
* Use:: How to use it.
@end menu

@node Use
@chapter Use of @command{saw}
@cindex use
It has @value{TEETH} @teeth{}. @c a remark
Cut:

@example
@group
saw -v oak > $@@ @{a, @var{b}@}   @result{} 2
@end group
@end example

@c a remark
@ifset OLD
Old.
@end ifset
@ifclear OLD
New.
@end ifclear
@iftex
Printed.
@end iftex
@ifnottex
Shown.
@end ifnottex

@section Options
@table @option
@item -v @var{level}
@itemx --verbose
Say more:

@example C
say(1);
@end example
@optItem{saw,-q,[=@var{how}]}
Say less.
@item -x
@end table
@bye
Nothing.
`;

test('a manual of GNU has its title, its chapters, its options and its samples', async () => {
  const { title, names, text } = await shown(manual);
  expect(title).toBe('GNU Saw');
  expect(names).toEqual(['GNU Saw', 'GNU Saw > Use of saw', 'GNU Saw > Use of saw > Options']);
  expect(text).toContain('It has 8 teeth.\nCut:\n\n«|saw -v oak > $@ {a, b}   ⇒ 2»');
  expect(text).toContain('New.\nShown.');
  expect(text).toContain(
    '- `-v level`, `--verbose`: Say more:\n\n«c|say(1);»\n\n- `-q[=how]`: Say less.\n\n- `-x`',
  );
  expect(text).not.toMatch(/license|remark|How to use|Old|Printed|Nothing|index|anchor/);
});

test.each([
  [
    '@code{a@@b @{x@}} @strong{so} @emph{so} @var{x} @samp{a `b`}',
    '`a@b {x}` **so** *so* *x* `` a `b` ``',
  ],
  ["``a'' --- b@dots{} @copyright{} a < b @TeX{} @w{x y}", '"a" — b... © a < b TeX x y'],
  ['@xref{Oil,,How to oil}. (@pxref{Oil}) @ref{Oil, the oil}', 'See How to oil. (see Oil) the oil'],
  [
    '@url{https://saw.example} @uref{https://saw.example/a_b, site} @email{a@@b.example, Ann}',
    'https://saw.example [site](https://saw.example/a_b) Ann',
  ],
  [
    'a@footnote{b @code{c}} @acronym{ABC, A Big Cut} @inlinefmt{html, h}@inlinefmt{tex, t}',
    'a (b `c`) ABC h',
  ],
  [
    '@itemize @bullet\n@item A\n\nmore\n@item\nB\n@enumerate\n@item C\n@end enumerate\n@end itemize\nD',
    '- A\n\n  more\n\n- B\n\n  1. C\n\nD',
  ],
  ['@table @asis\n@item A@:b\nC\n@end table', '- **Ab**: C'],
  ['@table @asis\n@item @code{cut(}@var{a}@code{)}\nC\n@end table', '- **`cut(`a`)`**: C'],
  [
    '@multitable @columnfractions .5 .5\n@headitem A @tab B\n@item a|b\n@tab @code{c}\nd\n@end multitable',
    '| A | B |\n| --- | --- |\n| a\\|b | `c` d |',
  ],
  ['@quotation Note\nMind it.\n@end quotation\nEnd', '> **Note**\n>\n> Mind it.\n\nEnd'],
  ['@verbatim\n@code{x}\n@end verbatim', '«|@code{x}»'],
  ['@lisp\n(cut)\n@end lisp', '«lisp|(cut)»'],
  [
    "@lilypond[quote,verbatim]\n\\relative { c''4 }\n@end lilypond",
    "«lilypond|\\relative { c''4 }»",
  ],
  ['@unknown\n@noindent Text @unknown{here}', 'Text here'],
])('writes %s', async (content, expected) => {
  const { text } = await shown(`@chapter Saw\n${content}\n`);
  expect(text).toContain(expected);
});

test.each([
  [
    '@deftypefun {const char *} *saw_cut (int @var{depth})',
    'saw_cut',
    'const char * *saw_cut (int depth)',
  ],
  ['@deffn {Special Form} cut saw @dots{}', 'cut', 'cut saw ...'],
  [
    '@deffn{Function} saw:cut depth\n@deffnx{Function} saw:cut* depth',
    'saw:cut',
    'saw:cut depth\nsaw:cut* depth',
  ],
  ['@defvar *teeth*', '*teeth*', '*teeth*'],
  [
    '@deftypefun int saw_cut(int @var{depth}, void (*@var{done})(int))',
    'saw_cut',
    'int saw_cut(int depth, void (*done)(int))',
  ],
  ['@deftypemethod {Saw} {string} label()', 'label()', 'Saw string label()'],
  ['@deftypemethod {saw} {int} operator() ()', 'operator()', 'saw int operator() ()'],
  ['@deftypeivar Saw int teeth', 'teeth', 'Saw int teeth'],
  [
    '@deftypeop {Constructor} {Saw} {} this(@code{int} @var{teeth})',
    'this',
    'Saw  this(int teeth)',
  ],
  ['@defmethod saw cut depth', 'cut', 'saw cut depth'],
])('the definition %s is a section with its signature', async (definition, name, signature) => {
  const { names, text } = await shown(
    `@chapter Saw\n${definition}\nCuts.\n@end ${/^@(\w+?)x?\b/.exec(definition)![1]!}\n`,
  );
  expect(names).toContain(`Saw > ${name}`);
  expect(text).toContain(`«|${signature}»\n\nCuts.`);
});

test.each([
  '@a{',
  '{',
  '}',
  '@',
  '@macro a{b}\n@a{\\b\\}@a{\\b\\}\n@end macro\n@a{x}\n',
  '@macro a\n@b\n@b\n@end macro\n@macro b\n@a\n@a\n@end macro\n@a\n',
  '@table @code\n@item a\n',
  '@multitable\n@item a @tab b\n',
  '@ifset x\n',
  '@deffn {',
  '@example\n',
  'a @c',
  '@quotation\n',
])('reads a hostile manual of %j in linear time', async (part) => {
  const clock = startCpuClock();
  await shown(`@chapter A\n${part.repeat(200_000 / part.length)}`);
  expect(clock()).toBeLessThan(5);
});

test('a heading that is in no table of contents ends no chapter and no section', async () => {
  const { names } = await shown(`@settitle Saw
@chapter Tools
Many.
@section Rip
@chapheading Examples
Oak.
@subheading Elm
Ash.
@section Cut
@heading Depth
Deep.
`);
  expect(names).toEqual([
    'Saw',
    'Saw > Tools',
    'Saw > Tools > Rip',
    'Saw > Tools > Rip > Examples',
    'Saw > Tools > Rip > Elm',
    'Saw > Tools > Cut',
    'Saw > Tools > Cut > Depth',
  ]);
});

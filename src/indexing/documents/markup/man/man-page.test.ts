import { expect, test } from 'vitest';
import { startCpuClock } from '../../../../../test/support/cpu-seconds.ts';
import { flat } from '../../../../../test/support/sections.ts';
import type { ParsedDocument } from '../../document.ts';
import { parseDocument } from '../../parse.ts';
import { isManPage, isWrittenManPage } from './man-page-file.ts';
import { manPageToMarkdown } from './man-page.ts';

async function parsed(content: string, path = 'man/saw.1'): Promise<ParsedDocument> {
  return parseDocument({ path, format: 'markdown', content, hash: '' });
}

async function shown(content: string): Promise<string> {
  return flat(await parsed(content));
}

const page = String.raw`.\" Saws
'\" t
.TH SAW 1 2026-01-31 "Saw 2" "Saw manual"
.SH NAME
saw \- cut wood
.SH SYNOPSIS
.B saw
.RB [ \-v ]
.RI [ wood ...]
.br
.B saw \-\-help
.SH "EXIT STATUS"
.nh
Zero, see
.BR oil (8)
and
.IR /etc/saw .
.SS Rare ones
\fBsaw\fR is \(lqsharp\(rq \(em a\&.b\e \fIthin\fP \*(Aq.
.SH AUTHORS
Ann.
`;

test('a manual page has its title with its section, its synopsis as code and its references as text', async () => {
  const { title, sections } = await parsed(page);
  expect(title).toBe('saw(1)');
  expect(sections.map(({ headings }) => headings.at(-1))).toEqual([
    'saw(1)',
    'SYNOPSIS',
    'EXIT STATUS',
    'Rare ones',
  ]);
  const text = await shown(page);
  expect(text).toContain('saw - cut wood');
  expect(text).toContain('«|saw [-v] [wood...]\nsaw --help»');
  expect(text).toContain('Zero, see oil(8) and `/etc/saw`.');
  expect(text).toContain('**saw** is "sharp" — a.b\\ *thin* \'.');
  expect(text).not.toContain('Ann');
});

test('options have their texts, also those with several names and those in each other', async () => {
  const text = await shown(
    String.raw`.TH SAW 1
.SH OPTIONS
.TP
.BR \-d ", " \-\-depth =\fIN\fR
How deep.
.IP
Twice.
.TP
.B \-k
.TQ
.BI \-\-kind= name
The kind:
.RS
.IP \(bu 2
Hand
.IP \(bu
Bow
.RE
.TP 4
.I wood
What to cut:
.nf
.B saw oak
  \-v
.fi
.PP
After it.
.IP 1.
First.
.IP \n+[step].
Second.
`,
  );
  expect(text).toContain('- `-d, --depth=N`: How deep.\n\n  Twice.');
  expect(text).toMatch(/- `-k, --kind=name`: The kind:\s+- Hand\n\s+- Bow/);
  expect(text).toContain('**wood**'.replaceAll('**', '`'));
  expect(text).toContain('«|saw oak\n  -v»');
  expect(text).toMatch(/\nAfter it\./);
  expect(text).toContain('1. First.');
  expect(text).toContain('- Second.');
});

test('indented lines are code, and one of them is text on a line of its own', async () => {
  const text = await shown(
    String.raw`.TH SAW 1
.SH DESCRIPTION
Cut by
  the saw
of oak. A blade:
.RS 4
  NAME 'blade'
    MAY ( oil $ \-rust )
.RE
.TP
.B oil
It is
 # saw oil
 oiled
now.
.PP
 It cuts all of the wood that is
 near, and then it needs the oil again.
`,
  );
  expect(text).toContain(
    '\n\nIt cuts all of the wood that is near, and then it needs the oil again.',
  );
  expect(text).toContain(
    "Cut by\n\nthe saw of oak. A blade:\n\n«|NAME 'blade'\n  MAY ( oil $ -rust )»",
  );
  expect(text).toContain('- `oil`: It is\n\n«|# saw oil\noiled»\n\nnow.');
});

test('functions have the language C, and tables have their cells', async () => {
  const text = await shown(
    String.raw`.TH CUT 3
.SH SYNOPSIS
.nf
.B #include <saw.h>
.PP
.BI "int cut(int " depth );
.fi
.SH DESCRIPTION
.BR cut ()
cuts.
.TS
allbox tab(:);
lb l
l l.
Saw:T{
All
teeth
T}
_
bow:\fB8|9\fR
.TE
.EX
$ saw 1
.EE
`,
  );
  expect(text).toContain('«c|#include <saw.h>\n\nint cut(int depth);»');
  expect(text).toContain('`cut()` cuts.');
  expect(text).toContain('| Saw | All teeth |\n| --- | --- |\n| bow | **8\\|9** |');
  expect(text).toContain('«sh|$ saw 1»');
});

test('tables in pages with the macros of BSD have their cells', async () => {
  const text = await shown(
    '.Dd 1\n.Dt CUT 1\n.Sh DESCRIPTION\nBits:\n.Bl -tag\n.It Fl o\n.TS\ntab(:);\nl l.\nBit:Use\n\\_:\\_\n1:Keep\n.TE\n.El\nEnd.\n',
  );
  expect(text).toContain('| Bit | Use |\n  | --- | --- |\n  | 1 | Keep |');
  expect(text).toContain('End.');
});

test('macros, strings and conditions show what a terminal shows', async () => {
  const text = await shown(
    String.raw`.de OPT
.TP
.B \\$1
\\$2
..
.ig
Left out.
..
.ds T sharp
.TH SAW 1
.SH USE
.if t On paper.
.if n On a \*T terminal.
.ie t \{\
Paper
.\}
.el \{\
Screen.
.\}
.OPT \-v "More text."
.UR https://saw.example
Site
.UE .
Long \
line. \" a comment
`,
  );
  expect(text).toContain('On a sharp terminal. Screen.');
  expect(text).toContain('- `-v`: More text. Site <https://saw.example>. Long line.');
  expect(text).not.toMatch(/paper|Left out|comment/i);
});

test('a macro can depend on the number of its arguments', async () => {
  const text = await shown(
    String.raw`.TH SAW 1
.de OPT
.TP
.ie \\n(.$>1 \fB-\\$1\fP, \fB--\\$2\fP
.el \fB--\\$1\fP
.if \\n[.$]==1 One name.
.if \\n[.$]<1 No name.
Cut.
..
.SH OPTIONS
.OPT c cut
.OPT oil
`,
  );
  expect(text).toBe('- `-c, --cut`: Cut.\n- `--oil`: One name. Cut.');
});

test.each([
  [
    '.Dd 1\n.Dt SAW_NEWBLADE 3\n.Sh NAME\n.Nm Saw_free ,\n.Nm Saw_newBlade\n.Nd makes blades\n',
    'Saw_newBlade(3)',
  ],
  ['.TH SAWCUT 3\n.SH NAME\nsawCut, sawOil \\- cut and oil\n', 'sawCut(3)'],
  ['.TH SAW 1\n.SH NAME\nchain-saw \\- cuts\n', 'saw(1)'],
])('a title in capitals has the letters of the name: %j', async (content, title) => {
  const path = `man/${title.replace('(', '.').replace(')', '')}`;
  expect((await parsed(content, path)).title).toBe(title);
});

test('a command of a shell in a text is code, with those that follow it', async () => {
  const text = await shown(String.raw`.TH SAW 8
.SH EXAMPLES
Cut twice:
.P
# saw \-v oak \\
  \-\-deep
.br
$ ./saw elm
.TP
Oil it:
#
.B saw
\-\-oil
.SH AUTHOR
# ann
.br
# bob
`);
  expect(text).toContain('«sh|# saw -v oak \\\n--deep\n$ ./saw elm»');
  expect(text).toContain('- **Oil it**:\n\n«sh|# saw --oil»');
  expect(text).not.toMatch(/ann|bob/);
});

test.each([
  ['.TH SAW 8\n.SH NAME\nteeth \\- set teeth', 'man/man8/saw-teeth.8'],
  ['.TH "Setting of teeth in saw" 8\n.SH NAME\nteeth', 'saw-teeth.8.in'],
  ['.Dd 1\n.Dt TOOLS 8\n.Sh NAME\n.Nm saw-teeth', 'man/saw-teeth.8'],
])('a title that is not the name of the page is that of its file: %j', async (content, path) => {
  expect((await parsed(content, path)).title).toBe('saw-teeth(8)');
  expect((await parsed('.TH SAW_TEETH 8', path)).title).toBe('saw_teeth(8)');
});

test('reads pages with the macros of BSD', async () => {
  const text = await shown(
    String.raw`.Dd January 31, 2026
.Dt SAW 1
.Os
.Sh NAME
.Nm saw
.Nd cut wood
.Sh SYNOPSIS
.Nm
.Bk -words
.Op Fl lv
.Op Fl d Ar depth
.Ar
.Ek
.Sh DESCRIPTION
.Nm
cuts
.Em much wood ,
.Pq see Xr oil 8 .
.Bl -tag -width Ds
.It Fl d Ar depth
How deep.
.Pp
Twice.
.Tg set
.It Xo Ic set
.Op Fl o
.Ar name Ns = Ns Ar value
.Xc
Sets
.Ql a b .
.Bd -literal -offset indent
$ saw -d 1
.Ed
.It Ev SAW
.It Ev OIL
Both.
.El
.Pp
Lists:
.Bl -bullet
.It
One.
.It
Two
.Pa /etc/saw .
.El
.Dl saw -v
.Dl saw oak
.Bl -column a b
.It Sy Name Ta Sy Text
.It Li oak Ta Hard.
.El
.Sh AUTHORS
.An Ann
`,
  );
  expect(text).toContain('`saw` — cut wood');
  expect(text).toContain('«|saw [-lv] [-d depth] file ...»');
  expect(text).toContain('`saw` cuts *much wood*, (see oil(8)).');
  expect(text).toContain('- `-d depth`: How deep.\n\n  Twice.');
  expect(text).toMatch(/- `set \[-o\] name=value`: Sets `a b`\./);
  expect(text).toContain('«sh|$ saw -d 1»');
  expect(text).toContain('- `SAW, OIL`: Both.');
  expect(text).toContain('- One.\n- Two `/etc/saw`.');
  expect(text).toContain('«|saw -v\nsaw oak»');
  expect(text).toContain('| **Name** | **Text** |\n| --- | --- |\n| `oak` | Hard. |');
  expect(text).not.toContain('Ann');
});

test('words of a command stand together where its page says so', async () => {
  const text = await shown(String.raw`.Dd 1
.Dt SAW 1
.Sh NAME
.Nm saw
.Nd cut wood
.Sh DESCRIPTION
Cut
.Sm off
.Oo Ar user @ Oc
.Ar host : depth
.Sm on
or
.Bl -tag -width Ds
.It Fl L Xo
.Sm off
.Oo Ar side : Oc
.Ar depth
.Sm on
.Xc
Cut from a side of
.Sm off Ar a / Ar b Sm on
logs.
.El
`);
  expect(text).toContain('Cut [*user@*]*host*:*depth* or');
  expect(text).toContain('- `-L [side:]depth`: Cut from a side of *a/b* logs.');
});

test('the status of an exit names the commands of the page once', async () => {
  const page = (names: string): string =>
    `.Dd 1\n.Dt SAW 1\n.Sh NAME\n.Nm saw\n.Nd cut\n.Sh EXIT STATUS\n.Ex -std ${names}`;
  expect(await shown(page('saw'))).toMatch(/The saw utility exits 0 on .* occurs\.$/m);
  expect(await shown(page(''))).toContain('The saw utility exits 0');
  expect(await shown(page('saw oil'))).toMatch(/The saw, oil utilities exit 0 on .* occurs\.$/m);
});

test('a comment does not end a paragraph', async () => {
  const lines = String.raw`Cut the
.\" or
.\" .B hard
wood.
.PP
Oil.`;
  expect(await shown(`.TH SAW 1\n.SH USE\n${lines}`)).toContain('Cut the wood.\n\nOil.');
});

test('shows functions of BSD in the language C', async () => {
  const text = await shown(
    '.Dd 1\n.Dt CUT 3\n.Sh SYNOPSIS\n.In saw.h\n.Ft int\n.Fn cut "int depth" "int n"\n.Ft void\n.Fo oil\n.Fa "int much"\n.Fc\n.Sh DESCRIPTION\n.Fn cut\nreturns\n.Dv NULL .\n',
  );
  expect(text).toContain('«c|#include <saw.h>\nint cut(int depth, int n);\nvoid oil(int much);»');
  expect(text).toContain('`cut()` returns `NULL`.');
});

test.each([
  ['saw.1', true],
  ['saw.conf.5', true],
  ['doc/saw.3x', true],
  ['man/man8/saw.8.in', true],
  ['saw.1.prebuilt', true],
  ['man/saw.8_pregen', true],
  ['man/saw.8_des', false],
  ['lib/saw/saw.1', true],
  ['man/saw.man', true],
  ['docs/saw.conf.mdoc.in', true],
  ['docs/saw.mdoc', false],
  ['doc/saw.n', true],
  ['src/saw.man', false],
  ['src/saw.n', false],
  ['src/saw.1', false],
  ['lib/libsaw.so.1.2', false],
  ['1.2', false],
])('knows by the path whether %s can be a manual page', (path, expected) => {
  expect(isManPage(path)).toBe(expected);
});

test.each([
  ['.\\" by hand\n.TH SAW 1\n', true],
  ['.Dd $Mdocdate$\n.Dt SAW 1\n', true],
  ['\'\\" Note:  do not modify the .SH NAME line immediately below!\n.TH saw n\n', true],
  ['Changes\n=======\n', false],
  ['.so man3/saw.3\n', false],
  ['.\\" Automatically generated by Pandoc 3\n.TH SAW 1\n', false],
  ['.\\" Man page generated from reStructuredText.\n.TH "SAW" "1"\n', false],
  ['.\\" DO NOT MODIFY THIS FILE!  It was generated by help2man 1.49.\n.TH SAW "1"\n', false],
  ['\'\\" t\n.\\"     Title: saw\n.\\" Generator: DocBook XSL Stylesheets\n.TH "SAW" "1"\n', false],
  ['.nh\n.TH "saw" "1" "Jan 2026" "saw" ""\n', false],
  ['.TH "saw" "1" "Jan 2026" "generated by \\fBsaw man\\fR" ""\n', false],
  [".ie \\n(.g .ds Aq \\(aq\n.el .ds Aq '\n.TH saw 1\n", false],
])('knows by the content whether a page is written by hand: %j', (content, expected) => {
  expect(isWrittenManPage(content)).toBe(expected);
});

test('sections that a build writes are shown neither in the title nor in references', async () => {
  const man = await parsed('.TH saw @appmansuffix@\n.SH FILES\n.BR oil.conf (@filemansuffix@)\n');
  expect(man.title).toBe('saw');
  expect(flat(man)).toContain('**oil.conf**');
  expect(flat(man)).not.toContain('@');
  const mdoc = await shown('.Dt SAW @mansectsu@\n.Sh FILES\nSee\n.Xr oil @mansectsu@ .\n');
  expect(mdoc).toContain('See oil.');
});

test('parts of a page show if its numbers say so, or if the build decides', async () => {
  const text = await shown(
    String.raw`.nr AA 1
.nr BB 0
.nr CC @CUTMAN@
.TH SAW 1
.SH OPTIONS
.if \n(AA \{\
One.
.\}
.if \n(BB \{\
Two.
.\}
.if \n(CC \{\
Three.
.\}
`,
  );
  expect(text).toContain('One. Three.');
});

test('pages of Tcl show their arguments, options and examples', async () => {
  const text = await shown(
    String.raw`.TH saw n 1.0
.so man.macros
.SH SYNOPSIS
\fBsaw\fR ?\fIoptions\fR?
.SO
\-oil	\-sharp
.SE
.SH ARGUMENTS
.AP Saw *saw in/out
Cuts.
.AP "int" teeth
Are sharp.
.SH OPTIONS
.OP \-wood wood Wood
Is cut, as in
.QW "oak or ash" .
.SH EXAMPLE
.CS
saw .s \-wood oak
pack .s
.CE
`,
  );
  expect(text).toContain('`Saw *saw (in/out)`: Cuts.');
  expect(text).toContain('`int teeth`: Are sharp.');
  expect(text).toContain('`-wood (wood, Wood)`: Is cut, as in "oak or ash".');
  expect(text).toContain('«|saw .s -wood oak\npack .s»');
  expect(text).toContain('«|-oil\t-sharp»');
});

test('reads hostile manual pages in linear time', () => {
  const some = (text: string): string => text.repeat(300_000 / text.length);
  const bodies = [
    '.TP\n',
    '.RS\n',
    '.IP x\n',
    '.nf\n',
    '.TS\n',
    '.TS\nl.\nT{\n',
    '.B\n',
    '.if n \\{\\\n',
    '.ie t \\{\n.el \\{\n',
    '.de x\n',
    '.ig\n',
    '\\',
    '\\fB\\fI',
    '\\(',
    '\\[',
    "\\h'",
    '\\*(Aq',
    '"',
    '.B "',
    '.SH\n',
    '\\n+',
    '\\{',
    'a\\\n',
    "``''",
    '.TP\n\\fBa\\fR\n.RS\n',
  ].map((text) => `.TH A 1\n.SH B\n${some(text)}`);
  const mdoc = [
    '.Bl -tag\n.It Xo\n',
    '.Op ',
    '.Op Op Op Op Op Op Op Op\n',
    '.Bl -column\n.It a Ta b\n',
    '.Bd -literal\n',
    '.Oo\n',
    '.Fo a\n.Fa b\n',
    '.Fl Ns ',
    '.It Fl a\n',
    '.Dl a\n',
    '.Rs\n.%A a\n',
    '.Nm\n',
    '.Ql " ',
  ].map((text) => `.Dd 1\n.Dt A 1\n.Sh SYNOPSIS\n${some(text)}`);
  const macros = [
    `.de a\n.a \\\\$1\\\\$1 \\\\$1\n.a \\\\$* \\\\$*\n..\n.TH A 1\n${some('.a b c\n')}`,
    `.ds a ${'b'.repeat(5_000)}\n.TH A 1\n${some('\\*a')}`,
  ];
  for (const body of [...bodies, ...mdoc, ...macros]) {
    const seconds = startCpuClock();
    manPageToMarkdown(
      body.split('\n').map((line) => line.slice(0, 20_000)),
      'a.1',
    );
    expect(seconds(), body.slice(0, 60)).toBeLessThan(5);
  }
}, 120_000);

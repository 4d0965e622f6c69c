import { expect, test } from 'vitest';
import { startCpuClock } from '../../../../test/support/cpu-seconds.ts';
import { orgToMarkdown } from './org.ts';
import { shownAt } from './shown.fixture.ts';

const shown = shownAt('docs/saw.org');

test('a document of Org has its title, its headings, and the anchors that their properties set', async () => {
  const content = `#+title: Saws
#+author: A. Saw

* TODO [#A] Cut wood [1/2] :work:
:PROPERTIES:
:CUSTOM_ID: cutting
:END:
Text.
** COMMENT Ideas
Hidden.
*** Deeper
Hidden, too.
** Oil
More text.
* Notes :noexport:
Private.
`;
  const text = orgToMarkdown(content.split('\n')).join('\n');
  expect(text).toContain('# Saws\n\n');
  expect(text).toContain('## Cut wood {#cutting}\n\nText.');
  expect(text).toContain('### Oil\n\nMore text.');
  expect(text).not.toMatch(/Hidden|Private|A\. Saw|Deeper|PROPERTIES/);
  expect((await shown(content)).title).toBe('Saws');
});

test('blocks and lines with a colon are code, also in lists', async () => {
  const content = `* Use
Run it:
#+begin_src emacs-lisp :tangle yes
  (setq saw t)
  ,* no heading
#+end_src

: $ saw cut
: done

1. First:
   #+BEGIN_EXAMPLE
   cut
   #+END_EXAMPLE
2. Second.

#+begin_comment
hidden
#+end_comment
#+begin_src sh :exports none
hidden, too
#+end_src
#+begin_note
Mind it.
#+end_note
#+begin_quote
Sharp saws cut *well*.
#+end_quote
`;
  const { text } = await shown(content);
  expect(text).toContain('Run it:\n\n«elisp|(setq saw t)\n* no heading»');
  expect(text).toContain('«|$ saw cut\ndone»');
  expect(text).toMatch(/1\. First:\n+\s*«\|cut»\n+2\. Second\./);
  expect(text).toContain('> Sharp saws cut **well**.');
  expect(text).toContain('**Note**');
  expect(text).not.toContain('hidden');
});

test.each([
  ['*bold*, /thin/, +old+, _under_ and a/b/c', '**bold**, *thin*, ~~old~~, under and a/b/c'],
  ['Set ~saw_teeth~ or =a*b=, e.g. ~--oil~.', 'Set `saw_teeth` or `a*b`, e.g. `--oil`.'],
  [
    'Open [[https://saw.example/a][a /site/]] or [[https://saw.example/b]]',
    'Open [a *site*](https://saw.example/a) or https://saw.example/b',
  ],
  ['See [[*Cut wood][cutting]], [[#oil]] and [[file:saw.png]].', 'See cutting, oil and .'],
  ['Press {{{kbd(C-c)}}}.[fn:1] <<here>> Two\\\\', 'Press `C-c`.  Two'],
  ["A <file> of a `saw'", "A <file> of a `saw'"],
])('writes the markup of %s', async (content, expected) => {
  expect((await shown(`* A\n${content}\n`)).text).toContain(expected);
});

test('tables and descriptions are those of Markdown', async () => {
  const { text } = await shown(`* Keys
| Key | What |
|-----+------|
| a   | cuts |
| b   | oils |

- Option: teeth ::

  How many teeth.

- =--oil= :: oils it
    - [X] first
`);
  expect(text).toContain('| Key | What |\n|---|---|\n| a | cuts |\n| b | oils |');
  expect(text).toContain('- **Option: teeth**\n\n  How many teeth.');
  expect(text).toContain('- **`--oil`**: oils it');
});

test('indented text outside of lists is no code', async () => {
  expect((await shown('* A\n      Deep text.\n      More.\n')).text).toContain('Deep text.\nMore.');
});

test('a megabyte of unended blocks, drawers and marks takes little time', () => {
  const seconds = startCpuClock();
  for (const line of ['#+begin_src', ':a:', '*a /b =c', '[[a', '| a', '{{{a(', '- a'])
    orgToMarkdown(Array.from({ length: 1_000_000 / line.length }, () => line));
  orgToMarkdown([
    `* a${' '.repeat(1_000_000)}:`,
    '*'.repeat(1_000_000),
    ` ${'[['.repeat(500_000)}`,
  ]);
  expect(seconds()).toBeLessThan(10);
});

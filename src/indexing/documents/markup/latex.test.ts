import { expect, test } from 'vitest';
import { flat } from '../../../../test/support/sections.ts';
import { parseDocument } from '../parse.ts';
import { isLatex } from './latex.ts';

async function parse(content: string) {
  return parseDocument({ path: 'doc/saw.tex', format: 'markdown', content, hash: '' });
}

/** Returns all text of a chapter, code in «». */
async function shown(content: string): Promise<string> {
  return flat(await parse(`\\chapter{Saws}\n\n${content}`));
}

test.each([
  [
    'commands for styles become marks',
    "A \\textbf{sharp} and \\emph{thin} {\\em blade} of ``steel''~10\\,cm, \\texttt{cut\\_it}, {\\tt oil} and \\verb|a_b|.",
    'A **sharp** and _thin_ _blade_ of "steel" 10 cm, `cut_it`, `oil` and `a_b`.',
  ],
  [
    'links and accents stay, and labels, comments and unknown commands do not',
    '\\label{a}See Section~\\ref{sec:oil-kinds}. Read \\href{https://example.com}{the page} by Schr\\"odinger\\footnote{Not now.}. % why\n\\newcommand{\\saw}{Saw}\\vspace{1cm}\\mybox{Cut} 5\\% \\& more.',
    'See Section oil kinds. Read [the page](https://example.com) by Schrödinger (Not now.). Cut 5% & more.',
  ],
  [
    'lists and terms become lists',
    'Then:\n\\begin{enumerate}\n  \\item Cut\n    well.\n  \\item Oil:\n  \\begin{itemize}\n    \\item Thin\n  \\end{itemize}\n\\end{enumerate}\n\\begin{description}\n\\item[Blade] It is sharp.\n\\end{description}',
    expect.stringMatching(
      /^Then:\s+1\. Cut\s+well\.\s+1\. Oil:\s+- Thin\s+- \*\*Blade\*\*: It is sharp\.$/,
    ),
  ],
  [
    'listings are code',
    'Run:\n\\begin{verbatim}\ncut -x  % now\n\\end{verbatim}\n\\begin{lstlisting}[language=Python, caption={A}]\n  cut()\n\\end{lstlisting}',
    'Run:\n\n«|cut -x  % now»\n\n«python|cut()»',
  ],
  [
    'tables are tables',
    '\\begin{tabular}{|l|c|}\n\\hline\nName & Use \\\\ \\hline\n\\texttt{cut} & Cuts \\& saws \\\\\n\\end{tabular}',
    '| Name | Use |\n| --- | --- |\n| `cut` | Cuts & saws |',
  ],
  [
    'formulas stay as they are',
    'It is $a_1 \\cdot b$ and \\[ x^2 \\]',
    'It is $a_1 \\cdot b$ and $$ x^2 $$',
  ],
  [
    'an environment for a command shows its syntax',
    '\\begin{key}{/saw/oil=\\meta{kind}}\n  Oils it. See |cut|.\n\\end{key}\n\\begin{tikzpicture}\\draw (0,0);\\end{tikzpicture}',
    '`/saw/oil=<kind>`\n\nOils it. See `cut`.',
  ],
])('%s', async (_, content, expected) => {
  expect(await shown(content)).toEqual(expected);
});

test('a manual has its title and headings', async () => {
  const { title, sections } = await parse(
    '\\documentclass{book}\n\\title{The \\emph{Saw}}\n\\begin{document}\n\\chapter[Cut]{How to cut}\nText.\n\\section*{Oil}\nMore.\n\\end{document}\n',
  );
  expect(title).toBe('The Saw');
  expect(sections.map(({ headings }) => headings.at(-1))).toEqual(['The Saw', 'How to cut', 'Oil']);
});

test('the LaTeX that Doxygen and Sphinx make of other documents has no text', async () => {
  const section = '\\section{Saw Class Reference}\nCuts.\n';
  for (const own of ['\\hypertarget{class_saw}{}', '\\doxysubsection{Oil}', '\\sphinxAtStartPar'])
    expect((await parse(`${own}\n${section}`)).sections).toEqual([]);
});

test('a file without headings has no text', async () => {
  expect((await parse('\\newcommand{\\saw}{Saw}\nText.\n')).sections).toEqual([]);
});

test.each([
  ['doc/generic/saw/manual.tex', true],
  ['Saw/Doc/Saw_UserGuide.tex', true],
  ['docs/paper/saw.tex', false],
  ['docs/paper.tex', false],
  ['docs/figures/saw.tex', false],
  ['src/saw.tex', false],
])('%s is a chapter of a manual: %s', (path, expected) => {
  expect(isLatex(path)).toBe(expected);
});

test('hostile text takes linear time', async () => {
  const parts = [
    '{',
    '\\a{',
    '\\item[',
    '\\[',
    '$',
    '|',
    '\\verb1',
    '\\begin{x}',
    '\\begin{itemize}',
    '%',
    '{\\em ',
    '\\begin{tabular}{',
    '&',
  ];
  for (const part of parts) await expect(shown(part.repeat(20_000))).resolves.toBeDefined();
});

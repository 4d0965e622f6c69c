import { expect, test } from 'vitest';
import { flat } from '../../../../test/support/sections.ts';
import { parseDocument } from '../parse.ts';

/** Returns all text of a Quarto document, code in «». */
async function shown(content: string): Promise<string> {
  const document = { path: 'docs/a.qmd', format: 'quarto', content, hash: '' } as const;
  return flat(await parseDocument(document));
}

test.each([
  [
    'a cell shows its code without its options',
    '```{python}\n#| label: fig-a\n#| filename: "a.py"\nplot()\n```\n',
    '«python|a.py|plot()»',
  ],
  [
    'a cell of R shows its code',
    'Read it:\n\n```{r read, eval=FALSE}\nread()\n```\n',
    'Read it:\n\n«r|read()»',
  ],
  [
    'a name that a function of R writes is shown as the page shows it, and a computed value as it is written',
    'Call `r ref("Saw$cut()")`, `r pkg(\'saws\', index = TRUE)`, `r nrow(saws)`, `r f("%d", n)` and `` `r ref("oil")` ``.\n',
    'Call `Saw$cut()`, `saws`, `r nrow(saws)`, `r f("%d", n)` and `` `r ref("oil")` ``.',
  ],
  [
    'cells and output that the page hides are left out',
    'A.\n\n```{r setup, include = FALSE}\nsetup()\n```\n\n```{python}\n#| echo: false\nhidden()\n```\n\n```{=html}\n<hr>\n```\n\nB.\n',
    'A.\n\nB.',
  ],
  [
    'the caption of a table has no widths',
    '| A | B |\n|---|---|\n| 1 | 2 |\n\n: Saws {#tbl-saws tbl-colwidths="\\[20,80\\]"}\n\n| C |\n|---|\n| 3 |\n\n: {tbl-colwidths="[50]"}\n',
    '| A | B |\n|---|---|\n| 1 | 2 |\n\nSaws\n\n| C |\n|---|\n| 3 |',
  ],
  [
    'the parts of a book, which only its table of contents shows, are left out',
    '# (PART) Hand tools {-}\n\n# (APPENDIX) More {-}\n\n# (PART\\*) Rest {-}\n\nSaws.\n',
    'Saws.',
  ],
  [
    'ordinary code stays as it is',
    '```` {.python filename="b.py"}\n```{r}\n#| echo: false\n````\n',
    '«python|b.py|```{r}\n#| echo: false»',
  ],
  [
    'a callout has its title, or its kind',
    '::: {.callout-tip}\n## Save often\n\nIt helps.\n:::\n\n::: {.callout-note}\nNo title.\n:::\n',
    '**Save often**\n\nIt helps.\n\n**Note**\n\nNo title.',
  ],
  [
    'the headings of tabs label their code',
    '::: {.panel-tabset}\n## R\n\n```r\na()\n```\n\n## Python\n\n```python\nb()\n```\n:::\n',
    '«r|R|a()»\n\n«python|Python|b()»',
  ],
  [
    'attributes of texts and references of bookdown become text',
    'See [this]{.underline} and chapter \\@ref(data-frames).\n',
    'See this and chapter data frames.',
  ],
  [
    'entries of a printed index and commands of its layout are left out',
    'Saw<br>\\newline\n\\noindent\n\\index{saw!`cut()`}\\indexc{cut}it. Write `\\index{a}` in ``f(){b}``.\n\n\\newpage\n\nEnd.\n',
    'Saw\n\nit. Write `\\index{a}` in ``f(){b}``.\n\nEnd.',
  ],
  [
    'the attributes of an image are left out, whatever they describe',
    'A.\n\n![](a.png){.border fig-alt="Says `{b}` and \\"c\\"."}\n\nB [c](https://a.example){target="_blank"}.\n',
    'A.\n\nB [c](https://a.example).',
  ],
])('%s', async (_, content, expected) => {
  expect(await shown(content)).toBe(expected);
});

test('classes of headings are left out, and their ids are anchors', async () => {
  const content = '# Preface {.unnumbered}\n\nA.\n\n## More {#sec-more .unlisted}\n\nB.\n';
  const document = { path: 'docs/a.qmd', format: 'quarto', content, hash: '' } as const;
  const { sections } = await parseDocument(document);
  expect(sections.map(({ headings, anchor }) => [headings.at(-1), anchor])).toEqual([
    ['Preface', 'preface'],
    ['More', 'sec-more'],
  ]);
});

test('hostile cells and blocks take linear time', async () => {
  const text = [
    '```{r}\n#| a: b\n'.repeat(50_000),
    '::: {.callout-note}\n'.repeat(50_000),
    '[a]{.b '.repeat(50_000),
    '](a){"'.repeat(50_000),
    '\\index{{'.repeat(50_000),
    '`'.repeat(50_000),
    '`r a("'.repeat(50_000),
  ].join('\n');
  expect((await shown(text)).length).toBeGreaterThan(0);
});

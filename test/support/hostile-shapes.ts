import type { DocumentFormat } from '../../src/indexing/documents/document.ts';
import type { TaskInput, TaskName } from '../../src/libraries/parser.ts';

/** Returns a text of about `size` characters that takes a parser as long as possible. */
type Shape = (size: number) => string;

/** A parser and its hostile texts. */
export interface HostileParser {
  task: TaskName;
  input: (text: string) => TaskInput<TaskName>;
  shapes: Readonly<Record<string, Shape>>;
}

const filled = (size: number, unit: string): string => unit.repeat(Math.ceil(size / unit.length));
const lines = (size: number, line: (at: number) => string): string => {
  const made: string[] = [];
  for (let length = 0; length < size;) {
    const next = line(made.length);
    made.push(next);
    length += next.length + 1;
  }
  return made.join('\n');
};
const unit =
  (text: string, before = '', after = ''): Shape =>
  (size) =>
    before + filled(size, text) + after;
/** Returns text that opens a bracket many times, and then closes it as many times. */
const nested =
  (open: string, close: string, middle = 'x'): Shape =>
  (size) => {
    const count = Math.ceil(size / (open.length + close.length));
    return open.repeat(count) + middle + close.repeat(count);
  };
/** Returns a table of about `size` characters with as many columns as rows. */
const square =
  (head: (columns: number) => string, row: string): Shape =>
  (size) => {
    const columns = Math.ceil(size / 3 / (row.length + 1));
    return `${head(columns)}\n${filled(size / 3, row)}`;
  };
const growing =
  (mark: string, rest = 'x'): Shape =>
  (size) => {
    const count = Math.ceil(Math.sqrt((2 * size) / mark.length));
    return Array.from({ length: count }, (_, at) => mark.repeat(at + 1) + rest).join('\n');
  };

/** Adds variants with lines of 2,000 characters, because parsers cut lines of more than 20,000. */
function withShortLines(shapes: Record<string, Shape>): Record<string, Shape> {
  const long = Object.entries(shapes).filter(([, shape]) =>
    shape(50_000)
      .split('\n')
      .some((line) => line.length > 20_000),
  );
  const short = long.map(([name, shape]): [string, Shape] => [
    `${name}, in short lines`,
    (size) => shape(size).replaceAll(/[^\n]{2000}/g, '$&\n'),
  ]);
  return { ...shapes, ...Object.fromEntries(short) };
}

const markdown: Record<string, Shape> = withShortLines({
  'a table of as many columns as rows': square(
    (n) => `|${'a|'.repeat(n)}\n|${'-|'.repeat(n)}`,
    '|b|\n',
  ),
  'tables whose rows do not fit': unit('a\n|-|-|\n'),
  'long lines below a header that are no rules': unit(`a | b\n${'-'.repeat(19_000)}x\n\n`),
  'headers without their tables': unit('|a|b|\n|-|\n'),
  'lazy quotes': unit('> a\nb\n'),
  'lazy quotes in quotes': unit('> > a\nb\n'),
  'lazy lists in quotes': unit('> - a\nb\n'),
  'headings in lazy quotes': unit('> # a\nb\n'),
  'quotes in one line': (size) => `${filled(size, '>')}x`,
  'ever deeper quotes': growing('>', ' x'),
  'a list whose item never ends': unit('b\n', '- a\n'),
  'a list of lines that look like marks': unit('*b\n', '- a\n'),
  'nested lists': unit('- a\n  - b\n    - c\n      - d\n'),
  'ever deeper lists': growing(' ', '- x'),
  'lists in one line': unit('- '),
  'list items with blank lines': unit('- a\n\n\n  b\n'),
  'emphasis that is never closed': unit('*a _b **c '),
  'runs of stars': unit('**a*'),
  'links that are never closed': unit('[a](b '),
  'nested brackets': nested('[', ']'),
  'images of images': unit('![a](', '', 'x'),
  'references to nothing': unit('[a][b] '),
  definitions: (size) => lines(size, (at) => `[a${at}]: /x "t`),
  'one definition, many references': unit('[a] ', '[a]: /b\n\n'),
  'backticks of ever other lengths': growing('`', ' '),
  'fences that are never closed': unit('```x\n'),
  'fences in lists that are never closed': unit('- ```x\n'),
  'HTML that is never closed': unit('<div>\n<pre>\n'),
  'tags that are never closed': unit('<a href="\n'),
  'comments that are never closed': unit('<!--\na\n'),
  'hidden elements that are never closed': unit('<div style="display:none">'),
  'nested HTML': nested('<div>', '</div>'),
  'headings of HTML that are never closed': unit('<h1>a<h2>'),
  entities: unit('&amp;&#x41;&unknown;'),
  'ampersands alone': unit('&'),
  'directives that are never closed': unit(':::note\n!!! note\n'),
  'nested admonitions': growing('    ', '!!! note'),
  'tabs and includes': unit('=== "a"\n{% x %}\n--8<-- "y"\n'),
  'nested directives of MyST': growing('`', '{note}'),
  'directives of reStructuredText': unit('```{eval-rst}\n.. note:: a\n```\n'),
  'highlight tags that are never closed': unit('{% highlight x %}\n'),
  'tags on one line before text': (size) => filled(size, `${'{%-a-%}{{<a>}}'.repeat(500)} x\n`),
  'long tags before a brace': (size) => filled(size, `{% end${' '.repeat(19_000)}{\n`),
  'code with notations': (size) => `\`\`\`js twoslash\n${filled(size, 'a // [!code --]\n')}`,
  'computed targets': unit('[a]({{ b }} '),
  'escaped shortcodes': (size) => `\`\`\`\n${filled(size, '{{</* {%/* ')}*/\n`,
  'braces as strings': unit("`{{ '{' "),
  'code of HTML with references': unit('<code>&lt;', '<div>'),
  'notes in a list': unit('- a\n\n    :::note\n    b\n'),
  'roles of MyST': unit('{a}`b` {c}'),
  'rows of HTML in many lines': unit('<tr>\n<td>\na\n'),
  'front matter of brackets': unit('[', '---\na: ', '\n---\nx'),
  'front matter of keys in keys': (size) =>
    lines(size, (at) =>
      at === 0 ? `---\na: b\n${filled(Math.min(size / 2, 2_000), '? ')}\n---` : 'x',
    ),
  'front matter without end': unit('a: b\n', '---\n'),
  headings: (size) => lines(size, (at) => `# h${at}`),
  'one heading again and again': unit('# a\n\nb\n\n'),
  underlines: unit('a\n---\n'),
  'a heading of many lines': unit('a\n', '', '\n==='),
  'blank lines': unit('\n'),
  'lines of blanks': unit('          \n'),
  'one line': unit('a '),
  'one word': unit('a'),
  escapes: unit('\\*\\_\\[\\`'),
  prose: unit('The quick brown fox jumps over the lazy dog. It does so again.\n\n'),
});

const mdx: Record<string, Shape> = {
  ...markdown,
  'imports that never end': unit('import {\n'),
  'expressions that never end': unit('<A b={\n'),
  'comments of expressions that never end': unit('{/*\n'),
  'code in components': unit('<CodeBlock>\n{`\n'),
  'MDX in fences': unit('```mdx-code-block\na\n'),
  'text with much indentation': (size) => filled(size, `${' '.repeat(60)}a\n\n`),
  'wrapped imports': unit("import a from 'a'; import\n"),
  'exports of objects': unit('export const a = {b: [{\n'),
  'nested components': nested('<A>\n', '</A>\n'),
};

const quarto: Record<string, Shape> = {
  ...markdown,
  'cells that are never closed': unit('```{r}\n#| a: b\n'),
  'options of a cell': unit('#| a: b\n', '```{r}\n'),
  'blocks that are never closed': unit('::: {.callout-note}\n# a\n'),
  'attributes that are never closed': unit('[a]{.b '),
  'references that are never closed': unit('\\@ref(a'),
};

const docc: Record<string, Shape> = {
  ...markdown,
  'directives that are never closed': unit('@Metadata {\n@Row {\n'),
  'tabs that are never closed': unit('@Tab("a") {\n  a\n'),
  'links that are never closed': unit('<doc:a ``b'),
};

const paradox: Record<string, Shape> = {
  ...markdown,
  'blocks that are never closed': unit('@@@ note {\n'),
  'directives that are never closed': unit('@@dependency[sbt] {\n'),
  definitions: unit('a\n:   b\n'),
  'links that are never closed': unit('@scala[@java['),
  'nested links': nested('@ref[', ']'),
  'targets that are never closed': unit('@ref[a]({=(('),
};

const rst: Record<string, Shape> = withShortLines({
  'directives that hold nothing': unit('.. note::\n'),
  'nested directives': growing('   ', '.. note::'),
  'directives with options': unit('.. code-block:: js\n   :a: b\n'),
  'lists of tables': unit('.. list-table::\n\n   * - a\n     - b\n'),
  'grid tables that are never closed': unit('+---+---+\n| a | b |\n'),
  'a grid table of many columns': (size) =>
    `${filled(size / 2, '+-')}+\n${filled(size / 2, '|a')}|\n`,
  'a grid table of many columns and rows': unit('|\n', `+${'-+'.repeat(9000)}\n`),
  'a grid table of one long row': unit('+\n|a\n', `+${'-+'.repeat(60)}\n|${'a|'.repeat(60)}\n`),
  'simple tables': unit('=== ===\na   b\n'),
  'a simple table of many columns and rows': unit(
    'a\n',
    `${'= '.repeat(9000)}\n`,
    `${'= '.repeat(9000)}\n\n`,
  ),
  'a simple table of one long row': unit(
    'a\n',
    `${'= '.repeat(60)}\n${'a '.repeat(60)}\n`,
    `${'= '.repeat(60)}\n\n`,
  ),
  'field lists': unit(':a: b\n'),
  'titles of ever other marks': unit('a\n=\nb\n-\nc\n~\n'),
  'titles that are overlined': unit('===\na\n===\n'),
  'quotes of ever other depths': growing(' '),
  'lists of ever other depths': growing(' ', '- x'),
  'roles that are never closed': unit(':ref:`a '),
  backticks: unit('`'),
  'emphasis that is never closed': unit('*a **b '),
  substitutions: unit('|a| '),
  'definitions of substitutions': (size) =>
    lines(size, (at) => `.. |a${at}| replace:: |a${at + 1}|`),
  targets: unit('.. _a: b\n'),
  footnotes: unit('.. [#a] b\n'),
  'literal blocks': unit('a::\n\n   b\n\n'),
  'terms of a glossary': (size) => `.. glossary::\n\n${filled(size, '   a\n')}`,
  'definitions of a glossary': (size) => `.. glossary::\n\n${filled(size, '   a\n\n      b\n')}`,
  'marks of SQL': unit('{execsql}{stop'),
  'options without a body': unit('.. option:: --a\n'),
  'names of one option': unit('   --a\n', '.. option:: -a\n'),
  'a signature that does not end': unit('   a, \\\n', '.. c:function:: a(\\\n'),
  options: unit('-a  b\n'),
  'one line': unit('a '),
  'blank lines': unit('\n'),
  'comments that are never closed': unit('..\n   a\n'),
});

const docbook: Record<string, Shape> = {
  'parts that are never closed': unit('<section><title>a</title>'),
  'titles that are never closed': unit('<chapter><title>'),
  'sections of data that are never closed': unit('<![CDATA[ '),
  'comments that are never closed': unit('<chapter><!-- '),
  'document types': unit('<!DOCTYPE book [\n'),
  'declarations that are never closed': unit('<!ENTITY a "b '),
  'entities of entities': (size) =>
    `<!DOCTYPE chapter [${lines(size / 2, (at) => `<!ENTITY a${at} "&a${at - 1};&a${at - 1};">`)}]><chapter>${'&a9;'.repeat(size / 8)}`,
  'entities that nothing defines': unit('<para>&a.b; &c;</para>'),
  'entities beside each other': unit('<refsect1>&a;&b;'),
  'a part with many children': (size) => `<chapter>${unit('&a;<para/>')(size)}`,
  'ids and references': (size) =>
    lines(size, (at) => `<sect1 id="a${at}"><title>b</title><xref linkend="a${at}"/></sect1>`),
  'parts of commands in others': unit('<cmdsynopsis><group><arg>'),
  'types of types': unit('<type class="union"><type>a</type>'),
  'lists in lists': unit('<itemizedlist><listitem><para>a'),
  'terms without a meaning': unit('<variablelist><varlistentry><term>a'),
  'tables in tables': unit('<table><tgroup><tbody><row><entry>a'),
  'closing tags': unit('</para>'),
};

const asciidoc: Record<string, Shape> = withShortLines({
  'a table of as many columns as rows': square(
    (n) => `[cols="${n}*"]\n|===\n${'|a '.repeat(n)}`,
    '|b\n',
  ),
  'tables that are never closed': unit('|===\n|a |b\n'),
  'conditionals that are never closed': unit('ifdef::a[]\n'),
  'nested blocks': unit('====\n=====\n'),
  'ever longer blocks': (size) => growing('=', '')(size),
  'listings that are never closed': unit('----\na\n'),
  'lists of lists': unit('* a\n** b\n*** c\n'),
  'ever deeper lists': growing('*', ' x'),
  labels: unit('a:: b\n'),
  'attributes of attributes': (size) => lines(size, (at) => `:a${at}: {a${at - 1}}{a${at - 1}}`),
  'references to attributes': unit('{a} '),
  'emphasis that is never closed': unit('*a _b `c '),
  'macros that are never closed': unit('image:a[ link:b['),
  anchors: unit('[[a]] <<a>> '),
  'links without their end': unit(`${'.adoc'.repeat(3900)}\n`),
  dependencies: unit('dependency:a:b:c[scope="d"]\n'),
  'links to classes': unit('javadoc:a/b.C$D#e(f.G,h.I...)[ann:b.C[] '),
  titles: (size) => lines(size, (at) => `== h${at}`),
  includes: unit('include::a[]\n'),
  'pass-through': unit('+++a++ '),
  quotes: unit('____\na\n'),
  'blank lines': unit('\n'),
  'one line': unit('a '),
  'one line of marks': unit('*'),
  callouts: unit('<1> a <.>\n'),
});

const text: Record<string, Shape> = withShortLines({
  'one line': unit('a '),
  'one word': unit('a'),
  'blank lines': unit('\n'),
  'lines of blanks': unit('        \n'),
  rules: unit('----\n'),
  titles: unit('TITLE\n=====\n'),
  'numbered titles': unit('1.1.1 Title\n\na\n\n'),
  'manual sections': unit('NAME\n     a\n'),
  'deeper and deeper': growing(' '),
  lists: unit('- a\n'),
  columns: unit('a    b    c\n'),
  tabs: unit('\t\ta\n'),
  'hidden characters': unit('\u200ba\u200b'),
  'escape codes': unit('\u001b[1ma\u001b[0m'),
  capitals: unit('AAAA '),
  punctuation: unit('?!.,;:'),
  code: unit('    if (a) { b(); }\n'),
});

const titledProgram = '"""\na\n=\n===\n"""\n';
const gallery: Record<string, Shape> = {
  'comments before a docstring': unit('# a\n'),
  'blanks before a docstring': unit(' \n'),
  'a line of blanks before a docstring': unit(' '),
  'an open docstring': unit('a\n', '"""\n'),
  'quotes of docstrings': unit('"""'),
  'a long line of a title': unit('=', '"""\na\n', 'x\n"""\n'),
  'titles in a docstring': unit('a\n===\n\n', '"""\n', '"""\n'),
  'an indented docstring': growing(' ', 'a'),
  'blocks of text': unit('# %%\n# a\n\n', titledProgram),
  'lines of marks': unit(`${'#'.repeat(70)}\n`, titledProgram),
  'a long mark': unit('#', titledProgram),
  'statements between blocks': unit('a()\n# %%\n# a\n', titledProgram),
  settings: unit('# sphinx_gallery_start_ignore\n', titledProgram),
  credits: unit('# License: a\n', titledProgram),
};

const metadata: Record<string, Shape> = {
  fields: unit('A: b\n'),
  'fields of ever other names': (size) => lines(size, (at) => `A${at}: b`),
  'a field of many lines': unit('        a\n', 'Description: a\n'),
  'a field of lines with bars': unit('       |a\n', 'Description: a\n'),
  'a field of blanks': unit(' ', 'Description: '),
  'a long name of a field': unit('a-', '', ': b'),
  'lines that are no field': unit('a\n'),
  'blank lines': unit('\n'),
  'many types': unit('Description-Content-Type: text/markdown; a=b\n'),
  'a long type': unit('a/', 'Description-Content-Type: ', '\n\na'),
  'a README in reStructuredText': unit('a\n=\n\n', 'Name: a\n\n'),
  'a README in Markdown': unit('# a\n', 'Description-Content-Type: text/markdown\n\n'),
  'a README in text': unit('    a\n\n', 'Description-Content-Type: text/plain\n\n'),
};

const notebookOf =
  (cells: (size: number) => unknown[]): Shape =>
  (size) =>
    JSON.stringify({ cells: cells(size), metadata: {}, nbformat: 4 });
const cell = (type: string, source: unknown, outputs: unknown[] = []): unknown => ({
  cell_type: type,
  source,
  outputs,
});
const many = (size: number, length: number, one: (at: number) => unknown): unknown[] =>
  Array.from({ length: Math.ceil(size / length) }, (_, at) => one(at));

const notebook: Record<string, Shape> = {
  'many cells': notebookOf((size) => many(size, 60, () => cell('markdown', '# a'))),
  'many code cells': notebookOf((size) => many(size, 60, () => cell('code', 'a = 1'))),
  'one cell of a table': notebookOf((size) => [
    cell('markdown', markdown['a table of as many columns as rows']!(size)),
  ]),
  'one cell of lazy quotes': notebookOf((size) => [cell('markdown', filled(size, '> a\nb\n'))]),
  'one cell of links': notebookOf((size) => [cell('markdown', filled(size, '[a](b '))]),
  'lines of one letter': notebookOf((size) => [
    cell(
      'markdown',
      many(size, 4, () => 'a'),
    ),
  ]),
  'a long output': notebookOf((size) => [cell('code', 'a', [{ text: filled(size, 'a\r') }])]),
  'an output of escape codes': notebookOf((size) => [
    cell('code', 'a', [{ text: filled(size, '\u001b[1m') }]),
  ]),
  'many outputs': notebookOf((size) => [
    cell(
      'code',
      'a',
      many(size, 14, () => ({ text: 'a' })),
    ),
  ]),
  'an output of tags': notebookOf((size) => [cell('code', 'a', [{ text: filled(size, '<a ') }])]),
  magic: notebookOf((size) => [cell('code', filled(size, '%%bash\n'))]),
  headings: notebookOf((size) => many(size, 60, () => cell('heading', 'a  b'))),
  'one line of code': notebookOf((size) => [cell('code', filled(size, 'a=1;'))]),
  'deep JSON': (size) => `{"cells":${nested('[', ']', '')(size)}}`,
  'deep metadata': (size) => `{"cells":[],"metadata":${nested('{"a":', '}', '1')(size)}}`,
  'JSON that is cut off': (size) => `{"cells":[${filled(size, '{"a":1},')}`,
};

const html: Record<string, Shape> = {
  'nested elements': nested('<div>', '</div>'),
  'elements that are never closed': unit('<div>'),
  'nested inline elements': nested('<b>', '</b>'),
  'nested lists': nested('<ul><li>', '</li></ul>'),
  'nested tables': nested('<table><tr><td>', '</td></tr></table>'),
  'a table of as many columns as rows': square(
    (n) => `<table><tr>${'<td>a'.repeat(n)}`,
    '<tr><td>b\n',
  ),
  'cells that span': unit('<tr><td colspan=1000 rowspan=1000>a', '<table>'),
  'tags that are never closed': unit('<a href="'),
  'open angle brackets': unit('<'),
  'comments that are never closed': unit('<!--'),
  attributes: unit(' a=b', '<div', '>'),
  entities: unit('&amp;&#x41;&unknown;'),
  links: unit('<a href="/x">a</a>'),
  headings: unit('<h2>a</h2>'),
  'headings that are never closed': unit('<h2>a\n\n'),
  paragraphs: unit('<p>a'),
  code: unit('<pre><code>a</code></pre>'),
  'nested code': nested('<pre>', '</pre>'),
  definitions: unit('<dl><dt>a<dd>b'),
  callouts: unit('<div class="admonition note"><p>a</p></div>'),
  scripts: unit('<script>a'),
  menus: unit('<nav><a href=x>a</a></nav>'),
  articles: unit('<article><p>a</p></article>'),
  'nested articles': nested('<article><main>', '</main></article>'),
  sentences: unit('<p>The quick brown fox, it jumps over the lazy dog, again.</p>'),
  'one line': unit('a '),
  'white space': unit(' '),
  'nested quotes': nested('<blockquote>', '</blockquote>'),
  meta: unit('<meta http-equiv=refresh content="9;url=x">'),
  ids: (size) => lines(size, (at) => `<h2 id="a${at}">a</h2>`),
  images: unit('<img alt="a" src="b">'),
};

const wiki: Record<string, Shape> = {
  ...html,
  'nested macros': nested(
    '<ac:structured-macro ac:name="info"><ac:rich-text-body>',
    '</ac:rich-text-body></ac:structured-macro>',
  ),
  'macros that are never closed': unit('<ac:structured-macro ac:name="code">'),
  code: unit(
    '<ac:structured-macro ac:name="code"><ac:plain-text-body><![CDATA[a]]></ac:plain-text-body></ac:structured-macro>',
  ),
  'CDATA that is never closed': unit('<![CDATA['),
  tasks: unit('<ac:task-list><ac:task><ac:task-body>a</ac:task-body></ac:task></ac:task-list>'),
  'page links': unit('<ac:link><ri:page ri:content-title="a"/></ac:link>'),
  parameters: unit(
    '<ac:parameter ac:name="a">b</ac:parameter>',
    '<ac:structured-macro ac:name="panel">',
    '</ac:structured-macro>',
  ),
};

const rich = (content: string): unknown => [
  { type: 'text', plain_text: content, text: { content } },
];
const block = (type: string, content: string, children?: unknown[]): unknown => ({
  id: 'a-b',
  type,
  content: { rich_text: rich(content) },
  ...(children && { children }),
});
const deepBlock = (type: string, size: number): string => {
  const [open, close] = JSON.stringify(block(type, 'a', ['§'])).split('"§"');
  return `[${nested(open!, close!, JSON.stringify(block(type, 'a')))(size)}]`;
};
const pagesOf =
  (type: string, content = 'a'): Shape =>
  (size) =>
    JSON.stringify(many(size, 110 + content.length * 2, () => block(type, content)));

const pages: Record<string, Shape> = {
  paragraphs: pagesOf('paragraph'),
  headings: pagesOf('heading_1'),
  'list items': pagesOf('bulleted_list_item'),
  'numbered items': pagesOf('numbered_list_item'),
  quotes: pagesOf('quote'),
  callouts: pagesOf('callout'),
  code: pagesOf('code'),
  'unknown blocks': pagesOf('something'),
  'deep lists': (size) => deepBlock('bulleted_list_item', size),
  'deep toggles': (size) => deepBlock('toggle', size),
  'deep quotes': (size) => deepBlock('quote', size),
  'deep callouts': (size) => deepBlock('callout', size),
  'one long text': (size) => JSON.stringify([block('paragraph', filled(size, 'a '))]),
  'many pieces of text': (size) =>
    JSON.stringify([
      {
        id: 'a',
        type: 'paragraph',
        content: { rich_text: many(size, 70, () => rich('a')).flat() },
      },
    ]),
  marks: (size) => JSON.stringify([block('paragraph', filled(size, '*_`['))]),
  'a table of as many columns as rows': (size) => {
    const count = Math.ceil(size / 150);
    const row = (cells: number): unknown => ({
      id: 'r',
      type: 'table_row',
      content: { cells: Array.from({ length: cells }, () => rich('a')) },
    });
    return JSON.stringify([
      {
        id: 't',
        type: 'table',
        content: {},
        children: [row(count), ...Array.from({ length: count }, () => row(1))],
      },
    ]);
  },
  'JSON that is cut off': (size) => `[${filled(size, '{"type":"paragraph"},')}`,
};

const description = (paths: string, rest = ''): string =>
  `openapi: 3.0.0\ninfo: { title: a, version: '1' }\n${rest}paths:\n${paths}`;
const openapi: Record<string, Shape> = {
  operations: (size) => description(lines(size, (at) => `  /a${at}: { get: { summary: b } }`)),
  parameters: (size) =>
    description(
      `  /a:\n    get:\n      parameters:\n${lines(size, (at) => `        - { name: p${at}, in: query }`)}`,
    ),
  properties: (size) =>
    description(
      '  /a: { get: { summary: b } }',
      `components:\n  schemas:\n    A:\n      properties:\n${lines(size, (at) => `        p${at}: { type: string }`)}\n`,
    ),
  'schemas that hold each other': (size) =>
    description(
      '  /a: { get: { summary: b } }',
      `components:\n  schemas:\n${lines(size, (at) => `    A${at}: { properties: { b: { $ref: '#/components/schemas/A${at + 1}' }, c: { $ref: '#/components/schemas/A${at + 2}' } } }`)}\n`,
    ),
  'schemas of all schemas': (size) =>
    description(
      '  /a: { get: { summary: b } }',
      `components:\n  schemas:\n    All: { allOf: [${lines(size / 2, (at) => `{ $ref: '#/components/schemas/A${at}' },`)}] }\n${lines(size / 2, (at) => `    A${at}: { $ref: '#/components/schemas/All' }`)}\n`,
    ),
  'operations of one large schema': (size) =>
    description(
      lines(
        size / 2,
        (at) =>
          `  /a${at}: { post: { requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/A' } } } } } }`,
      ),
      `components:\n  schemas:\n    A:\n      properties:\n${lines(size / 2, (at) => `        p${at}: { type: string }`)}\n`,
    ),
  aliases: (size) =>
    description(
      lines(size, (at) => `  /a${at}: *x`),
      'x-a: &x { get: { summary: b } }\n',
    ),
  'aliases of aliases': (size) => lines(size, (at) => `a${at}: &a${at} [*a${at - 1}, *a${at - 1}]`),
  'deep YAML': growing(' ', 'a:'),
  'keys in keys': unit('? '),
  'keys in keys in short lines': (size) => lines(size, () => '? '.repeat(20)),
  'lists and keys': unit('- ? '),
  'mappings of brackets': unit('{a: [b, c]}, ', 'x: [', ']'),
  brackets: nested('[', ']'),
  braces: nested('{a: ', '}'),
  'quotes that are never closed': unit('a: "b\n'),
  'one long key': unit('a', '', ': b'),
  'a long text': (size) =>
    description('  /a: { get: { summary: b } }', `x-a: |\n${filled(size, '  text text\n')}`),
  'a folded text': (size) =>
    description('  /a: { get: { summary: b } }', `x-a: >\n${filled(size, '  text text\n')}`),
  'descriptions of Markdown': (size) =>
    JSON.stringify({
      openapi: '3.0.0',
      info: { title: 'a', version: '1', description: filled(size, '> a\nb\n') },
      paths: { '/a': { get: { summary: 'b' } } },
    }),
  'JSON that is cut off': (size) => `{"openapi":"3.0.0","paths":{${filled(size, '"a":{},')}`,
  comments: unit('# a\n'),
  anchors: (size) => lines(size, (at) => `a${at}: &b${at} c`),
  merges: (size) =>
    description(
      lines(size, (at) => `  /a${at}: { <<: *x }`),
      'x-a: &x { get: { summary: b } }\n',
    ),
  tags: unit('a: !b c\n'),
  'errors on each line': unit('a: b: c\n'),
  'parts of paths': (size) =>
    description(lines(size, (at) => `  /a/{b${at}}/c/{d${at}}: { get: { summary: b } }`)),
};

const manifest: Record<string, Shape> = {
  entries: (size) => `repos:\n${lines(size, (at) => `  - url: a/b${at}`)}`,
  'entries that are wrong': (size) => `repos:\n${filled(size, '  - colour: red\n')}`,
  'entries of an unknown type': (size) => `repos:\n${filled(size, '  - { url: a/b, type: c }\n')}`,
  'one entry of many keys': (size) =>
    `repos:\n  - url: a/b\n${lines(size, (at) => `    k${at}: 1`)}`,
  'keys that come twice': unit('a: b\n', 'repos:\n  - url: a/b\n'),
  ...Object.fromEntries(
    [
      'aliases of aliases',
      'deep YAML',
      'keys in keys',
      'keys in keys in short lines',
      'lists and keys',
      'mappings of brackets',
      'brackets',
      'braces',
      'quotes that are never closed',
      'one long key',
      'comments',
      'anchors',
      'tags',
      'errors on each line',
    ].map((name) => [name, openapi[name]!]),
  ),
};

const robots: Record<string, Shape> = {
  'crawlers times rules': (size) =>
    `${lines(size / 2, (at) => `User-agent: c${at}`)}\n${lines(size / 2, (at) => `Disallow: /${at}`)}`,
  'crawlers times rules for all': (size) =>
    `${lines(size / 2, (at) => `User-agent: c${at}`)}\nUser-agent: *\n${lines(Math.min(size / 2, 100_000), (at) => `Disallow: /${at}`)}`,
  groups: (size) => lines(size, (at) => `User-agent: c${at}\nDisallow: /`),
  'the same group': unit('User-agent: lectern\nDisallow: /a\n'),
  'one name again and again': unit('User-agent: *\n'),
  stars: unit('*a', 'User-agent: *\nDisallow: /'),
  'rules of stars': unit('Disallow: /*a*b*c*d$\n', 'User-agent: *\n'),
  sitemaps: (size) => lines(size, (at) => `Sitemap: https://a.dev/${at}.xml`),
  comments: unit('# a\n'),
  colons: unit(':'),
  'blank lines': unit('\n'),
  'line ends of all kinds': unit('\r\n\r'),
  'one line': unit('a'),
  escapes: unit('%e2', 'User-agent: *\nDisallow: /'),
  delays: unit('Crawl-delay: 1\n', 'User-agent: *\n'),
};

const sitemap: Record<string, Shape> = {
  pages: (size) =>
    `<urlset>${lines(size, (at) => `<url><loc>https://a.dev/${at}</loc></url>`)}</urlset>`,
  sitemaps: (size) =>
    `<sitemapindex>${filled(size, '<sitemap><loc>https://a.dev/</loc></sitemap>')}</sitemapindex>`,
  'nested elements': nested('<a>', '</a>'),
  'elements that are never closed': unit('<url>'),
  'open angle brackets': unit('<'),
  'tags that are never closed': unit('<a b="'),
  comments: unit('<!-- a -->', '<urlset>'),
  'comments that are never closed': unit('<!--'),
  CDATA: unit('<![CDATA[a]]>', '<urlset><url><loc>', '</loc></url></urlset>'),
  'CDATA that is never closed': unit('<![CDATA['),
  entities: unit('&amp;&lt;', '<urlset><url><loc>', '</loc></url></urlset>'),
  'entities of entities': (size) =>
    `<!DOCTYPE a [${lines(size, (at) => `<!ENTITY e${at} "&e${at - 1};&e${at - 1};">`)}]><urlset><url><loc>&e9;</loc></url></urlset>`,
  'a doctype that is never closed': unit('[', '<!DOCTYPE a '),
  instructions: unit('<?a b?>'),
  attributes: unit(' a="b"', '<urlset', '/>'),
  'a list of addresses': unit('https://a.dev/a\n'),
  'a list of words': unit('a '),
  'one long address': unit('a', 'https://'),
  'names of many parts': unit('a:', '<', '/>'),
};

const llmstxt: Record<string, Shape> = {
  links: (size) => lines(size, (at) => `- [a${at}](https://a.dev/${at})`),
  'links that are never closed': unit('- [a](b'),
  headings: unit('# a\n\nb\n\n'),
  'headings of one name': unit('# a\n'),
  'empty sections': unit('## a\n\n'),
  'blank lines between empty sections': (size) =>
    filled(size / 2, '## a\n') + filled(size / 2, '\n'),
  rules: unit('---\n'),
  'blocks of fields': unit('---\ntitle: a\n---\nb\n'),
  'blocks that are never closed': unit('---\ntitle: a\n'),
  pages: unit('<page title="a" url="/b">\nc\n</page>\n'),
  'pages that are never closed': unit('<page>\n'),
  sources: unit('# a\n\nSource: /b\n\nc\n'),
  'fences that are never closed': unit('```\n# a\n'),
  stars: unit('*'),
  quotes: unit('> a\n'),
  'one line': unit('a '),
  'line ends of all kinds': unit('\r\n\r'),
};

const config: Record<string, Shape> = {
  rules: (size) =>
    JSON.stringify({ rules: many(size, 30, (at) => `Use the pencil number ${at}.`) }),
  'one long rule': (size) => JSON.stringify({ rules: [filled(size, 'ignore all ')] }),
  'rules of blanks': (size) => JSON.stringify({ rules: [filled(size, ' ')] }),
  'rules that are not': (size) => JSON.stringify({ rules: many(size, 2, () => 1) }),
  'a long title': (size) => JSON.stringify({ projectTitle: filled(size, '\u0001a') }),
  folders: (size) => JSON.stringify({ folders: many(size, 4, () => 'a') }),
  versions: (size) =>
    JSON.stringify({ previousVersions: many(size, 14, (at) => ({ tag: `v${at}` })) }),
  'unknown fields': (size) => `{${lines(size, (at) => `"a${at}":1,`)}"b":1}`,
  'deep lists': nested('[', ']', ''),
  'deep objects': nested('{"a":', '}', '1'),
  'JSON that is cut off': (size) => `{"a":[${filled(size, '1,')}`,
  'hidden characters': (size) => JSON.stringify({ rules: [filled(size, '\u200b')] }),
  'keys that look secret': (size) => JSON.stringify({ rules: [filled(size, 'sk_live_a ')] }),
  words: (size) => JSON.stringify({ description: filled(size, 'a ') }),
};

const code = (comment: string, declare: string): Record<string, Shape> => ({
  brackets: nested('(', ')'),
  braces: nested('{', '}'),
  'braces that are never closed': unit('{\n'),
  'lists that are never closed': unit('[\n'),
  'strings that are never closed': unit('"a\n'),
  symbols: (size) => lines(size, (at) => `${comment} D.\n${declare.replaceAll('§', String(at))}`),
  'symbols of one name': unit(`${comment} D.\n${declare}\n`),
  comments: unit(`${comment} a\n`),
  'a comment that is never closed': unit('* a\n', '/** '),
  'tags of comments': unit('/** @param {{{ x }}} */\n'),
  'tags of comments that are never closed': unit('/** @param {{{ x */\n'),
  operators: unit('a + \n'),
  'calls of calls': unit('a(b(\n'),
  'types of types': unit('A<B<\n'),
  commas: unit('a,\n'),
  'blank lines': unit('\n'),
  errors: unit('@#$%^\n'),
  templates: unit('`${\n'),
});

const codes: Record<string, Record<string, Shape>> = {
  ts: code('/** D. */ //', 'export function f§(a: A): B {}'),
  tsx: code('/** D. */ //', 'export const F§ = () => <a>b</a>;'),
  js: {
    ...code('/** D. */ //', 'export function f§(a) {}'),
    'entries of one export': unit('/** D. */ a() {},\n', 'module.exports = {\n', '};'),
  },
  py: {
    ...code('#', 'def f§(a):\n    """D."""\n'),
    'attributes of one class': unit('    #: D.\n    a = 1\n', 'class A:\n'),
    'comments of one attribute': unit('#: D.\n', '', 'A = 1\n'),
  },
  go: {
    ...code('//', 'func F§(a int) {}'),
    'constants of one group': unit('// D.\nA = 1\n', 'package a\nconst (\n', ')'),
    'fields of one structure': unit('// D.\nA int\n', 'package a\ntype B struct {\n', '}'),
  },
  java: {
    ...code('//', '/** D. */ public class F§ {}'),
    'tags in inline tags': unit('@A {@b {\n', 'package a;\n/** ', '*/ public class A {}'),
  },
  rs: code('///', 'pub fn f§(a: u8) {}'),
};

function document(
  format: DocumentFormat,
  shapes: Record<string, Shape>,
  path = 'docs/a',
): HostileParser {
  const now = new Date('2026-01-01');
  const input = (content: string): TaskInput<'document'> => ({
    document: { path, format, content, hash: 'x' },
    libraryId: '/acme/docs',
    window: 256,
    now,
  });
  return { task: 'document', input, shapes };
}

/** Every parser, with at least twelve shapes. */
export const hostileParsers: Readonly<Record<string, HostileParser>> = {
  markdown: document('markdown', markdown),
  mdx: document('mdx', mdx),
  docc: document('markdown', docc, 'App.docc/a.md'),
  paradox: document('markdown', paradox, 'docs/src/main/paradox/a.md'),
  quarto: document('quarto', quarto),
  rst: document('rst', rst),
  gallery: document('gallery', gallery, 'examples/a.py'),
  asciidoc: document('asciidoc', asciidoc),
  docbook: document('docbook', docbook, 'doc/a.xml'),
  text: document('text', text),
  notebook: document('notebook', notebook),
  'python-metadata': document('python-metadata', metadata, 'a-1.dist-info/METADATA'),
  html: document('html', html),
  wiki: document('wiki', wiki),
  pages: document('pages', pages),
  openapi: document('openapi', openapi),
  ...Object.fromEntries(
    Object.entries(codes).map(([name, shapes]) => [
      `code-${name}`,
      document('code', shapes, `src/a.${name}`),
    ]),
  ),
  page: {
    task: 'page',
    input: (content) => ({ url: 'https://a.dev/', format: 'html', content, robotsTag: '' }),
    shapes: html,
  },
  'page-markdown': {
    task: 'page',
    input: (content) => ({ url: 'https://a.dev/', format: 'markdown', content, robotsTag: '' }),
    shapes: markdown,
  },
  robots: { task: 'robots', input: (made) => made, shapes: robots },
  sitemap: { task: 'sitemap', input: (made) => made, shapes: sitemap },
  llmstxt: {
    task: 'llmstxt',
    input: (made) => ({ url: 'https://a.dev/llms.txt', text: made, whole: false }),
    shapes: llmstxt,
  },
  description: {
    task: 'descriptionPreview',
    input: (made) => ({ where: 'a.yaml', text: made }),
    shapes: openapi,
  },
  manifest: {
    task: 'manifest',
    input: (made) => ({ where: 'repos.yaml', text: made }),
    shapes: manifest,
  },
  project: {
    task: 'project',
    input: (made) =>
      ['README.md', 'pom.xml', 'website/docusaurus.config.ts'].map((path) => ({
        path,
        text: made,
      })),
    shapes: config,
  },
  'repository-config': { task: 'repositoryConfig', input: (made) => made, shapes: config },
};

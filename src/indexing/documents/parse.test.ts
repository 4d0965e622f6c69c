import { describe, expect, test } from 'vitest';
import type { DocumentFormat } from './document.ts';
import { parseDocument } from './parse.ts';

const notebook = JSON.stringify({
  cells: [{ cell_type: 'markdown', metadata: {}, source: ['# Title\n', '\n', 'Some text.'] }],
  metadata: {},
  nbformat: 4,
  nbformat_minor: 5,
});
const description = JSON.stringify({
  openapi: '3.0.0',
  info: { title: 'Title', version: '1' },
  paths: {
    '/pets': { get: { summary: 'Lists pets', responses: { 200: { description: 'Pets' } } } },
  },
});

describe('parseDocument', () => {
  test.each<[DocumentFormat, string, string]>([
    ['markdown', 'a.md', '# Title\n\nSome text.'],
    ['mdx', 'a.mdx', "import A from 'a';\n\n# Title\n\n<A>Some text.</A>"],
    ['quarto', 'a.qmd', '---\ntitle: Title\n---\n\nSome text.'],
    ['rst', 'a.rst', 'Title\n=====\n\nSome text.\n'],
    ['gallery', 'examples/a.py', '"""\nTitle\n=====\n\nSome text.\n"""\n\nprint(1)\n'],
    ['asciidoc', 'a.adoc', '= Title\n\nSome text.\n'],
    ['docbook', 'doc/a.xml', '<chapter><title>Title</title><para>Some text.</para></chapter>'],
    ['python-metadata', 'a-1.dist-info/METADATA', 'Name: Title\n\nSome text.\n'],
    ['text', 'Title.txt', 'Some text.\n\nAnd more text of the same kind.\n'],
    ['notebook', 'a.ipynb', notebook],
    ['html', 'a.html', '<html><body><main><h1>Title</h1><p>Some text.</p></main></body></html>'],
    ['openapi', 'a.json', description],
    [
      'code',
      'Title.ts',
      '/** Adds two numbers. */\nexport function add(a: number, b: number): number { return a + b; }\n',
    ],
  ])('reads %s by its own parser', async (format, path, content) => {
    const parsed = await parseDocument({ path, format, content, hash: '' });

    expect(parsed.title).toContain('Title');
    expect(parsed.sections.flatMap(({ blocks }) => blocks)).not.toEqual([]);
  });
});

test.each<[DocumentFormat, string]>([
  [
    'html',
    '<meta http-equiv="refresh" content="0; url=cut.html"><p>Follow <a href="cut.html">this</a>.</p>',
  ],
  [
    'html',
    '<head><META content="3;URL=\'cut.html\'"\n http-equiv=refresh></head><p>Follow it.</p>',
  ],
  [
    'rst',
    ':orphan:\n\n.. meta::\n\n  :http-equiv=refresh: 3; url=../cut/\n\nMoved\n=====\n\nFollow it.\n',
  ],
])('a page of %s that only leads to another one has no text', async (format, content) => {
  const { sections } = await parseDocument({ path: 'old', format, content, hash: '' });
  expect(sections).toEqual([]);
  const still = content.replace(/url=/i, 'x=');
  expect(
    (await parseDocument({ path: 'old', format, content: still, hash: '' })).sections,
  ).not.toEqual([]);
});

test('the page with the results of a search in Sphinx has no text', async () => {
  const content =
    '<main><h1 id="search-documentation">Search</h1><p>From here you can search these documents.</p></main>';
  expect(
    (await parseDocument({ path: 'search.html', format: 'html', content, hash: '' })).sections,
  ).toEqual([]);
});

test('a template of a theme has no text, and a page with front matter has', async () => {
  const parse = (content: string) =>
    parseDocument({ path: 'docs/saws/index.html', format: 'html', content, hash: '' });
  const text = '{% block body %}<h1>Saws</h1><p>Welcome to {{ project|e }}.</p>{% endblock %}\n';
  expect(
    (await parse(`{#- The start page #}\n{%- extends "layout.html" %}\n${text}`)).sections,
  ).toEqual([]);
  expect((await parse(`---\ntitle: Saws\n---\n${text}`)).sections).not.toEqual([]);
});

test('a page that leads browsers without scripts to another one keeps its text', async () => {
  const content =
    '<noscript><meta http-equiv="refresh" content="0; url=plain.html"></noscript><p>Cut it.</p>';
  const { sections } = await parseDocument({ path: 'a.html', format: 'html', content, hash: '' });
  expect(JSON.stringify(sections)).toContain('Cut it.');
});

test('a page of Middleman without a heading has the name of its folder', async () => {
  const path = 'source/saws/index.html.md.erb';
  const parsed = await parseDocument({ path, format: 'markdown', content: 'Cut.', hash: '' });
  expect(parsed.title).toBe('saws');
});

test('a page that begins with an executive summary has the name of its file', async () => {
  const content = 'Executive Summary\n=================\n\nIt wears.\n\nUse\n===\n\nCut.\n';
  const parsed = await parseDocument({
    path: 'src/bladeWear.rst',
    format: 'rst',
    content,
    hash: '',
  });
  expect(parsed.title).toBe('bladeWear');
});

test('a program with text of Sphinx-Gallery is read as a page', async () => {
  const content = '"""\nCut\n===\n"""\nimport saw\n\n# %%\n# Then cut.\n\nsaw.cut()\n';
  const parse = (path: string) => parseDocument({ path, format: 'code', content, hash: '' });

  const { sections } = await parse('examples/cut.py');
  expect(sections.flatMap(({ blocks }) => blocks)).toContainEqual({
    kind: 'text',
    text: 'Then cut.',
  });
  const { sections: others } = await parse('saw/cut.py');
  expect(JSON.stringify(others)).not.toContain('Then cut.');
});

describe('a text file', () => {
  const parse = (content: string) =>
    parseDocument({ path: 'docs/topics.txt', format: 'text', content, hash: '' });

  test('is read as reStructuredText if it has its roles and titles', async () => {
    const { title, sections } = await parse(
      '==========\nFAQ: Users\n==========\n\nI forgot it\n===========\n\nSet :setting:`RESET_URL`.\n',
    );
    expect(title).toBe('FAQ: Users');
    expect(sections.at(-1)?.blocks).toEqual([{ kind: 'text', text: 'Set `RESET_URL`.' }]);
    const { sections: plain } = await parse('Notes\n=====\n\nIt is 10:30:`now` there.\n');
    expect(plain.at(-1)?.blocks).toEqual([{ kind: 'text', text: 'It is 10:30:`now` there.' }]);
  });

  test('is read as reStructuredText if it has its directives and titles', async () => {
    const { sections } = await parse(
      '======\nModels\n======\n\n.. module:: app.models\n\nUse ``Model``:\n\n.. code-block:: python\n\n   Model()\n',
    );
    expect(sections[0]).toMatchObject({
      headings: ['Models'],
      blocks: [
        { kind: 'text', text: 'Use `Model`:' },
        { kind: 'code', language: 'python', code: 'Model()' },
      ],
    });
  });

  test('is read as reStructuredText if it begins with a target', async () => {
    const { sections } = await parse(
      '.. _saws:\n\n.. sharedinclude:: saws.rst\n\n   Use ``saw``.\n',
    );
    expect(sections[0]?.blocks).toEqual([{ kind: 'text', text: 'Use `saw`.' }]);
  });

  test('has the title of its file without both endings', async () => {
    const document = { path: 'docs/Saws.rst.txt', format: 'rst' as const, content: 'Cut.\n' };
    expect((await parseDocument({ ...document, hash: '' })).title).toBe('Saws');
  });

  test.each([
    [
      'a manual page',
      'SAW(1)\n======\n\nNAME\n----\nsaw - cut\n\nOPTIONS\n-------\n\n*--depth*::\n    How deep.\n',
    ],
    ['a page with marked titles', '= saw\n\n[[options]]\n== OPTIONS\n\n*--depth*::\n  How deep.\n'],
  ])('is read as AsciiDoc if it has its titles and signs: %s', async (_, content) => {
    const { title, sections } = await parse(content);
    expect(title.toLowerCase()).toMatch(/^saw/);
    expect(sections.at(-1)).toMatchObject({
      headings: [title, 'OPTIONS'],
      blocks: [{ kind: 'text', text: '- **--depth**: How deep.' }],
    });
  });

  test('stays text if it has lines below titles that Asciidoctor does not know', async () => {
    const { sections } = await parse(
      ':titles.underlines: "__","=="\n\nSaws\n____\n\n[[oil]]\nOil\n===\n\nOil *them*.\n',
    );
    expect(JSON.stringify(sections)).toContain('Oil *them*.');
  });

  test('is read as Markdown if it has the metadata of a page', async () => {
    const content = '---\ntitle: Saw\n---\n\n## Cut\n\n```ts\ncut()\n```\n';
    const document = { path: 'a.txt', format: 'text' as const, content, hash: '' };
    const { title, sections } = await parseDocument(document);
    expect(title).toBe('Saw');
    expect(sections.at(-1)!.blocks).toEqual([{ kind: 'code', language: 'ts', code: 'cut()' }]);
  });

  test('is read as Markdown if it has its titles and fences', async () => {
    const fences = '# Saws\n\nOil:\n\n~~~~c\noil();\n~~~~\n\n## API: cut\n\nIt _cuts_.\n';
    const { title, sections } = await parse(fences);
    expect(title).toBe('Saws');
    expect(sections[0]!.blocks).toContainEqual({ kind: 'code', language: 'c', code: 'oil();' });
    expect(sections.at(-1)!.headings).toContain('API: cut');
    const { sections: plain } = await parse('# Saws\n\nOil them.\n\n# More\n\nIt _cuts_.\n');
    expect(plain.at(-1)!.headings).not.toContain('More');
  });

  test('stays text otherwise', async () => {
    const { sections } = await parse('Notes\n=====\n\n.. and more\n\nUse ``Model``.\n');
    expect(JSON.stringify(sections)).toContain('Use ``Model``.');
  });
});

describe('Markdown that imports modules', () => {
  const parse = (content: string) =>
    parseDocument({ path: 'docs/page.md', format: 'markdown', content, hash: '' });

  test('is read as MDX, so that the content of components stays', async () => {
    const { sections } = await parse(
      "---\ntitle: Debug\n---\n\nimport Tabs from '@theme/Tabs'; \n\n# Debug\n\n<Tabs>\n<TabItem value='ios'>\n\nOpen Xcode.\n\n</TabItem>\n</Tabs>\n",
    );

    expect(JSON.stringify(sections)).toContain('Open Xcode.');
    expect(JSON.stringify(sections)).not.toMatch(/import|TabItem/);
  });

  test('is read as MDX if several imports share a line', async () => {
    const { sections } = await parse(
      "import Tabs from '@theme/Tabs'; import TabItem from '@theme/TabItem';\n\n<Tabs>\n<TabItem value='ios'>\n\nOpen Xcode.\n\n</TabItem>\n</Tabs>\n",
    );

    expect(sections.flatMap(({ blocks }) => blocks)).toEqual([
      { kind: 'text', text: '**ios**' },
      { kind: 'text', text: 'Open Xcode.' },
    ]);
  });

  test('is read as MDX if an import has several lines', async () => {
    const { sections } = await parse(
      "import {\n  SawVersion,\n  Blade\n} from '@site/src/components/Saw';\n\n# Saw\n\nVersion <SawVersion/> cuts.\n",
    );
    expect(JSON.stringify(sections)).not.toMatch(/import|Blade/);
  });

  test('is read as MDX if it imports Markdown or a theme below its first code', async () => {
    const { sections } = await parse(
      "# Saw\n\n```sh\nsaw --help\n```\n\nimport Blade from './_blade.mdx'\n\n<Blade />\n\nMind the blade.\n",
    );

    expect(sections[0]?.blocks).toEqual([
      { kind: 'code', language: 'sh', code: 'saw --help' },
      { kind: 'text', text: 'Mind the blade.' },
    ]);
  });

  test('is read as MDX if it has tabs of Docusaurus, which a site can provide without an import', async () => {
    const { sections } = await parse(
      "# Saw\n\n<Tabs\n  groupId='host'\n  values={[{ label: 'iOS', value: 'ios' }]}\n>\n<TabItem value='ios'>\n\nOpen Xcode.\n\n</TabItem>\n</Tabs>\n",
    );

    expect(sections.flatMap(({ blocks }) => blocks)).toEqual([
      { kind: 'text', text: '**iOS**' },
      { kind: 'text', text: 'Open Xcode.' },
    ]);
  });

  test('stays Markdown where the tabs of Docusaurus are an example', async () => {
    const { sections } = await parse(
      "# Tabs\n\n```jsx\n<TabItem value='ios'>\n```\n\nThen <name>.\n",
    );

    expect(JSON.stringify(sections)).toContain('Then <name>.');
  });

  test('stays Markdown where a script of the page imports them', async () => {
    const { sections } = await parse(
      "<script setup>\nimport { ref } from 'vue'\nimport Blade from './blade.md'\n\nconst saw = ref()\n</script>\n\n# Use\n\nThen <name>.\n",
    );

    expect(sections[0]?.blocks).toEqual([{ kind: 'text', text: 'Then <name>.' }]);
  });

  test('stays Markdown where the import is an example', async () => {
    const { sections } = await parse(
      "# Use\n\n```js\nimport a from 'a.mdx';\n```\n\nThen <Name>.\n",
    );

    expect(sections[0]?.blocks).toEqual([
      { kind: 'code', language: 'js', code: "import a from 'a.mdx';" },
      { kind: 'text', text: 'Then <Name>.' },
    ]);
  });
});

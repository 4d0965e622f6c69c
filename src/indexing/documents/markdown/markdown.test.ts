import { describe, expect, test } from 'vitest';
import { parse, only, texts, codes } from './parsed.fixture.ts';
import { parseMarkdown } from './markdown.ts';

test('releases with the name of the package do not name a list of releases', () => {
  const content = '# saw (development version)\n\nA.\n\n# saw 2.0.1\n\nB.\n';
  expect(parse(content, 'NEWS.md').title).toBe('NEWS');
  expect(parse(content, 'docs/page.md').title).toBe('saw (development version)');
  expect(parse('# saw 2.0.1\n\nB.\n', 'NEWS.md').title).toBe('saw 2.0.1');
});

describe('parseMarkdown in dialects', () => {
  test('leaves out the links below a sample of MarkdownSnippets', () => {
    const content =
      "Cut:\n\n<!-- snippet: cut -->\n<a id='snippet-cut'></a>\n```cs\nCut();\n```\n<sup><a href='https://saw.example/Cut.cs#L1-L9' title='Snippet source file'>" +
      "snippet source</a> | <a href='#snippet-cut' title='Start of snippet'>anchor</a></sup>\n<!-- endSnippet -->\n\nDone.\n";

    expect(texts(content)).toEqual(['Cut:', 'Done.']);
    expect(codes(content)).toEqual([{ language: 'cs', code: 'Cut();' }]);
  });

  test('reads a formula of several lines as one text, whatever its lines begin with', () => {
    const formula = '$$\na\n=\nb\n-\nc\n- d\n> e\n+ f\n$$';
    expect(texts(`The sum is\n${formula}\nand no more.\n`)).toEqual([
      `The sum is\n${formula}\nand no more.`,
    ]);
    expect(texts('Costs $$ a lot:\n- b\n\nC $$ d.\n')).toEqual([
      'Costs $$ a lot:',
      '- b',
      'C $$ d.',
    ]);
    expect(parse('A $$x$$ of $$\n===\n\nB.\n').title).toBe('A $$x$$ of $$');
  });

  test('reads the indented text of a container as text', () => {
    const content =
      'Before.\n\n:::important\n    `a` needs\n    `b`.\n\n    ```sh\n    run\n    ```\n:::\n\n    code()\n';

    expect(texts(content)).toEqual(['Before.', '**Important**', '`a` needs\n`b`.']);
    expect(codes(content).map(({ code }) => code)).toEqual(['run', 'code()']);
  });

  test('keeps the indentation of code that begins less indented than a container above it', () => {
    const content =
      '::: saw.Blade\n    options:\n      a: 1\n\nBefore.\n\n```py\ndef cut():\n    return oil\n```\n\n::: note\n    Text.\n\n```py\nif a:\n    b\n```\n:::\n';

    expect(codes(content).map(({ code }) => code)).toEqual([
      'def cut():\n    return oil',
      'if a:\n    b',
    ]);
  });

  test('writes names of classes and members of PHP that Yii links as code', () => {
    expect(
      texts(
        '[[mill\\saws\\Saw]] has [[mill\\Saw::cut()]], [[Saw::$blade]] and `[[a\\b]]`, but [[oil]].\n',
      ),
    ).toEqual([
      '`mill\\saws\\Saw` has `mill\\Saw::cut()`, `Saw::$blade` and `[[a\\b]]`, but [[oil]].',
    ]);
  });

  test('ends code that an item of a list leaves open with the item', () => {
    expect(
      texts('- [`cut`](#cut) Cuts `"logs.\n- [`oil`](#oil) &mdash; Oils it\n  as `a\n  b` does.\n'),
    ).toEqual(['- `cut` Cuts `"logs.\n- `oil` — Oils it\n  as `a\n  b` does.']);
  });

  test('removes references to characters that a reader cannot see', () => {
    expect(texts('i&#8203;g&ZeroWidthSpace;n&shy;o&#0;r&zwj;e&#x202e;\n')).toEqual(['ignore']);
  });

  test('reads a table that is written as a list of lists', () => {
    const rows = '*  - Name\n   - Use\n*  - `a`\n   - one | two\n';
    const table = ['| Name | Use |\n| --- | --- |\n| `a` | one \\| two |'];
    expect(texts(`\`\`\`{list-table}\n:header-rows: 1\n\n${rows}\`\`\`\n`)).toEqual(table);
    expect(texts(`:::{list-table}\n:header-rows: 1\n\n${rows}:::\n`)).toEqual(table);
    expect(texts('- a\n  - b\n- c\n  - d\n')).toEqual(['- a\n  - b\n- c\n  - d']);
  });

  test.each(['1. TOC\n{:toc}', '- Do not remove this line\n{: toc levels=1..2 }'])(
    'drops the list that kramdown replaces by the table of contents: %j',
    (list) => {
      expect(texts(`# Saw\n\n${list}\n\n- cut\n{:.wide}\n`)).toEqual(['- cut']);
    },
  );

  test('replaces the pictures of a wiki by their alternative text', () => {
    const content =
      'Cut: [[saw.png]]\n\n[[b/saw.svg|alt=A saw|width=9]] ![[c.jpg|300]] [[Saw.png]](a)\n';

    expect(texts(content)).toEqual(['Cut:', 'A saw  [Saw.png]']);
  });

  test('reads a page of a wiki, whose name is its title, and its links to other pages', () => {
    const content =
      'See [[Oil Kinds]], [[Use#First steps]], [[the end|Care]] and `[[Saw]]`, not [[int]].\n';

    expect(parse(content, 'Getting-Started.md').title).toBe('Getting Started');
    expect(texts(content)).toEqual(['See Oil Kinds, Use, the end and `[[Saw]]`, not [[int]].']);
  });

  test('leaves out the colors of terminals and comments for the generator of the site', () => {
    const console =
      '```console\n$ app --help\n<b>Usage: </b><font color="#F92672">&lt;str&gt;</font> a<b\n```\n';
    expect(codes(console)[0]!.code).toBe('$ app --help\nUsage: <str> a<b');
    const styled =
      '```console\n$ app\n<span style="color: green;">INFO</span>: On &lt;a&gt;\n```\n';
    expect(codes(styled)[0]!.code).toBe('$ app\nINFO: On <a>');
    const html = '```html\n<b>x</b> &lt;\n```\n';
    expect(codes(html)[0]!.code).toBe('<b>x</b> &lt;');
    const yaml =
      '```yaml\na: 1\n# {{< since "v2" >}} {{% pro %}}\n# Path, or {{< x >}}.\nb: 2\n```\n';
    expect(codes(yaml)[0]!.code).toBe('a: 1\n# Path, or {{< x >}}.\nb: 2');
  });

  test('leaves out the properties of headings, links and code that MDX reads', () => {
    const content =
      "## Props {{ toc: false }}\n\nSee [a](https://x.y/z){{ target: '_blank' }}, `{{ a: b }}` and style={{ a: 1 }}.\n\n```ts {{ filename: 'a/b.ts' }}\na()\n```\n";
    const { sections } = parse(content);
    expect(sections.at(-1)!.headings).toEqual(['Props']);
    expect(texts(content)).toEqual(['See [a](https://x.y/z), `{{ a: b }}` and style={{ a: 1 }}.']);
    expect(codes(content)).toEqual([{ language: 'ts', label: 'a/b.ts', code: 'a()' }]);
  });

  test('shows commands for fences that name packages', () => {
    const content =
      '```package-install-dev\nsass less\n```\n\n```package-exec\nsst init\n```\n\n```package-install\nnpm i next\n```\n\n```npm\nnpm i saw\n```\n';
    expect(codes(content)).toEqual([
      { language: 'bash', code: 'npm install -D sass less' },
      { language: 'bash', code: 'npx sst init' },
      { language: 'bash', code: 'npm i next' },
      { language: 'bash', code: 'npm i saw' },
    ]);
  });

  test('reads a fence whose language is the kind of a note as text', () => {
    const content = '```warning\nBack up *first*.\n\n- Then cut\n```\n\n```js\nnote()\n```\n';
    expect(texts(content)).toEqual(['**Warning**', 'Back up *first*.', '- Then cut']);
    expect(codes(content)).toEqual([{ language: 'js', code: 'note()' }]);
  });

  test('shows the name of a symbol with a mark before it, or a sentence after it', () => {
    expect(texts('Call @[`cut` function][cut] or @[`Saw`], then @[Oil][Oil].')).toEqual([
      'Call `cut` function or `Saw`, then Oil.',
    ]);
    expect(texts('Returns\n\n[`Saw`]: A copy of the saw.\n')).toEqual([
      'Returns',
      '`Saw`: A copy of the saw.',
    ]);
    expect(texts('Mail a@[`b`], @me and @[Flags].')).toEqual(['Mail a@[`b`], @me and @[Flags].']);
  });

  test('ends code between highlight tags at the end tag, wherever it stands', () => {
    const content =
      '{% highlight bash %}$ saw install{% endhighlight %}\n\n# Use\n\n{{< highlight go >}}cut(){{< /highlight >}}\n\nOr:\n\n{%- highlight ruby -%}\nputs 1\nputs 2{% endhighlight %}\n\n<pre>{% highlight xml%}\n<saw/>{% endhighlight %}</pre>\n\nDone.\n';

    expect(codes(content)).toEqual([
      { language: 'bash', code: '$ saw install' },
      { language: 'go', code: 'cut()' },
      { language: 'ruby', code: 'puts 1\nputs 2' },
      { language: 'xml', code: '<saw/>' },
    ]);
    expect(texts(content)).toEqual(['Or:', 'Done.']);
    expect(parse(content).title).toBe('Use');
  });

  test('leaves out a list of links in paragraphs of their own, and a label above it', () => {
    const links = '[Cut](cut.md "How to cut")\n\n[Oil](oil.md)\n\n[Sell](sell.md)\n\n';
    const page = `First.\n\n**Related Information**  \n\n${links}Second.\n\n[Cut](cut.md)\n\n[Oil](oil.md)\n\nThere are pages on these subjects:\n\n${links}Last.\n`;
    expect(texts(page)).toEqual([
      'First.',
      'Second.',
      'Cut',
      'Oil',
      'There are pages on these subjects:',
      'Cut\nOil\nSell',
      'Last.',
    ]);
  });

  test('labels the code in an element of a site with the name that the element states', () => {
    const content =
      '<saw-code-example header="saw.ts" lang="ts">\n\n```ts\ncut();\n```\n\n</saw-code-example>\n\n<saw-card title="Cut">\n\nText.\n\n</saw-card>\n';

    expect(codes(content)).toEqual([{ language: 'ts', code: 'cut();', label: 'saw.ts' }]);
    expect(texts(content)).toEqual(['Text.']);
  });

  test('keeps the brackets around what is optional', () => {
    const text = 'Run `saw` [`--oil`], or call `cut(depth`[`, speed`]`)`.';
    expect(texts(text)).toEqual([text]);
  });

  test('shows the name of a symbol that a generator links', () => {
    expect(texts('Call [`Saw`] or [`~Saw.cut`], not [`~Saw`](x.md). Use [`cut`]:\n')).toEqual([
      'Call `Saw` or `Saw.cut`, not `~Saw`. Use `cut`:',
    ]);
  });

  test('leaves out the attributes of links, pictures and texts', () => {
    const content =
      'See [the saw](https://saw.example){ .md-button target=_blank }, [it](https://saw.example){target=_blank}, ![a blade](blade.png){ width="300" }, [`SAW_PATH`]{#env-SAW_PATH}, []{#cut}[cuts]{.smallcaps} and `[a]{.b}`. Set {key=1} or [1]{x}.\n';

    expect(texts(content)).toEqual([
      'See [the saw](https://saw.example), [it](https://saw.example), a blade, `SAW_PATH`, cuts and `[a]{.b}`. Set {key=1} or [1]{x}.',
    ]);
  });

  test('labels the code in tabs that have a title without brackets', () => {
    const content =
      '::tabs\n\n::tab antlers\n```antlers\n{{ saw }}\n```\n::tab blade\n```blade\n{{ $saw }}\n```\n::\n\nText.\n';
    expect(codes(content).map(({ label }) => label)).toEqual(['antlers', 'blade']);
    expect(texts(content)).toEqual(['Text.']);
  });

  test('leaves out a comment that is written as the target of a link', () => {
    expect(texts("Before.\n\n[//]: # (It's (not) shown)\n\nAfter.\n")).toEqual([
      'Before.',
      'After.',
    ]);
  });

  test('shows the text of links whose target the site computes', () => {
    expect(
      texts(
        'See [`add`]({{< relref "cli#add" >}}), [posts]({% link a.md %}#b), [this]({{ site.url }}/x) and [`dir`][].\n',
      ),
    ).toEqual(['See `add`, posts, this and `dir`.']);
    expect(texts('See [the saw](/docs/{{ page.release }}/saw/#cut) first.\n')).toEqual([
      'See the saw first.',
    ]);
    expect(texts('See [oil]({% link {{ page.version.version }}/oil.md %}#add) first.\n')).toEqual([
      'See oil first.',
    ]);
  });

  test('joins a name that breaks behind its dots to fit into a column', () => {
    const content =
      '| a | b |\n| --- | --- |\n| <a id="x">`tls.`<br />`options[n].`<br/>`name`</a> | `x-`<br>`y-` `.a.`<br>`.b` |\n';
    expect(texts(content)).toEqual([
      '| a | b |\n| --- | --- |\n| `tls.options[n].name` | `x-` `y-` `.a.` `.b` |',
    ]);
  });

  test('keeps the rows of a table whole', () => {
    const content = '| a | b |\n| --- | --- |\n| one<br />two | three<br>four |\n';

    expect(texts(content)).toEqual(['| a | b |\n| --- | --- |\n| one two | three four |']);
  });

  test('leaves out the lines of Rust code that rustdoc hides', () => {
    const [block] = codes(
      '```rust\n# #![allow(dead_code)]\n# use a::b;\n#\n#[derive(Debug)]\nfn main() {\n    # hidden();\n    shown();\n}\n##text\n```\n',
    );

    expect(block!.code).toBe('#[derive(Debug)]\nfn main() {\n    shown();\n}\n#text');
    expect(codes('```sh\n# a comment\nls\n```\n')[0]!.code).toBe('# a comment\nls');
  });
});

describe('parseMarkdown headings', () => {
  test('leaves out anchors and videos that stand alone, and labels nested tabs', () => {
    const content =
      'Text.\n\n{#anchor-id}\n\n    {#if user.name}\n\n<video controls poster="a.jpg">\n  <source src="a.mp4">\n</video>\n\n::: tabs\n== A\n::: tabs\n=== B\nx\n:::\n';

    expect(texts(content)).toEqual(['Text.', '**A**', '**B**', 'x']);
    expect(codes(content).map(({ code }) => code)).toEqual(['{#if user.name}']);
  });

  test('takes no title from a heading of level 1 below several others', () => {
    const start = '## Install\n\nA\n\n## Use\n\nB\n\n';
    expect(parse(`${start}## Test\n\nC\n\n# License\n\nMIT\n`, 'README.md').title).toBe('README');
    expect(parse(`${start}# Saws\n\nD\n`, 'README.md').title).toBe('Saws');
  });

  test('takes no title from sponsors', () => {
    const sponsors = '<h3 align="center">💎 Platinum sponsors <br /></h3>\n\nA\n\n';

    expect(parse(`${sponsors}## Use\n\nx\n`, 'README.md').title).toBe('README');
    expect(parse(`# Sponsors\n\nA\n\n# Axios\n\nx\n`).title).toBe('Axios');
  });

  test('leaves out names of emoji around headings, but not of their anchors', () => {
    const content =
      '# :zap: saw\n\nA.\n\n## :+1: :rocket: Quick start\n\nB.\n\n## Saws :heart:\n\nC.\n\n## a:b: c\n\nD.\n';
    const { title, sections } = parse(content);
    expect(title).toBe('saw');
    expect(sections.map(({ headings, anchor }) => [headings.at(-1), anchor])).toEqual([
      ['saw', 'zap-saw'],
      ['Quick start', '1-rocket-quick-start'],
      ['Saws', 'saws-heart'],
      ['a:b: c', 'ab-c'],
    ]);
  });

  test('numbers the anchors of repeated headings and takes explicit ones', () => {
    const { sections } = parse('# Use\n# Use\n# Other {#mine}\n# `a.b()`\n');

    expect(sections.map(({ anchor }) => anchor)).toEqual(['use', 'use-1', 'mine', 'ab']);
  });

  test.each([
    '# Saw[[api]]',
    '# Saw [#api]',
    '# Saw  [#api]',
    '# Saw [#api] [!toc]',
    '# Saw [toc] [#api]',
    '# Saw { #api data-search-exclude }',
  ])('takes the anchor out of the title %s', (heading) => {
    const { sections } = parse(`${heading}\n\nText.\n`);
    expect(sections[0]).toMatchObject({ headings: ['Saw'], anchor: 'api' });
  });

  test('takes attributes of the site out of a title', () => {
    const { sections } = parse('# Cut `*.html` { data-search-exclude }\n\nText.\n');
    expect(sections[0]!.headings).toEqual(['Cut *.html']);
    const release = parse('## v3.1 {date="2026-06-17" .checkpoint}\n\nText.\n');
    expect(release.sections[0]!.headings).toEqual(['v3.1']);
  });

  test('leaves the name of the site out of the title in the metadata', () => {
    const page = (title: string): string => `---\ntitle: ${title}\n---\n\n# A saw | log\n\nText.\n`;
    expect(parse(page('A Saw | Log | Acme')).title).toBe('A Saw | Log');
    expect(parse(page('A saw | Acme')).title).toBe('A saw | Acme');
    expect(parse(page('A saw | Tools | Acme')).title).toBe('A saw');
  });

  test('takes the line above a title that is underlined too out of it', () => {
    const { title, sections } = parse('=====\nThe saw\n=====\n\nCuts.\n\n===\nUse\n---\n\nNow.\n');
    expect(title).toBe('The saw');
    expect(sections.map(({ headings }) => headings.at(-1))).toEqual(['The saw', 'Use']);
  });

  test('makes headings plain text', () => {
    const { sections } = parse(
      '# [`npm publish`](/commands)\n## **Bold** and *it* snake_case_name\n## a \\* b &amp; c\n## T ![logo](x.png)\n## Foo [#](#foo)\n',
    );

    expect(sections.map(({ headings }) => headings.at(-1))).toEqual([
      'npm publish',
      'Bold and it snake_case_name',
      'a * b & c',
      'T',
      'Foo',
    ]);
  });

  test('keeps brackets in a heading that are no link', () => {
    const content = '# saw\\[Symbol.iterator\\]()\n\nA\n\n## The [blade](a.md)\n\nB\n';
    expect(parse(content).sections.map(({ headings }) => headings.at(-1))).toEqual([
      'saw[Symbol.iterator]()',
      'The blade',
    ]);
  });

  test('takes the marks of footnotes out of headings', () => {
    expect(only('## Complete[^1] saws\n\nText.\n').headings).toEqual(['Complete saws']);
    expect(only('#### __init__\n\nText.\n').headings).toEqual(['__init__']);
    expect(only('## __Cut__ and __oil it__\n\nText.\n').headings).toEqual(['Cut and oil it']);
  });

  test('keeps the tags of pictures in code of a heading', () => {
    expect(parse('# `<Image />` or `<img>`\n\nx\n').title).toBe('<Image /> or <img>');
  });

  test('takes no heading from code', () => {
    expect(only('```sh\n# comment\n```\n').headings).toEqual([]);
  });

  test('takes the headings of a list in which every entry begins with one', () => {
    const content =
      '# Attributes\n\n- ##### `rename` {#rename}\n\n  Renames.\n\n  - `a`\n\n- ##### `skip`\n\n  Skips:\n\n  ```rs\n  skip\n  ```\n';
    const { sections } = parse(content);
    expect(sections.map(({ headings, anchor }) => [headings.join(' > '), anchor])).toEqual([
      ['Attributes', 'attributes'],
      ['Attributes > rename', 'rename'],
      ['Attributes > skip', 'skip'],
    ]);
    expect(texts(content)).toEqual(['Renames.', '- `a`', 'Skips:']);
    expect(codes(content)).toEqual([{ language: 'rs', code: 'skip' }]);
  });

  test('makes headings within lists and quotes text of their section', () => {
    const section = only('> # Quoted\n> ```js\n> x\n> ```\n');

    expect(section.blocks[0]).toEqual({ kind: 'text', text: '**Quoted**' });
  });
});

describe('parseMarkdown titles', () => {
  test('prefers front matter, then the first heading of level 1, then the name of the file', () => {
    expect(parse('---\ntitle: Front\n---\n# H1').title).toBe('Front');
    expect(parse('## Two\n# One').title).toBe('One');
    expect(parse('text', 'docs/some-page.md').title).toBe('some-page');
    expect(parse('text', 'tool/README.md').title).toBe('tool');
    expect(parse('text', 'app/saws/page.md').title).toBe('saws');
    expect(parse('text', 'content/saws/_index.md').title).toBe('saws');
    expect(parse('text', 'saws/04.md').title).toBe('saws 04');
    expect(parse('text', 'bow-saw/usage.md').title).toBe('bow-saw usage');
    expect(parse('text', 'docs/usage.md').title).toBe('usage');
    expect(parse('text', 'docs/asciidoc/usage.md').title).toBe('usage');
  });

  test('the first of several sections does not name the page', () => {
    expect(parse('## 2.0\n\na\n\n## 1.0\n\nb', 'HISTORY.md').title).toBe('HISTORY');
    expect(parse('## Two\n\na\n\n### Three\n\nb').title).toBe('Two');
  });

  test('a first section with the name of the file names the page', () => {
    const content = '### Cold Start\n\nx\n\n### With a key\n\ny\n';

    expect(parse(content, 'docs/cold-start.md').title).toBe('Cold Start');
    expect(parse(`Text.\n\n${content}`, 'docs/other.md').title).toBe('other');
  });

  test('a first section above only general ones names the page', () => {
    expect(parse('## Cutting\n\na\n\n## Summary\n\nb', 'saw.md').title).toBe('Cutting');
    expect(parse('x\n\n## Cutting\n\na\n\n## Summary\n\nb', 'saw.md').title).toBe('saw');
    expect(parse('## Cutting\n\na\n\n## Summary\n\nb', 'README.md').title).toBe('README');
    expect(parse('## Usage\n\na\n\n## Summary\n\nb', 'saw.md').title).toBe('saw');
    expect(parse('## Oil It\n\na\n\n## Dry It\n\nb', '02-1-oil-it.md').title).toBe('Oil It');
  });

  test('the folder that tells pages with the same name apart stands behind the title', () => {
    const document = {
      path: 'docs/cut.md',
      format: 'markdown',
      hash: '',
      variant: 'band-saw',
    } as const;
    const titleOf = (content: string): string => parseMarkdown({ ...document, content }).title;
    expect(titleOf('# Cut\n\nx\n')).toBe('Cut (band-saw)');
    expect(titleOf('---\ntitle: Cut with a Band Saw\n---\nx\n')).toBe('Cut with a Band Saw');
  });

  test('a main heading such as "Command syntax" does not name a page whose file has a name', () => {
    const content = '# Command syntax\n\nx\n\n# Description\n\ny\n';
    expect(parse(content, 'api/close.md').title).toBe('close');
    expect(parse('# Overview\n\nx\n\n# Cut boards\n\ny\n', 'saw.md').title).toBe('saw');
    expect(parse('# Admin Guide\n\nx\n', 'saw/doc/saw_admin.md').title).toBe('saw_admin');
    expect(parse('# Overview\n\nx\n', 'saw/overview.md').title).toBe('Overview');
    expect(parse('# Installation\n\nx\n', 'README.md').title).toBe('Installation');
    expect(parse('# Getting started\n\nx\n', '01-start.md').title).toBe('Getting started');
    expect(parse('# Path parameters\n\nx\n', 'path-params.md').title).toBe('Path parameters');
    expect(parse('# Installation\n\nx\n', 'install-saw.md').title).toBe('install-saw');
    expect(parse('# Usage\n\nx\n', 'SawUsage.md').title).toBe('SawUsage');
    expect(parse('# Installation\n\nx\n', 'ch02-01-install.md').title).toBe('Installation');
    expect(parse('# Upgrading\n\nx\n', '4.upgrade.md').title).toBe('Upgrading');
    expect(parse('# Concepts\n\nx\n', 'saws/0.index.md').title).toBe('Concepts');
  });

  test('an only section such as "Examples" does not name the page of a command', () => {
    const content = 'Cuts a board.\n\n## Examples\n\ny\n';

    expect(parse(content, 'commands/saw-cut.md').title).toBe('saw-cut');
    expect(parse(content, 'commands/notes.md').title).toBe('Examples');
    expect(parse('## Usage\n\ny', 'README.md').title).toBe('Usage');
  });

  test('takes the title of the source if the document has no heading of level 1', () => {
    const document = {
      path: 'x',
      format: 'markdown',
      content: '## Two',
      hash: '',
      title: 'Known',
    } as const;

    expect(parseMarkdown(document).title).toBe('Known');
  });

  test('begins with the description of the front matter', () => {
    expect(texts('---\ndescription: What it does\n---\ntext')).toEqual(['What it does', 'text']);
  });

  test('shows a description once that the page repeats as its first paragraph', () => {
    const repeated = 'The [`saw`](https://saw.example/a) cuts: wood. And metal.';
    const page = (text: string): string =>
      `---\ndescription: "The saw cuts: wood."\n---\n\n# Saws\n\n${text}\n\nThe saw cuts.`;
    expect(texts(page(repeated))).toEqual([repeated, 'The saw cuts.']);
    expect(texts(page('Cut.'))).toEqual(['The saw cuts: wood.', 'Cut.', 'The saw cuts.']);
  });

  test('shows a description once that the page repeats as its first paragraphs', () => {
    const page = `---\ndescription: |-\n  The saw cuts.\n  Wood\n  Metal\n  It has an edge.\n---\n\n# Saws\n\nThe \`saw\` cuts.\n\n- Wood\n- Metal\n\nIt has an edge.`;
    expect(texts(page).join('\n').match(/cuts/g)).toHaveLength(1);
  });
});

describe('parseMarkdown text', () => {
  test('shows the description of the front matter below the title', () => {
    const section = only('---\ntitle: Saws\ndescription: All saws\n---\n\n# Saws\n\ntext');

    expect(section.headings).toEqual(['Saws']);
    expect(section.blocks).toEqual([
      { kind: 'text', text: 'All saws' },
      { kind: 'text', text: 'text' },
    ]);
  });

  test.each([
    ['openapi: "/specs/saws.json post /saws/{id}"', '`POST /saws/{id}`'],
    ['openapi: GET /saws', '`GET /saws`'],
    ['api: "DELETE https://saws.example/v1/saws"', '`DELETE https://saws.example/v1/saws`'],
  ])('shows the operation that a page describes: %s', (line, shown) => {
    expect(texts(`---\ntitle: Saws\n${line}\n---\n\nText.`)).toEqual([shown, 'Text.']);
  });

  test('shows no operation for a page with the address of a whole description', () => {
    expect(texts('---\nopenapi: /specs/saws.json\n---\n\nText.')).toEqual(['Text.']);
  });

  test('leaves out anchors, pictures and links to sites that have no text', () => {
    expect(
      texts(
        '[](#a)First of all [](#b)Second [](/img/saw.png) and [](https://a.dev/b) end.\n\n[](#c)\n',
      ),
    ).toEqual(['First of all Second  and  end.']);
  });

  test('leaves out places that a generator fills from Python code', () => {
    expect(
      texts(
        'Before.\n\n::: pkg.Model\n    options:\n      members: [a]\n\n::: pkg.Error\n    :docstring:\n\nAfter.\n',
      ),
    ).toEqual(['Before.', 'After.']);
    expect(texts('::: tip\n    Indented.\n:::\n')).toEqual(['**Tip**', 'Indented.']);
  });

  test('shows a link to a page whose path has spaces as its text', () => {
    expect(texts('See [the guide](Many to many.md#use) and [b](a b).\n')).toEqual([
      'See the guide and [b](a b).',
    ]);
  });

  test('leaves out logos, and keeps pictures with a description', () => {
    expect(texts('<p align="center">\n<img src="a.png" alt="Ecto">\n</p>\n\nText.\n')).toEqual([
      'Text.',
    ]);
    expect(parse('<h1><img src="a.png" alt="Ecto"></h1>\n\nText.\n').title).toBe('Ecto');
    const described = 'The queue sends each message to one of three workers';
    expect(texts(`<img src="a.png" alt="${described}">\n`)).toEqual([described]);
  });

  test('drops elements of a site that have attributes, and shows titles of its tabs', () => {
    const content =
      '<saw-note>\n\nA.\n\n<admon type="info">\n\nUse <file> here.\n\n</admon>\n\n<toggle>\n<tab title="Linux">\n\n```sh\nls\n```\n\n</tab>\n</toggle>\n';
    expect(texts(content).join(' ')).not.toMatch(/admon|tab/);
    expect(texts(content)).toContain('Use <file> here.');
    expect(codes(content)).toMatchObject([{ label: 'Linux' }]);
  });

  test('leaves out the path that pages of TypeDoc begin with', () => {
    const path =
      '[**@saw/core**](../../README.md) • **Docs**\n\n***\n\n[@saw/core](../../globals.md) / [saw](../README.md) / Saw\n\n';
    const { sections } = parse(`${path}# Class: Saw\n\n[Oil](a.md) / [fat](b.md) / wax help.\n`);
    expect(sections).toMatchObject([
      { headings: ['Class: Saw'], blocks: [{ text: 'Oil / fat / wax help.' }] },
    ]);
  });

  test('the title of a heading ends before its closing marks and attributes', () => {
    const { sections } = parse('## 1.2 - 2026 ## {: #v1.2 }\n\na\n\n## C# {: .note }\n\nb\n');
    expect(sections.map(({ headings }) => headings)).toEqual([['1.2 - 2026'], ['C#']]);
  });

  test('keeps links to other sites, and of all other links the text', () => {
    const [text] = texts(
      'See [a](./a.md), [b](https://b.com/x_(y)), [c][ref], [ref], [`d`](#d), <https://e.com>.\n\n[ref]: https://ref.com\n',
    );

    expect(text).toBe(
      'See a, [b](https://b.com/x_(y)), [c](https://ref.com), [ref](https://ref.com), `d`, https://e.com.',
    );
  });

  test('shows the text of links whose address has a placeholder', () => {
    expect(
      texts(
        'Use [`cut`](https://example.org/saw/<SAW_VERSION>/cut/#a) or [oil](/saw/<SAW VERSION>/oil).\n',
      ),
    ).toEqual(['Use `cut` or oil.']);
    expect(texts('Open https://<HOST>/saw.\n')).toEqual(['Open https://<HOST>/saw.']);
  });

  test('leaves out the code in the address of a playground', () => {
    const link = `[Try it](https://play.example.org/#${'eNp9'.repeat(100)})`;

    expect(texts(`Saw.\n\n${link}\n\nOr ${link} there.\n`)).toEqual(['Saw.', 'Or Try it there.']);
  });

  test('shows the names and texts of links of doc comments', () => {
    const content =
      'Use {@link Saw.cut}, {@link guide/saws#safe the saws}, {@link https://a.dev|it} or `{@link Saw}`.';
    expect(texts(content)).toEqual([
      'Use `Saw.cut`, the saws, [it](https://a.dev) or `{@link Saw}`.',
    ]);
  });

  test('puts the alternative text for a picture and nothing for badges', () => {
    expect(texts('See ![A diagram](x.png).')).toEqual(['See A diagram.']);
    expect(
      texts('[![CI](https://img.shields.io/x)](https://ci) ![npm](https://badge.fury.io/x)'),
    ).toEqual([]);
    expect(texts('[![Chat](chat.svg)](https://chat)')).toEqual([]);
    const short =
      '[![ci]](https://ci) ![saw] ![known].\n\n[ci]: https://img.shields.io/x\n[saw]: s.png\n';
    expect(texts(short)).toEqual(['saw ![known].']);
  });

  test('drops a link that only points to another page', () => {
    expect(texts('[All settings →](settings.md)\n\n[Use a saw](saw.md)\n')).toEqual(['Use a saw']);
  });

  test('resolves a reference before a colon', () => {
    expect(
      texts('Take its [size], or by [name]:\n\n[size]: size.md\n[name]: https://example.com/n\n'),
    ).toEqual(['Take its size, or by [name](https://example.com/n):']);
  });

  test('drops tables of contents and menus of links', () => {
    expect(texts('- [A](#a)\n  - [`b`](#b)\n- [C][c]\n\n[c]: #c\n')).toEqual([]);
    expect(texts('[English](a.md) | [中文](b.md)')).toEqual([]);
    expect(texts('**Contents**<br>\n[A](#a)<br>\n[`b`](#b)<br>\n')).toEqual([]);
    expect(texts('**Table of Contents**\n\n[A](#a)<br/>[B](#b)\n')).toEqual([]);
    expect(texts('**Contents:** [A](#a), [B](#b)\n')).toEqual([]);
    expect(texts('**Contents** of [A](#a), [B](#b)\n')).toEqual(['**Contents** of A, B']);
    expect(texts('- [A](#a) tells how\n')).toEqual(['- A tells how']);
  });

  test('shows the label of an icon that is written with a font, and not the name of the picture', () => {
    const icon = (attributes: string, name: string): string =>
      `<span class="material-symbols big"${attributes}>${name}</span>`;
    expect(
      texts(
        `| Saw | ${icon(' aria-label="Not supported"', 'dangerous')} | ${icon('', 'done')} |\n|--|--|--|\n\n${icon('', 'home')} Home.\n\n<p><i class="material-icons" title="Warning">error</i> Mind it.</p>\n`,
      ),
    ).toEqual(['| Saw | Not supported | done |\n|--|--|--|', 'Home.', 'Warning Mind it.']);
  });

  test('drops comments, scripts and hidden characters', () => {
    expect(
      texts(
        'a <!-- secret --> b\n\n<!-- block\n\nof lines -->\n\n<script>x()</script>\n\nc\u200bd',
      ),
    ).toEqual(['a  b', 'cd']);
  });

  test('reads each cell of a table by itself', () => {
    const rows =
      '| `[host]:port | <a id="x">`b`</a> |\n| --- | --- |\n| `c \\| d` | <a id="y">`e`</a> |\n';
    expect(texts(rows)).toEqual(['| `[host]:port | `b` |\n| --- | --- |\n| `c \\| d` | `e` |']);
  });

  test('leaves out the attributes of links and headings', () => {
    const content =
      '# Stay {:style="font-size: 2rem"}\n\nSee [it](https://x.example){:target="_blank"}.\n';
    expect(parse(content).sections[0]?.headings).toEqual(['Stay']);
    expect(texts(content)).toEqual(['See [it](https://x.example).']);
  });

  test('takes the padding out of a table', () => {
    const { sections } = parse(
      '| name     | meaning |\n| -------- | ------- |\n| `a`      | -W----  |\n',
    );

    expect(sections[0]?.blocks).toEqual([
      { kind: 'text', text: '| name | meaning |\n| --- | --- |\n| `a` | -W---- |' },
    ]);
  });

  test('writes preformatted text in a cell as code', () => {
    const content =
      '| name | default |\n|---|---|\n| saw | <pre>[<br/>  "a &amp; b"<br/>]</pre> |\n| oil | <pre>open |\n';
    expect(texts(content)).toEqual([
      '| name | default |\n|---|---|\n| saw | `[ "a & b" ]` |\n| oil | <pre>open |',
    ]);
  });

  test('leaves code spans and placeholders as they are', () => {
    expect(texts('Use `<div>` and `[x](y)` in <file> or `` a`b ``')).toEqual([
      'Use `<div>` and `[x](y)` in <file> or `` a`b ``',
    ]);
  });
});

describe('parseMarkdown code', () => {
  test('takes fences of both kinds with their attributes', () => {
    expect(codes('``` title="saw.toml"\na\n```\n')).toEqual([
      { language: 'toml', code: 'a', label: 'saw.toml' },
    ]);
    expect(codes('```JS title="x.js" {1,3}\na\n```\n\n~~~ts:src/y.ts\nb\n~~~\n')).toEqual([
      { language: 'js', code: 'a', label: 'x.js' },
      { language: 'ts', code: 'b', label: 'src/y.ts' },
    ]);
  });

  test('keeps a fence within a longer fence', () => {
    expect(codes('````md\n```js\nx\n```\n````\n')).toEqual([
      { language: 'md', code: '```js\nx\n```' },
    ]);
  });

  test('closes an unclosed fence at the end', () => {
    expect(codes('```py\nx = 1\n')).toEqual([{ language: 'py', code: 'x = 1' }]);
  });

  test('takes indented code and drops empty fences', () => {
    expect(codes('text\n\n    a\n      b\n\n```js\n```\n')).toEqual([
      { language: '', code: 'a\n  b' },
    ]);
  });

  test('keeps the items of an indented list at one level', () => {
    expect(texts('Cut with:\n\n  - teeth\n    - sharp ones\n  - oil\n')).toEqual([
      'Cut with:',
      '- teeth\n  - sharp ones\n- oil',
    ]);
  });

  test('shows no empty lines at the beginning and the end of a quote', () => {
    expect(texts('> \n> Oil first.\n>\n> Then cut.\n>\n\nGo.\n\n>\n')).toEqual([
      '> Oil first.\n>\n> Then cut.',
      'Go.',
    ]);
  });

  test('takes code out of lists and quotes, in reading order', () => {
    const { blocks } = only(
      '1. one\n   ```sh\n   a\n     b\n   ```\n   after\n   - deep\n     ~~~\n     c\n     ~~~\n2. two\n\n> q\n> ```js\n> d\n> ```\n',
    );

    expect(blocks.map((block) => (block.kind === 'text' ? block.text : block.code))).toEqual([
      '1. one',
      'a\n  b',
      'after',
      '- deep',
      'c',
      '2. two',
      'q',
      'd',
    ]);
  });

  test('drops tags behind a backslash that is no escape', () => {
    expect(codes('<pre><code><span>a /\\</span> b\\</code></pre>\n')[0]!.code).toBe('a /\\ b\\');
    expect(texts('Press <kbd>Ctrl</kbd>-<kbd>\\\\</kbd> or \\<kbd>.\n')).toEqual([
      'Press Ctrl-\\\\ or \\<kbd>.',
    ]);
  });
});

describe('parseMarkdown dialects', () => {
  test('gives the titles of directives and takes their markers away', () => {
    expect(
      texts(':::note Take care\n\nx\n\n:::\n\n::: warning\ny\n:::\n\n:::tip[Hint]\nz\n:::\n'),
    ).toEqual(['**Take care**', 'x', '**Warning**', 'y', '**Hint**', 'z']);
  });

  test('the name of a component is no title of its content', () => {
    expect(texts(':::saw-config-sample\n\nx\n\n:::\n\n:::oil-box[Hint]\ny\n:::\n')).toEqual([
      'x',
      '**Hint**',
      'y',
    ]);
  });

  test('drops links to the source and the start of the page itself', () => {
    const links =
      '[Edit this section](https://example.org/saw.ts)\n\n[⬆ Back to top](#saws)\n\n[Edit this page on GitHub.](saw.md)\n';

    expect(texts(`Saw.\n\n${links}\n[Edit the board](board.md)\n`)).toEqual([
      'Saw.',
      'Edit the board',
    ]);
  });

  test('reads GitHub alerts', () => {
    expect(texts('> [!NOTE]\n> Text')).toEqual(['> **Note**\n> Text']);
    expect(texts('> [!EDITION-2024]\n> Text')).toEqual(['> **Edition-2024**\n> Text']);
  });

  test('leaves out the kind of a note before its bold name', () => {
    expect(texts('> info **Hint** Use a saw.\n\n> warning **Mind**\n> the blade.\n')).toEqual([
      '> **Hint** Use a saw.',
      '> **Mind**\n> the blade.',
    ]);
    expect(texts('> info is **loud**')).toEqual(['> info is **loud**']);
  });

  test('keeps notes and tabs in the item of a list, so that their text is no code', () => {
    const content =
      '1. Saw it.\n\n    :::note[Blades]\n    - one\n\n    See **below**.\n    :::\n\n2. Oil it:\n\n   {% tab title="npm" %}\n   ```sh\n   npm i oil\n   ```\n   {% endtab %}\n\n   {{% alert title="Mind" %}}\n   The lid.\n   {{% /alert %}}\n\nDone.\n\n:::tip\nRest.\n:::\n';

    expect(codes(content)).toEqual([{ language: 'sh', code: 'npm i oil', label: 'npm' }]);
    expect(texts(content).join('\n')).toMatch(
      /Blades\*\*\s+- one\s+See \*\*below[\s\S]+Mind\*\*\s+The lid[\s\S]+Done\.\n\*\*Tip\*\*\nRest/,
    );
  });

  test('keeps what looks like a directive in indented code', () => {
    const samples = [
      '{% load saw %}\n{% for x in saws %}\n  {{ x }}\n{% endfor %}',
      '!!! note\n    Text.\n\n:::tip\nText.\n:::\n\n/// note\n///',
      '{% highlight sh %}\nsaw\n{% endhighlight %}\n\n- one\n\n[[toc]]',
      '> [!NOTE]\n> Text.\n\n{{< tab "a" >}}\n{{< /tab >}}\n\n    {% include "a" %}',
    ];
    for (const sample of samples) {
      const content = `- An item.\n\nLoad:\n\n${sample.replace(/^(?=.)/gm, '    ')}\n\nDone.\n\n:::tip\nRest.\n:::\n`;

      expect(codes(content)).toEqual([{ language: '', code: sample }]);
      expect(texts(content).join(' ')).toBe('- An item. Load: Done. **Tip** Rest.');
    }
  });

  test('reads indented directives in open ones', () => {
    const content =
      '{{< tabs >}}\n\n    {{< tab "npm" >}}\n\n```sh\nnpm i\n```\n\n    {{< /tab >}}\n\n{{< /tabs >}}\n\n::grid\n\n    :::note\n\nRest.\n\n    :::\n::\n\n    {{< /tabs >}}\n';

    expect(codes(content)).toEqual([
      { language: 'sh', code: 'npm i', label: 'npm' },
      { language: '', code: '{{< /tabs >}}' },
    ]);
    expect(texts(content)).toEqual(['**Note**', 'Rest.']);
    expect(codes('Saw\n:   Cuts.\n\n    {% include "a" %}\n\n        cut()\n')).toEqual([
      { language: '', code: 'cut()' },
    ]);
  });

  test('reads what stands in definitions of terms and footnotes', () => {
    const content =
      'Saw\n:   Cuts wood\n    and metal.\n\n    Use it so:\n\n    ``` py\n    cut()\n    ```\n\n<!-- option oil -->\n\n:   <!-- default 1 --> <!-- flag -->\n    Drops of\n    oil.[^1]\n\n    !!! note "Where"\n\n        On the blade.\n\n        ``` py\n        oil()\n        ```\n\n[^1]:\n    Not too many.\n\n    ``` py\n    drop()\n    ```\n\n    end()\n\n        stop()\n\nAfter.\n\n    code()\n';
    expect(codes(content)).toEqual([
      { language: 'py', code: 'cut()' },
      { language: 'py', code: 'oil()' },
      { language: 'py', code: 'drop()' },
      { language: '', code: 'stop()' },
      { language: '', code: 'code()' },
    ]);
    expect(texts(content)).toEqual([
      'Saw\n:   Cuts wood\nand metal.',
      'Use it so:',
      'Drops of\noil.[^1]',
      '**Where**',
      'On the blade.',
      '[^1]:\nNot too many.',
      'end()',
      'After.',
    ]);
  });

  test('shows footnotes in the first section that names them', () => {
    const content =
      '# Saws\n\nA saw[^1] cuts.\n\n```py\ncut["[^2]"]\n```\n\n## Oil\n\nOil[^2] it, as[^1] before[^3].\n\n[^3]: Here.\n\n## Rest\n\nDone.\n\n[^1]: Of iron\nor steel.\n[^2]:\n    Not much.\n\n    Use a rag.\n[^4]: Unnamed.\n';
    const { sections } = parse(content);
    expect(sections.map(({ blocks }) => blocks.map((one) => 'text' in one && one.text))).toEqual([
      ['A saw[^1] cuts.', false, '[^1]: Of iron\nor steel.'],
      ['Oil[^2] it, as[^1] before[^3].', '[^3]: Here.', '[^2]:\nNot much.', 'Use a rag.'],
      ['Done.', '[^4]: Unnamed.'],
    ]);
  });

  test('keeps a footnote of one word or one address, which resembles the target of a link', () => {
    const content =
      'A saw[^1] cuts[^2] [wood].\n\n[^1]: https://a.org\n[^2]: Sharp.\n\n[wood]: b.md\n';
    expect(texts(content)).toEqual([
      'A saw[^1] cuts[^2] wood.',
      '[^1]: https://a.org\n[^2]: Sharp.',
    ]);
  });

  test.each([
    [
      'MkDocs',
      '=== "npm"\n\n    ```sh\n    npm i\n    ```\n\n=== "yarn"\n\n    ```sh\n    yarn\n    ```\n',
    ],
    ['VitePress', '::: code-group\n```sh [npm]\nnpm i\n```\n```sh [yarn]\nyarn\n```\n:::\n'],
    ['Dimer', ':::codegroup\n```sh [npm]\nnpm i\n```\n```sh [yarn]\nyarn\n```\n:::\n'],
    [
      'GitBook',
      '{% tabs %}\n{% tab title="npm" %}\n```sh\nnpm i\n```\n{% endtab %}\n{% tab title="yarn" %}\n```sh\nyarn\n```\n{% endtab %}\n{% endtabs %}\n',
    ],
    [
      'doc-builder',
      '<hfoptions id="install">\n<hfoption id="npm">\n\n```sh\nnpm i\n```\n\n</hfoption>\n<hfoption id="yarn">\n```sh\nyarn\n```\n</hfoption>\n</hfoptions>\n',
    ],
    [
      'Redis',
      '{{< multitabs id="install"\n    tab1="npm"\n    tab2="yarn" >}}\n\n```sh\nnpm i\n```\n\n-tab-sep-\n\n```sh\nyarn\n```\n\n{{< /multitabs >}}\n',
    ],
  ])('labels the code of %s tabs', (_, content) => {
    expect(codes(content)).toEqual([
      { language: 'sh', code: 'npm i', label: 'npm' },
      { language: 'sh', code: 'yarn', label: 'yarn' },
    ]);
    expect(texts(content)).toEqual([]);
  });

  test('puts the label of a tab before its text', () => {
    expect(texts('=== "yarn"\n\n    text\n')).toEqual(['**yarn**', 'text']);
  });

  test('leaves the markers of includes out', () => {
    expect(
      texts(
        'a\n\n<!--@include: ./x.md-->\n\n--8<-- "x.md"\n\n{% include "x" %}\n\n<<< @/x.js\n\n[[toc]]\n\n[[open-in-colab]]\n\nb',
      ),
    ).toEqual(['a', 'b']);
  });

  test('leaves out the tags of Svelte on lines of their own', () => {
    const content =
      'Cut.\n\n{#snippet cli()}\n\nUse `{#if a}`.\n\n{#if saw}\n\t<Saw item={saw} />\n{/if}\n\nOil.\n\n{:else}\n{/if}\n\n{/snippet}\n';

    expect(texts(content)).toEqual(['Cut.', 'Use `{#if a}`.', 'Oil.']);
  });

  test('leaves out what only the site of Google reads', () => {
    const head = 'Project: /saws/_project.yaml\nBook: /saws/_book.yaml\npage_type: guide\n';

    expect(texts(`${head}\n# Saws\n\nProject: a saw.\n`)).toEqual(['Project: a saw.']);
  });

  test('resolves references whose text is code, and drops the brackets of the others', () => {
    const content =
      'Run [`cargo build`], [`Vec`][vec], [`docs`] or [`A.b`], but not a[`i`] or `[x]`.\n\n[`cargo build`]: ../build.md\n[`docs`]: https://docs.rs\n[vec]: https://x.org\n';

    expect(texts(content)).toEqual([
      'Run `cargo build`, [`Vec`](https://x.org), [`docs`](https://docs.rs) or `A.b`, but not a[`i`] or `[x]`.',
    ]);
  });

  test('leaves out the targets of links in a list', () => {
    expect(
      texts(
        '* Saw the [board][1]\n* Oil it\n\n  [1]: https://example.org/board\n  [2]: <https://x.org>\n',
      ),
    ).toEqual(['* Saw the [board](https://example.org/board)\n* Oil it']);
  });

  test('keeps a list of links that ends a sentence, and drops one with its label', () => {
    const link = (name: string): string => `- [${name}](./${name}.md)`;
    const many = Array.from({ length: 20 }, (_, at) => link(`p${at}`)).join('\n');
    const content = `Name a provider. It is one of:\n\n${link('a')}\n${link('b')}\n\n**See also:**\n\n${link('c')}\n\nText.\n\n${link('d')}\n\nAll pages of this long and useful chapter:\n\n${many}\n\nReferences:\n\n- [e](https://e.dev)\n`;

    expect(texts(content)).toEqual([
      'Name a provider. It is one of:',
      '- a\n- b',
      'Text.',
      'All pages of this long and useful chapter:',
    ]);
  });

  test('drops pictures that stand alone, unless their text is a sentence', () => {
    const content =
      'Before ![the logo](l.png).\n\n![Add a client](a.png)\n\n![A](a.png) ![b](b.png)\n\n![The trace shows how the mock answered the call](t.png)\n';

    expect(texts(content)).toEqual([
      'Before the logo.',
      'The trace shows how the mock answered the call',
    ]);
  });

  test('leaves out the names of rules of the Rust reference, and headings that are lines', () => {
    const { sections } = parse(
      '# Saws\n\nr[saw.intro]\nA saw cuts.\n\nr[saw.blade]\n## ---\n## Blades\n\nThey wear.\n',
    );
    expect(sections.map(({ headings }) => headings)).toEqual([['Saws'], ['Saws', 'Blades']]);
    expect(sections.flatMap(({ blocks }) => blocks)).toEqual([
      { kind: 'text', text: 'A saw cuts.' },
      { kind: 'text', text: 'They wear.' },
    ]);
  });

  test('drops pictures between the lines of a list, unless their text is a sentence', () => {
    const content = `# Saws

1. Start the saw.

   ![start-saw](./start-saw.png)

   ![The red button starts the saw](./button.png)

2. Cut with it.
   ![image](cut.png)
   Press ![stop](stop.png) afterwards.

| saw | safe |
| --- | --- |
| red | ![yes](yes.png) |
`;
    const text = texts(content).join('\n');
    expect(text).not.toMatch(/start-saw|image/);
    expect(text).toContain('The red button starts the saw');
    expect(text).toContain('Press stop afterwards.');
    expect(text).toContain('| red | yes |');
  });

  test('shows no file name of a picture as a title', () => {
    expect(texts('Open it:\n\n{{<image filename="images/saw.png" >}}\n\nDone.\n')).toEqual([
      'Open it:',
      'Done.',
    ]);
  });

  test('leaves out the classes of headings, and bold text in bold titles', () => {
    const content =
      '## `Easy` check {.notranslate lang=en}\n\n/// note | **Uv** uses it to\n\nA.\n\n///\n';
    expect(parse(content).sections.map(({ headings }) => headings.at(-1))).toEqual(['Easy check']);
    expect(texts(content)).toEqual(['**Uv uses it to**', 'A.']);
  });

  test('leaves out comments of MDX, and resolves the references of generators', () => {
    const content =
      'A. {/* hidden */} B.\n\n{/* hidden\nalso */}\n\nAn [enum][Enum] or a [string][str], unlike [i][j] and row[one][two].\n';
    expect(texts(content)).toEqual([
      'A.  B.',
      'An enum or a string, unlike [i][j] and row[one][two].',
    ]);
  });

  test('reads quotes in the titles of notes and tabs', () => {
    const note = '!!! note "on the "JSON" schema"\n\n    Text.\n';
    const tab = '=== "Don\'t do this"\n\n    ```py\n    a()\n    ```\n';
    expect(texts(note)).toEqual(['**on the "JSON" schema**', 'Text.']);
    expect(codes(tab)).toEqual([{ language: 'py', code: 'a()', label: "Don't do this" }]);
  });

  test.each([
    [
      'whose names stand on the container',
      '{{< tabs "Self-Hosted" Kubernetes >}}',
      ['{{% codetab %}}', '{{% codetab %}}', '{{% /codetab %}}'],
    ],
    [
      'of Hextra',
      '{{< tabs items="Self-Hosted, Kubernetes" >}}',
      ['{{< tab >}}', '{{< tab >}}', '{{< /tab >}}'],
    ],
    [
      'of Hugo Book',
      '{{< tabs "id" >}}',
      ['{{< tab "Self-Hosted" >}}', '{{< tab "Kubernetes" >}}', '{{< /tab >}}'],
    ],
    [
      'of mdbook-tabs',
      '{{#tabs }}',
      ['{{#tab name="Self-Hosted" }}', '{{#tab name="Kubernetes" }}', '{{#endtab }}'],
    ],
  ])('labels the tabs of Hugo and others: %s', (_, tabs, [first, second, end]) => {
    const content = `${tabs}\n${first}\nIt is done.\n${end}\n${second}\n\`\`\`sh\nhelm\n\`\`\`\n${end}\n{{< /tabs >}}\n`;

    expect(texts(content)).toEqual(['**Self-Hosted**', 'It is done.']);
    expect(codes(content)).toEqual([{ language: 'sh', code: 'helm', label: 'Kubernetes' }]);
  });

  test('keeps the names in words with escapes', () => {
    expect(texts('Set a\\_b\\_c, `a\\_b` and \\_d.\n')).toEqual(['Set a_b_c, `a\\_b` and \\_d.']);
  });

  test('drops the classes of code spans', () => {
    expect(texts('Call `malloc`{.good}, not `{.class}`.\n')).toEqual([
      'Call `malloc`, not `{.class}`.',
    ]);
  });

  test('drops the language by which a site colors a code span, also in a title', () => {
    const content =
      '### `lock{:.keyword}`\n\nUse `cut(){:js}`, `1{:js}` and `GET /saws{:http}`, not `#{:saw}`, `{:saw}` or `f({:a})`.\n';

    expect(texts(content)).toEqual([
      'Use `cut()`, `1` and `GET /saws`, not `#{:saw}`, `{:saw}` or `f({:a})`.',
    ]);
    expect(only(content).headings).toEqual(['lock']);
  });

  test('drops the lines for a site, and links without a text', () => {
    const content =
      "import Toc from '@theme/Toc';\n\n> MODULE: a/b\n\n{{include \"/a.html\"}}\n\nSee [one two][one two] and [][three].\n\n{{#options}}\n\n{{> a-b }}\n\nimport it from 'a'\n";

    expect(texts(content)).toEqual(['See one two and .', "import it from 'a'"]);
  });

  test('leaves what looks like a directive in code alone', () => {
    expect(codes('```md\n:::note\n=== "x"\n<!-- c -->\n{% x %}\n```\n')[0]!.code).toBe(
      ':::note\n=== "x"\n<!-- c -->\n{% x %}',
    );
  });
});

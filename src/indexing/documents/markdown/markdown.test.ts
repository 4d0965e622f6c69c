import { describe, expect, test } from 'vitest';
import type { CodeBlock, ParsedDocument, Section } from '../document.ts';
import { parseMarkdown } from './markdown.ts';

function parse(content: string, path = 'docs/page.md'): ParsedDocument {
  return parseMarkdown({ path, format: 'markdown', content, hash: 'h' });
}

function only(content: string): Section {
  const { sections } = parse(content);
  expect(sections).toHaveLength(1);
  return sections[0]!;
}

function texts(content: string): string[] {
  return parse(content).sections.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.kind === 'text' ? [block.text] : [])),
  );
}

function codes(content: string): Omit<CodeBlock, 'kind'>[] {
  return parse(content).sections.flatMap(({ blocks }) =>
    blocks.flatMap(({ kind, ...block }) => (kind === 'code' ? [block as CodeBlock] : [])),
  );
}

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

  test('reads the indented text of a container as text', () => {
    const content =
      'Before.\n\n:::important\n    `a` needs\n    `b`.\n\n    ```sh\n    run\n    ```\n:::\n\n    code()\n';

    expect(texts(content)).toEqual(['Before.', '**Important**', '`a` needs\n`b`.']);
    expect(codes(content).map(({ code }) => code)).toEqual(['run', 'code()']);
  });

  test('decodes every named reference of HTML, in prose and in HTML code', () => {
    expect(
      texts('M&uuml;ller &amp; S&ouml;hne&hellip; &Rightarrow; a&nbsp;b &notaname;\n'),
    ).toEqual(['Müller & Söhne… ⇒ a b &notaname;']);
    expect(codes('<pre>gr&uuml;n &frac12;</pre>\n')).toEqual([{ language: '', code: 'grün ½' }]);
  });

  test('removes references to characters that a reader cannot see', () => {
    expect(texts('i&#8203;g&ZeroWidthSpace;n&shy;o&#0;r&zwj;e&#x202e;\n')).toEqual(['ignore']);
  });

  test('writes each row of an HTML table on one line', () => {
    const content =
      '<table>\n<tr>\n  <th>Name</th>\n  <th>Use\n  of it</th>\n</tr>\n<tr>\n  <td>a</td>\n  <td>one\n  two</td>\n</tr>\n</table>\n';

    expect(texts(content)).toEqual(['| Name | Use of it |\n| --- | --- |\n| a | one two |']);
  });

  test('reads directives of MyST as text, code or reStructuredText', () => {
    const content = `(target)=
Call {func}\`run\`, see {ref}\`the guide <guide>\` and \`\`{func}\`x\`\`\`.

\`\`\`{warning}
:class: loud

Not {class}\`~app.Safe\`.
\`\`\`

\`\`\`{code-block} python
:caption: hello.py
:linenos:

print('a')
\`\`\`

\`\`\`{eval-rst}
.. currentmodule:: app

Use :func:\`run\`.

.. code-block:: sh

    app run
\`\`\`

\`\`\`{toctree}
:maxdepth: 1

a
\`\`\`

:::{admonition} Mind
:class: tip
It is late.
:::

:::{note}
And early.
:::

\`\`\`{r, echo=FALSE}
plot(x)
\`\`\`
`;

    expect(texts(content)).toEqual([
      'Call `run`, see the guide and ``{func}`x```.',
      '**Warning**',
      'Not `Safe`.',
      'Use `run`.',
      '**Mind**',
      'It is late.',
      '**Note**',
      'And early.',
    ]);
    expect(codes(content)).toEqual([
      { language: 'python', code: "print('a')", label: 'hello.py' },
      { language: 'sh', code: 'app run' },
      { language: 'r', code: 'plot(x)' },
    ]);
  });

  test('gives cells of MyST-NB the language of their notebook', () => {
    const cell = '```{code-cell}\nrun()\n```\n\n```{code-cell} ipython3\ngo()\n```\n';
    const matter = '---\nkernelspec:\n  display_name: R 4\n  language: R\n  name: ir\n---\n\n';
    expect(codes(matter + cell)).toEqual([
      { language: 'r', code: 'run()' },
      { language: 'python', code: 'go()' },
    ]);
    const named = '---\nkernelspec:\n  name: python3\n---\n\n';
    expect(codes(named + cell)[0]).toEqual({ language: 'python', code: 'run()' });
    expect(codes(cell)[0]).toEqual({ language: '', code: 'run()' });
    expect(codes('```{pyodide}\nrun()\n```\n')).toEqual([{ language: 'python', code: 'run()' }]);
  });

  test('reads a table that is written as a list of lists', () => {
    const rows = '*  - Name\n   - Use\n*  - `a`\n   - one | two\n';
    const table = ['| Name | Use |\n| --- | --- |\n| `a` | one \\| two |'];
    expect(texts(`\`\`\`{list-table}\n:header-rows: 1\n\n${rows}\`\`\`\n`)).toEqual(table);
    expect(texts(`:::{list-table}\n:header-rows: 1\n\n${rows}:::\n`)).toEqual(table);
    expect(texts('- a\n  - b\n- c\n  - d\n')).toEqual(['- a\n  - b\n- c\n  - d']);
  });

  test('reads code and lists in a directive of MyST', () => {
    const content = '````{tip}\n- one\n\n```py\nrun()\n```\n````\n';

    expect(texts(content)).toEqual(['**Tip**', '- one']);
    expect(codes(content)).toEqual([{ language: 'py', code: 'run()' }]);
  });

  test('reads the preformatted text of HTML in a list or with too much indentation as code', () => {
    const content =
      '1. Run:\n\n    <pre class="terminal">\n    saw list\n    </pre>\n\n    Then:\n    <ul>\n      <li>Oil.</li>\n    </ul>\n\n2. Done.\n\nOr:\n\n    <pre>\n    saw all\n    </pre>\n\nHTML:\n\n    <pre><code>a</code></pre>\n';

    expect(codes(content).map(({ code }) => code.trim())).toEqual([
      'saw list',
      'saw all',
      '<pre><code>a</code></pre>',
    ]);
    expect(texts(content)).toEqual(['1. Run:', 'Then:', '- Oil.', '2. Done.', 'Or:', 'HTML:']);
  });

  test('reads tabs of sphinx-tabs in MyST as text with labels', () => {
    const tabs =
      '`````{tabs}\n````{group-tab} CLI\nRun {command}`saw`:\n\n```bash\nsaw list\n```\n````\n```{code-tab} py Python\nsaw()\n```\n`````\n';

    expect(texts(tabs)).toEqual(['**CLI**', 'Run `saw`:']);
    expect(codes(tabs)).toEqual([
      { language: 'bash', code: 'saw list' },
      { language: 'py', code: 'saw()', label: 'Python' },
    ]);
    expect(texts(':::::{tabs}\n::::{group-tab} CLI\nSaw.\n::::\n:::::\n')).toEqual([
      '**CLI**',
      'Saw.',
    ]);
  });

  test('reads descriptions of objects and terminals in MyST', () => {
    const option =
      '```{config:option} saw.depth server\n:shortdesc: "How deep"\n:type: "integer"\n:noindex:\nSee {ref}`depths`.\n```\n';
    const method = '```{py:method} Saw.cut(depth)\n:module: saws\n\nCuts.\n```\n';
    const terminal = '```{terminal}\n:user: root\n:input: saw list\n\noak\n```\n';

    expect(texts(option)).toEqual([
      '**`saw.depth`**',
      '- shortdesc: How deep\n- type: integer',
      'See depths.',
    ]);
    expect(texts(method)).toEqual(['**`Saw.cut(depth)`**', 'Cuts.']);
    expect(codes(terminal)).toEqual([{ language: 'console', code: 'saw list\noak' }]);
  });

  test('reads a note of mdbook-admonish as text', () => {
    const content =
      '````admonish warning title="Sharp edge"\nUse `gloves`.\n\n```sh\nsaw\n```\n````\n';

    expect(texts(content)).toEqual(['**Sharp edge**', 'Use `gloves`.']);
    expect(codes(content)).toEqual([{ language: 'sh', code: 'saw' }]);
    expect(texts('```admonish\na\n```\n')).toEqual(['**Note**', 'a']);
    expect(texts('```admonish example collapsible=true\na\n```\n')).toEqual(['**Example**', 'a']);
    expect(texts('```admonish tip "Oil"\na\n```\n')).toEqual(['**Oil**', 'a']);
    expect(texts("```admonish title=''\na\n```\n")).toEqual(['a']);
    expect(texts("```admonish id='a'\na\n```\n")).toEqual(['**Note**', 'a']);
  });

  test('reads the tags of Markdoc in titles and within text', () => {
    const content =
      '# Saw {% badge text="New" /%} {% availability connector="saw" /%}\n\nA. {% .wide %}\n\n## Blades {% #steel .big %}\n\nB{% icon name="x" /%} `{% a /%}`.\n';

    const { sections } = parse(content);
    expect(sections.map(({ headings }) => headings.at(-1))).toEqual(['Saw New', 'Blades']);
    expect(sections[1]!.anchor).toBe('steel');
    expect(texts(content)).toEqual(['A.', 'B `{% a /%}`.']);
  });

  test('drops the widths of columns that Pandoc writes into a table of HTML', () => {
    const content =
      'A:\n\n<table>\n<colgroup>\n<col style="width: 20%" />\n<col style="width: 80%" />\n</colgroup>\n<tr><th>b</th><th>c</th></tr>\n<tr><td>d</td><td>e</td></tr>\n</table>\n';

    expect(texts(content)).toEqual(['A:', '| b | c |\n| --- | --- |\n| d | e |']);
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

  test('drops an include of Jekyll within text, and keeps the text that it states', () => {
    const content =
      '## Saw {% include pro.html %}\n\n- cut {% include_cached badge.html text="New" %}\n- `{% include a.html %}`\n\n|a|b|\n|-|-|\n|oil {%- include pro.html a=b -%}|c|\n';

    expect(only(content)).toMatchObject({ headings: ['Saw'] });
    expect(texts(content)).toEqual([
      '- cut New\n- `{% include a.html %}`',
      '|a|b|\n|-|-|\n|oil |c|',
    ]);
  });

  test('leaves out tags of ERB, but the values and the data that they show', () => {
    const content =
      '<%= image "saw.png", alt: "a" %>\n\nSee <%= link_to "oils", "/oils" %> of <%= vars.name %><%= badge "New" %>.\n\n<% if a\n   b %>\n- <%= pill "A" %> cut\n<% end %>\n\n<% [\n  { oil: "red" },\n].each do |one| %>\n\n| <%= one[:oil] %> |\n\n```erb\n<%= cut %>\n```\n';

    expect(texts(content)).toEqual(['See oils of <%= vars.name %>.', '- cut']);
    expect(codes(content)).toEqual([
      { language: 'ruby', code: '  { oil: "red" },' },
      { language: 'erb', code: '<%= cut %>' },
    ]);
    expect(codes('Cut:\n\n    <% if a %>\n    <%= cut %>\n')).toEqual([
      { language: '', code: '<% if a %>\n<%= cut %>' },
    ]);
  });

  test('shows the text of a part of the theme of Jekyll as a note', () => {
    const content =
      '{% include note.html content="Oil `it`." %}\n\n{% include callout.html type="tip" content=\'Saw\n<em>slowly</em>.\' %}\n\n{% include image.html file="saw.png" alt="Saw" %}\n\n{% include lead.html text="Cut." %}\n';

    expect(texts(content)).toEqual(['**Note**', 'Oil `it`.', '**Tip**', 'Saw slowly.', 'Cut.']);
  });

  test('shows the text of the tags of a template within text', () => {
    const content =
      '## Vite {% avatar "https://vite.dev/" %}\n\nSaw {% addedin "2.0.0" %} {% new_in 3.10 %} by {%- api-v3 "@cut", \'cut\' -%}{% include "a.njk" %}, `{% a "b" %}` {% if a == "b" %}.\n';

    expect(only(content)).toMatchObject({ headings: ['Vite'] });
    expect(texts(content)).toEqual([
      'Saw 2.0.0 (new in 3.10) by cut, `{% a "b" %}` {% if a == "b" %}.',
    ]);
  });

  test('names the kind of a note that is a component', () => {
    const content =
      '<Warning>\n**Wear** gloves.\n\n</Warning>\n\n<Note>\n\nOil it.\n\n</Note>\n\n<Tip>\n    Saw slowly.\n</Tip>\n';

    expect(texts(content)).toEqual([
      '**Warning**',
      '**Wear** gloves.',
      '**Note**',
      'Oil it.',
      '**Tip**',
      'Saw slowly.',
    ]);
  });

  test('leaves out the code that Twoslash hides', () => {
    const content = [
      '```ts twoslash',
      '// @target: esnext',
      "import { a } from 'a';",
      '// ---cut---',
      '// @filename: b.ts',
      'a();',
      '// ^?',
      '// ---cut-start---',
      'hidden();',
      '// ---cut-end---',
      'b();',
      '```',
    ].join('\n');

    expect(codes(content)[0]!.code).toBe('// @filename: b.ts\na();\nb();');
    expect(codes(content.replace(' twoslash', ''))[0]!.code).toContain('hidden();');
  });

  test('leaves out the code that Twoslash keeps for other code', () => {
    const content =
      '```ts twoslash include saw\ncreateSaw();\n```\n\n```ts twoslash\n// @include: saw\ncut();\n```\n\n```twoslash include blade\nblade();\n```\n';

    expect(codes(content)).toEqual([{ language: 'ts', code: 'cut();' }]);
  });

  test('shows a sample of Svelte after its changes, with the name of its file and without hidden code', () => {
    const content = [
      '```js',
      '/// file: src/routes/+page.server.js',
      '// @filename: ambient.d.ts',
      'declare module db {}',
      '// ---cut---',
      '// @errors: 2322',
      "+++import { fail } from '@sveltejs/kit';+++",
      'export const actions = {',
      '\t---default: async (event) => {---',
      '\t+++login: async (event) => {',
      '\t\ti--;+++',
      '\t}, ---old--- +++new+++',
      '};',
      '```',
      '',
      '```svelte',
      '<!--- file: src/App.svelte --->',
      '<p>+++hi+++</p>',
      '```',
    ].join('\n');
    expect(codes(content)).toEqual([
      {
        language: 'js',
        label: 'src/routes/+page.server.js',
        code: "import { fail } from '@sveltejs/kit';\nexport const actions = {\n\tlogin: async (event) => {\n\t\ti--;\n\t},  new\n};",
      },
      { language: 'svelte', label: 'src/App.svelte', code: '<p>hi</p>' },
    ]);
    const part =
      '```ts\n// @filename: a.ts\n// ---cut---\nb();\n```\n\n```json\n{\n+++a: 1,\nb+++\n}\n```\n';
    expect(codes(part).map(({ code }) => code)).toEqual(['b();', '{\na: 1,\nb\n}']);
    const other = "```diff\n--- a/x\n+++ b/x\n```\n\n```ts\nlet a = '---' + b + '+++';\n```\n";
    expect(codes(other).map(({ code }) => code)).toEqual([
      '--- a/x\n+++ b/x',
      "let a = '---' + b + '+++';",
    ]);
  });

  test('reads links whose targets are templates, and leaves out instructions to programs', () => {
    const content = [
      'See [the guide][guide] and [types].',
      '',
      '<?code-excerpt "lib/a.dart (x)" replace="/<A/<[!A!]/g"?>',
      '```dart',
      'a();',
      '```',
      '',
      'Write `<?php echo 1 ?>`.',
      '',
      '[guide]: {% link _overviews/guide.md %}#commit',
      '[types]: {{ site.ref }}/types.html',
    ].join('\n');
    expect(texts(content)).toEqual(['See the guide and types.', 'Write `<?php echo 1 ?>`.']);
  });

  test('reads no language that is HTML, and no spaces that a shell cannot read', () => {
    expect(codes('```sh\nsaw\u00a0--fast\n```\n\n```</code></pre>\nb\n```\n')).toEqual([
      { language: 'sh', code: 'saw --fast' },
      { language: '', code: 'b' },
    ]);
  });

  test('leaves out the colors of terminals and comments for the generator of the site', () => {
    const console =
      '```console\n$ app --help\n<b>Usage: </b><font color="#F92672">&lt;str&gt;</font> a<b\n```\n';
    expect(codes(console)[0]!.code).toBe('$ app --help\nUsage: <str> a<b');
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
      '```package-install-dev\nsass less\n```\n\n```package-exec\nsst init\n```\n\n```package-install\nnpm i next\n```\n';
    expect(codes(content)).toEqual([
      { language: 'bash', code: 'npm install -D sass less' },
      { language: 'bash', code: 'npx sst init' },
      { language: 'bash', code: 'npm i next' },
    ]);
  });

  test('reads a fence whose language is the kind of a note as text', () => {
    const content = '```warning\nBack up *first*.\n\n- Then cut\n```\n\n```js\nnote()\n```\n';
    expect(texts(content)).toEqual(['**Warning**', 'Back up *first*.', '- Then cut']);
    expect(codes(content)).toEqual([{ language: 'js', code: 'note()' }]);
  });

  test('leaves out the notations of Shiki and Torchlight, and shows removed lines in a diff', () => {
    expect(
      codes('```js\na() // [!code highlight]\n// [!code focus:2]\nb() /* [!code ++] */\n```\n'),
    ).toEqual([{ language: 'js', code: 'a()\nb()' }]);
    expect(
      codes('```js\na() // [!code highlight] Default: 1\n// the new way [!code ++:2]\nb()\n```\n'),
    ).toEqual([{ language: 'js', code: 'a() // Default: 1\n// the new way\nb()' }]);
    expect(codes('```php\nold(); // [tl! remove]\nnew(); // [tl! add]\n\nkept();\n```\n')).toEqual([
      { language: 'diff', code: '- old();\n+ new();\n\n  kept();' },
    ]);
  });

  test('shows the lines that Expressive Code marks as removed in a diff', () => {
    const fence = (marks: string): string => `\`\`\`ts ${marks}\na();\nb();\nc();\nd();\n\`\`\`\n`;

    expect(codes(fence('title="a.ts" del={1-2} ins={"New":3}'))).toEqual([
      { language: 'diff', code: '- a();\n- b();\n+ c();\n  d();', label: 'a.ts' },
    ]);
    expect(codes(fence('ins={3} del="x"'))[0]).toEqual({
      language: 'ts',
      code: 'a();\nb();\nc();\nd();',
    });
  });

  test('keeps the text between two tags on one line', () => {
    expect(texts('{{< note >}} Oil the saw. {{< /note >}}\n')).toEqual([
      '**Note**',
      'Oil the saw.',
    ]);
    expect(texts('{{% alert title="Mind" %}}The lid.{{% /alert %}}\n')).toEqual([
      '**Mind**',
      'The lid.',
    ]);
    expect(texts('{% if saw %}Cut it.{% endif %}\n')).toEqual(['Cut it.']);
    expect(texts('{% raw %}`{{ saw }}`{% endraw %}\n')).toEqual(['`{{ saw }}`']);
    expect(texts('- One\n\n  {{< tip >}}Two.{{< /tip >}}\n')).toEqual([
      '- One\n\n  **Tip**\n\n  Two.',
    ]);
    expect(texts('{{< tooltip text="Pod" >}} or {{< tooltip text="Node" >}}\n\nEnd.\n')).toEqual([
      'Pod or Node',
      'End.',
    ]);
    expect(
      texts('{% assign a = 1 %}{% include "b" %}\n\n{% comment %}Old.{% endcomment %}\n\nEnd.\n'),
    ).toEqual(['End.']);
  });

  test('shows the names of functions of C++ that a site documents', () => {
    const names = '::: cut(Saw<T...>, T&&...)\n\n::: saws::cut\n\n::: operator""_a()\n';
    expect(texts(`First.\n\n${names}\nLast.\n`)).toEqual([
      'First.',
      '`cut(Saw<T...>, T&&...)`',
      '`saws::cut`',
      '`operator""_a()`',
      'Last.',
    ]);
  });

  test('leaves out tags of Liquid that take several lines, and the marks of kramdown around HTML', () => {
    expect(
      texts('First.\n\n{% include code.html\n    rest=one\n    python=two %}\n\nLast.\n'),
    ).toEqual(['First.', 'Last.']);
    expect(texts('Choose {::nomarkdown}<img src="a.png" alt="the saw"/>{:/} or `{:/}`.\n')).toEqual(
      ['Choose the saw or `{:/}`.'],
    );
  });

  test('leaves out the classes of kramdown behind any text, but no formats of Rust', () => {
    const content =
      '# ![Logo](a.png){: .icon} Saws{: #saws .big}\n\nSome *saws*{: .text-delta} print {:#?} or {:.2}.\n';
    expect(parse(content).title).toBe('Saws');
    expect(texts(content)).toEqual(['Some *saws* print {:#?} or {:.2}.']);
  });

  test('leaves out the breaks between cells of MyST', () => {
    const cells = '# Saw\n\nCut.\n\n+++ {"id": "a1"}\n\n## Oil\n\nDrip.\n+++\n\nWait.\n+++ b/saw\n';
    expect(texts(cells)).toEqual(['Cut.', 'Drip.', 'Wait.\n+++ b/saw']);
    const code = '# Saw\n\n```diff\n+++ {"a": 1}\n```\n';
    expect(JSON.stringify(parse(code))).toContain('+++');
  });

  test('shows the text of cards of MyST without their layout', () => {
    const page =
      '# Saw\n\n::::{grid} 1 2 2 3\n\n:::{grid-item-card} Teeth\n:text-align: center\n^^^\nFile them.\n+++\nSoon.\n:::\n::::\n\n:::{div} sd-text-center\nEnd.\n:::\n';
    expect(texts(page)).toEqual(['**Teeth**', 'File them.', 'Soon.', 'End.']);
    expect(texts('# Saw\n\n```{grid} 1 2\nCut.\n```\n')).toEqual(['Cut.']);
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

  test('shows the text of a heading of HTML between blank lines', () => {
    const page = '# Saw\n\n<h3 align="center">\n\nJoin **us**!\n\n</h3>\n\nCut.\n';
    expect(texts(page)).toEqual(['Join **us**!', 'Cut.']);
  });

  test('leaves out directives of MyST with colons that show nothing', () => {
    const page =
      '# Saw\n\nCut.\n\n::::{toctree}\n:caption: Guides\n:maxdepth: 1\noil\n:::\nsharpen\n::::\n\n:::{note}\nWear gloves.\n:::\n';
    expect(texts(page)).toEqual(['Cut.', '**Note**', 'Wear gloves.']);
  });

  test('leaves out the commands that a plugin of MkDocs documents', () => {
    const page =
      '# Saw\n\nCut.\n\n::: mkdocs-click\n    :module: saw.cli\n    :depth: 2\n\nDone.\n';
    expect(texts(page)).toEqual(['Cut.', 'Done.']);
  });

  test('leaves out comments of MyST, but not in another dialect', () => {
    const content = 'First.\n% Old.\n%\n\nSee {ref}`saw`.\n\n```\n% saw\n```\n';
    expect(texts(content)).toEqual(['First.', 'See saw.']);
    expect(codes(content)[0]!.code).toBe('% saw');
    expect(texts('Rows:\n% of data.\n\n`{a}` `b`\n')).toEqual(['Rows:\n% of data.', '`{a}` `b`']);
  });

  test('leaves out comments of Liquid, on one line or several', () => {
    const fence = '```liquid\n{% comment %}\nKept.\n{% endcomment %}\n```\n';
    const comment = '{%- comment -%} Old.\n\n```sh\nold\n```\n\n{%- endcomment -%}\n';
    const content = `First.\n\n${comment}\nSecond.\n\n${fence}`;
    expect(texts(content)).toEqual(['First.', 'Second.']);
    expect(codes(content).map(({ code }) => code)).toEqual([
      '{% comment %}\nKept.\n{% endcomment %}',
    ]);
  });

  test('leaves out comments of Hugo, on one line or several', () => {
    const content =
      'First.\n\n{{% comment %}}\n# Old\n\nOld.\n{{% /comment %}}\n\n{{< comment >}}Old.{{< /comment >}}\n\nSecond.\n';
    expect(texts(content)).toEqual(['First.', 'Second.']);
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

  test('reads the highlight tags of Jekyll and Hugo as code', () => {
    const content =
      'Run:\n\n{% highlight ruby linenos %}\nputs 1\n\n# no heading\n{% endhighlight %}\n\n{{< highlight go "linenos=table" >}}\nmain()\n{{< /highlight >}}\n\n{{< code-toggle file=hugo >}}\n[a]\nb = 1\n{{< /code-toggle >}}\n\nDone.\n';

    expect(codes(content)).toEqual([
      { language: 'ruby', code: 'puts 1\n\n# no heading' },
      { language: 'go', code: 'main()' },
      { language: '', code: '[a]\nb = 1', label: 'hugo' },
    ]);
    expect(texts(content)).toEqual(['Run:', 'Done.']);
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

  test('shows escaped parentheses around words as such, but not those of formulas', () => {
    expect(
      texts(
        'Cut it \\(if *present*, with `a`\\), \\[optional value\\].\n\n| a |\n|-|\n| \\(wood\\) |\n\nFor \\(x + y\\), \\(\\sin x\\), \\(mean_a\\) and \\[saw\\](oil).\n',
      ),
    ).toEqual([
      'Cut it (if *present*, with `a`), [optional value].',
      '| a |\n|-|\n| (wood) |',
      'For \\(x + y\\), \\(\\sin x\\), \\(mean_a\\) and \\[saw\\](oil).',
    ]);
  });

  test('shows escaped braces as braces, but not those of formulas', () => {
    expect(
      texts('Set \\{saw, oil\\}, `\\{a\\}` at /saws/\\{id\\}.\n\nFor $x \\in \\{1, 2\\}$.\n'),
    ).toEqual(['Set {saw, oil}, `\\{a\\}` at /saws/{id}.', 'For $x \\in \\{1, 2\\}$.']);
  });

  test('reads YAML in a tag of a site as code, and leaves text in tags alone', () => {
    const content =
      'Oil it:\n\n1. Send this:\n\n   {% oil_request %}\n   url: /saws\n   body:\n     oil: red\n   {% endoil_request %}\n\n{% configuration %}\noil:\n\n  type: string\n{% endconfiguration %}\n\n{% tip %}\nnote: oil it.\nThen saw.\n{% endtip %}\n\n{% saw_only %}\ncontent: |\n  Cut it:\n\n  ```sh\n  cut\n  ```\n{% endsaw_only %}\n\n{{ saw-request | indent: 3 }}\n';

    expect(codes(content)).toEqual([
      { language: 'yaml', code: 'url: /saws\nbody:\n  oil: red' },
      { language: 'yaml', code: 'oil:\n\n  type: string' },
      { language: 'sh', code: 'cut' },
    ]);
    expect(texts(content).slice(-2)).toEqual(['note: oil it.\nThen saw.', 'Cut it:']);
  });

  test('reads code in a tag of a site that says so', () => {
    const content =
      'Cut:\n\n{% codeblock cut.js lang:js %}\ncut();\n\n  # no heading\n{% endcodeblock %}\n\n{% codeExample \'oil\' %}\n  a {\n    b: c;\n\n    d: e;\n  }\n  ===\n  f: g\n{% endcodeExample %}\n\n{% code title="saw.ts" %}\n```ts\nsaw();\n```\n{% endcode %}\n';

    expect(codes(content)).toEqual([
      { language: 'js', code: 'cut();\n\n  # no heading' },
      { language: '', code: 'a {\n  b: c;\n\n  d: e;\n}\n===\nf: g' },
      { language: 'ts', code: 'saw();', label: 'saw.ts' },
    ]);
    expect(texts(content)).toEqual(['Cut:']);
  });

  test('reads the indented text of a tag as text, and shows what the tag defines', () => {
    const content =
      "{% function 'saw.cut($wood)', 'returns:number' %}\n  Cuts it.\n\n  {% headsUp %}\n    Oil it.\n\n    Slowly.\n  {% endheadsUp %}\n{% endfunction %}\n\n1. First:\n\n   {% tip %}\n   Saw.\n   {% endtip %}\n";

    expect(codes(content)).toEqual([]);
    expect(texts(content)).toEqual([
      '**saw.cut($wood)**',
      'Cuts it.',
      'Oil it.',
      'Slowly.',
      '1. First:\n\n   **Tip**\n\n   Saw.',
    ]);
  });

  test('labels the code in an element of a site with the name that the element states', () => {
    const content =
      '<saw-code-example header="saw.ts" lang="ts">\n\n```ts\ncut();\n```\n\n</saw-code-example>\n\n<saw-card title="Cut">\n\nText.\n\n</saw-card>\n';

    expect(codes(content)).toEqual([{ language: 'ts', code: 'cut();', label: 'saw.ts' }]);
    expect(texts(content)).toEqual(['Text.']);
  });

  test('reads text as code that a template of Nunjucks keeps and highlights', () => {
    const content =
      'Cut:\n\n{%- set cut %}{% raw %}\n---\ntags: {{ saw }}\n---\n{% endraw %}{%- endset %}\n<div role="tabpanel">{{ cut | toNpm("a") | highlight("yaml") | safe }}</div>\n<div>{{ cut | highlight("yaml") }}</div>\n\n{% set oilCode %}\noil();\n{% endset %}\n{% include "code.njk" %}\n\n{% set id %}a{% endset %}\n\nUse `{% raw %}{% if a %}{% endraw %}`.\n\n```njk\n{% set cut %}\na\n{% endset %}\n```\n';

    expect(codes(content)).toEqual([
      { language: 'yaml', code: '---\ntags: {{ saw }}\n---' },
      { language: '', code: 'oil();' },
      { language: 'njk', code: '{% set cut %}\na\n{% endset %}' },
    ]);
    expect(texts(content)).toEqual(['Cut:', 'a', 'Use `{% if a %}`.']);
  });

  test('shows the notes that tags of Jekyll state', () => {
    const content =
      'First.\n\n{% include alerts/note.html content="Oil the \\"saw\\"." %}\n\n{% include alert.html type="warning" content=\'Cut slowly.\' %}\n\n{% include gallery.html content=saws text="all" %}\n\nLast.\n';

    expect(texts(content)).toEqual([
      'First.',
      '**Note**',
      'Oil the "saw".',
      '**Warning**',
      'Cut slowly.',
      'Last.',
    ]);
  });

  test('reads the diagrams of Mermaid in tags of Jekyll and Hugo as code', () => {
    const content =
      '{% mermaid %}\ngraph TD\n  A --> B\n{% endmermaid %}\n\n{{<mermaid align="left">}}\ngraph LR\n{{< /mermaid >}}\n\nDone.\n';

    expect(codes(content)).toEqual([
      { language: 'mermaid', code: 'graph TD\n  A --> B' },
      { language: 'mermaid', code: 'graph LR' },
    ]);
    expect(texts(content)).toEqual(['Done.']);
  });

  test('reads the code of Istio, and shows the names that macros of MDN link', () => {
    const content =
      'Run:\n\n{{< text bash >}}\n# Cut\n$ saw cut\n{{< /text >}}\n\nUse {{jsxref("Array.prototype.map", "map()")}}, {{domxref("Document/body")}} or a {{Glossary("saw")}}.\n\n{{Compat}}\n';

    expect(codes(content)).toEqual([{ language: 'bash', code: '# Cut\n$ saw cut' }]);
    expect(texts(content)).toEqual(['Run:', 'Use `map()`, `Document.body` or a saw.']);
  });

  test('reads the examples of Redis as code', () => {
    const content =
      'Saw:\n{{< clients-example set="saws" step="add"\n    description="Add: a saw" >}}\n# A saw\n> SADD saws saw:1\n{{< /clients-example >}}\n\n{{% redis-cli %}}\nredis> GET saw\n{{% /redis-cli %}}\n\n{{< clients-example set="saws" step="cut" />}}\n\nDone.\n';

    expect(codes(content)).toEqual([
      { language: '', code: '# A saw\n> SADD saws saw:1' },
      { language: '', code: 'redis> GET saw' },
    ]);
    expect(texts(content)).toEqual(['Saw:', 'Done.']);
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

  test('reads a table of properties that a component of Vue has as data', () => {
    const content =
      "<PropsTable :data=\"[\n  {\n    'name': 'edge',\n    'description': '<p>An <code>edge</code>.</p>\\n',\n    'type': 'string',\n    'default': '\\'a\\''\n  },\n  { keys: ['Enter'], description: 'Cuts on a <Code>Saw</Code>. <br> Done.' }\n]\" />\n\n<Menu :items=\"['a']\" />\n\nText.\n";
    expect(texts(content)).toEqual([
      "- `edge` (`string`, default `'a'`): An `edge`.\n- `Enter`: Cuts on a `Saw`. Done.",
      'Text.',
    ]);
  });

  test('shows for which versions the text of Microsoft Learn is, and no other directive of it', () => {
    const content =
      '::: moniker range=">=saw-2.0 || <axe-1.0"\nOil it.\n\n:::image type="content" source="a.png" alt-text="Saw":::\n\n    cut()\n::: moniker-end\n\n1. Cut:\n\n    :::image source="b.png" alt-text="Cut":::\n\n:::row:::\n    :::column span="2":::\n        Left :::no-loc text="Saw":::\n    :::column-end:::\n:::row-end:::\n\n:::zone pivot="linux"\n> [!div class="checklist"]\n> - Sharp\n\n> [!VIDEO https://saw.example/1]\n:::zone-end\n';
    expect(texts(content)).toEqual([
      '**saw-2.0 and later, earlier than axe-1.0**',
      'Oil it.',
      '1. Cut:',
      'Left Saw',
      '**linux**',
      '> - Sharp',
    ]);
    expect(codes(content).map(({ code }) => code)).toEqual(['cut()']);
  });

  test('shows the name in a link of docfx, whatever types its parameters have', () => {
    const content =
      'Use <xref:Saw.Cut%60`1(System.Object,System.Func{%60%600})?displayProperty=nameWithType> or <xref:Saw.Blade`1>, as in `<xref:Saw>`.\n';

    expect(texts(content)).toEqual(['Use `Saw.Cut` or `Saw.Blade`, as in `<xref:Saw>`.']);
  });

  test('leaves out a comment that is written as the target of a link', () => {
    expect(texts("Before.\n\n[//]: # (It's (not) shown)\n\nAfter.\n")).toEqual([
      'Before.',
      'After.',
    ]);
  });

  test('reads a note of MkDocs without a space before its kind', () => {
    expect(texts('!!!info "Sharp"\n    Wear gloves.\n\nDone!!!\n')).toEqual([
      '**Sharp**',
      'Wear gloves.',
      'Done!!!',
    ]);
  });

  test('shows the text of links whose target the site computes', () => {
    expect(
      texts(
        'See [`add`]({{< relref "cli#add" >}}), [posts]({% link a.md %}#b), [this]({{ site.url }}/x) and [`dir`][].\n',
      ),
    ).toEqual(['See `add`, posts, this and `dir`.']);
    expect(texts('See [oil]({% link {{ page.version.version }}/oil.md %}#add) first.\n')).toEqual([
      'See oil first.',
    ]);
  });

  test('leaves out the tags of Liquid around braces', () => {
    expect(texts('Write {% raw %}`{{ page.title }}`{% endraw %} or `{% raw %}`.\n')).toEqual([
      'Write `{{ page.title }}` or `{% raw %}`.',
    ]);
    expect(texts('The default is `{% raw %}a-{{ b }}{% endraw %}`.\n')).toEqual([
      'The default is `a-{{ b }}`.',
    ]);
    const code = '{% raw %}\nget {{ a }}\n{% endraw %}\nset {% raw %}{{ b }}{% endraw %} {% raw %}';
    expect(codes(`\`\`\`sh\n${code}\n\`\`\`\n`).map((one) => one.code)).toEqual([
      'get {{ a }}\nset {{ b }} {% raw %}',
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
  test('cuts at ATX, setext and HTML headings and keeps the path to each', () => {
    const { sections } = parse(
      '# A\n\nB\n---\n\nx\n\n<h3 align="center">C <b>d</b></h3>\n\n## E ##\n',
    );

    expect(sections.map(({ headings, level }) => [level, headings])).toEqual([
      [1, ['A']],
      [2, ['A', 'B']],
      [3, ['A', 'B', 'C d']],
      [2, ['A', 'E']],
    ]);
  });

  test('leaves out anchors and videos that stand alone, and labels nested tabs', () => {
    const content =
      'Text.\n\n{#anchor-id}\n\n    {#if user.name}\n\n<video controls poster="a.jpg">\n  <source src="a.mp4">\n</video>\n\n::: tabs\n== A\n::: tabs\n=== B\nx\n:::\n';

    expect(texts(content)).toEqual(['Text.', '**A**', '**B**', 'x']);
    expect(codes(content).map(({ code }) => code)).toEqual(['{#if user.name}']);
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

  test.each(['# Saw[[api]]', '# Saw [#api]', '# Saw { #api data-search-exclude }'])(
    'takes the anchor out of the title %s',
    (heading) => {
      const { sections } = parse(`${heading}\n\nText.\n`);
      expect(sections[0]).toMatchObject({ headings: ['Saw'], anchor: 'api' });
    },
  );

  test('takes attributes of the site out of a title', () => {
    const { sections } = parse('# Cut `*.html` { data-search-exclude }\n\nText.\n');
    expect(sections[0]!.headings).toEqual(['Cut *.html']);
    const release = parse('## v3.1 {date="2026-06-17" .checkpoint}\n\nText.\n');
    expect(release.sections[0]!.headings).toEqual(['v3.1']);
  });

  test('takes the anchors of headings of Elastic out of their titles', () => {
    const content =
      '---\nmapped_pages:\n  - https://x.example\n---\n\n# Use a saw [saw-use]\n\n```sh\n# saw [-x]\n```\n\n## Options [options]\n\nText.\n';
    const { sections } = parse(content);
    expect(sections.map(({ headings, anchor }) => [headings.at(-1), anchor])).toEqual([
      ['Use a saw', 'saw-use'],
      ['Options', 'options'],
    ]);
    expect(codes(content)).toEqual([{ language: 'sh', code: '# saw [-x]' }]);
    expect(parse('# Use a saw [saw-use]\n').sections[0]?.headings).toEqual(['Use a saw [saw-use]']);
  });

  test('leaves the name of the site out of the title in the metadata', () => {
    const page = (title: string): string => `---\ntitle: ${title}\n---\n\n# A saw | log\n\nText.\n`;
    expect(parse(page('A Saw | Log | Acme')).title).toBe('A Saw | Log');
    expect(parse(page('A saw | Acme')).title).toBe('A saw | Acme');
  });

  test('leaves out comments and anchors of Elastic', () => {
    const content =
      '---\napplies_to:\n  stack: all\n---\n% Made by a tool.\n\n# Saw\n\n| Field |\n| --- |\n| $$$saw-a$$$ `a` |\n\nUse $$$saw-b$$$b.\n\n```sh\n% saw $$$x$$$\n```\n';
    expect(texts(content)).toEqual(['| Field |\n| --- |\n| `a` |', 'Use b.']);
    expect(codes(content)).toEqual([{ language: 'sh', code: '% saw $$$x$$$' }]);
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

  test('takes the marks of footnotes out of headings', () => {
    expect(only('## Complete[^1] saws\n\nText.\n').headings).toEqual(['Complete saws']);
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
    expect(parse('text', 'saws/04.md').title).toBe('saws 04');
    expect(parse('text', 'bow-saw/usage.md').title).toBe('bow-saw usage');
    expect(parse('text', 'docs/usage.md').title).toBe('usage');
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

  test('shows references that mkdocstrings resolves as their text', () => {
    expect(
      texts(
        'Call [`dump()`][pkg.Model.dump] of [dataclasses][dataclasses] or [a long name][name], but a[i][j] and [x][y] stay.\n',
      ),
    ).toEqual(['Call `dump()` of dataclasses or a long name, but a[i][j] and [x][y] stay.']);
  });

  test('leaves out targets and classes of the Markdown extensions of Python', () => {
    expect(texts('[](){#modeldump}\n\nText (1)\n{ .annotate }\n\n1. Note\n')).toEqual([
      'Text (1)',
      '1. Note',
    ]);
  });

  test('shows keys of the Markdown extensions of Python by their names', () => {
    expect(
      texts(
        'Press ++ctrl+shift+p++, ++arrow-up++ or ++"Esc"++, not i++, ++i or `++a++` of C++ and ++i.\n',
      ),
    ).toEqual(['Press ctrl+shift+p, arrow-up or Esc, not i++, ++i or `++a++` of C++ and ++i.']);
  });

  test('leaves out icons of Material for MkDocs, but for checks', () => {
    const { sections } = parse(
      '# :simple-slack: Chat\n\nClick :octicons-three-bars-16: (top left), [read on :octicons-arrow-right-24:](https://a.dev), or see :material-apple:{ .lg .middle } __macOS__ at 10:material-x:20.\n\n| Saw | Fast |\n| --- | --- |\n| A | :material-check: |\n',
    );
    expect(sections[0]!.headings).toEqual(['Chat']);
    expect(sections[0]!.blocks[0]).toMatchObject({
      text: 'Click (top left), [read on](https://a.dev), or see __macOS__ at 10:material-x:20.',
    });
    expect(sections[0]!.blocks[1]).toMatchObject({
      text: expect.stringContaining('| A | :material-check: |'),
    });
  });

  test('names the place of a link whose text MyST fills in', () => {
    expect(
      texts(
        'Set [](#Spawner.ip) and [](JupyterHub.db_url), as in [](./api/spawner-types.md), [](howto:no-sudo) and [](#spawn-errors).\n',
      ),
    ).toEqual([
      'Set `Spawner.ip` and `JupyterHub.db_url`, as in spawner types, no sudo and spawn errors.',
    ]);
    expect(
      texts('Raises [](inv:tornado:py:exception#*.web.HTTPError), see [](../index.md).\n'),
    ).toEqual(['Raises `web.HTTPError`, see .']);
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

  test('reads the slashed blocks of the Markdown extensions of Python', () => {
    expect(
      texts('/// note | Mind this\nBody.\n///\n\n/// version-added | v2.13\nNew.\n///\n'),
    ).toEqual(['**Mind this**', 'Body.', '**Version added v2.13**', 'New.']);
    const options =
      '/// details | More\n    type: tip\n    open: True\n\nBody.\n\n    a: 1\n///\n\n';
    const own = '/// saw-demo\n    size: large\n\nCut.\n///\n';
    expect(texts(options + own)).toEqual(['**More**', 'Body.', 'Cut.']);
    expect(codes(options).map(({ code }) => code)).toEqual(['a: 1']);
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

  test('an HTML heading in a note is no section', () => {
    const { title, sections } = parse(
      '!!! note\n    <h3>TL;DR</h3>\n\n    Short.\n\n## One\n\na\n',
    );

    expect(title).toBe('One');
    expect(sections.map(({ headings }) => headings)).toEqual([[], ['One']]);
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

  test('drops menus of links in HTML, and keeps links of a sentence', () => {
    const link = (text: string): string => `<a href="https://example.org/${text}">${text}</a>`;
    const menu = [link('Docs'), '<span>&nbsp;•&nbsp;</span>', link('Discord'), '|', link('𝕏')];

    expect(texts(`<div align="center">\n  ${menu.join('\n  ')}\n  <br />\n</div>`)).toEqual([]);
    expect(texts(`<p>It runs on ${link('Linux')} ${link('macOS')} ${link('BSD')}.</p>`)).toEqual([
      'It runs on Linux macOS BSD.',
    ]);
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
    expect(texts('- [A](#a) tells how\n')).toEqual(['- A tells how']);
  });

  test('a summary with bold words is bold as a whole', () => {
    expect(texts('<details>\n<summary>**Saws** since 2.0</summary>\n\nx\n</details>\n')).toEqual([
      '**Saws since 2.0**',
      'x',
    ]);
  });

  test('takes no heading that a class hides', () => {
    expect(parse('<h1 class="d-none">For the site</h1>\n\n# Saw\n\nCuts.\n').title).toBe('Saw');
    expect(texts('<p class="d-none d-md-block">On wide screens.</p>\n')).toEqual([
      'On wide screens.',
    ]);
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

  test('keeps code with blank lines together below a tag of HTML', () => {
    const content =
      '# Saw\n\n<figure markdown="1">\n```js\ncut();\n\nstop();\n```\n<figcaption>How to cut.</figcaption>\n</figure>\n\n## Oil\n\nOil it.\n';
    expect(codes(content).map(({ code }) => code)).toEqual(['cut();\n\nstop();']);
    expect(texts(content)).toEqual(['How to cut.', 'Oil it.']);
  });

  test('reads blocks of MkDocs that are indented with tabs', () => {
    const content =
      '# Saw\n\n!!! note\n\n\tMind it.\n\n\t=== "Go"\n\n\t\t```go\n\t\tif cut {\n\t\t\tstop()\n\t\t}\n\t\t```\n\n\tOil it.\n\nDone.\n';
    expect(codes(content).map(({ code }) => code)).toEqual(['if cut {\n\tstop()\n}']);
    expect(texts(content).join('\n')).toMatch(
      /^\*\*Note\*\*\nMind it\.\n(?:.*\n)?Oil it\.\nDone\.$/,
    );
  });

  test('shows a text that a filter of Liquid or Jinja changes', () => {
    expect(
      texts(
        'See {{ "Saw.cut" | api_doc }}, [oil]({{ \'/oil/\' | relative_url }}), {{- \'red\'|upper -}} oil, {{ saw | upper }} and `{{ "a" | b }}`.\n',
      ),
    ).toEqual(['See Saw.cut, oil, red oil, {{ saw | upper }} and `{{ "a" | b }}`.']);
  });

  test('a summary with bold words and tags is bold as a whole', () => {
    expect(
      texts(
        '<details><summary>**Example:** the <code>cut</code> of it<a href="#a"></a></summary>\n\nx\n\n</details>\n',
      ),
    ).toEqual(['**Example: the `cut` of it**', 'x']);
  });

  test('leaves out the commands of etpl, and shows the defaults of its variables', () => {
    const page =
      '{{ target: saw }}\n\n# saw(Object)\n\n{{ use: teeth(\n    prefix = ${prefix},\n    of = { a: { b: 1 } }\n) }}\n\n#${prefix} edge(string) = ${edge|default("\'sharp\'")}\n\nThe edge{{ if: ${oil} }} and the oil{{ else }}.{{ /if }}\n\n```js\nreturn `${saw}`;\n{{ if: ${a} }}\n```\n';
    const parsed = parse(page);
    expect(parsed.sections.map(({ headings }) => headings.at(-1))).toEqual([
      'saw(Object)',
      "edge(string) = 'sharp'",
    ]);
    expect(texts(page)).toEqual(['The edge and the oil.']);
    expect(codes(page)[0]!.code.trim()).toBe('return `${saw}`;');
  });

  test('drops comments, scripts and hidden characters', () => {
    expect(
      texts(
        'a <!-- secret --> b\n\n<!-- block\n\nof lines -->\n\n<script>x()</script>\n\nc\u200bd',
      ),
    ).toEqual(['a  b', 'cd']);
  });

  test('makes text of HTML furniture', () => {
    const section = only(
      '<details>\n<summary>More &amp; more</summary>\n\ninside<br>two\n\n</details>\n',
    );

    expect(section.blocks).toEqual([
      { kind: 'text', text: '**More & more**' },
      { kind: 'text', text: 'inside\ntwo' },
    ]);
  });

  test('shows the texts of a form', () => {
    const form =
      '<div>\n<select v-model="saw" multiple>\n<option disabled value="">Choose</option>\n<option>Bow saw</option>\n</select>\n<textarea v-model="text" placeholder="x"></textarea>\n</div>\n';

    expect(texts(form)).toEqual(['Choose\nBow saw']);
    expect(texts('Run saw <option>.\n')).toEqual(['Run saw <option>.']);
  });

  test('decodes the references in code of HTML', () => {
    const content =
      '<table><tr><td><code>a &lt; b</code></td><td><code>x &#124; y</code></td></tr></table>\n\n<p>See <code class="tag">&lt;slot&gt;</code>.</p>\n\n<h2>The <code>&lt;a&gt;</code> tag</h2>\n\n<p>x</p>\n';

    expect(texts(content)).toEqual([
      '| `a < b` | `x &#124; y` |\n| --- | --- |',
      'See `<slot>`.',
      'x',
    ]);
    expect(parse(content).sections.at(-1)?.headings).toEqual(['The <a> tag']);
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
      '| name     | meaning |\n| -------- | ------- |\n| `a`      | one     |\n',
    );

    expect(sections[0]?.blocks).toEqual([
      { kind: 'text', text: '| name | meaning |\n| --- | --- |\n| `a` | one |' },
    ]);
  });

  test('makes a Markdown table of an HTML one', () => {
    const [text] = texts(
      '<table>\n<tr><th>A</th><th>B</th></tr>\n<tr><td><code>a</code></td><td>1<br>2</td></tr>\n</table>\n',
    );

    expect(text!.split('\n').map((row) => row.trim())).toEqual([
      '| A | B |',
      '| --- | --- |',
      '| `a` | 1 2 |',
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

  test('keeps the lines of <pre>, without its buttons', () => {
    expect(
      codes(
        '<pre><code>a<br/>  <span>b</span><br>c</code><button type="button">Copy</button></pre>\n',
      ),
    ).toEqual([{ language: '', code: 'a\n  b\nc' }]);
  });

  test('drops tags behind a backslash that is no escape', () => {
    expect(codes('<pre><code><span>a /\\</span> b\\</code></pre>\n')[0]!.code).toBe('a /\\ b\\');
    expect(texts('Press <kbd>Ctrl</kbd>-<kbd>\\\\</kbd> or \\<kbd>.\n')).toEqual([
      'Press Ctrl-\\\\ or \\<kbd>.',
    ]);
  });

  test('keeps blank lines in a <pre> that is not the first tag of its block', () => {
    const first =
      '<p>Cut:</p>\n<div><pre><code class="language-sh">saw 1\n\n# rest\nsaw 2</code></pre>\n';
    const content = `${first}<pre>a\n\nb</pre></div>\n\n*Done.*\n\n<p><pre>never\n\nclosed\n`;
    expect(codes(content)).toEqual([
      { language: 'sh', code: 'saw 1\n\n# rest\nsaw 2' },
      { language: '', code: 'a\n\nb' },
    ]);
    expect(texts(content).slice(0, 2)).toEqual(['Cut:', '*Done.*']);
  });

  test('takes the language of <pre> from the only class of its code', () => {
    expect(codes('<pre><code class="json">{}</code></pre>\n')).toEqual([
      { language: 'json', code: '{}' },
    ]);
    expect(codes('<pre><code class="hljs">a</code></pre>\n')[0]!.language).toBe('');
  });

  test('takes <pre> with its language', () => {
    expect(codes('<pre><code class="language-js">a &lt; b\n</code></pre>\n')).toEqual([
      { language: 'js', code: 'a < b' },
    ]);
  });
});

describe('parseMarkdown dialects', () => {
  test('gives the titles of directives and takes their markers away', () => {
    expect(
      texts(':::note Take care\n\nx\n\n:::\n\n::: warning\ny\n:::\n\n:::tip[Hint]\nz\n:::\n'),
    ).toEqual(['**Take care**', 'x', '**Warning**', 'y', '**Hint**', 'z']);
  });

  test('names the kind of a note of Hugo', () => {
    const note = (tag: string) => `{{< ${tag} >}}\nOil it.\n{{< /${tag.split(' ')[0]!} >}}\n`;

    expect(texts(note('admonition type="warning"'))).toEqual(['**Warning**', 'Oil it.']);
    expect(texts(note('notice tip'))).toEqual(['**Tip**', 'Oil it.']);
    expect(texts(note('note'))).toEqual(['**Note**', 'Oil it.']);
    expect(texts(note('section depth="2"'))).toEqual(['Oil it.']);
    expect(texts(note('alert title="Mind the blade" color="warning"'))).toEqual([
      '**Mind the blade**',
      'Oil it.',
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

  test('shows the heading in a cell of a table of HTML as text', () => {
    const row = '<tr><td><h5 id="teeth">saw.teeth</h5></td><td>Count # 1.</td></tr>';
    const content = `# Saw\n\n<table>\n<tr><th>Key</th><th>Use</th></tr>\n${row}\n</table>\n`;
    expect(texts(content)).toEqual(['| Key | Use |\n| --- | --- |\n| saw.teeth | Count # 1. |']);
  });

  test('reads a table of HTML with Markdown in its cells', () => {
    const table =
      '<table><thead><tr><th>\n\nName\n\n</th><th>\n\nType\n\n</th></tr></thead>\n<tbody><tr><td>\n\n[oil](#oil)\n\n</td><td>\n\n`string`\n\n</td></tr>\n\n<tr><td>saw</td><td>\n\n_(Optional)_ a\n\n</td></tr>\n</tbody></table>\n';

    expect(texts(table)).toEqual([
      '| Name | Type |\n| --- | --- |\n| oil | `string` |\n| saw | _(Optional)_ a |',
    ]);
    expect(codes('<table><tr><td>\n\n```js\nsaw();\n```\n\n</td></tr></table>\n')).toEqual([
      { language: 'js', code: 'saw();' },
    ]);
  });

  test('reads the notes of Docsify and Leanpub', () => {
    expect(texts('!> Oil it.\n\n?> Saw slowly.\n')).toEqual([
      '**Important**',
      'Oil it.',
      '**Tip**',
      'Saw slowly.',
    ]);
    expect(texts('W> Mind it.\nW>\nW> Stop.\n')).toEqual(['**Warning**', 'Mind it.', 'Stop.']);
    expect(texts('* One\n\n  T> Saw slowly.\n\nA> B\n')).toEqual([
      '* One\n\n  **Tip**\n\n  Saw slowly.',
      'A> B',
    ]);
  });

  test('reads GitHub alerts', () => {
    expect(texts('> [!NOTE]\n> Text')).toEqual(['> **Note**\n> Text']);
    expect(texts('> [!EDITION-2024]\n> Text')).toEqual(['> **Edition-2024**\n> Text']);
  });

  test('shows the title of a note of ExDoc without its class', () => {
    const note = '> #### Keep `it` sharp {: .warning}\n>\n> Oil it.\n';

    expect(texts(note)).toEqual(['> **Keep `it` sharp**\n>\n> Oil it.']);
    expect(texts(`${note}>\n> \`\`\`sh\n> oil\n> \`\`\`\n`)).toEqual([
      '**Keep `it` sharp**',
      'Oil it.',
    ]);
    expect(only('## Saws {: .col-2}\n\nText.\n').headings).toEqual(['Saws']);
  });

  test('leaves out the kind of a note before its bold name', () => {
    expect(texts('> info **Hint** Use a saw.\n\n> warning **Mind**\n> the blade.\n')).toEqual([
      '> **Hint** Use a saw.',
      '> **Mind**\n> the blade.',
    ]);
    expect(texts('> info is **loud**')).toEqual(['> info is **loud**']);
  });

  test('shows braces that a template states as strings, in prose and in code spans', () => {
    expect(
      texts(
        "Pass {{ '{' }}x{{'}'}} or `pick({{ '{' }} a: 1 {{ '}' }})`, and `{{ \"{\" }}b&#125;`.\n",
      ),
    ).toEqual(['Pass {x} or `pick({ a: 1 })`, and `{b}`.']);
    expect(texts("Write `{{ '{{' }}` and `&#125;` yourself.\n")).toEqual([
      "Write `{{ '{{' }}` and `&#125;` yourself.",
    ]);
  });

  test('keeps notes and tabs in the item of a list, so that their text is no code', () => {
    const content =
      '1. Saw it.\n\n    :::note[Blades]\n    - one\n\n    See **below**.\n    :::\n\n2. Oil it:\n\n   {% tab title="npm" %}\n   ```sh\n   npm i oil\n   ```\n   {% endtab %}\n\n   {{% alert title="Mind" %}}\n   The lid.\n   {{% /alert %}}\n\nDone.\n\n:::tip\nRest.\n:::\n';

    expect(codes(content)).toEqual([{ language: 'sh', code: 'npm i oil', label: 'npm' }]);
    expect(texts(content).join('\n')).toMatch(
      /Blades\*\*\s+- one\s+See \*\*below[\s\S]+Mind\*\*\s+The lid[\s\S]+Done\.\n\*\*Tip\*\*\nRest/,
    );
  });

  test('reads indented tags in an open element as HTML, and other indented tags as code', () => {
    const content =
      '<section>\n\n## Options {#options}\n\n    <dl>\n      <dt>\n\n### -n {#n}\n\n      </dt>\n      <dd>The <code>node</code>.</dd>\n    </dl>\n\n</section>\n\nWrite:\n\n    <dd>Sample</dd>\n';
    expect(texts(content)).toEqual(['The `node`.', 'Write:']);
    expect(codes(content).map(({ code }) => code)).toEqual(['<dd>Sample</dd>']);
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

  test('reads indented components and the slots of Nuxt Content', () => {
    const content =
      '::grid\n#title\nSaws\n\n#default{unwrap="p"}\n    ::card{label="Hand"}\n    ```js\n    if (a) {\n      cut()\n    }\n    ```\n    #description\n    Cuts wood.\n    ::\n    ::card\n    Cuts metal.\n    ::\n::\n\n#tag\n\n    ::card\n    code()\n';
    expect(codes(content)).toEqual([
      { language: 'js', code: 'if (a) {\n  cut()\n}' },
      { language: '', code: '::card\ncode()' },
    ]);
    expect(texts(content)).toEqual(['Saws', '**Hand**', 'Cuts wood.', 'Cuts metal.', '#tag']);
  });

  test('reads a component of Nuxt Content in another one, and leaves out their properties', () => {
    const content =
      '::hero\n---\ntitle: Cut\ndescription: "All wood"\ncta:\n  - Learn more\n---\n\n#title\nSaws\n\n#visual\n  :::tabs\n    ::::tab\n    ---\n    label: "By hand"\n    ---\n    ```js\n    cut()\n    ```\n    ::::\n\n    ::::tab{label="Motor"}\n    ```js\n    run()\n    ```\n    ::::\n  :::\n::\n\n::card\n---\nkept\n::\n\n```\n::card\n---\nicon: saw\n---\n```\n';
    expect(codes(content)).toEqual([
      { language: 'js', code: 'cut()', label: 'By hand' },
      { language: 'js', code: 'run()', label: 'Motor' },
      { language: '', code: '::card\n---\nicon: saw\n---' },
    ]);
    expect(texts(content)).toEqual(['**Cut**', 'All wood', 'Saws', 'kept']);
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

  test('reads MkDocs blocks and their indentation, nested and with code', () => {
    const { blocks } = only(
      '!!! note "Careful"\n    Text\n\n    ??? tip\n        Deep\n\n    ```py\n    x\n    ```\n\nAfter\n',
    );

    expect(blocks.map((block) => (block.kind === 'text' ? block.text : block.code))).toEqual([
      '**Careful**',
      'Text',
      '**Tip**',
      'Deep',
      'x',
      'After',
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
        'a\n\n<!--@include: ./x.md-->\n\n--8<-- "x.md"\n\n{% include "x" %}\n\n<<< @/x.js\n\n[[toc]]\n\nb',
      ),
    ).toEqual(['a', 'b']);
  });

  test('reads components of Nuxt Content as their text', () => {
    const content = `Use it. :br

::note{icon="i-bulb"}
Only here.
::

::code-group{sync="pm"}

\`\`\`sh [npm]
npm i
\`\`\`

::

::card-group
  ::card{title="Sandbox" to="https://x.dev"}
  Try it.
  ::
::

:read-more{to="/docs/a"}

| \`--profile\` :badge[v4.4]{color="info"} | Profiles. |
| --- | --- |

Routes such as /users/:id{[0-9]+} stay.
`;

    expect(texts(content)).toEqual([
      'Use it.',
      '**Note**',
      'Only here.',
      '**Sandbox**',
      'Try it.',
      '| `--profile` v4.4 | Profiles. |\n| --- | --- |',
      'Routes such as /users/:id{[0-9]+} stay.',
    ]);
    expect(codes(content)).toEqual([{ language: 'sh', code: 'npm i', label: 'npm' }]);
  });

  test('reads the tabs of the VitePress plugin as labels', () => {
    const content =
      '::: tabs key:provider\n== Playwright\nIt is fast.\n\n```sh\nnpm i a\n```\n== Webdriver\n```sh\nnpm i b\n```\n:::\n\nTitle\n== not a tab\n';

    expect(texts(content)).toEqual(['**Playwright**', 'It is fast.', 'Title\n== not a tab']);
    expect(codes(content)).toEqual([
      { language: 'sh', code: 'npm i a' },
      { language: 'sh', code: 'npm i b', label: 'Webdriver' },
    ]);
  });

  test('removes components from headings and text, and keeps placeholders', () => {
    const content =
      '# update <CRoot /> {#update}\n\n## run <Version type="new">4.1</Version>\n\nGet <Badge type="tip">beta</Badge> with <KEYID>, a Vec<T>.\n';

    expect(parse(content).sections.map(({ headings }) => headings.at(-1))).toEqual([
      'update',
      'run 4.1',
    ]);
    expect(texts(content)).toEqual(['Get beta with <KEYID>, a Vec<T>.']);
  });

  test('removes a component with attributes whose end is in another block', () => {
    const content = '<Highlight type="note">\nOil it first.\n\nAnd <FILE NAME>.\n\n</Highlight>\n';

    expect(texts(content)).toEqual(['Oil it first.', 'And <FILE NAME>.']);
  });

  test('drops the head of a page', () => {
    expect(texts('<head>\n<title>Saws</title>\n</head>\n\nSaw the board.\n')).toEqual([
      'Saw the board.',
    ]);
  });

  test('resolves references whose text is code, and drops the brackets of the others', () => {
    const content =
      'Run [`cargo build`], [`Vec`][vec], [`docs`] or [`method: A.b`], but not a[`i`] or `[x]`.\n\n[`cargo build`]: ../build.md\n[`docs`]: https://docs.rs\n[vec]: https://x.org\n';

    expect(texts(content)).toEqual([
      'Run `cargo build`, [`Vec`](https://x.org), [`docs`](https://docs.rs) or `method: A.b`, but not a[`i`] or `[x]`.',
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

  test('drops the expressions of templates, and keeps the text of shortcodes', () => {
    const content =
      '# Upgrade to {{% latest long="true" %}}\n\nA {{< glossary_tooltip text="Pod" term_id="pod" >}} runs v{{< param version >}}.\n\n{{code_block(\'a/b\',\'c\',[\'d\'])}}\n\n{{ page.title }}\n\n## {{% heading "prerequisites" %}}\n\nHelm writes `{{ .Values.x }}`.\n\n```yaml\n{{ toYaml . }}\n```\n\nOr:\n\n    {{ .Name }}\n    {{ end }}\n';

    expect(parse(content).sections.map(({ headings }) => headings.at(-1))).toEqual([
      'Upgrade to',
      'prerequisites',
    ]);
    expect(texts(content)).toEqual(['A Pod runs v.', 'Helm writes `{{ .Values.x }}`.', 'Or:']);
    expect(codes(content).map(({ code }) => code)).toEqual([
      '{{ toYaml . }}',
      '{{ .Name }}\n{{ end }}',
    ]);
  });

  test('drops calls of functions of Go, and the marks of go.dev around a text', () => {
    const content =
      'Cut:\n{{raw `\n\tif a <b> c {\n\t}\n`}}\n\n{{image "saw/blade.png" 850}}\n\n{{play "saw.go" `/^func/` `/^}/`}}\n\nDone.\n';

    expect(texts(content)).toEqual(['Cut:', 'Done.']);
    expect(codes(content).map(({ code }) => code)).toEqual(['if a <b> c {\n}']);
  });

  test('shows the commands of the tabs of ESLint, and no other call of a template', () => {
    const content =
      'Run:\n\n{{ npm_tabs({\n    command: "install",\n    packages: ["saw", "blade"],\n    args: ["--save-dev"]\n}) }}\n\n{{ npx_tabs ({\n    package: "saw",\n    args: ["[options]"]\n}) }}\n\n{{ rule({\n    name: "cut"\n}) }}\n\nDone.\n';

    expect(codes(content).map(({ code }) => code)).toEqual([
      'npm install --save-dev saw blade',
      'npx saw [options]',
    ]);
    expect(texts(content)).toEqual(['Run:', 'Done.']);
  });

  test('leaves out the tags of components that stand together', () => {
    const content =
      '<Tiles>\n\n<Card href="/a">\n\nA saw.\n\n</Card>\n<Card href="/b">\n\nA blade of <size>.\n\n</Card>\n</Tiles>\n';

    expect(texts(content)).toEqual(['A saw.', 'A blade of <size>.']);
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

  test('shows no file name of a picture as a title', () => {
    expect(texts('Open it:\n\n{{<image filename="images/saw.png" >}}\n\nDone.\n')).toEqual([
      'Open it:',
      'Done.',
    ]);
  });

  test('reads the pages of the reference of Playwright as its site shows them', () => {
    const content =
      '# class: Saw\n* since: v1.8\n\nA saw.\n\n## async method: Saw.cut\n* since: v1.9\n* langs: js, java\n  - alias-java: cutIt\n- returns: <[Wood]>\n\nCuts.\n\n```js\nawait saw.cut();\n```\n\n### option: Saw.cut.force = %%-input-force-%%\n* since: v1.9\n\n### param: Saw.cut.wood\n* since: v1.9\n- `wood` <[string]>\n\nWhat to cut.\n';
    const { sections } = parse(content);

    expect(sections.map(({ headings }) => headings.at(-1))).toEqual([
      'Saw',
      'Saw.cut',
      'Saw.cut.wood',
    ]);
    expect(texts(content).join('\n')).not.toMatch(/since|langs|alias|%%/);
    expect(texts(content)).toContain('What to cut.');
  });

  test('shows a placeholder for a version that a shortcode of a site shows', () => {
    const content = 'Since v{{< current-version >}}, oil {{< icon >}} it.\n';
    expect(texts(content)).toEqual(['Since v{current-version}, oil  it.']);
  });

  test('reads shortcodes that take several lines, and keeps the names of options', () => {
    const content =
      '{{% config_option name="sdk.enabled" %}} Set to `false`\nto disable it. {{% /config_option %}}\n\n{{% config_option\n  name="sdk.hosts"\n  default="a" %}}\n\nThe hosts. Format is `a,b`. {{%\n/config_option %}}\n\n```yaml\n{{% open\n```\n\n{{% never closed\n\nLast.\n';

    expect(texts(content).join('|')).toBe(
      '**sdk.enabled** Set to `false`\nto disable it.|**sdk.hosts**|The hosts. Format is `a,b`.|{{% never closed|Last.',
    );
    expect(codes(content).map(({ code }) => code)).toEqual(['{{% open']);
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

  test('leaves out the comments of Docusaurus and the notations of Nest in code', () => {
    const docusaurus =
      '```js\n// highlight-start\na();\n// highlight-end\nb();\n/* highlight-next-line */\nc();\n// highlight-add-next-line\nd();\n# highlight-next-line\n//highlight-next-line-info\n// ---cut---\n```\n';
    const nest = '```typescript\n@@filename(cats.module)\na: A;\n@@switch\na;\n```\n';

    expect(codes(docusaurus)[0]!.code).toBe('a();\nb();\nc();\nd();');
    expect(codes(nest)).toEqual([{ language: 'typescript', code: 'a: A;', label: 'cats.module' }]);
    expect(codes(nest.replace('cats.module', ''))).toEqual([
      { language: 'typescript', code: 'a: A;' },
    ]);
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

  test('shows the shortcodes that Hugo and Zola escape in code as their pages do', () => {
    const shown = (language: string, code: string): string =>
      codes(`\`\`\`${language}\n${code}\n\`\`\`\n`)[0]!.code;

    expect(
      shown('text', '{{</* figure src="a.png" */>}}\n{{%/* note */%}}\nx\n{{%/* /note */%}}'),
    ).toBe('{{< figure src="a.png" >}}\n{{% note %}}\nx\n{{% /note %}}');
    expect(shown('md', '{{/* video(id="a") */}}')).toBe('{{ video(id="a") }}');
    expect(shown('jinja', '{%/* if a */%}{{/* a */}}{%/* endif */%}')).toBe(
      '{% if a %}{{ a }}{% endif %}',
    );
    expect(shown('yaml', 'token: ${{/* secrets.TOKEN */}}')).toBe('token: ${{ secrets.TOKEN }}');
    expect(texts('Call `{{</* figure */>}}` there.\n')).toEqual(['Call `{{< figure >}}` there.']);
  });

  test('keeps the comments of Go templates in code', () => {
    const code = '{{/* Returns the name (short). */}}\n{{- define "name" -}}';

    expect(codes(`\`\`\`yaml\n${code}\n\`\`\`\n`)[0]!.code).toBe(code);
  });

  test('keeps the names in words with escapes', () => {
    expect(texts('Set a\\_b\\_c, `a\\_b` and \\_d.\n')).toEqual(['Set a_b_c, `a\\_b` and \\_d.']);
  });

  test('drops the classes of code spans', () => {
    expect(texts('Call `malloc`{.good}, not `{.class}`.\n')).toEqual([
      'Call `malloc`, not `{.class}`.',
    ]);
  });

  test('drops the lines for a site, and links without a text', () => {
    const content =
      "import Toc from '@theme/Toc';\n\n> MODULE: a/b\n\n{{include \"/a.html\"}}\n\nSee [one two][one two] and [][three].\n\n{{#options}}\n\n{{> a-b }}\n\nimport it from 'a'\n";

    expect(texts(content)).toEqual(['See one two and .', "import it from 'a'"]);
  });

  test('shows a cell with blocks of its own as these blocks, without bars', () => {
    const table = `<table>
<tr><th>Library</th><th>Features</th></tr>
<tr>
<td><strong>Saw</strong></td>
<td>

* cuts
* \`--quick\`

</td>
<td>since 2</td>
</tr>
<tr><td>Drill</td><td>bores</td></tr>
</table>

After.
`;
    expect(texts(table)).toEqual([
      '| Library | Features |\n| --- | --- |',
      'Saw',
      '* cuts\n* `--quick`',
      'since 2',
      '| Drill | bores |',
      'After.',
    ]);
  });

  test('removes the HTML of a table of any length', () => {
    const row = (at: number): string => `| <a id="o${at}" href="#o${at}">option${at}</a> | Text |`;
    const rows = Array.from({ length: 4_000 }, (_, at) => row(at));

    const found = texts(`| Option | Use |\n|---|---|\n${rows.join('\n')}\n`).join('\n');

    expect(found).toContain('| option3999 | Text |');
    expect(found).not.toContain('<a');
  });

  test('leaves what looks like a directive in code alone', () => {
    expect(codes('```md\n:::note\n=== "x"\n<!-- c -->\n{% x %}\n```\n')[0]!.code).toBe(
      ':::note\n=== "x"\n<!-- c -->\n{% x %}',
    );
  });
});

import { expect, test } from 'vitest';
import { parse, only, texts, codes } from './parsed.fixture.ts';

test('repeats a cell of a table of HTML that spans rows, and leaves out its columns', () => {
  const table =
    '<table border=0>\n <col width=177>\n <col width=175>\n<tr><td>Saw</td><td>Use</td><td>Key</td></tr>\n<tr height=1><td rowspan=2>cut</td><td>a</td>\n<td rowspan="2">x</td></tr>\n<tr><td>b</td></tr>\n<tr><td>oil</td><td>c</td><td>y</td></tr>\n</table>\n';
  expect(texts(table)).toEqual([
    '| Saw | Use | Key |\n| --- | --- | --- |\n| cut | a | x |\n| cut | b | x |\n| oil | c | y |',
  ]);
});

test('decodes every named reference of HTML, in prose and in HTML code', () => {
  expect(texts('M&uuml;ller &amp; S&ouml;hne&hellip; &Rightarrow; a&nbsp;b &notaname;\n')).toEqual([
    'Müller & Söhne… ⇒ a b &notaname;',
  ]);
  expect(codes('<pre>gr&uuml;n &frac12;</pre>\n')).toEqual([{ language: '', code: 'grün ½' }]);
});

test('what an old browser shows in place of a film or a sound is no text', () => {
  const media =
    '<video controls>\n  <source src="a.mp4" />\n  Your browser cannot show films.\n</video>\n\n<audio src="a.mp3">No sound.</audio>\n';
  expect(texts(`Cut.\n\n${media}\nOil.\n`)).toEqual(['Cut.', 'Oil.']);
});

test('writes each row of an HTML table on one line', () => {
  const content =
    '<table>\n<tr>\n  <th>Name</th>\n  <th>Use\n  of it</th>\n</tr>\n<tr>\n  <td>a</td>\n  <td>one\n  two</td>\n</tr>\n</table>\n';

  expect(texts(content)).toEqual(['| Name | Use of it |\n| --- | --- |\n| a | one two |']);
});

test('a heading in a note of HTML is no section, and one behind it is', () => {
  const note =
    '<aside class="note warning">\n\n<h1> Mind the `lid` </h1>\n\nIt is hot.\n\n</aside>';
  const { sections } = parse(`# Saws\n\n${note}\n\n## Oil\n\nUse oil.\n\n<h2>Wood</h2>\n\nOak.\n`);

  expect(sections.map(({ headings }) => headings)).toEqual([
    ['Saws'],
    ['Saws', 'Oil'],
    ['Saws', 'Wood'],
  ]);
  expect(sections[0]?.blocks).toEqual([
    { kind: 'text', text: '**Mind the `lid`**' },
    { kind: 'text', text: 'It is hot.' },
  ]);
});

test('a heading in a hint of GitBook is no section', () => {
  const hint =
    '{% hint style="info" %}\n#### Mind the **lid**&#x20; <a href="#lid" id="lid"></a>\n\nIt is hot.\n\n```sh\n# lid\n```\n{% endhint %}';
  const { sections } = parse(`# Saws\n\n${hint}\n\nCut.\n\n## Oil\n\nUse oil.\n`);

  expect(sections.map(({ headings }) => headings)).toEqual([['Saws'], ['Saws', 'Oil']]);
  expect(sections[0]?.blocks).toEqual([
    { kind: 'text', text: '**Info**' },
    { kind: 'text', text: '**Mind the lid**' },
    { kind: 'text', text: 'It is hot.' },
    { kind: 'code', language: 'sh', code: '# lid' },
    { kind: 'text', text: 'Cut.' },
  ]);
});

test('the tags of a hint of GitBook can stand beside its text', () => {
  const content =
    'Cut.\n\n{% hint style="info" %}Mind the\nlid. {% endhint %}\n\n{% hint style="info" %}Hot.{% endhint %}\n\nOil.\n';
  expect(only(content).blocks).toEqual([
    { kind: 'text', text: 'Cut.' },
    { kind: 'text', text: '**Info**' },
    { kind: 'text', text: 'Mind the\nlid.' },
    { kind: 'text', text: '**Info**' },
    { kind: 'text', text: 'Hot.' },
    { kind: 'text', text: 'Oil.' },
  ]);
});

test('a note without an end tag changes no heading', () => {
  expect(only('<aside>\n\n<h2>Wood</h2>\n\nOak.\n').headings).toEqual(['Wood']);
  const { sections } = parse('{% hint style="info" %}\n## Wood\n\nOak.\n');
  expect(sections.at(-1)?.headings).toEqual(['Wood']);
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

test('drops the widths of columns that Pandoc writes into a table of HTML', () => {
  const content =
    'A:\n\n<table>\n<colgroup>\n<col style="width: 20%" />\n<col style="width: 80%" />\n</colgroup>\n<tr><th>b</th><th>c</th></tr>\n<tr><td>d</td><td>e</td></tr>\n</table>\n';

  expect(texts(content)).toEqual(['A:', '| b | c |\n| --- | --- |\n| d | e |']);
});

test('reads no language that is HTML, and no spaces that a shell cannot read', () => {
  expect(codes('```sh\nsaw\u00a0--fast\n```\n\n```</code></pre>\nb\n```\n')).toEqual([
    { language: 'sh', code: 'saw --fast' },
    { language: '', code: 'b' },
  ]);
});

test('keeps the text between two tags on one line', () => {
  expect(texts('{{< note >}} Oil the saw. {{< /note >}}\n')).toEqual(['**Note**', 'Oil the saw.']);
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

test('shows the text of a heading of HTML between blank lines', () => {
  const page = '# Saw\n\n<h3 align="center">\n\nJoin **us**!\n\n</h3>\n\nCut.\n';
  expect(texts(page)).toEqual(['Join **us**!', 'Cut.']);
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

test('an HTML heading in a note is no section', () => {
  const { title, sections } = parse('!!! note\n    <h3>TL;DR</h3>\n\n    Short.\n\n## One\n\na\n');

  expect(title).toBe('One');
  expect(sections.map(({ headings }) => headings)).toEqual([[], ['One']]);
});

test('drops menus of links in HTML, and keeps links of a sentence', () => {
  const link = (text: string): string => `<a href="https://example.org/${text}">${text}</a>`;
  const menu = [link('Docs'), '<span>&nbsp;•&nbsp;</span>', link('Discord'), '|', link('𝕏')];

  expect(texts(`<div align="center">\n  ${menu.join('\n  ')}\n  <br />\n</div>`)).toEqual([]);
  expect(texts(`<p>It runs on ${link('Linux')} ${link('macOS')} ${link('BSD')}.</p>`)).toEqual([
    'It runs on Linux macOS BSD.',
  ]);
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

test('keeps code with blank lines together below a tag of HTML', () => {
  const content =
    '# Saw\n\n<figure markdown="1">\n```js\ncut();\n\nstop();\n```\n<figcaption>How to cut.</figcaption>\n</figure>\n\n## Oil\n\nOil it.\n';
  expect(codes(content).map(({ code }) => code)).toEqual(['cut();\n\nstop();']);
  expect(texts(content)).toEqual(['How to cut.', 'Oil it.']);
});

test('a summary with bold words and tags is bold as a whole', () => {
  expect(
    texts(
      '<details><summary>**Example:** the <code>cut</code> of it<a href="#a"></a></summary>\n\nx\n\n</details>\n',
    ),
  ).toEqual(['**Example: the `cut` of it**', 'x']);
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

test('shows the signs that Markdown escapes in code of HTML', () => {
  expect(
    texts(
      '- **saw** (<code>dict\\[str, Saw\\_Blade\\] | None</code>): As <code>\\d\\[a\\]</code>.\n',
    ),
  ).toEqual(['- **saw** (`dict[str, Saw_Blade] | None`): As `\\d\\[a\\]`.']);
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

test('keeps the lines of <pre>, without its buttons', () => {
  expect(
    codes(
      '<pre><code>a<br/>  <span>b</span><br>c</code><button type="button">Copy</button></pre>\n',
    ),
  ).toEqual([{ language: '', code: 'a\n  b\nc' }]);
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

test('reads indented tags in an open element as HTML, and other indented tags as code', () => {
  const content =
    '<section>\n\n## Options {#options}\n\n    <dl>\n      <dt>\n\n### -n {#n}\n\n      </dt>\n      <dd>The <code>node</code>.</dd>\n    </dl>\n\n</section>\n\nWrite:\n\n    <dd>Sample</dd>\n';
  expect(texts(content)).toEqual(['The `node`.', 'Write:']);
  expect(codes(content).map(({ code }) => code)).toEqual(['<dd>Sample</dd>']);
});

test('drops the head of a page', () => {
  expect(texts('<head>\n<title>Saws</title>\n</head>\n\nSaw the board.\n')).toEqual([
    'Saw the board.',
  ]);
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

test('a tag on a line of its own within a sentence ends no paragraph', () => {
  const sentence =
    'Cut with the\n<a href="https://saw.test">\nsaw\n</a>\nor the\n<strong>\naxe\n</strong>\nor\n<code>\noil\n</code>.';
  const shown = ['Cut with the\nsaw\nor the\naxe\nor\n`oil`.'];

  expect(texts(`<p>\n${sentence}\n</p>\n`)).toEqual(shown);
  expect(texts(`${sentence}\n`)).toEqual(shown);
});

import { expect, test } from 'vitest';
import { startCpuClock } from '../../../../test/support/cpu-seconds.ts';
import { withHtmlExamples } from './html-examples.ts';
import { parse, only, texts, codes } from './parsed.fixture.ts';

test('reads tags of Markdoc that begin with their name on a line, or stand around words', () => {
  const content =
    '{% well\nheading="Blades"\nhref="/blades" %}\nA {% sup %}2{% /sup %}b {% badge href="/new" %}soon{% /badge %}.\n{% /well %}\n\nEnd.\n';
  expect(texts(content)).toEqual(['**Blades**', 'A 2b soon.', 'End.']);
});

test('reads the tags of Markdoc in titles and within text', () => {
  const content =
    '# Saw {% badge text="New" /%} {% availability connector="saw" /%}\n\nA. {% .wide %}\n\n## Blades {% #steel .big %}\n\nB{% icon name="x" /%} `{% a /%}`.\n';

  const { sections } = parse(content);
  expect(sections.map(({ headings }) => headings.at(-1))).toEqual(['Saw New', 'Blades']);
  expect(sections[1]!.anchor).toBe('steel');
  expect(texts(content)).toEqual(['A.', 'B `{% a /%}`.']);
});

test('drops an include of Jekyll within text, and keeps the text that it states', () => {
  const content =
    '## Saw {% include pro.html %}\n\n- cut {% include_cached badge.html text="New" %}\n- `{% include a.html %}`\n\n|a|b|\n|-|-|\n|oil {%- include pro.html a=b -%}|c|\n';

  expect(only(content)).toMatchObject({ headings: ['Saw'] });
  expect(texts(content)).toEqual(['- cut New\n- `{% include a.html %}`', '|a|b|\n|-|-|\n|oil |c|']);
});

test('drops a file that Liquid names by a value, and the text that it keeps for the name', () => {
  const content =
    '## Saw\n\n<div>\n{% capture shown %}saws/cut.html{% endcapture %}{% include {{ shown }} %}\n</div>\n\n{% capture path %}saws/{{ saw.kind }}.md{% endcapture %}\n{% include {{ path }} %}\n\n1. Cut. {% include {{ page.version }}/oil.md %}\n';

  expect(texts(content)).toEqual(['1. Cut.']);
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

test('reads the text of a part of the theme of Jekyll over several lines, with any marks', () => {
  const long = 'very '.repeat(80);
  const content = `{% include note.html content="\nOil ${long}it.\n\nCall \`cut({\`\n\`saw\`\n\`})\`, {{site.name}}.\n" %}\n\nDone.\n\n{% include note.html content="\n\nText.\n`;

  const [kind, note = '', ...others] = texts(content);
  expect([kind, others[0]]).toEqual(['**Note**', 'Done.']);
  expect(note).toMatch(/^Oil very .* Call `cut\(\{` `saw` `\}\)`, /);
});

test('shows the text of the tags of a template within text', () => {
  const content =
    '## Vite {% avatar "https://vite.dev/" %}\n\nSaw {% addedin "2.0.0" %} {% new_in 3.10 %} by {%- api-v3 "@cut", \'cut\' -%}{% include "a.njk" %}, `{% a "b" %}` {% if a == "b" %}.\n';

  expect(only(content)).toMatchObject({ headings: ['Vite'] });
  expect(texts(content)).toEqual([
    'Saw 2.0.0 (new in 3.10) by cut, `{% a "b" %}` {% if a == "b" %}.',
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

test('leaves out tags of Liquid that take several lines, and the marks of kramdown around HTML', () => {
  expect(
    texts('First.\n\n{% include code.html\n    rest=one\n    python=two %}\n\nLast.\n'),
  ).toEqual(['First.', 'Last.']);
  expect(texts('Choose {::nomarkdown}<img src="a.png" alt="the saw"/>{:/} or `{:/}`.\n')).toEqual([
    'Choose the saw or `{:/}`.',
  ]);
});

test('leaves out the classes of kramdown behind any text, but no formats of Rust', () => {
  const content =
    '# ![Logo](a.png){: .icon} Saws{: #saws .big}\n\nSome *saws*{: .text-delta} print {:#?} or {:.2}.\n';
  expect(parse(content).title).toBe('Saws');
  expect(texts(content)).toEqual(['Some *saws* print {:#?} or {:.2}.']);
  expect(texts('Cuts\nit. {#saw.cut-it}\n\nOils. \\{#saw.oil}\n\nUse {#each}\n')).toEqual([
    'Cuts\nit.',
    'Oils.',
    'Use {#each}',
  ]);
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

test('reads what a shortcode of a site for code in a language encloses as code', () => {
  const content =
    '{{< codeFromInline lang="bash" >}}\ncut <<EOF\n# oak\nEOF\n{{< /codeFromInline >}}\n\n{{% code-block language="go" %}}\nmain()\n{{% /code-block %}}\n\n{{< code lang="sh">}}cut{{</ code >}}\n\n{{< code lang="js" file="cut.js" >}}\ncut();\n{{< /code >}}\n\n{{< code-sample lang="go" file="a.go" >}}\n\n{{< code lang="go" />}}\n\nDone.\n';

  expect(codes(content)).toEqual([
    { language: 'bash', code: 'cut <<EOF\n# oak\nEOF' },
    { language: 'go', code: 'main()' },
    { language: 'sh', code: 'cut' },
    { language: 'js', label: 'cut.js', code: 'cut();' },
  ]);
  expect(texts(content).at(-1)).toBe('Done.');
});

test('reads shortcodes with a language and a title around code, also below a comment in it', () => {
  const content =
    'Cut:\n\n{{< code shell "Oak and ash" >}}\n# Oil it\nsaw --oil\n{{< /code >}}\n\n{{% code yml %}}\nsaw: 1\n{{% /code %}}\n\nDone.\n';
  expect(codes(content)).toEqual([
    { language: 'shell', label: 'Oak and ash', code: '# Oil it\nsaw --oil' },
    { language: 'yml', code: 'saw: 1' },
  ]);
  expect(texts(content)).toEqual(['Cut:', 'Done.']);
  expect(codes('{{< code "saw.go" >}}\n\nCuts.\n')).toEqual([]);
});

test('shows all variants of a text that conditions of Liquid tell apart', () => {
  const content =
    'Use {% if_version lte:2.5.x inline:true %}[oak](/docs/{{ page.release }}/oak){% endif_version %}{% if_version gte:2.6.x %}`ash`{% endif_version %} now{% if page.edition != "oil" %}, or oil{% endif %}. Write `{% if saw %}`.\n';
  expect(texts(content)).toEqual(['Use oak / `ash` now, or oil. Write `{% if saw %}`.']);
});

test('reads the HTML of an example of a CSS framework as code, and its program', () => {
  const content =
    'Oil:\n\n{{< example class="wide" javascript=`\noil();\n\nrest();\n` >}}\n<div>\n\n  <p>Oil</p>\n</div>\n{{< /example >}}\n\n{{< example >}}\n<p>Cut</p>\n{{< /example >}}\n\n{{< example >}}\nA saw **cuts**.\n{{< /example >}}\n\nDone.\n';
  expect(codes(content)).toEqual([
    { language: 'html', code: '<div>\n\n  <p>Oil</p>\n</div>' },
    { language: 'javascript', code: 'oil();\n\nrest();' },
    { language: 'html', code: '<p>Cut</p>' },
  ]);
  expect(texts(content)).toEqual(['Oil:', 'A saw **cuts**.', 'Done.']);
});

test('reads hostile examples in linear time', () => {
  for (const part of [
    '{{< example\n',
    '{{< example >}}\n',
    '{{< example >}}\n<p>\n{{< /example >}}\n',
  ]) {
    const seconds = startCpuClock();
    withHtmlExamples(`${part.repeat(30_000)}{{< /example >}}`.split('\n'));
    expect(seconds(), part).toBeLessThan(4);
  }
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

test('reads text as code that a page of Jekyll keeps and gives to a part of its site as code in a language', () => {
  const content =
    'Cut:\n\n{% capture java %}\nsaw.cut(wood -> {\n    wood.oil();\n});\n{% endcapture %}\n{% capture second %}\nsaw.cut { it.oil() }\n{% endcapture %}\n{% capture vue3 %}\n<saw />\n{% endcapture %}\n{% capture note %}\nOil it.\n{% endcapture %}\n{% include macros/tabs.html java=java kotlin=second vue3=vue3 text=note %}\n';

  expect(codes(content)).toEqual([
    { language: 'java', code: 'saw.cut(wood -> {\n    wood.oil();\n});' },
    { language: 'kotlin', code: 'saw.cut { it.oil() }' },
    { language: 'vue', code: '<saw />' },
  ]);
  expect(texts(content)).toEqual(['Cut:', 'Oil it.']);
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

test('reads code that begins beside the highlight tag, if the tag has an end', () => {
  const content =
    '<td class="code">\n  {% highlight js %}cut(function() {\n    oil();\n});\n  {% endhighlight %}\n</td>\n\nText.\n\n{% highlight js %} is a tag.\n';

  expect(codes(content)).toEqual([{ language: 'js', code: 'cut(function() {\n    oil();\n});' }]);
  expect(texts(content)[0]).toBe('Text.');
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

test('the entries of an index in a book of mdBook show their text, without marks', () => {
  const text =
    '## The {{i:`cut`}} function\n\nA {{i:saw}}{{hi:tools}} has {{ii: sharp\nteeth}}.\n\n{{hi:oil}}\nOil it.\n';
  expect(only(text).headings).toEqual(['The cut function']);
  expect(texts(text)).toEqual(['A saw has sharp\nteeth.', 'Oil it.']);
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

test('shows a text that a filter of Liquid or Jinja changes', () => {
  expect(
    texts(
      'See {{ "Saw.cut" | api_doc }}, [oil]({{ \'/oil/\' | relative_url }}), {{- \'red\'|upper -}} oil, {{ saw | upper }} and `{{ "a" | b }}`.\n',
    ),
  ).toEqual(['See Saw.cut, oil, red oil, {{ saw | upper }} and `{{ "a" | b }}`.']);
});

test('replaces a link in a table whose target is a tag with a filter by its text', () => {
  const table = '| Saw | See |\n| --- | --- |\n| Hand | [oil]({{ "/oil" | relative_url }}) |\n';
  expect(texts(table)).toEqual(['| Saw | See |\n| --- | --- |\n| Hand | oil |']);
});

test('leaves out sizes of pictures and classes of emphasis, as sites of markdown-it have them', () => {
  const content = '![Saw](/saw.png =x50) *Oil it.*{.caption} It reads src/*{.js} and **a**{.b}.\n';
  expect(texts(content)).toEqual(['Saw *Oil it.* It reads src/*{.js} and **a**.']);
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

test.each(['::: -->', '<<< saw.ts -->', '--8<-- "saw.ts" -->', ':::tip Oil -->'])(
  'reads what follows a comment that ends with the line %j',
  (end) => {
    expect(texts(`Cut.\n\n<!-- :::saw\n\`\`\`js\noil();\n\`\`\`\n${end}\n\nDone.\n`)).toEqual([
      'Cut.',
      'Done.',
    ]);
  },
);

test('leaves out the lines around what Blade shows as it is written, except in code', () => {
  const content =
    'Show the name:\n\n@verbatim\n```blade\n@verbatim\n{{ $name }}\n@endverbatim\n```\n@endverbatim\n\nEnd.\n';
  expect(texts(content)).toEqual(['Show the name:', 'End.']);
  const code = '@verbatim\n{{ $name }}\n@endverbatim';
  expect(codes(content)).toEqual([{ language: 'blade', code }]);
});

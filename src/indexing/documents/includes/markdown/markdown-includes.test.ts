import { describe, expect, test } from 'vitest';
import { python, shown } from '../shown.fixture.ts';

describe('mdBook', () => {
  const rust =
    '// ANCHOR: main\nfn main() {\n    // ANCHOR: go\n    go();\n    // ANCHOR_END: go\n}\n// ANCHOR_END: main\n';
  const fence = (include: string): string =>
    `# Guide\n\nRun it:\n\n\`\`\`rust\n${include}\n\`\`\`\n`;

  test.each([
    ['{{#include ../listings/main.rs}}', 'fn main() {\n    go();\n}'],
    ['{{#rustdoc_include ../listings/main.rs:go}}', 'go();'],
    ['{{#include ../listings/main.rs:2}}', 'fn main() {'],
    ['{{#include ../listings/main.rs:2:4}}', 'fn main() {\n    go();'],
    ['{{#include ../listings/main.rs::2}}', 'fn main() {'],
    ['{{#include ../listings/main.rs:6:}}', '}'],
  ])('shows the lines of %s in its code block', async (include, expected) => {
    const files = { 'listings/main.rs': rust };
    const { code } = await shown('src/guide.md', fence(include), files);
    expect(code).toEqual([`rust: ${expected}`]);
  });

  test('shows a literate program of Go as code', async () => {
    const content = '# Guide\n\nCut:\n\n{{#literatego ./testdata/cut.go}}\n\nDone.\n';
    const { code } = await shown('docs/src/guide.md', content, {
      'docs/src/testdata/cut.go': '/*\nFirst, cut.\n*/\nfunc Cut() {}\n',
    });
    expect(code).toEqual(['go: /*\nFirst, cut.\n*/\nfunc Cut() {}']);
  });

  test('shows a playground as Rust code', async () => {
    const content = '# Guide\n\nRun it:\n\n{{#playground main.rs editable}}\n';
    const { code } = await shown('src/guide.md', content, { 'src/main.rs': 'fn main() {}\n' });
    expect(code).toEqual(['rust: fn main() {}']);
  });

  test('shows an include with a backslash as it is', async () => {
    const include = String.raw`\{{#include main.rs}}`;
    const { code } = await shown('src/guide.md', fence(include), { 'src/main.rs': rust });
    expect(code).toEqual([`rust: ${include}`]);
  });

  test('finds a file whose path begins at a folder elsewhere in the repository', async () => {
    const include = '```rust\n{{#include ../examples/src/saw.rs:cut}}\n```\n';
    const { code } = await shown('books/0.7/src/saws/cut.md', include, {
      'packages/examples/src/saw.rs': '// ANCHOR: cut\ncut();\n// ANCHOR_END: cut\n',
    });
    expect(code).toEqual(['rust: cut();']);
    const { code: others } = await shown('books/cut.md', include.replace('../', '../../../'), {
      'packages/examples/src/saw.rs': 'cut();\n',
    });
    expect(others.join()).not.toContain('cut();');
  });
});

describe('MkDocs and FastAPI', () => {
  const source = '# --8<-- [start:make]\nmake()\n# --8<-- [end:make]\nbreak_it()\nmend()\n';
  const fence = (include: string): string =>
    `# Guide\n\nMake it:\n\n\`\`\`py\n${include}\n\`\`\`\n`;

  test.each([
    ['--8<-- "examples/app.py"', 'make()\nbreak_it()\nmend()'],
    ['--8<-- "examples/app.py:make"', 'make()'],
    ['--8<-- "user/guide.py:make"', 'make()'],
    ['--8<-- "cut.py:make"', 'make()'],
    ['--8<-- "examples/app.py:4:4"', 'break_it()'],
    ['--8<-- "examples/app.py:4"', 'break_it()\nmend()'],
    ['--8<-- "examples/app.py:2:2,5:5"', 'make()\nmend()'],
    ['--8<--\nexamples/app.py:make\n; examples/other.py\n--8<--', 'make()'],
    ['{!> ../examples/app.py!}', 'make()\nbreak_it()\nmend()'],
  ])('shows the lines of %j in its code block', async (include, expected) => {
    const text = source.trimEnd();
    const files = {
      'examples/app.py': text,
      'docs/src/user/guide.py': text,
      'code-samples/cut.py': text,
    };
    const { code } = await shown('docs/guide.md', fence(include), files);
    expect(code.map((one) => one.replace(/# --8<--.*\n?/g, ''))).toEqual([`py: ${expected}`]);
  });

  test.each(["{% include 'saws/oil.yaml' %}", '[[%- include "saws/oil.yaml" ignore missing -%]]'])(
    'shows the file of the macro %s, also in code, without its tags',
    async (include) => {
      const content = `# Oil\n\n\`\`\`yml\n${include}\n\`\`\`\n\nAlso:\n\n${include}\n`;
      const { code } = await shown('docs/api/oil.md', content, {
        'docs/snippets/saws/oil.yaml': '{% raw %}\noil: "{{ .grade }}"\n{% endraw %}\n',
      });
      expect(code).toEqual(['yml: oil: "{{ .grade }}"', 'yaml: oil: "{{ .grade }}"']);
    },
  );

  test('does not run the macros of an included file', async () => {
    const include = "{% include 'oil.yaml' %}";
    const { code } = await shown('docs/oil.md', `# Oil\n\n\`\`\`yaml\n${include}\n\`\`\`\n`, {
      'docs/oil.yaml': '{% for oil in oils %}\n- {{ oil }}\n{% endfor %}\n',
    });
    expect(code).toEqual([`yaml: ${include}`]);
  });

  test('reads a snippet of Markdown as a part of the page, and the snippets in it', async () => {
    const { code, text } = await shown('docs/guide.md', '# Guide\n\n--8<-- "parts/install.md"\n', {
      'docs/parts/install.md': '---\ntitle: x\n---\n## Installation\n\n--8<-- "parts/pip.sh"\n',
      'docs/parts/pip.sh': 'pip install widgets\n',
    });
    expect(text).toContain('Installation');
    expect(text).not.toContain('title: x');
    expect(code).toEqual(['bash: pip install widgets']);
  });

  test('shows nothing of an included picture', async () => {
    const content = '# Guide\n\nIt looks so:\n\n--8<-- "docs/saw.svg"\n';
    const { code, text } = await shown('docs/guide.md', content, {
      'docs/saw.svg': '<svg>\n\n<text>Saw</text>\n</svg>\n',
    });
    expect(code).toEqual([]);
    expect(text).toContain('It looks so:');
    expect(text).not.toMatch(/svg|Saw/);
  });

  test('finds a snippet in a folder for snippets', async () => {
    const content = '# Install\n\n--8<-- "install.md"\n';
    const { text } = await shown('docs/versioned/install.md', content, {
      'docs/snippets/install.md': 'Use a package.\n',
    });
    expect(text).toContain('Use a package.');
  });

  test.each([
    ['docs/guides/cut.mdx', '<Include src="_partials/blade" />', 'docs/_partials/blade.mdx'],
    ['docs/guides/cut.mdx', '<Include src="../_partials/blade" />', 'docs/_partials/blade.mdx'],
    ['guides/cut.mdx', '<Snippet file="blade.mdx" />', 'snippets/blade.mdx'],
    [
      'src/content/docs/cut.mdx',
      '<Render file="blade" product="saw" />',
      'src/content/partials/saw/blade.mdx',
    ],
    [
      'apps/docs/content/guides/cut.mdx',
      '<$Partial path="saw/blade.mdx" />',
      'apps/docs/content/_partials/saw/blade.mdx',
    ],
    ['content/guides/cut.md', ':partial{content="blade"}', 'content/_partials/blade.md'],
    [
      'content/docs/cut.mdx',
      '<include>./parts/blade.mdx</include>',
      'content/docs/parts/blade.mdx',
    ],
    ['content/docs/cut.mdx', '<include cwd>parts/blade.mdx</include>', 'parts/blade.mdx'],
    ['docs/axes/cut.md', '!!!include(axes/_blade.md)!!!', 'docs/axes/_blade.md'],
    ['docs/cut.md', '{% include blade.md %}', '_includes/blade.md'],
    ['docs/en/saws/cut.md', ':[The blade](../shared/blade.md)', 'docs/en/shared/blade.md'],
    ['docs/cut.md', '{% include markdown.html path="_saw/blade.md" %}', '_includes/_saw/blade.md'],
    ['docs/cut.md', '{% include "../.gitbook/includes/blade.md" %}', '.gitbook/includes/blade.md'],
    ['docs/cut.md', '{% include "blade.md" %}', 'docs/snippets/blade.md'],
    ['docs/cut.md', '{% partial file="blade.md" /%}', 'partials/blade.md'],
    ['src/content/cut.md', "{% render 'saw/blade.md' %}", 'src/_includes/saw/blade.md'],
    [
      'site/docs/saws/cut.en.md',
      '<embed src="@/common/blade.md#L1-L1"></embed>',
      'site/common/blade.md',
    ],
    ['docs/cut.md', '<embed src="./blade.md" />', 'docs/blade.md'],
  ])('in %s, %s shows %s', async (page, include, file) => {
    const content = `# Cut\n\nFirst.\n\n${include}\n\nDone.\n`;
    const { text } = await shown(page, content, { [file]: 'Mind the blade.\n' });
    expect(text).toContain('First.\n\nMind the blade.\n\nDone.');
  });

  test.each([
    ['{% include_code saws/cut.js %}', 'js: one();\ntwo();\nthree();'],
    ['{% include_code Cut a plank lang:jsx from:2 to:2 saws/cut.js %}', 'jsx: two();'],
    ['{% include_code from:2 saws/cut.js %}', 'js: two();\nthree();'],
  ])('shows the code that a tag of Hexo names: %s', async (tag, expected) => {
    const { code } = await shown('source/docs/cut.md', `Cut:\n\n<p>\n${tag}\n</p>\n`, {
      'source/downloads/code/saws/cut.js': 'one();\ntwo();\nthree();\n',
    });
    expect(code).toEqual([expected]);
  });

  test('shows the section of an example that a component of Actix names', async () => {
    const content =
      '# Saw\n\nUse it:\n\n<CodeBlock example="saw" file="cut.rs" section="setup" />\n\nDone.\n';
    const rust = 'use saw;\n// <setup>\nsaw::cut();\n// </setup>\nfn other() {}\n';
    const { code } = await shown('docs/saw.md', content, { 'examples/saw/src/cut.rs': rust });
    expect(code).toEqual(['rust: saw::cut();']);
  });

  test.each([
    ['<ExampleTabs name="saw-basic" />', 'apps/site/src/examples/saw-basic.tsx'],
    [
      '<ComponentPreview\n  align="start"\n  name="bow-saw-basic"\n/>',
      'src/demos/bow-saw/basic.tsx',
    ],
    ['<ExamplesExample file="v-saw/cut" />', 'packages/docs/src/examples/v-saw/cut.tsx'],
    ['<ComponentPreview name="SawDemo" />', 'src/example/SawDemo.tsx'],
    [
      '<ComponentPreview class="p-4" name="saw-demo">\n\n<div></div>\n\n</ComponentPreview>',
      'src/examples/saw-demo.tsx',
    ],
  ])('shows the example of a UI library that %j names', async (component, path) => {
    const { code } = await shown('docs/page.mdx', `Cut:\n\n${component}\n`, {
      [path]: 'export const cut = 1;\n',
    });
    expect(code).toEqual(['tsx: export const cut = 1;']);
  });

  test('shows the examples that components of Nuxt Content name', async () => {
    const content =
      'Cut:\n\n::component-example{label="Bow"}\n---\nprops:\n  wide: true\nname: \'bow-saw-cut-example\'\n---\n::\n\n' +
      '::component-example\n---\nname: oil-example\n---\n::\n\n::component-example{name="bow-saw-cut-example"}\n::\n\n::component-example\n---\nname: gone-example\n---\n::\n\nDone.\n';
    const folder = 'docs/app/components/content/examples';
    const { code, text } = await shown('docs/content/saw.md', content, {
      [`${folder}/bow-saw/BowSawCutExample.vue`]: '<template>\n  <Saw />\n</template>\n',
      [`${folder}/OilExample.vue`]: '<template />\n',
    });
    expect(code).toEqual([
      'vue: <template>\n  <Saw />\n</template>',
      'vue: <template />',
      'vue: <template>\n  <Saw />\n</template>',
    ]);
    expect(text).toContain('Done.');
    expect(text).not.toContain('name:');
  });

  test('shows an example in C that a component names with its path', async () => {
    const component = '<LvglExample name="saw_cut" path="saws/saw_cut" />';
    const { code } = await shown('docs/page.mdx', `Cut:\n\n${component}\n`, {
      'examples/saws/saw_cut.c': 'void cut(void) {}\n',
    });
    expect(code).toEqual(['c: void cut(void) {}']);
  });

  test('shows the demos of dumi as code, but not those for debugging', async () => {
    const content =
      '## Examples\n\n<code src="./demo/basic.tsx" iframe="200">Basic</code>\n<code src="./demo/odd.tsx" debug>Odd</code>\n<code src=\'./demo/long\'></code>\n\nDone.\n';
    const { code, text } = await shown('components/saw/index.md', content, {
      'components/saw/demo/basic.tsx': 'export default () => <Saw />;\n',
      'components/saw/demo/odd.tsx': 'export default () => <Odd />;\n',
      'components/saw/demo/long.jsx': 'export default () => <Long />;\n',
    });
    expect(code).toEqual([
      'tsx: export default () => <Saw />;',
      'jsx: export default () => <Long />;',
    ]);
    expect(text).toContain('Done.');
    expect(text).not.toContain('Odd');
  });

  test('shows the shared values and texts of GitHub Docs, also in lists and code', async () => {
    const content = `---
title: Saws
intro: 'Cut with {% data variables.product.saw %}'
---

{% data reusables.saws.note %} More.

1. {% data reusables.saws.start %}
1. Click {% octicon "gear" aria-hidden="true" aria-label="gear" %} **Oil**{% ifversion fpt %} here{% else %} there{% endif %}. See [AUTOTITLE](/saws/oil-saws#x).
1. {% data reusables.saws.missing %}

\`\`\`yaml
uses: {% data reusables.saws.action %}
\`\`\`

| Saw | Cuts |
| --- | --- |
| A | {% octicon "check" aria-label="Supported" %} |
`;
    const { code, text } = await shown('content/saws/cut.md', content, {
      'data/variables/product.yml':
        "# Names\nshort: 'Saw'\nsaw: '{% ifversion ghec %}Big{% elsif ghes %}Own{% else %}{% data variables.product.short %}{% endif %} 2'\n",
      'data/reusables/saws/note.md': 'Mind the blade.\n',
      'data/reusables/saws/start.md':
        'Start {% data variables.product.saw %}.\n\n{% data reusables.saws.note %}\n',
      'data/reusables/saws/action.md': 'saws/cut@v2\n',
    });
    expect(code).toEqual(['yaml: uses: saws/cut@v2']);
    expect(text).toContain('Cut with Saw 2');
    expect(text).toContain('Mind the blade. More.');
    expect(text).toContain('1. Start Saw 2.\n\n   Mind the blade.\n');
    expect(text).toContain('Click **Oil** here. See oil saws.');
    expect(text).toContain('| A | Supported |');
  });

  test('shows the file of this repository whose address on GitHub a component has', async () => {
    const address = 'https://raw.githubusercontent.com/me/saws/main/examples/app.py';
    const content = `Run:\n\n<RemoteCode\n\turl="${address}#L1"\n\ttitle="app.py"\n/>\n\n<Picture src="${address}" />\n`;
    const { code } = await shown('docs/page.mdx', content, { 'examples/app.py': python });
    expect(code).toEqual(['python: import os']);
  });

  test('shows the file of this repository whose address on GitHub a fence has', async () => {
    const address = 'https://github.com/me/saws/blob/main/examples/app.py';
    const page = (info: string, url: string): string => `Run:\n\n\`\`\`${info}\n${url}\n\`\`\`\n`;
    const code = async (info: string, url: string): Promise<string[]> => {
      const files = { 'examples/app.py': python };
      return (await shown('docs/page.md', page(info, url), files)).code;
    };

    expect(await code('py title="app.py" reference', address)).toEqual([`py: ${python.trim()}`]);
    expect(await code('py reference', `${address}#L9-L10`)).toEqual([
      'py: def two():\n    return 2',
    ]);
    expect(await code('py reference', `${address}#L1`)).toEqual(['py: import os']);
    const elsewhere = address.replace('app', 'b');
    expect(await code('py reference', elsewhere)).toEqual([`py: ${elsewhere}`]);
    expect(await code('py', address)).toEqual([`py: ${address}`]);
  });

  test('does not show a part with tags of its own', async () => {
    const content = "# Cut\n\n{% render 'rule.md', name: 'blade' %}\n\nDone.\n";
    const file = 'Mind {{ name }}.\n';
    const { text } = await shown('docs/cut.md', content, { 'docs/_includes/rule.md': file });
    expect(text).toContain('Done.');
    expect(text).not.toContain('Mind');
  });

  test('shows a part with links and values of the site, and with parts of its own', async () => {
    const content = '# Cut\n\n{% include_cached {{ page.version.name }}/blade.md %}\n\nDone.\n';
    const { text } = await shown('docs/v2/saws/cut.md', content, {
      'docs/_includes/v1/blade.md': 'Old.\n',
      'docs/_includes/v2/blade.md':
        'Mind the [blade]({% link {{ page.version.name }}/blade.md %}) of {{ site.data.names.saw }}.\n\n{% include {{page.version.name}}/oil.md %}\n',
      'docs/_includes/v2/oil.md': 'Oil the {{ site.data.names.saw }}.\n',
      'docs/_data/names.yml': 'saw: Saw 2\n',
    });
    expect(text).toContain('Mind the blade of Saw 2.\n\nOil the Saw 2.\n\nDone.');
  });

  test('shows a part that pages of Grafana share', async () => {
    const content =
      '# Saw\n\n{{< docs/shared source="saw" lookup="notes/blade.md" version="<SAW_VERSION>" >}}\n';
    const { text } = await shown('docs/sources/v2/use/saw.md', content, {
      'docs/sources/v2/shared/notes/blade.md': '---\ntitle: Blade\n---\n\nMind the blade.\n',
    });
    expect(text).toContain('Mind the blade.');
    expect(text).not.toContain('title');
  });

  test('shows the HTML of a shortcode of the site, unless that is a template', async () => {
    const row = '<tr><td><h5>saw.teeth</h5></td><td>Count of teeth.</td></tr>';
    const table = `<table>\n<tr><th>Key</th><th>Use</th></tr>\n${row}\n</table>\n`;
    const content = '# Saw\n\nKeys:\n{{< generated/saw_keys >}}\n\n{{% tools/cut %}}\n';
    const { text } = await shown('docs/content/use/saw.md', content, {
      'docs/layouts/shortcodes/generated/saw_keys.html': table,
      'docs/layouts/shortcodes/tools/cut.html': '<p>{{ .Page.Title }}</p>\n',
    });
    expect(text).toContain('| saw.teeth | Count of teeth. |');
    expect(text).not.toContain('.Page');
  });

  test('shows the part that a page of Redis embeds', async () => {
    const content = '# Saw\n\n{{<embed-md "blade.md">}}\n\nDone.\n';
    const { text } = await shown('content/use/saw.md', content, {
      'content/embeds/blade.md': 'Mind the blade.\n',
    });
    expect(text).toContain('Mind the blade.');
  });

  test.each([
    ['{{< include "saws/blade.yaml" "yaml" >}}', 'site/static/saws/blade.yaml'],
    [
      '{{< include file="saws/blade.yaml" code="true" lang="yaml" >}}',
      'site/static/saws/blade.yaml',
    ],
    ['{{< readfile file="/saws/blade.yaml" code="true" lang="yaml" >}}', 'saws/blade.yaml'],
    ['{{< example src="saws/blade.yaml" lang="yaml" >}}', 'saws/blade.yaml'],
    ['{{< codeFromFile file="static/blade.yaml" lang="yaml" >}}', 'site/static/blade.yaml'],
    ['{{% readFile "static/blade.yaml" %}}', 'site/static/blade.yaml'],
    ['{{% load-snippet file="src-link/saws/blade.yaml" type="yaml" %}}', 'saws/blade.yaml'],
  ])('shows the sample of the shortcode %s', async (include, file) => {
    const content = `# Saw\n\nUse it:\n\n${include}\n\nDone.\n`;
    const { code } = await shown('site/content/en/docs/use/saw.md', content, {
      [file]: 'blade: 1\n',
    });
    expect(code).toEqual(['yaml: blade: 1']);
  });

  test.each([
    ['first_line_contains="Cut" last_line_contains="{"', 'func Cut() struct{} {'],
    [
      'first_line_contains="func Cut() struct{} {" last_line_equals="}"',
      'func Cut() struct{} {\n}',
    ],
    [
      'first_line_contains="x := 1" last_line_contains="x :=" padding_after="1"',
      'x := 1\nreturn x',
    ],
    ['first_line_contains="return"', '\treturn x\n}'],
  ])('shows the lines of a sample from %s', async (lines, expected) => {
    const content = `# Saw\n\n{{% load-snippet-partial file="src-link/saw.go" ${lines} %}}\n`;
    const { code } = await shown('docs/content/saw.md', content, {
      'saw.go':
        'package saw\n\nfunc Cut() struct{} {\n}\n\nfunc Teeth() int {\n\tx := 1\n\treturn x\n}\n',
    });
    expect(code).toEqual([`go: ${expected}`]);
  });

  test('shows the part of a shortcode inside of code', async () => {
    const content =
      '# Saw\n\nUse it:\n\n```yaml\nsaw:\n  teeth: 8\n  {{% g_include file="includes/blade.md" %}}\n```\n';
    const { code } = await shown('content/saw.md', content, {
      'content/includes/blade.md': 'blade: 1\n',
    });
    expect(code).toEqual(['yaml: saw:\n  teeth: 8\n  blade: 1']);
    const shared = '# Saw\n\n```sh\n{{< get-shared-text "saws/cut.sh" >}}\n```\n';
    const { code: cut } = await shown('content/saw.md', shared, {
      'shared/text/saws/cut.sh': 'saw cut\n',
    });
    expect(cut).toEqual(['sh: saw cut']);
  });

  test.each([
    ['{{% include blade.md %}}', 'content/en/docs/_includes/blade.md'],
    ['{{% include "saws/blade.md" lang="js" %}}', 'content/en/docs/_includes/saws/blade.md'],
    ['{{% include "/_common/blade.md" %}}', 'content/en/_common/blade.md'],
    ['{{% include "_common/blade" %}}', 'content/en/_common/blade.md'],
    ['{{% g_include file="includes/blade.md" %}}', 'content/includes/blade.md'],
    ['{{% readfile "blade.md" %}}', 'content/en/docs/use/blade.md'],
    ['{{<embed-yaml "saws/blade.md" "blade.yaml">}}', 'content/embeds/saws/blade.md'],
    ['{{< boilerplate blade >}}', 'content/en/docs/boilerplates/blade.md'],
  ])('shows the part of the shortcode %s', async (include, file) => {
    const content = `# Saw\n\nFirst.\n\n${include}\n\nDone.\n`;
    const { text } = await shown('content/en/docs/use/saw.md', content, {
      [file]: 'Mind the blade.\n',
    });
    expect(text).toContain('First.\n\nMind the blade.\n\nDone.');
  });

  test.each([
    ["<%= render_markdown partial: 'saws/blade' %>", 'source/saws/_blade.md'],
    ['- <%= partial "blade", locals: { saw: 1 } %>', 'source/saws/_blade.html.md.erb'],
    ['<%= partial("/docs/parts/blade") %>', 'source/parts/_blade.html.erb'],
  ])('shows the partial of %s', async (include, file) => {
    const content = `# Saw\n\nFirst.\n\n${include}\n\nDone.\n`;
    const { text } = await shown('source/saws/saw.html.md.erb', content, {
      [file]: 'Mind the blade.\n',
    });
    expect(text).toMatch(/First\.\n\n(?:- )?Mind the blade\.\n\nDone\./);
  });

  test('shows the samples and parts of pages of Kubernetes', async () => {
    const content =
      '# Saw\n\nUse it:\n\n{{% code_sample file="pods/saw.yaml" %}}\n\n{{< include "blade.md" >}}\n\nDone.\n';
    const { code, text } = await shown('content/en/docs/use/saw.md', content, {
      'content/en/examples/pods/saw.yaml': 'kind: Pod\n',
      'content/en/includes/blade.md': 'Mind the blade.\n',
    });
    expect(code).toEqual(['yaml: kind: Pod']);
    expect(text).toContain('Mind the blade.');
  });

  test.each([
    ['language="js"', 'js: let saw;\n// Cut\nsaw.cut();\nsaw.oil();'],
    ['language="js" from="// Cut" before="saw.oil"', 'js: // Cut\nsaw.cut();'],
    ['after="// Cut" to="oil()"', 'js: saw.cut();\nsaw.oil();'],
    ['from=2 to=3', 'js: // Cut\nsaw.cut();'],
    ['from="saw.cut"', 'js: saw.cut();\nsaw.oil();'],
    ['from="saw.sell"', undefined],
  ])('shows the code of a tag of Redocly with %s', async (options, expected) => {
    const content = `# Saw\n\nUse it:\n\n{% code-snippet file="/_samples/saw.js" ${options} /%}\n`;
    const { code } = await shown('docs/use/saw.md', content, {
      '_samples/saw.js': 'let saw;\n// Cut\nsaw.cut();\nsaw.oil();\n',
    });
    expect(code).toEqual(expected === undefined ? [] : [expected]);
  });

  test('shows the part of a page of Redocly with the title of the page', async () => {
    const content = '# Saw\n\n{% raw-partial file="/docs/_parts/fields.md" /%}\n\nDone.\n';
    const { text } = await shown('docs/use/saw.md', content, {
      'docs/_parts/fields.md': 'Each {% $frontmatter.seo.title %} has teeth.\n',
    });
    expect(text).toContain('Each Saw has teeth.');
  });

  test('keeps a snippet in its list item', async () => {
    const content =
      '# Guide\n\n1. Make it:\n\n    ```py\n    --8<-- "app.py"\n    ```\n\n2. Mend it.\n';
    const { code } = await shown('docs/guide.md', content, { 'app.py': 'def make():\n    pass\n' });
    expect(code).toEqual(['py: def make():\n    pass']);
  });

  test('shows the lines of a FastAPI include, found from the root of its site', async () => {
    const { code } = await shown(
      'docs/en/docs/tutorial/first.md',
      '# First\n\nMake it:\n\n{* ../../docs_src/first/app.py ln[1:2,5] hl[2] *}\n',
      { 'docs_src/first/app.py': 'a = 1\nb = 2\nc = 3\nd = 4\ne = 5\n' },
    );
    expect(code).toEqual(['python: a = 1\nb = 2\ne = 5']);
  });
});

describe('codeinclude of MkDocs', () => {
  const java =
    'class App {\n  @Test\n  void opens() {\n    // start {\n    var a = new App();\n    if (a.ok()) { a.run(); }\n    // }\n    a.close();\n  }\n}\n';
  const page = (link: string): string =>
    `# App\n\nOpen it:\n\n<!--codeinclude-->\n${link}\n<!--/codeinclude-->\n\nDone.\n`;

  const opens =
    'void opens() {\n  // start {\n  var a = new App();\n  if (a.ok()) { a.run(); }\n  // }\n  a.close();\n}';

  test('labels code with a title that has code', async () => {
    const content = page('[Content of `App.java`](../src/App.java)');
    const { code, text } = await shown('docs/app.md', content, { 'src/App.java': 'run();\n' });
    expect(code).toEqual(['java: run();']);
    expect(text).toContain('Done.');
  });

  test.each([
    ['inside_block:start', 'var a = new App();\nif (a.ok()) { a.run(); }'],
    ['block:void opens', opens],
    ['lines:1-1,8-10', 'class App {\n    a.close();\n  }\n}'],
    ['', java.trimEnd()],
  ])('shows the lines that %j chooses', async (options, expected) => {
    const content = page(`[Opening an app](../src/App.java) ${options}`);
    const { code, text } = await shown('docs/app.md', content, { 'src/App.java': java });
    expect(code).toEqual([`java: ${expected}`]);
    expect(text).toContain('Open it:');
    expect(text).toContain('Done.');
  });

  test('begins a block on a line with a brace, not on a package or a field of that name', async () => {
    const content = page('[Opening an app](../src/App.java) inside_block:app');
    const { code } = await shown('docs/app.md', content, {
      'src/App.java':
        'package org.app;\n\nclass T {\n  App app;\n\n  void opens() {\n    try ( // app {\n      App a = new App()\n      // }\n    ) {\n      a.run();\n    }\n  }\n}\n',
    });
    expect(code).toEqual(['java: App a = new App()']);
  });

  test('keeps the link if the file has no such block', async () => {
    const content = page('[Opening an app](../src/App.java) inside_block:other');
    const { code, text } = await shown('docs/app.md', content, { 'src/App.java': java });
    expect(code).toEqual([]);
    expect(text).toContain('Opening an app');
  });
});

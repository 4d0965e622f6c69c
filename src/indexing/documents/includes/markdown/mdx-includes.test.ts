import { describe, expect, test } from 'vitest';
import { python, shown } from '../shown.fixture.ts';

describe('VitePress, Svelte, Quarto, MDX and MyST', () => {
  const script = '// #region use\nuse()\n// #endregion use\nclose()\n';

  test.each([
    ['<<< @/snippets/a.js', 'js: use()\nclose()'],
    ['<<< ../snippets/a.js{2}', 'js: use()\nclose()'],
    ['<<< DEMO ../snippets/a.js', 'js: use()\nclose()'],
    ['@[code](@snippets/a.js)', 'js: // #region use\nuse()\n// #endregion use\nclose()'],
    ['@[code{4-4} ts:no-line-numbers](../snippets/a.js)', 'ts: close()'],
    ['<<< @/snippets/a.js#use{1 ts:line-numbers} [Use it]', 'ts: use()'],
  ])('shows the code of %s', async (include, expected) => {
    const { code } = await shown('docs/guide/a.md', `# Guide\n\nUse it:\n\n${include}\n`, {
      'docs/snippets/a.js': script,
    });
    expect(code).toEqual([expected]);
  });

  test.each([
    ['~/snippets/a', 'const saw = oil(blade)\ncut(saw)'],
    ['~/snippets/a:use', 'cut(saw)'],
    ['~/snippets/a:use /saw/plane/ /cut/run/', 'run(plane)'],
  ])('shows in a block of code the file that Vocs includes as %s', async (target, expected) => {
    const content = `# Guide\n\nUse it:\n\n\`\`\`ts [saw.ts]\n// [!include ${target}]\n\`\`\`\n`;
    const file = 'const saw = oil(blade)\n// [!region use]\ncut(saw)\n// [!endregion use]\n';
    const { code } = await shown('docs/pages/a.mdx', content, { 'docs/snippets/a': file });
    expect(code).toEqual([`ts: ${expected}`]);
  });

  test.each([
    ['1. {{< readfile file="oil.md" >}}\n1. Cut.', '1. Oil it.\n\n   Wait.\n1. Cut.'],
    [
      '<table><tr><th>A</th></tr>\n<tr><td>{{< readfile file="oil.md" >}}</td></tr>\n</table>',
      '| A |\n| --- |\n| Oil it. Wait. |',
    ],
    ['Oil\n:   {{< readfile file="oil.md" >}}', 'Oil\n:   Oil it.\n\nWait.'],
  ])('shows a part in an item, a cell or a definition: %j', async (content, expected) => {
    const files = { 'docs/oil.md': 'Oil it.\n\nWait.\n' };
    const { text } = await shown('docs/saw.md', `# Saw\n\n${content}\n`, files);
    expect(text).toContain(expected);
  });

  test('shows the code of components of Astro that a page imports', async () => {
    const content =
      "import CutSnippet from '~/components/saws/CutSnippet.astro';\nimport Logo from '~/components/Logo.astro';\n\n# Saw\n\nCut it:\n\n<CutSnippet />\n\n<Logo />\n\nDone.\n";
    const cut =
      '---\nimport { Code } from \'@astrojs/starlight/components\';\n\nconst code = `\ncut(\\`log\\`);\n  oil();\n`;\n---\n\n<Code code={code} lang="dart" title="cut.dart" />\n';
    const { code, text } = await shown('docs/src/content/docs/saw.mdx', content, {
      'docs/src/components/saws/CutSnippet.astro': cut,
      'docs/src/components/Logo.astro': '---\nconst code = `x`;\n---\n<img src="logo.png" />\n',
    });
    expect(code).toEqual(['dart: cut(`log`);\n  oil();']);
    expect(text).toContain('Done.');
    expect(text).not.toContain('Logo');
  });

  test('leaves out replacements of Vocs that multiply the text', async () => {
    const queries = ` /a/${'a'.repeat(20)}/`.repeat(10);
    const content = `# Saw\n\n\`\`\`ts\n// [!include ~/a.ts${queries}]\n\`\`\`\n`;
    const { code } = await shown('docs/saw.mdx', content, { 'docs/a.ts': 'a\n'.repeat(100) });
    expect(code.join('').length).toBeLessThan(1_000_000);
  });

  test('shows the code of a definition of Play, whose term names the language', async () => {
    const content = '# Saw\n\nUse it:\n\nScala\n: @[use](code/Saw.scala)\n\nCut.\n';
    const { code, text } = await shown('docs/saw.md', content, {
      'docs/code/Saw.scala': 'import saw._\n//#use\ncut()\n//#use\n',
    });
    expect(code).toEqual(['scala: cut()']);
    expect(text).toContain('Use it:\n\nScala\n\nCut.');
  });

  test.each([
    ['{{code "saw.go"}}', 'package saw\n\nfunc Cut() {\n\toil()\n}\n\nvar Blade = 1'],
    ['{{play "saw.go" `/^func/` `/^}/`}}', 'func Cut() {\n\toil()\n}'],
    ['{{code "saw.go" `/oil\\(/` HL}}', undefined],
    ['{{code "saw.go" `/oil\\(/` "HL1"}}', 'oil()'],
    ['{{code "/saw.go" 0 `/fu.*Cut/` `$`}}', 'func Cut() {\n\toil()\n}\n\nvar Blade = 1'],
    ['{{code "saw.go" `/[xy]/`}}', undefined],
  ])('shows the code of %s', async (include, expected) => {
    const saw = 'package saw\n\n// START OMIT\nfunc Cut() {\n\toil() // HL1\n}\n\nvar Blade = 1\n';
    const { code, text } = await shown('blog/a.md', `# Saws\n\nUse it:\n\n${include}\n`, {
      'blog/saw.go': saw,
    });
    expect(code).toEqual(expected === undefined ? [] : [`go: ${expected}`]);
    expect(text).not.toContain('{{code "saw.go" `/[xy]');
  });

  const part = '# Part\n\nOne.\n\n## Basic usage\n\nTwo.\n\n## More\n\nThree.\n';

  test.each([
    ['<!--@include: ./part.md-->', ['One.', 'Two.', 'Three.']],
    ['<!--@include: ./part.md{4,8}-->', ['Two.']],
    ['<!--@include: ./part.md{8,}-->', ['Three.']],
    ['<!--@include: ./part.md#basic-usage-->', ['Two.']],
    ['<!-- @include part.md -->', ['One.', 'Two.', 'Three.']],
    ['@include part.md', ['One.', 'Two.', 'Three.']],
    ['{{< include part.md >}}', ['One.', 'Two.', 'Three.']],
  ])('reads what %s chooses as a part of the page', async (include, expected) => {
    const content = `# Guide\n\n${include}\n`;
    const { text } = await shown('docs/guide.md', content, { 'docs/part.md': part });
    expect(['One.', 'Two.', 'Three.'].filter((word) => text.includes(word))).toEqual(expected);
  });

  test('reads a part from the root of a site of VitePress', async () => {
    const { text } = await shown('site/react/a.md', '# A\n\n<!-- @include: @shared/part.md -->\n', {
      'site/shared/part.md': part,
    });
    expect(text).toContain('Three.');
  });

  test('reads a part that is named in quotes, from the folder of parts', async () => {
    const { text } = await shown(
      'website/content/docs/saw.mdx',
      "# Saw\n\n@include 'blade/oil.mdx'\n",
      { 'website/content/partials/blade/oil.mdx': 'Oil the blade.\n' },
    );
    expect(text).toContain('Oil the blade.');
  });

  test('reads a generated file in a folder that begins with a dot, in MDX too', async () => {
    const { text } = await shown('docs/guide.mdx', '# Guide\n\n@include .generated/errors.md\n', {
      'docs/.generated/errors.md': '### widget_broken\n\nThe widget is broken.\n',
    });
    expect(text).toContain('The widget is broken.');
  });

  test('reads the Markdown that MDX imports in a fence of Docusaurus, several on a line', async () => {
    const page =
      "# Guide\n\n```mdx-code-block\nimport Tabs from '@theme/Tabs'; import Cut from './_cut.md'; import\nOil from './\\\\_oil.md';\n\n<Cut />\n```\n\n<Oil />\n";
    const { text } = await shown('docs/guide.md', page, {
      'docs/_cut.md': 'Cut along the line.\n',
      'docs/_oil.md': 'Oil the blade.\n',
    });
    expect(text).toContain('Cut along the line.');
    expect(text).toContain('Oil the blade.');
    expect(text).not.toContain('import');
  });

  test.each([
    ['@parts/oil.mdx', 'src/content/_parts/oil.mdx'],
    ['@parts/oil.mdx', 'src/parts/oil.mdx'],
    ['~/parts/oil.mdx', 'site/parts/oil.mdx'],
    ['siteContent/_parts/oil.mdx', '_parts/oil.md'],
  ])('reads what MDX imports by an alias: %s', async (name, file) => {
    const page = `import Oil from '${name}';\n\n# Saw\n\n<Oil />\n`;
    const { text } = await shown('docs/saw.mdx', page, { [file]: 'Oil the blade.\n' });

    expect(text).toContain('Oil the blade.');
  });

  test('reads the Markdown that a component of MDX shows by its attributes', async () => {
    const page =
      "import cut from './cut.md';\nimport oil from './oil.md';\nimport saw from './saw.md';\n\n<Play\n  title=\"cut\"\n  parts={{\n    cut,\n    saw: { files: { 'a/saw.js': oil } },\n  }}\n/>\n";
    const { code, text } = await shown('docs/guide.mdx', page, {
      'docs/cut.md': '```js\ncut();\n```\n',
      'docs/oil.md': '```js\noil();\n```\n',
      'docs/saw.md': 'Not shown.\n',
    });

    expect(code).toEqual(['js: cut();', 'js: oil();']);
    expect(text).not.toContain('Not shown.');
  });

  test('reads the imports in a fence of Docusaurus within a longer one', async () => {
    const page =
      '# Saw\n\n````mdx-code-block\n<Tabs>\n\n```mdx-code-block\nimport saw from "!!raw-loader!./saw.sh"\n\n<CodeBlock language="sh"> {saw} </CodeBlock>\n```\n\n</Tabs>\n````\n\n```sh\noil\n```\n';
    const { code } = await shown('docs/saw.mdx', page, { 'docs/saw.sh': 'saw board\n' });

    expect(code).toEqual(['bash: saw board', 'sh: oil']);
  });

  test('leaves out the imports of imported Markdown', async () => {
    const page = "import Oil from './_oil.mdx';\n\n- Saw:\n\n  <Oil />\n";
    const { text } = await shown('docs/saw.mdx', page, {
      'docs/_oil.mdx': "import { Tabs } from '@theme/Tabs';\n\nOil the blade.\n",
    });

    expect(text).toContain('Oil the blade.');
    expect(text).not.toContain('import');
  });

  test('replaces the properties of imported Markdown outside of its code', async () => {
    const page = 'import Oil from \'./_oil.mdx\';\n\n<Oil part="blade" />\n';
    const { code, text } = await shown('docs/saw.mdx', page, {
      'docs/_oil.mdx': 'Oil the {props.part}{props.side}.\n\n```jsx\n<a>{props.part}</a>\n```\n',
    });

    expect(text).toContain('Oil the blade.');
    expect(code).toEqual(['jsx: <a>{props.part}</a>']);
  });

  test('replaces the properties of imported Markdown that it names without a mark', async () => {
    const page = 'import Oil from "/snippets/oil.mdx";\n\n<Oil part={"blade"} side={`left`} />\n';
    const { text } = await shown('docs/saw.mdx', page, {
      'docs/snippets/oil.mdx': 'Oil the {side} {part}, and `{wood}`.\n',
    });

    expect(text).toContain('Oil the left blade, and `{wood}`.');
  });

  test('reads the Markdown that MDX imports, and shows the raw files that it imports as code', async () => {
    const page = [
      "import Install from '@site/docs/_install.mdx';",
      "import app from '!!raw-loader!./app.py';",
      "import run from '../run.sh?raw'",
      "import { Tabs } from '@theme/Tabs';",
      '# Guide',
      '<Install os="linux" />',
      'Run it:',
      '<CodeBlock language="py">{app}</CodeBlock>',
      '{run}',
      '<Tabs />',
    ];
    const { code, text } = await shown('site/docs/guide/a.mdx', page.join('\n\n'), {
      'site/docs/_install.mdx': '## Installation\n\nUse a package.\n',
      'site/docs/guide/app.py': 'app()\n',
      'site/docs/run.sh': 'run\n',
    });
    expect(text).toContain('Use a package.');
    expect(code).toEqual(['python: app()', 'bash: run']);
  });

  test('shows the raw file that a component of MDX shows by an attribute', async () => {
    const page = `import Saw from '!!raw-loader!/_code/saw.ts';
import Query from '!!raw-loader!/_code/query.py';

# Saw

Use it:

<Tabs>
  <TabItem value="ts" label="TypeScript">
    <FilteredTextBlock
      text={Saw}
      startMarker="// START Cut"
      endMarker="// END Cut"
      language="tsindent"
    />
  </TabItem>
</Tabs>

<Code code={Query} lang="graphql" title="Query" />

<Code code={Missing} lang="ts" />

Done.
`;
    const saw = 'const saw = 1;\n  // START Cut\n  cut(saw);\n  // END Cut\nstop();\n';
    const files = { '_code/saw.ts': saw, '_code/query.py': '{ saws }\n' };
    const { code, text } = await shown('docs/saw.mdx', page, files);
    expect(code).toEqual(['ts: cut(saw);', 'graphql: { saws }']);
    expect(text).toContain('TypeScript');
    expect(text).toContain('Done.');
  });

  test('shows the text of a constant that a component of MDX shows as code', async () => {
    const page = `import { Play } from './Play';
import {
  cut,
  setUp as prepare,
} from './saw';
import { oil } from '@site/samples/oil.js'

# Saw

Cut:

<div style={{ margin: 1 }}>
  <Play code={cut} setupCode={prepare} />
</div>

<Play code={oil} />

<Play code={prepare} />

<Play of={cut} />
`;
    const saw =
      "import a from 'a';\n\nexport const setUp = `${a}`;\nexport const cut = `saw\n  .cut(\\`oak\\`)`\n";
    const files = {
      'docs/saw.ts': saw,
      'docs/Play.tsx': 'export const Play = 1;',
      'samples/oil.js': "export const oil: string = 'oil(saw);';\n",
    };
    const { code } = await shown('docs/saw.mdx', page, files);
    expect(code).toEqual(['ts: saw\n  .cut(`oak`)', 'js: oil(saw);']);
  });

  test('shows the parts that the theme of a Docusaurus site names for all pages', async () => {
    const files = {
      'site/src/theme/MDXComponents.js':
        "import Oil from '@site/docs/parts/_oil.mdx'\nimport Badge from '@site/src/badge'\nimport Cut from '@site/docs/parts/_cut.mdx'\n\nexport default { Oil, Badge, Cut }\n",
      'site/docs/parts/_oil.mdx': 'Oil the {props.tool}.\n',
      'site/docs/parts/_cut.mdx': 'Cut it.\n',
      'site/docs/saws/_cut.mdx': 'Cut the oak.\n',
    };
    const content =
      'import Cut from \'./_cut.mdx\';\n\n# Saw\n\n<Badge />\n\n<Oil tool="blade" />\n\n<Cut />\n';

    const { text } = await shown('site/docs/saws/saw.mdx', content, files);
    expect(text).toContain('Oil the blade.');
    expect(text).toContain('Cut the oak.');
    const plain = await shown('site/docs/saw.mdx', '# Saw\n\n<Oil tool="saw" />\n', files);
    expect(plain.text).toContain('Oil the saw.');
  });

  test('shows the sample that a tag of a site names by its folder and its file', async () => {
    const page =
      '# Saw\n\nCut:\n\n{% playground-example "saws/cut/" "cut.ts" %}\n\n{%- code_sample \'saws/oil.js\' -%}\n\n{% example "saws" %}\n\nDone.\n';
    const files = { 'site/samples/saws/cut/cut.ts': 'cut();\n', 'saws/oil.js': 'oil();\n' };
    const { code } = await shown('site/docs/saw.md', page, files);
    expect(code).toEqual(['ts: cut();', 'js: oil();']);
  });

  test('shows a raw file within a call, and in a component with an end tag', async () => {
    const page =
      'import cut from \'!!raw-loader!./cut.dart\';\n\n# Saw\n\n<CodeBlock language="dart">{trimmed(cut)}</CodeBlock>\n\nThen:\n\n<Snippet of={cut}></Snippet>\n';
    const { code } = await shown('docs/saw.mdx', page, { 'docs/cut.dart': 'cut();\n' });
    expect(code).toEqual(['dart: cut();', 'dart: cut();']);
  });

  test.each([
    ['```js file=./snippets/a.js\n```', [`js: ${script.trim()}`]],
    ['```ts title="Saw" file=../docs/snippets/a.js#L2 {1}\n\n```', ['ts: use()']],
    ['- Oil:\n\n  ```js file=<rootDir>/docs/snippets/a.js#L4-\n  ```', ['js: close()']],
    ['```js file=./snippets/a.js\ncut()\n```', ['js: cut()']],
    ['```js file=./snippets/b.js\n```', []],
  ])('shows the file that an empty block of code names: %j', async (block, expected) => {
    const { code } = await shown('docs/a.md', `# Guide\n\nUse it:\n\n${block}\n`, {
      'docs/snippets/a.js': script,
    });
    expect(code).toEqual(expected);
  });

  test('shows the code of a MyST literalinclude', async () => {
    const content = '# Guide\n\nUse it:\n\n```{literalinclude} app.py\n:lines: 9-10\n```\n';
    const { code } = await shown('docs/guide.md', content, { 'docs/app.py': python });
    expect(code).toEqual(['python: def two():\n    return 2']);
  });
});

import { expect, test } from 'vitest';
import { flat } from '../../../../test/support/sections.ts';
import { parseMdx } from './mdx/mdx.ts';
import { parse, only, texts, codes } from './parsed.fixture.ts';

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

test('shows what components without content of their own say in attributes', () => {
  const content =
    '<Collapse title="Is it sharp?">\nYes.\n</Collapse>\n\n<ApiOperation method="get" url="/saws" />\n\n<Callout type="warning">\n\nText.\n\n</Callout>\n\n<Saw :title="name" />\n\n<Figure src="a.png" title="Logo" />\n\n<Card>\n  <template #html>\n\nOil.\n\n  </template>\n</Card>\n';

  expect(texts(content)).toEqual([
    '**Is it sharp?**',
    'Yes.',
    '`GET /saws`',
    '**Warning**',
    'Text.',
    'Oil.',
  ]);
});

test('shows the description in the attribute of a property or a card without content', () => {
  const content =
    '<Property name="edge" type="string" desc="Its edge.\\nIs sharp." />\n\n<Property name="oil: bool" desc="Oils it." />\n\n<Property name="id" type="string" description="Its id.">\nNot empty.\n</Property>\n';

  expect(texts(content)).toEqual([
    '**edge** (`string`): Its edge. Is sharp.',
    '**oil: bool**',
    'Oils it.',
    '**id** (`string`)',
    'Not empty.',
  ]);
});

test('leaves out the code that Twoslash hides', () => {
  const content = [
    '```ts twoslash',
    '// @twoslash-cache: {"v":1,"hash":"c2F3"}',
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

test('leaves out the files of a sandbox that its page hides', () => {
  const content =
    '<Sandpack>\n\n```js src/Saw.js active\ncut();\n```\n\n```js src/teeth.js hidden\ngrind();\n```\n\n```js hidden.js\nhide();\n```\n\n</Sandpack>\n';

  expect(codes(content)).toEqual([
    { language: 'js', code: 'cut();', label: 'src/Saw.js' },
    { language: 'js', code: 'hide();', label: 'hidden.js' },
  ]);
});

test('leaves out the tag of a group of tabs above its first tab, but not in code', () => {
  const tabs = '<Tabs>\n<Tab title="Hand">\n\n```sh\nsaw\n```\n\n</Tab>\n</Tabs>\n\nDone.\n';
  expect(texts(tabs)).toEqual(['Done.']);
  expect(codes(tabs)).toEqual([{ language: 'sh', code: 'saw', label: 'Hand' }]);
  expect(codes('<Note>\n```jsx\n<Tabs>\n```\n</Note>\n').map(({ code }) => code)).toEqual([
    '<Tabs>',
  ]);
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

test('leaves out the notations of Shiki and Torchlight, and shows removed lines in a diff', () => {
  expect(
    codes('```js\na() // [!code highlight]\n// [!code focus:2]\nb() /* [!code ++] */\n```\n'),
  ).toEqual([{ language: 'js', code: 'a()\nb()' }]);
  expect(
    codes('```js\na() // [!code highlight] Default: 1\n// the new way [!code ++:2]\nb()\n```\n'),
  ).toEqual([{ language: 'js', code: 'a() // Default: 1\n// the new way\nb()' }]);
  expect(
    codes('```js\na() // [!code ++] // [!code focus]\n// [!code focus] [!code ++]\n\nb()\n```\n'),
  ).toEqual([{ language: 'js', code: 'a()\n\nb()' }]);
  expect(codes('```php\nold(); // [tl! remove]\nnew(); // [tl! add]\n\nkept();\n```\n')).toEqual([
    { language: 'diff', code: '- old();\n+ new();\n\n  kept();' },
  ]);
});

test('leaves out the notations of Torchlight in comments of Blade, Twig and Antlers, behind text, and in no comment', () => {
  const code = [
    '<h1>{{ $saw }}</h1> {{-- [tl! highlight] --}}',
    '{% cut %} {# [tl!focus] #}',
    '{{ saw }} {{# [tl! collapse:start] #}}',
    '<saw> [tl! **]',
    'cut(); // Sharp ones only [tl! highlight:1]',
    'oil(); // [tl! focus] [tl! **]',
    'saws[tl] = 1;',
  ];
  expect(codes(`\`\`\`blade\n${code.join('\n')}\n\`\`\`\n`)).toEqual([
    {
      language: 'blade',
      code: '<h1>{{ $saw }}</h1>\n{% cut %}\n{{ saw }}\n<saw>\ncut(); // Sharp ones only\noil();\nsaws[tl] = 1;',
    },
  ]);
});

test('shows each line of a range that Torchlight marks as removed or added', () => {
  const code =
    'a {{-- [tl! --:start] --}}\nb\nc {{-- [tl! --:end] --}}\nd // [tl! add:start]\ne // [tl! focus]\nf // [tl! add:end]\ng';
  expect(codes(`\`\`\`php\n${code}\n\`\`\`\n`)).toEqual([
    { language: 'diff', code: '- a\n- b\n- c\n+ d\n+ e\n+ f\n  g' },
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
    '::: moniker range=">=saw-2.0 || <axe-1.0"\nOil it.\n\n:::image type="content" source="a.png" alt-text="Saw":::\n\n    cut()\n::: moniker-end\n\n1. Cut:\n\n    :::image source="b.png" alt-text="Cut":::\n\n:::row:::\n    :::column span="2":::\n        Left :::no-loc text="Saw":::\n    :::column-end:::\n:::row-end:::\n\n:::zone pivot="programming-language-csharp,programming-language-go"\nCut.\n\n:::code language="go" source="~/../saws/cut.go" id="cut":::\n\n:::zone-end\n\n:::zone pivot="linux"\n> [!div class="checklist"]\n> - Sharp\n\n> [!VIDEO https://saw.example/1]\n:::zone-end\n';
  expect(texts(content)).toEqual([
    '**saw-2.0 and later, earlier than axe-1.0**',
    'Oil it.',
    '1. Cut:',
    'Left Saw',
    '**C#, Go**',
    'Cut.',
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

test('leaves out comments and anchors of Elastic', () => {
  const content =
    '---\napplies_to:\n  stack: all\n---\n% Made by a tool.\n\n# Saw\n\n| Field |\n| --- |\n| $$$saw-a$$$ `a` |\n\nUse $$$saw-b$$$b.\n\n```sh\n% saw $$$x$$$\n```\n';
  expect(texts(content)).toEqual(['| Field |\n| --- |\n| `a` |', 'Use b.']);
  expect(codes(content)).toEqual([{ language: 'sh', code: '% saw $$$x$$$' }]);
});

test('takes the mark from the notes of a provider of Terraform, which have their own titles', () => {
  const content =
    'Cut.\n\n~> **Note:** Oil it,\nand wait.\n\n!> **Warning:** Sharp.\n\n-> **Hint** Wait.\n\n-> Int\n\n- a\n\n  ~> Mind it.\n';
  expect(texts(content)).toEqual([
    'Cut.',
    '**Note:** Oil it,\nand wait.',
    '**Warning:** Sharp.',
    '**Hint** Wait.',
    '-> Int',
    '- a\n\n  Mind it.',
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

test('shows the title of a note of ExDoc without its class', () => {
  const note = '> #### Keep `it` sharp {: .warning}\n>\n> Oil it.\n';

  expect(texts(note)).toEqual(['> **Keep `it` sharp**\n>\n> Oil it.']);
  expect(texts(`${note}>\n> \`\`\`sh\n> oil\n> \`\`\`\n`)).toEqual([
    '**Keep `it` sharp**',
    'Oil it.',
  ]);
  expect(only('## Saws {: .col-2}\n\nText.\n').headings).toEqual(['Saws']);
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

:component-props

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

test('reads the tabs of VuePress as labels', () => {
  const content =
    '::: code-tabs#shell\n\n@tab npm\n```sh\nnpm i a\n```\n\n@tab:active C# 9#c-9\n\n```sh\nnpm i b\n```\n\n:::\n\nAsk\n@tab not here\n';

  expect(texts(content)).toEqual(['Ask\n@tab not here']);
  expect(codes(content)).toEqual([
    { language: 'sh', code: 'npm i a', label: 'npm' },
    { language: 'sh', code: 'npm i b', label: 'C# 9' },
  ]);
});

test('reads the tabs of VuePress in an item of a list as labels', () => {
  const content =
    '1. Saw\n   ::: tabs\n   @tab Hand\n   Push it.\n\n   @tab Table\n   ```sh\n   saw\n   ```\n   :::\n2. Oil\n';

  expect(texts(content)).toEqual(['1. Saw', '**Hand**', 'Push it.', '2. Oil']);
  expect(codes(content)).toEqual([{ language: 'sh', code: 'saw', label: 'Table' }]);
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

test('leaves out the tags of components that stand together', () => {
  const content =
    '<Tiles>\n\n<Card href="/a">\n\nA saw.\n\n</Card>\n<Card href="/b">\n\nA blade of <size>.\n\n</Card>\n</Tiles>\n';

  expect(texts(content)).toEqual(['A saw.', 'A blade of <size>.']);
});

test('reads the pages of the reference of Playwright as its site shows them', () => {
  const content =
    '# class: Saw\n* since: v1.8\n\nA saw.\n\n## async method: Saw.cut\n* since: v1.9\n* langs: js, java\n  - alias-java: cutIt\n- returns: <[Wood]>\n\nCuts.\n\n```js\nawait saw.cut();\n```\n\n### option: Saw.cut.force = %%-input-force-%%\n* since: v1.9\n\n### param: Saw.cut.wood\n* since: v1.9\n- `wood` <[string]>\n\nWhat to cut.\n\n## property: Saw.oil = %%-saw-oil-%%\n* since: v1.9\n\n**Usage**\n';
  const { sections } = parse(content);

  expect(sections.map(({ headings }) => headings.at(-1))).toEqual(['Saw', 'Saw.cut', 'Saw.oil']);
  expect(texts(content).join('\n')).not.toMatch(/since|langs|alias|%%/);
  expect(texts(content)).toContain('What to cut.');
  const guide = 'Call [`method: Saw.cut#2`] with [`option: force`].\n';
  expect(texts(guide)).toEqual(['Call `Saw.cut` with `force`.']);
  const mdx = parseMdx({ path: 'a.mdx', format: 'mdx', content: guide, hash: '' });
  expect(flat(mdx)).toContain('Call `Saw.cut` with `force`.');
});

test('leaves out the comments of Docusaurus, hidden files and the notations of Nest in code', () => {
  const docusaurus =
    '```js\n// highlight-start\na();\n// highlight-end\nb();\n/* highlight-next-line */\nc();\n// highlight-add-next-line\nd();\n# highlight-next-line\n//highlight-next-line-info\n// ---cut---\n```\n';
  const nest = '```typescript\n@@filename(cats.module)\na: A;\n@@switch\na;\n```\n';

  const redux =
    '```ts\n// file: saw.ts noEmit\nexport const saw = 1\n\n// file: cut.ts\nimport { saw } from "./saw"\n// file: oil.ts noEmit\nexport {}\n```\n';

  expect(codes(docusaurus)[0]!.code).toBe('a();\nb();\nc();\nd();');
  expect(codes(redux)[0]!.code).toBe('// file: cut.ts\nimport { saw } from "./saw"');
  expect(codes(nest)).toEqual([{ language: 'typescript', code: 'a: A;', label: 'cats.module' }]);
  expect(codes(nest.replace('cats.module', ''))).toEqual([
    { language: 'typescript', code: 'a: A;' },
  ]);
});

import { describe, expect, test } from 'vitest';
import type { Block } from '../../document.ts';
import { toSnippets } from '../../snippets/snippets.ts';
import { parseMdx } from './mdx.ts';

function blocks(content: string): Block[] {
  const document = { path: 'a.mdx', format: 'mdx', content, hash: '' } as const;
  return parseMdx(document).sections.flatMap((section) => section.blocks);
}

describe('parseMdx', () => {
  test('drops imports and exports, over several lines too', () => {
    const source =
      "import A from 'a';\nimport {\n  B,\n} from 'b';\n\nexport const meta = {\n  a: 1,\n\n  b: [2],\n};\n\ntext\n";

    expect(blocks(source)).toEqual([{ kind: 'text', text: 'text' }]);
  });

  test('shows an element that is an expression by itself', () => {
    const source =
      '## Saw\n\n{<h3 className="wide"> Input: </h3>}\n\n- depth\n\n  {<h4>Output</h4>}\n\n{<p>Oil it.</p>}\n';

    expect(blocks(source)).toEqual([
      { kind: 'text', text: '**Input:**' },
      { kind: 'text', text: '- depth\n\n  **Output**' },
      { kind: 'text', text: 'Oil it.' },
    ]);
  });

  test('keeps a sentence together in which a line begins with a component', () => {
    const source =
      '<Box>\n  <div>\n    Start\n    <Code>saw</Code> first, then\n    <Term>oil</Term> it.\n  </div>\n</Box>\n\n<Code>saw --fast</Code>\n';

    expect(blocks(source)).toEqual([
      { kind: 'text', text: 'Start\n`saw` first, then\noil it.' },
      { kind: 'text', text: '`saw --fast`' },
    ]);
  });

  test('shows the text of links that are components, in a sentence and on its first line', () => {
    const source =
      'Set it with\n<ApiLink name="saw_cut" display="saw_cut(&quot;a&quot;, <WOOD>)" />. Use\n<ApiLink name="SAW_OIL" />\n' +
      'for <DocLink to="/oil" text="all oils" /> and `<ApiLink name="b" />`.\n\n| Saw |\n| --- |\n| <ApiLink name="saw_t" /> |\n';

    expect(blocks(source)).toEqual([
      {
        kind: 'text',
        text: 'Set it with\n`saw_cut("a", <WOOD>)`. Use\n`SAW_OIL`\nfor all oils and `<ApiLink name="b" />`.',
      },
      { kind: 'text', text: '| Saw |\n| --- |\n| `saw_t` |' },
    ]);
    expect(blocks('<Link '.repeat(20_000))).toHaveLength(1);
  });

  test('reads the title and the description that a page exports', () => {
    const source =
      "import { a } from 'a';\n\nexport const metadata: Metadata = {\n  title: 'Set up \"Saws\"',\n  description:\n    'All <b> about: saws',\n  paths: a(['x']),\n};\n\n## Start\n\ntext\n";
    const read = (content: string): unknown => {
      const document = { path: 'a/index.mdx', format: 'mdx', content, hash: '' } as const;
      const { title, sections } = parseMdx(document);
      return [title, sections.map(({ blocks: [block] }) => block?.kind === 'text' && block.text)];
    };
    expect(read(source)).toEqual(['Set up "Saws"', ['All <b> about: saws', 'text']]);
    expect(read(`---\ntitle: Own\n---\n\n${source}`)).toEqual(['Own', ['text']]);
    expect(read('export const meta = {\n'.repeat(5_000))).toEqual(['a', []]);
  });

  test('shows the title that a page exports where the page uses it', () => {
    const page =
      'export const metadata = {\n  title: `${pageNumber} Oil a Saw`,\n}\n\n# {metadata.title}\n\nRead {metadata.title} and {metadata.other}.\n\n```jsx\n<h1>{metadata.title}</h1>\n```\n';
    const read = (content: string): unknown => {
      const document = { path: 'a/page.mdx', format: 'mdx', content, hash: '' } as const;
      const { title, sections } = parseMdx(document);
      return [
        title,
        sections.flatMap((section) => section.blocks.map((one) => Object.values(one))),
      ];
    };
    const expected = [
      'Oil a Saw',
      [
        ['text', 'Read Oil a Saw and {metadata.other}.'],
        ['code', 'jsx', '<h1>{metadata.title}</h1>'],
      ],
    ];

    expect(read(page)).toEqual(expected);
    expect(read(`---\nsidebar_position: 1\n---\n\n${page}`)).toEqual(expected);
  });

  test('drops imports that share a line or are wrapped', () => {
    expect(blocks("import A from 'a'; import\nB from 'b';\n\ntext\n")).toEqual([
      { kind: 'text', text: 'text' },
    ]);
  });

  test('drops the head of a page', () => {
    const head =
      '<head>\n  <title>Saws</title>\n  <meta name="description" content="a" />\n</head>';

    expect(blocks(`${head}\n\ntext\n\n<Head><title>Saws</title></Head>\n`)).toEqual([
      { kind: 'text', text: 'text' },
    ]);
    expect(blocks('<head>\n\ntext without an end\n')).toEqual([
      { kind: 'text', text: 'text without an end' },
    ]);
  });

  test('drops what an old browser shows in place of a film or a sound', () => {
    const film =
      '<video\n  controls\n  onPlay={() => cut()}\n>\n  <source src="a.mp4" />\n  Your browser cannot show films.\n</video>';
    expect(
      blocks(
        `${film}\n\ntext\n\n<audio src="a.mp3">No sound.</audio>\n\n<video src="b.mp4" />\n\nmore\n`,
      ),
    ).toEqual([
      { kind: 'text', text: 'text' },
      { kind: 'text', text: 'more' },
    ]);
    expect(blocks('<video src="a.mp4"></video> Cut it.\n')).toEqual([
      { kind: 'text', text: 'Cut it.' },
    ]);
  });

  test('labels a tab that has no label with its value', () => {
    expect(
      blocks('<Tabs>\n<TabItem value="yarn">\n\n```sh\nyarn\n```\n\n</TabItem>\n</Tabs>\n'),
    ).toEqual([{ kind: 'code', language: 'sh', code: 'yarn', label: 'yarn' }]);
  });

  test.each([
    ["values={[{ label: 'Red oil', value: 'red' }]}>"],
    [
      'groupId="oil" values={[\n{\n  value: "red",\n  label: "Red oil",\n},\n{ value: "a" }\n  ]\n}>',
    ],
  ])('labels a tab with the label that its group has for its value', (attributes) => {
    const source = `<Tabs ${attributes}\n<TabItem value="red">\n\n\`\`\`sh\noil\n\`\`\`\n\n</TabItem>\n</Tabs>\n`;

    expect(blocks(source)).toEqual([
      { kind: 'code', language: 'sh', code: 'oil', label: 'Red oil' },
    ]);
  });

  test('shows the commands of packages to install', () => {
    expect(blocks('Get it:\n<Npm>\n  saw blade\n  -D saw-kit\n</Npm>\nDone.\n')).toEqual([
      { kind: 'text', text: 'Get it:' },
      { kind: 'code', language: 'sh', code: 'npm i saw blade\nnpm i -D saw-kit' },
      { kind: 'text', text: 'Done.' },
    ]);
    expect(blocks('<Npx>saw cut</Npx>\n')).toEqual([
      { kind: 'code', language: 'sh', code: 'npx saw cut' },
    ]);
  });

  test('shows expressions that are only a text, and removes annotations', () => {
    const content =
      "## Saws {{ tag: 'GET' }}\n\nBelow {'<='} {\"['2']\"}, the {`<Saw />`} cuts{\" \"}\nwood, `{'x'}`, `` ` {'x'} ``, <b className={'y'}>z</b>.\n\n![Saw](/a.png){{ style: { width: '1px' } }}\n\n```ts {{ title: 'a.ts' }}\ncut({ a: {'b'} })\n```\n";

    expect(blocks(content)).toEqual([
      {
        kind: 'text',
        text: "Below <= ['2'], the `<Saw />` cuts\nwood, `{'x'}`, `` ` {'x'} ``, z.",
      },
      { kind: 'code', language: 'ts', code: "cut({ a: {'b'} })", label: 'a.ts' },
    ]);
  });

  test('reads tags whose values have empty lines, apostrophes and escapes', () => {
    const content =
      "<Hero\n  repos={[\n    {\n\n      title: 'Saw',\n    }\n  ]}\n  text={<>Saw's {\" \"}</>}\n  more={'a\\'b'}\n/>\n\nText.\n";

    expect(blocks(content)).toEqual([{ kind: 'text', text: 'Text.' }]);
  });

  test('shows the code that a component has as an attribute', () => {
    expect(
      blocks(
        '<Code\n  code={`saw {\n\n  cut: "\\`"\n}`}\n  lang="js"\n  title="a.js"\n/>\n\nText.\n',
      ),
    ).toEqual([
      { kind: 'code', language: 'js', code: 'saw {\n\n  cut: "`"\n}', label: 'a.js' },
      { kind: 'text', text: 'Text.' },
    ]);
    expect(blocks('<Code code={imported} lang="js" />\n')).toEqual([]);
    expect(
      blocks(
        '<Mini\n  setup="\n    SET name = \'Saw\';\n  "\n  query={`\n    SELECT saw;\n\n    LET name = "axe";\n  `}\n/>\n\n<Find query={`saw`} />\n',
      ),
    ).toEqual([{ kind: 'code', language: '', code: 'SELECT saw;\n\nLET name = "axe";' }]);
  });

  test('shows each text of several lines in a component that says its language, as code', () => {
    const content =
      '<Snippet\n  language="dart"\n  generated={`\n  List<Saw> saws() {\n\n  }\n  `}\n\n  raw={`\n  final saws = [];\n  cut();`}\n></Snippet>\n\n<Chart lines={`\n1\n2`} />\n\nText.\n';
    expect(blocks(content)).toEqual([
      { kind: 'code', language: 'dart', code: 'List<Saw> saws() {\n\n}' },
      { kind: 'code', language: 'dart', code: 'final saws = [];\ncut();' },
      { kind: 'text', text: 'Text.' },
    ]);
  });

  test('shows the HTML that an element of Astro has as an attribute', () => {
    const content =
      '<Fragment set:html={"<pre class=\\"language-text\\"><code>saw:1 <b>Use</b> an &#123;axe&#125;<br />stop</code></pre>\\n<p>Text.</p>"} />\n';
    expect(blocks(content)).toEqual([
      { kind: 'code', language: 'text', code: 'saw:1 Use an {axe}\nstop' },
      { kind: 'text', text: 'Text.' },
    ]);
  });

  test('shows the method of an operation beside the path in its component', () => {
    const content =
      '<Route method="PUT">/saws/[\\{saw.id\\}](/saws#saw)/teeth</Route>\nCuts.\n\n<Route method="GET">a path</Route>\n';
    expect(blocks(content)).toEqual([
      { kind: 'text', text: '`PUT /saws/{saw.id}/teeth`' },
      { kind: 'text', text: 'Cuts.' },
      { kind: 'text', text: 'a path' },
    ]);
  });

  test('reads a table of properties that is a constant of the page', () => {
    const content =
      "export const fields = [\n  { name: 'edge', type: 'string', description: 'An edge.' },\n];\n\n<Fields name=\"saw\" of={fields} />\n\n<Fields of={missing} />\n\nText.\n";

    expect(blocks(content)).toEqual([
      { kind: 'text', text: '- `edge` (`string`): An edge.' },
      { kind: 'text', text: 'Text.' },
    ]);
  });

  test('shows the operation of an API that a component names', () => {
    const content =
      '<MethodEndpoint\n  method={"get"}\n  path={"/saws/{id}"}\n>\n</MethodEndpoint>\n\n<Api path="/saws" method="POST" isOpen>\n\n```ts\ncut()\n```\n\n</Api>\n\n<Form method="post">\n\nText.\n\n</Form>\n';

    expect(blocks(content)).toEqual([
      { kind: 'text', text: '`GET /saws/{id}`' },
      { kind: 'text', text: '`POST /saws`' },
      { kind: 'code', language: 'ts', code: 'cut()' },
      { kind: 'text', text: 'Text.' },
    ]);
  });

  test('reads a table of properties that is written as data', () => {
    const table = String.raw`<PropsTable
  caption="Saw"
  data={[
    // The first one.
    {
      name: 'edge',
      type: 'Array<string>',
      required: true,
      description: 'An edge\'s ' + "type is <Saw>; it's sharp.",
    },
    {
      name: "teeth",
      type: 'number', default: 12,
      description: (
        <>
          Don't count <Code>teeth</Code>{" "}
          <br />
          of a <a href="/b">blade</a>.
        </>
      ),
      properties: [{ type: 'Teeth', parameters: [{ name: 'set', isOptional: true, type: 'Set', onCut: () => cut({ a: ',' }) }] }],
    },
  ]}
/>`;
    const text = [
      "- `edge` (`Array<string>`, required): An edge's type is <Saw>; it's sharp.",
      "- `teeth` (`number`, default `12`): Don't count `teeth` of a blade.",
      '  - `Teeth`',
      '    - `set` (`Set`, optional)',
    ].join('\n');

    expect(blocks(`Before.\n\n${table}\nAfter.\n`)).toEqual([
      { kind: 'text', text: 'Before.' },
      { kind: 'text', text },
      { kind: 'text', text: 'After.' },
    ]);
    expect(
      blocks(
        '<TypeTable type={{ edge: { type: "string" } }} />\n\n<Data data={[{ attribute: "data-x", values: ["a", "b"], default: false }]} />\n',
      ),
    ).toEqual([
      { kind: 'text', text: '- `edge` (`string`)\n\n- `data-x` (default `false`): `a`, `b`' },
    ]);
  });

  test('reads a table on one line that is longer than a line can be', () => {
    const rows = Array.from({ length: 400 }, (_, at) => ({
      name: `edge${at}`,
      type: '[Edge](../edge/page.mdx)[] \\| `string`',
      description: 'An edge of the saw.',
    }));
    const [block] = blocks(`<TypeList types={${JSON.stringify(rows)}} level={1} />\n`);
    const text = block?.kind === 'text' ? block.text.split('\n') : [];
    expect(text).toHaveLength(400);
    expect(text[399]).toBe('- `edge399` (`Edge[] | string`): An edge of the saw.');
  });

  test('leaves the deepest rows out of a table with too many', () => {
    const rowOf = (depth: number): object => ({
      name: `level${depth}`,
      type: 'Edge',
      children: depth === 4 ? [] : Array.from({ length: 10 }, () => rowOf(depth + 1)),
    });
    const [block] = blocks(`<TypeList types={${JSON.stringify([rowOf(0)])}} />\n`);
    const text = block?.kind === 'text' ? block.text : '';
    expect(text.split('\n')).toHaveLength(111);
    expect(text).not.toContain('level3');
  });

  test('drops data that is not a list, an object or closed', () => {
    for (const data of ['{ ]', '[ }', '[{ a: ]', '[,,', '[{ a: "b }', '[{ a: (<b>c</b> }]']) {
      expect(blocks(`<Data data={${data}} />\n\ntext\n`).at(-1)).toEqual({
        kind: 'text',
        text: 'text',
      });
    }
  });

  test('drops data that is not a table of properties', () => {
    expect(blocks("<Menu items={[{ title: 'a', href: '/b' }]} />\n\ntext\n")).toEqual([
      { kind: 'text', text: 'text' },
    ]);
    expect(blocks("<Tabs items={['npm', 'yarn']}>\n\ntext\n\n</Tabs>\n")).toEqual([
      { kind: 'text', text: 'text' },
    ]);
  });

  test('takes a name for a title only if a reader can read it', () => {
    const source =
      '<Preview name="forms/saw-demo" alt="A saw" />\n\n<Preview name="saw-demo" />\n\n<Part name="Blade" />\n\n<Part name="saw-kit">\n\ntext\n\n</Part>\n\n<SawPreview name="Saw">\n\n<Meta\n  name="description"\n  content="Saws."\n/>\n\n</SawPreview>\n';

    expect(blocks(source)).toEqual([
      { kind: 'text', text: '**Blade**' },
      { kind: 'text', text: '**saw-kit**' },
      { kind: 'text', text: 'text' },
    ]);
  });

  test('shows the sentences that a component has as a list', () => {
    const source =
      "<Highlights\n  features={[\n    'Cuts wood.',\n    <span>Can be <Code>oiled</Code> by hand.</span>,\n  ]}\n/>\n\n<Tabs items={['Use a saw', 'Use an axe']} />\n";

    expect(blocks(source)).toEqual([
      { kind: 'text', text: '- Cuts wood.\n- Can be `oiled` by hand.' },
    ]);
  });

  test('leaves out a paragraph that is only a value of the site', () => {
    const source =
      '<Description>{docs.saw.description}</Description>\n\n{children}\n\nCut {wood}.\n\n`{wood}`\n';

    expect(blocks(source)).toEqual([
      { kind: 'text', text: 'Cut {wood}.' },
      { kind: 'text', text: '`{wood}`' },
    ]);
  });

  test('keeps prose that begins with import or export', () => {
    expect(blocks('import your module first\n\nexport it then')).toEqual([
      { kind: 'text', text: 'import your module first' },
      { kind: 'text', text: 'export it then' },
    ]);
  });

  test('keeps prose whose next line begins with import', () => {
    const prose =
      'Browsers read\nimport maps, which list modules, and\nimport maps from the server.';
    expect(blocks(`import A, { B } from 'a';\nimport C, * as D from "c";\n\n${prose}\n`)).toEqual([
      { kind: 'text', text: prose },
    ]);
  });

  test('drops comments and keeps what components hold', () => {
    expect(
      blocks('{/* a\nb */}\n\nhas <Badge text="x > y"/> `<B/>`\n\n<Foo a={1}>hello</Foo>'),
    ).toEqual([
      { kind: 'text', text: 'has  `<B/>`' },
      { kind: 'text', text: 'hello' },
    ]);
  });

  test('labels the code of tabs, indented or not', () => {
    const source =
      '<Tabs>\n  <TabItem value="npm" label="npm">\n\n    ```sh\n    npm i\n      x\n    ```\n\n  </TabItem>\n  <TabItem value="yarn" label="yarn">\n```sh\nyarn\n```\n  </TabItem>\n</Tabs>\n';

    expect(blocks(source)).toEqual([
      { kind: 'code', language: 'sh', code: 'npm i\n  x', label: 'npm' },
      { kind: 'code', language: 'sh', code: 'yarn', label: 'yarn' },
    ]);
  });

  test('names the sections of a tab with headings by the tab', () => {
    const content =
      '# Build a saw\n\n## Build it\n\n<Tabs>\n  <Tab title="Python">\n    The saw needs a blade of the right length.\n\n    ## Fit the blade\n\n    ```py\n    # fit\n    ```\n\n    ### Oil\n\n    Oil the blade before you use it the first time.\n  </Tab>\n  <Tab title="Rust">\n    ```rs\n    fit();\n    ```\n  </Tab>\n</Tabs>\n\n## Next\n\n<Tabs>\n<Tab title="npm">\n\n```sh\nnpm i\n```\n\n</Tab>\n</Tabs>\n';
    const document = { path: 'a.mdx', format: 'mdx', content, hash: '' } as const;

    const parsed = parseMdx(document);

    expect(toSnippets(parsed).map(({ title }) => title)).toEqual([
      'Python - Build a saw',
      'Fit the blade - Python',
      'Oil - Fit the blade - Python',
      'Rust - Build a saw',
      'Next - Build a saw',
    ]);
    expect(parsed.sections.at(3)?.headings).toEqual(['Build a saw', 'Python', 'Fit the blade']);
    expect(parsed.sections.at(-1)?.blocks).toEqual([
      { kind: 'code', language: 'sh', code: 'npm i', label: 'npm' },
    ]);
  });

  test('keeps titles of components, whose tags may take several lines', () => {
    const source =
      '<Card\n  title="A card"\n  onClick={() => {\n    if (a > b) {}\n  }}\n>\n    Inside\n    - item\n</Card>\n';

    expect(blocks(source)).toEqual([
      { kind: 'text', text: '**A card**' },
      { kind: 'text', text: 'Inside' },
      { kind: 'text', text: '- item' },
    ]);
  });

  test('shows the files of an editor as code', () => {
    const source =
      '  <Sandpack\n  activeFile="saw.js"\n  files={{\n  "/saw.js": `\ncut(\\`wood\\`)\n  .oil();\n\n// Don\'t\n`,\n  \'a/saw.css\': { active: true, code: `a {}` },\n  }}/ >\n\nText.\n';

    expect(blocks(source)).toEqual([
      { kind: 'code', language: 'js', code: "cut(`wood`)\n  .oil();\n\n// Don't", label: 'saw.js' },
      { kind: 'code', language: 'css', code: 'a {}', label: 'a/saw.css' },
      { kind: 'text', text: 'Text.' },
    ]);
  });

  test('shows the description of a card without content, and the signature of a symbol', () => {
    const source =
      '<LinkCard\n  title="Oil"\n  description="Keeps a <saw> clean."\n/>\n\n<Saw description="a" />\n\n<APIItem\n  functionSignature="cut(wood: Wood) → Board"\n  id="cut"\n>\nCuts wood.\n</APIItem>\n';

    expect(blocks(source)).toEqual([
      { kind: 'text', text: '**Oil**' },
      { kind: 'text', text: 'Keeps a <saw> clean.' },
      { kind: 'text', text: '`cut(wood: Wood) → Board`' },
      { kind: 'text', text: 'Cuts wood.' },
    ]);
  });

  test('shows the command of a component that names only packages or the command itself', () => {
    const source =
      '<Run command="hardhat test" />\n\n<PackageManagerTabs command="install -D oil" />\n\n<PackageManagers pkg="saw" dev />\n\n<PackageManagers type="create" pkg="saw" args="--template oil" />\n\n<Install packages="saw blade" />\n\n<Run command="--version" />\n\n<SawCommandTabs command="run --fast" />\n';
    const shown = [
      'hardhat test',
      'npm install -D oil',
      'npm install -D saw',
      'npm create saw --template oil',
      'npm install saw blade',
    ];

    expect(blocks(source)).toEqual(shown.map((code) => ({ kind: 'code', language: 'sh', code })));
  });

  test('shows the commands of a component for package managers as code', () => {
    const source =
      "Add it:\n\n  { ' ' }\n\n<CommandTabs\n  npm=\"npm run add shell\"\n  cargo = 'cargo add shell'\n  label=\"x\"\n/>\n\nThen{' '}\nrun it.\n";

    expect(blocks(source)).toEqual([
      { kind: 'text', text: 'Add it:' },
      { kind: 'code', language: 'sh', code: 'npm run add shell\ncargo add shell' },
      { kind: 'text', text: 'Then\nrun it.' },
    ]);
    expect(blocks('<PackageCard npm="shell" />\n\nText.\n')).toEqual([
      { kind: 'text', text: 'Text.' },
    ]);
  });

  test('shows the type of a parameter, its default, and whether it is required', () => {
    const source =
      '<ParamField query="limit" type="integer" default={20} required>\n  How many saws.\n</ParamField>\n\n<ResponseField\n  name="state"\n  type=\'"sharp" | "dull"\'\n  required={false}\n  deprecated\n>\n  Is required.\n</ResponseField>\n\n<ParamField body="saw" />\n';

    expect(blocks(source)).toEqual([
      { kind: 'text', text: '**limit** (`integer`, query, required, default `20`)' },
      { kind: 'text', text: 'How many saws.' },
      { kind: 'text', text: '**state** (`"sharp" | "dull"`, deprecated)' },
      { kind: 'text', text: 'Is required.' },
      { kind: 'text', text: '**saw**' },
    ]);
  });

  test('shows the type of a property in a component of a site of its own', () => {
    const source =
      '<Param name="edge" type="String" default=\'"sharp"\' optional>\n  Its edge.\n</Param>\n\n<Property name="id" type="string">\n  Its id.\n</Property>\n\n<Prop name="saw" />\n';

    expect(blocks(source)).toEqual([
      { kind: 'text', text: '**edge** (`String`, optional, default `"sharp"`)' },
      { kind: 'text', text: 'Its edge.' },
      { kind: 'text', text: '**id** (`string`)' },
      { kind: 'text', text: 'Its id.' },
      { kind: 'text', text: '**saw**' },
    ]);
  });

  test('names the kind of a note', () => {
    const source =
      '<Warning>Mind the blade.</Warning>\n\n<Aside type="caution">\nOil it.\n</Aside>\n\n<Note title="Blades">\nRound.\n</Note>\n\n<Callout>\nStop.\n</Callout>\n';

    expect(blocks(source)).toEqual([
      { kind: 'text', text: '**Warning**' },
      { kind: 'text', text: 'Mind the blade.' },
      { kind: 'text', text: '**Caution**' },
      { kind: 'text', text: 'Oil it.' },
      { kind: 'text', text: '**Blades**' },
      { kind: 'text', text: 'Round.' },
      { kind: 'text', text: 'Stop.' },
    ]);
  });

  test('shows the constants of a page that components show as code', () => {
    const source =
      'export const cut = `SAW={saw}\nOIL={oil} \\\n  CUT`;\nexport const run =\n  `{\n  "a": \\`1\\`,\n\n  b: 2\n`\n\nexport const open = `\n\n## Saws\n\n' +
      'Cut:\n\n<Tab>\n  <AuthCodeBlock children={cut} language="sh" filename=".env" />\n</Tab>\n\n<CodeBlock language="json">{run}</CodeBlock>\n\n<Picture of={cut} />\n\n<Code children={missing} />\n\nLast.\n';

    expect(blocks(source)).toEqual([
      { kind: 'text', text: 'Cut:' },
      { kind: 'code', language: 'sh', code: 'SAW={saw}\nOIL={oil} \\\n  CUT', label: '.env' },
      { kind: 'code', language: 'json', code: '{\n  "a": `1`,\n\n  b: 2' },
      { kind: 'text', text: 'Last.' },
    ]);
    expect(blocks('export const a = `\n'.repeat(20_000))).toEqual([]);
  });

  test('shows a template of several lines as code, whichever component holds it', () => {
    const code = 'type Saw {\n  # Its `oil`.\n  oil: String\n}';
    const held = `{\`${code.replaceAll('`', '\\`')}\`}`;

    expect(
      blocks(
        `<SawDoc\n  type="saw"\n  links={{\n    Oil: '/oil',\n  }}\n>\n${held}\n</SawDoc>\n\nText.\n`,
      ),
    ).toEqual([
      { kind: 'code', language: '', code },
      { kind: 'text', text: 'Text.' },
    ]);
    expect(blocks('<Saw>{`cut`}</Saw>\n')).toEqual([{ kind: 'text', text: '`cut`' }]);
  });

  test('shows the code that a component holds as a string', () => {
    const source =
      '<CodeBlock language="bash" title="shell">\n  {`saw --version ${current()}`}\n</CodeBlock>\n\n<CodeBlock className="language-js">{`\na(\\`b\\`);\n\n  c();\n`}</CodeBlock>\n\nText.\n';

    expect(blocks(source)).toEqual([
      { kind: 'code', language: 'bash', label: 'shell', code: 'saw --version ${current()}' },
      { kind: 'code', language: 'js', code: 'a(`b`);\n\n  c();' },
      { kind: 'text', text: 'Text.' },
    ]);
    expect(
      blocks(
        '<Mermaid title="Saw">\n\n{`\ngraph LR\n  A --> B\n`}\n\n</Mermaid>\n\n<Mermaid\n  chart={`\ngraph TD\n  C\n`}\n/>\n',
      ),
    ).toEqual([
      { kind: 'code', language: 'mermaid', label: 'Saw', code: 'graph LR\n  A --> B' },
      { kind: 'code', language: 'mermaid', code: 'graph TD\n  C' },
    ]);
    expect(
      blocks(
        '<VCode lang="xml">\n{`\n<saw>\n  <teeth>3</teeth>\n</saw>\n`}\n</VCode>\n\n<Saw lang="en">{cut} it</Saw>\n',
      ),
    ).toEqual([
      { kind: 'code', language: 'xml', code: '<saw>\n  <teeth>3</teeth>\n</saw>' },
      { kind: 'text', text: '{cut} it' },
    ]);
    expect(blocks('<CodeBlock language="sh">saw {url}/oil</CodeBlock>\n')).toEqual([
      { kind: 'code', language: 'sh', code: 'saw {url}/oil' },
    ]);
    expect(blocks('<CodeBlock language="js">\n\n{code}\n\n</CodeBlock>\n\nText.\n')).toContainEqual(
      {
        kind: 'text',
        text: 'Text.',
      },
    );
  });

  test('reads the MDX that Docusaurus hides from translators in fences', () => {
    const source =
      '```mdx-code-block\nimport Tabs from "@theme/Tabs";\n\n<Tabs>\n<TabItem value="a" label="npm">\n```\n\n```sh\nnpm i saw\n```\n\n```mdx-code-block\n</TabItem>\n</Tabs>\n```\n\n````md\n```mdx-code-block\n```\n````\n';

    expect(blocks(source)).toEqual([
      { kind: 'code', language: 'sh', code: 'npm i saw', label: 'npm' },
      { kind: 'code', language: 'md', code: '```mdx-code-block\n```' },
    ]);
  });

  test('takes the anchor of a heading from a comment', () => {
    const content = '# Saws {/* #all-saws */}\n\nText.\n';

    const { sections } = parseMdx({ path: 'a.mdx', format: 'mdx', content, hash: '' });

    expect(sections[0]).toMatchObject({ headings: ['Saws'], anchor: 'all-saws' });
  });

  test('drops the names of icons', () => {
    expect(blocks('<Icon name="exclamation-triangle" /> **Warning** Wait.\n')).toEqual([
      { kind: 'text', text: '**Warning** Wait.' },
    ]);
  });

  test('reads indented text as text, because MDX has no indented code', () => {
    expect(
      blocks(
        '1. Saw it\n\nwell.\n\n     Oil the *blade*:\n\n     - twice\n\n     ```sh\n     oil\n     ```\n',
      ),
    ).toEqual([
      { kind: 'text', text: '1. Saw it' },
      { kind: 'text', text: 'well.' },
      { kind: 'text', text: 'Oil the *blade*:' },
      { kind: 'text', text: '- twice' },
      { kind: 'code', language: 'sh', code: 'oil' },
    ]);
  });

  test('shows types in code with links, whose brackets are escaped', () => {
    const type =
      'Type: <code>(c: <a href="/c">Context</a>) => Promise\\<<a href="/r">Page</a>\\> | void</code>';

    expect(blocks(`${type} of \\<b\\>.\n\n<p>${type}</p>\n`)).toEqual([
      { kind: 'text', text: 'Type: `(c: Context) => Promise<Page> | void` of \\<b\\>.' },
      { kind: 'text', text: 'Type: `(c: Context) => Promise<Page> | void`' },
    ]);
  });

  test('leaves JavaScript in fences alone', () => {
    expect(blocks("```jsx\nimport A from 'a';\n<A b={1}>\n{/* c */}\n```\n")).toEqual([
      { kind: 'code', language: 'jsx', code: "import A from 'a';\n<A b={1}>\n{/* c */}" },
    ]);
  });

  test('reads HTML headings and tables as Markdown does', () => {
    const document = {
      path: 'a.mdx',
      format: 'mdx',
      content: '<h2>Two</h2>\n\nx',
      hash: '',
    } as const;

    expect(parseMdx(document).sections.map(({ headings }) => headings)).toEqual([['Two']]);
  });

  test('keeps the text of a tag that never closes', () => {
    expect(blocks('<Foo a={\n\ntext\n')).toContainEqual({ kind: 'text', text: 'text' });
  });
});

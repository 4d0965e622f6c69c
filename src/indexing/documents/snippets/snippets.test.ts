import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Block, ParsedDocument, Section } from '../document.ts';
import { inPageOrder, type Snippet } from '../../../store/snippet.ts';
import { toSnippets } from './snippets.ts';

function text(markdown: string): Block {
  return { kind: 'text', text: markdown };
}

function code(source: string, language = 'js', label?: string): Block {
  return { kind: 'code', language, code: source, ...(label ? { label } : {}) };
}

function section(headings: string[], ...blocks: Block[]): Section {
  return { headings, level: headings.length, anchor: headings.at(-1)?.toLowerCase() ?? '', blocks };
}

function page(...sections: Section[]): ParsedDocument {
  return { title: 'Fastify', sections };
}

function titles(...sections: Section[]): string[] {
  return toSnippets(page(...sections)).map((snippet) => snippet.title);
}

function shown(snippet: Snippet): string {
  return [
    snippet.title,
    snippet.description,
    snippet.content,
    ...snippet.codeList.map((one) => one.code),
  ].join('\n');
}

const prose = 'The server listens on every address it was given until it is closed again.';

describe('toSnippets', () => {
  test('shows the type of a property in .NET with the property', () => {
    const property = section(['Saw', 'Teeth Property'], text(prose), code('int Teeth { get; }'));
    const type = section(['Saw', 'Teeth Property', 'Property Value'], text(prose));
    expect(titles(property, type)).toHaveLength(1);
  });

  test('gives aspects the empty heading of the same level before them, which names their subject', () => {
    const functions = ['cut(board)', 'oil(can)'].flatMap((name) => [
      section(['Saws', name]),
      section(['Saws', 'Parameters'], text(`Of ${name}. ${prose}`)),
      section(['Saws', 'Returns'], text(prose)),
    ]);
    const last = section(['Saws', 'Cleaning'], text(prose));
    expect(titles(...functions, last)).toEqual([
      'cut(board) - Saws',
      'oil(can) - Saws',
      'Cleaning - Saws',
    ]);
    const chapter = [section(['Saws', 'Overview']), section(['Saws', 'Description'], text(prose))];
    expect(titles(...chapter)).toEqual(titles(chapter[1]!));
  });

  test('makes a code snippet of a section with code, its description the prose around it', () => {
    const [snippet, ...rest] = toSnippets(
      page(
        section(['Guide', 'Route prefixing'], text('Before.'), code('a()', 'ts'), text('After.')),
      ),
    );

    expect(rest).toEqual([]);
    expect(snippet).toEqual({
      kind: 'code',
      title: 'Route prefixing - Fastify',
      description: 'Before.\n\nAfter.',
      pageTitle: 'Fastify',
      breadcrumb: ['Fastify', 'Guide', 'Route prefixing'],
      language: 'ts',
      codeList: [{ language: 'ts', code: 'a()', offset: 'Before.'.length }],
      content: '',
      anchor: 'route prefixing',
    });
  });

  test.each([
    'No additional attributes are exported by this resource.',
    'There are no options for this command in this release.',
    'This data source exports no attributes beside its arguments.',
  ])('a section that only says "%s" joins its neighbor', (sentence) => {
    const above = section(['saw_blade', 'Argument Reference'], text(prose));
    const below = section(['saw_blade', 'Attribute Reference'], text(sentence));
    const [snippet, ...rest] = toSnippets(page(above, below));
    expect(rest).toEqual([]);
    expect(snippet!.content).toBe(`${prose}\n\n#### Attribute Reference\n\n${sentence}`);
  });

  test.each([
    'No blade is sharp for ever: oil it, and let it rest after each board.',
    'There is no button for this. Press the key at the back of the saw twice.',
  ])('a section that says more keeps its own snippet: "%s"', (sentence) => {
    const above = section(['Saw', 'Oil the blade'], text(prose));
    expect(titles(above, section(['Saw', 'Stop the blade'], text(sentence)))).toHaveLength(2);
  });

  test('lists the subsections that a text leads to', () => {
    const [hooks] = toSnippets(
      page(
        section(['Hooks'], text(`${prose} There are these hooks:`)),
        section(['Hooks', 'onRequest'], text(prose)),
        section(['Hooks', 'onRequest', 'Errors'], text(prose.repeat(2))),
        section(['Hooks', 'onSend'], text(prose)),
        section(['Routes'], text(prose)),
      ),
    );

    expect(hooks!.content).toBe(`${prose} There are these hooks:\n\n- onRequest\n- onSend`);
  });

  test('adds no list to a text that leads to nothing, to one subsection or to code', () => {
    const leads = `${prose} Do this:`;
    const snippets = toSnippets(
      page(
        section(['One'], text(leads)),
        section(['One', 'Only'], text(prose)),
        section(['Prose'], text(prose)),
        section(['Prose', 'First'], text(prose)),
        section(['Prose', 'Second'], text(prose)),
        section(['Sample'], text(leads), code('run()')),
        section(['Sample', 'First'], text(prose)),
        section(['Sample', 'Second'], text(prose)),
      ),
    );

    const all = snippets.map(shown).join('\n');
    expect(all).not.toContain('- Only');
    expect(all).not.toContain('- First');
  });

  test('makes an info snippet of a section without code', () => {
    const [snippet] = toSnippets(page(section(['Closing the server'], text(prose))));

    expect(snippet).toMatchObject({
      kind: 'info',
      title: 'Closing the server',
      description: '',
      content: prose,
      breadcrumb: ['Fastify', 'Closing the server'],
      language: '',
      codeList: [],
    });
  });

  test('keeps the steps of one recipe together, in order', () => {
    const snippets = toSnippets(
      page(
        section(
          ['Getting the plugin'],
          text('Install:'),
          code('npm i x', 'sh'),
          text('Configure:'),
          code('x: 1', 'yaml'),
          text('Call:'),
          code('x()'),
        ),
      ),
    );

    expect(snippets).toHaveLength(1);
    expect(snippets[0]!.codeList.map(({ language }) => language)).toEqual(['sh', 'yaml', 'js']);
    expect(snippets[0]!.description).toBe('Install:\n\nConfigure:\n\nCall:');
  });

  test('keeps prose and code in the order of the page', () => {
    const [snippet] = toSnippets(
      page(
        section(
          ['Holding a lock'],
          text('**Bad**:'),
          code('lock()'),
          text('**Good**:'),
          code('using lock()'),
          text('The second one always ends.'),
        ),
      ),
    );

    expect(
      inPageOrder(snippet!).map((part) => (typeof part === 'string' ? part : part.code)),
    ).toEqual(['**Bad**:', 'lock()', '**Good**:', 'using lock()', 'The second one always ends.']);
  });

  test.each([
    ['Run it', 'Run it:'],
    ['Run it:', 'Run it:'],
    ['Run it.', 'Run it:'],
    ['Run ...', 'Run ...:'],
  ])('ends the label %j with one colon', (label, shownLabel) => {
    const [snippet] = toSnippets(page(section(['Saw'], code('saw()', 'js', label))));
    expect(snippet).toMatchObject({ description: shownLabel });
  });

  test('puts the label of code before it', () => {
    const [snippet] = toSnippets(
      page(
        section(['Adding it'], text('Run'), code('npm i', 'sh', 'npm'), code('yarn', 'sh', 'yarn')),
      ),
    );

    expect(
      inPageOrder(snippet!).map((part) => (typeof part === 'string' ? part : part.code)),
    ).toEqual(['Run\n\nnpm:', 'npm i', 'yarn:', 'yarn']);
  });

  test('says where bare code stands', () => {
    const [snippet] = toSnippets(page(section(['Class: Pool', 'Closing it down'], code('a()'))));

    expect(snippet!.description).toBe('Fastify > Class: Pool');
  });

  test('repeats no heading in the breadcrumb', () => {
    const [snippet] = toSnippets(page(section(['fastify', 'The Server'], text(prose))));

    expect(snippet!.breadcrumb).toEqual(['Fastify', 'The Server']);
  });

  test('says nothing about bare code that its title says', () => {
    const [snippet] = toSnippets(page(section(['Usage'], code('a()'))));

    expect(snippet).toMatchObject({ title: 'Usage - Fastify', description: '' });
  });

  test.each(['update | Config', 'update - Syntax and use', 'update (mysql)'])(
    'repeats no heading that the title of the page begins with: %s',
    (title) => {
      const [snippet] = toSnippets({
        title,
        sections: [section(['update'], text(prose)), section(['update', 'Modes'], text(prose))],
      });
      expect(snippet).toMatchObject({ title, breadcrumb: [title] });
    },
  );

  test('names the page if a heading has only one word that names something', () => {
    const titleIn = (heading: string): string =>
      toSnippets({ title: 'Saws', sections: [section([heading], text(prose))] })[0]!.title;

    expect(titleIn('How to configure')).toBe('How to configure - Saws');
    expect(titleIn('In a workshop')).toBe('In a workshop - Saws');
    expect(titleIn('When to use this?')).toBe('When to use this? - Saws');
    expect(titleIn("What You've Learned")).toBe("What You've Learned - Saws");
    expect(titleIn('What is a blade?')).toBe('What is a blade?');
    expect(titleIn('How to oil a blade')).toBe('How to oil a blade');
  });

  test('names the folder that tells pages with the same name apart', () => {
    const titlesIn = (variant: string, ...headings: string[]): string[] =>
      toSnippets(
        {
          title: 'Oil a blade (oak)',
          sections: headings.map((one) => section([one], text(prose))),
        },
        { variant },
      ).map(({ title }) => title);

    expect(titlesIn('oak', 'Use', 'Choose the best oil', 'Oak needs less oil')).toEqual([
      'Use - Oil a blade (oak)',
      'Choose the best oil (oak)',
      'Oak needs less oil',
    ]);
  });

  test('leaves many type parameters out of a title', () => {
    const types = Array.from({ length: 20 }, (_, at) => `TSaw${at}`).join(', ');
    const of = (title: string, heading: string): string =>
      toSnippets({ title, sections: [section([heading], text(prose))] })[0]!.title;

    expect(of(`Interface: Saw<${types}>`, 'TOil')).toBe('TOil - Interface: Saw');
    expect(of(`Function: saw()<${types}>`, 'TOil')).toBe('TOil - Function: saw()');
    expect(of(`Interface: Saw<${types}>`, `Interface: Saw<${types}>`)).toBe('Interface: Saw');
    expect(of('Interface: Saw<TOil>', 'TOil')).toBe('TOil - Interface: Saw<TOil>');
  });

  test('names the page if all headings above are generic', () => {
    const titleIn = (...trail: string[]): string =>
      toSnippets({ title: 'Events', sections: [section(trail, text(prose))] })[0]!.title;
    expect(titleIn('Introduction', 'Testing')).toBe('Testing - Events');
    expect(titleIn('Saw.cut')).toBe('Saw.cut');
    expect(titleIn('Event data', 'x')).toBe('x - Events');
    const keys = ['Accessibility', 'Keyboard interactions'];
    expect(titles(section(keys, text(prose)))).toEqual(['Keyboard interactions - Fastify']);
    const object = ['Schema', 'Nested Schema for `spec.saw`'];
    expect(titles(section(object, text(prose)))).toEqual([`${object[1]} - Fastify`]);
    expect(titleIn('Blocks', 'oil')).toBe('oil - Events');
    expect(titles(section(['Upgrading', 'To 12.0.0'], text(prose)))).toEqual([
      'To 12.0.0 - Fastify',
    ]);
  });

  test.each(['How to configure', 'Functionality added or changed', 'Availability', 'Flags'])(
    'names the page if the heading above can stand in any document: %s',
    (heading) => {
      expect(titles(section([heading, 'Core'], text(prose)))).toEqual(['Core - Fastify']);
    },
  );

  test('says where a heading stands that a page repeats', () => {
    const trails = [
      ['Pools', 'New behavior'],
      ['Blades', 'New behavior'],
      ['Blades', 'Cutting wood'],
      ['v2 of saws', 'For oak', 'New features'],
      ['v3 of saws', 'For oak', 'New features'],
      ['Oak', 'Oak and ash'],
      ['Ash', 'Oak and ash'],
    ];
    const titles = toSnippets(page(...trails.map((trail) => section(trail, text(prose))))).map(
      ({ title }) => title,
    );

    expect(titles).toEqual([
      'New behavior - Pools',
      'New behavior - Blades',
      'Cutting wood - Blades',
      'New features - For oak - v2 of saws',
      'New features - For oak - v3 of saws',
      'Oak and ash',
      'Oak and ash',
    ]);
  });

  test.each([
    'Bug fixes',
    'Improved documentation',
    'What should I do?',
    'Query parameters',
    'Body parameters',
    'Response messages',
    'Example response',
    'HTTP method and URI',
    'Updates & Bug Fixes',
    '⚙️ Miscellaneous Tasks',
    'Thoughtful Bug Fix 🔧',
    'What’s next?',
  ])('names the subject of the heading %j, which every page repeats', (heading) => {
    expect(
      titles(
        section(['Changelog', 'pytest 8.4'], text(prose)),
        section(['Changelog', 'pytest 8.4', heading], text(prose)),
      )[1],
    ).toBe(`${heading} - pytest 8.4`);
  });

  test('makes nothing of an empty document', () => {
    expect(toSnippets(page())).toEqual([]);
    expect(toSnippets(page(section(['Heading without text'])))).toEqual([]);
  });
});

describe('titles', () => {
  test.each([
    [['Installation'], 'Installation - Fastify'],
    [['Options', '-p/--plank <FILE>'], '-p/--plank <FILE> - Fastify'],
    [['timeout (integer)'], 'timeout (integer) - Fastify'],
    [['Orders', 'saw_error schema'], 'saw_error schema - Orders'],
    [['timeout of a saw (integer)'], 'timeout of a saw (integer)'],
    [['How to fix this error'], 'How to fix this error - Fastify'],
    [['Default config'], 'Default config - Fastify'],
    [['Keyboard shortcuts'], 'Keyboard shortcuts - Fastify'],
    [['Hooks', 'onClose()', 'Call Signature'], 'Call Signature - onClose()'],
    [['Input/output types:'], 'Input/output types - Fastify'],
    [['Route', 'Equals Method'], 'Equals Method - Route'],
    [['SA01', 'How to fix violations'], 'How to fix violations - SA01'],
    [['When Not To Use It'], 'When Not To Use It - Fastify'],
    [['Theming', 'Colors'], 'Colors - Fastify'],
    [['Inherited options', 'attr'], 'attr - Fastify'],
    [['2.1. Examples'], '2.1. Examples - Fastify'],
    [['Routes', '3.2 Shorthand'], '3.2 Shorthand - Routes'],
    [['1. Declare a route'], '1. Declare a route - Fastify'],
    [['Server', '2. Listen on a port'], '2. Listen on a port - Server'],
    [['Server', 'listen(port, host)'], 'listen(port, host) - Server'],
    [['Helpers', 'listen'], 'listen - Fastify'],
    [['Common flags', '--quiet'], '--quiet - Fastify'],
    [['Subcommands', 'serve'], 'serve - Fastify'],
    [['cut', 'Common command-line options', '--quiet'], '--quiet - cut'],
    [['Proxy options', 'host'], 'host - Proxy options'],
    [['Server', 'Options'], 'Options - Server'],
    [['Plugins', 'Usage', 'Example'], 'Example - Plugins'],
    [['Server', 'bodyLimit'], 'bodyLimit - Server'],
    [['Server', 'Route prefixing'], 'Route prefixing - Server'],
    [['Server', 'Prefixes of routes'], 'Prefixes of routes'],
    [['Server', 'GET /planks'], 'GET /planks'],
    [['Server', '--port NUMBER'], '--port NUMBER - Server'],
    [['Start', 'Step 2 - Oil all blades'], 'Step 2 - Oil all blades - Start'],
    [['Server', 'Method close()'], 'Method close() - Server'],
    [['Reactive Streams semantics'], 'Reactive Streams semantics - Fastify'],
    [['Fastify'], 'Fastify'],
    [['Class: Pool', 'Pool.close()'], 'Pool.close() - Class: Pool'],
    [['Operators of lists', '::'], ':: - Operators of lists'],
    [['Operators of lists', ':'], ': - Operators of lists'],
    [[], 'Fastify'],
  ])('of %j is %j', (headings, title) => {
    expect(titles(section(headings, text(prose)))).toEqual([title]);
  });

  test('of the parts of a long section are the same', () => {
    const parts = Array.from({ length: 40 }, (_, at) => text(`${at}. ${prose}`));

    const snippets = toSnippets(page(section(['Closing the server'], ...parts)));

    expect(snippets.map((snippet) => snippet.title)).toEqual([
      'Closing the server',
      'Closing the server',
    ]);
  });

  test('of a reference with many parameters are split between the parameters, with the signature first', () => {
    const parameters = Array.from(
      { length: 20 },
      (_, at) =>
        `- \`option${at}\` (int): ${'What it does. '.repeat(15)}\n\n  New in version ${at}.\n`,
    );
    const all = toSnippets(
      page({
        ...section(
          ['API', 'connect()'],
          code('connect(**options)'),
          text(`Connects.\n\nParameters:\n\n${parameters.join('\n')}`),
        ),
        atomic: true,
      }),
    );
    expect(all[0]).toMatchObject({
      title: 'connect() - Fastify',
      codeList: [{ code: 'connect(**options)' }],
    });
    expect(all.slice(1).map(({ title }) => title)).toEqual([
      'connect() - Fastify: option9 … option17',
      'connect() - Fastify: option18 … option19',
    ]);
    const isWhole = parameters.map((one) => all.some((each) => shown(each).includes(one.trim())));
    expect(isWhole).not.toContain(false);
  });

  test('of a section that begins with a signature have it with the first of their text', () => {
    const calls = ['cut(board)', `cut(board, ${'teeth: int, '.repeat(40)})`];
    const about = [`Cuts a board. ${prose}`, prose.repeat(15), prose.repeat(15)].map(text);
    const items = [...calls.map((call) => code(call)), ...about];

    const all = toSnippets(page(section(['Saw', 'cut'], ...items)));

    expect(all.length).toBeGreaterThan(1);
    expect(all[0]!.codeList.map((one) => one.code)).toEqual(calls);
    expect(shown(all[0]!)).toContain('Cuts a board.');
  });

  test('of a section that begins with code have the title of a note with its text', () => {
    const note = text(`**Note**\n\n${prose.repeat(10)}`);
    const items = [code('cut(board)'), note, code('x'.repeat(1500)), text(prose.repeat(20))];

    const all = toSnippets(page(section(['Saw', 'cut'], ...items)));

    const withNote = all.filter((one) => shown(one).includes('**Note**'));
    expect(withNote.map((one) => shown(one).includes(prose))).toEqual([true]);
  });

  test('of a schema with many properties are split between the rows of its table', () => {
    const rows = Array.from(
      { length: 20 },
      (_, at) => `| \`field${at}\` | ${'What it is. '.repeat(15)} |`,
    );
    const all = toSnippets(
      page({
        ...section(
          ['Schemas', 'Saw schema'],
          text(['| Property | Description |', '| --- | --- |', ...rows].join('\n')),
        ),
        atomic: true,
      }),
    );
    expect(all.map(({ content }) => content.match(/\| `field/g)?.length)).toEqual([12, 8]);
    expect(all.every(({ content }) => content.startsWith('| Property |'))).toBe(true);
  });

  test('of the further parts of a list name the first and the last term that they define', () => {
    const options = Array.from({ length: 40 }, (_, at) => `- \`--saw-${at}\`: ${prose}`);
    const others = [
      '- **blade** (text): The blade.',
      '- `oil` greases it.',
      `* \`teeth\` - ${prose}`,
    ];
    const list = text([...options, ...others].join('\n'));

    const [first, ...further] = titles(section(['Options of the saw'], list));

    expect(first).toBe('Options of the saw');
    expect(further.length).toBeGreaterThan(0);
    for (const title of further) expect(title).toMatch(/^Options of the saw: --saw-\d+ … [\w-]+$/);
    expect(further.at(-1)).toMatch(/ … teeth$/);
  });

  test.each([
    ['- **-s**, **--saw-7**[**=***kind*]: Cut.', '--saw-39'],
    ['**--saw-7**="": Cut.', '--saw-39'],
    ['`Saw7=`, `--saw-7=`\n:   Cut.', 'Saw39='],
    ['**set saw (7)**\n\nCut.', 'set saw (39)'],
    ['`-s KIND`, `--saw-7 KIND`\n\nCut.', '--saw-39'],
    ['0.  `-s`, `--saw-7`\n\n    Cut.', '--saw-39'],
  ])('of the further parts of a text name the first and the last term: %j', (item, name) => {
    const items = Array.from(
      { length: 40 },
      (_, at) => `${item.replaceAll('7', String(at))} ${prose}`,
    );
    const [first, ...further] = titles(section(['Options of the saw'], text(items.join('\n\n'))));
    expect(first).toBe('Options of the saw');
    expect(further.at(-1)).toContain(` … ${name}`);
  });

  test.each([
    ['`field7`', 'field7'],
    ['`field7` integer', 'field7'],
    ['oil.field[7]', 'oil.field[7]'],
    ['**field7**', 'field7'],
    ['*`field7`* __integer__', 'field7'],
    ['field7# _integer_', 'field7'],
  ])('of the further parts of a table name the first and the last term: %s', (cell, name) => {
    const rows = Array.from({ length: 30 }, (_, at) => {
      return `| ${cell.replace('7', String(at))} | ${'What it is. '.repeat(15)} |`;
    });
    const head = ['| Property | Description |', '| --- | --- |'];
    const table = [...head, ...rows, '', ...head, '| A sharp saw | It cuts. |'].join('\n');
    const all = toSnippets(page(section(['Options of the saw'], text(table))));
    expect(all[0]?.title).toBe('Options of the saw');
    expect(all.at(-1)?.title).toMatch(/^Options of the saw: .*\d+\]? … /);
    expect(all.at(-1)?.title).toContain(` … ${name.replace('7', '29')}`);
  });

  test.each([
    ['', '  -s, --saw-7 string   Cut.', '--saw-7'],
    ['yaml', '  # Oil.\n  saw7:\n    teeth: 1', 'saw7'],
    ['yaml', '# Oil.\n[saw7: <int> | default = 1]', 'saw7'],
  ])(
    'of the further parts of code name the first and the last option: %s %j',
    (language, item, name) => {
      const items = Array.from({ length: 200 }, (_, at) => item.replace('7', String(at)));
      const all = titles(
        section(['Options of the saw'], text('All:'), code(items.join('\n'), language)),
      );
      expect(all[0]).toBe('Options of the saw');
      expect(all.at(-1)).toMatch(
        new RegExp(`: ${name.replace('7', '\\d+')} … ${name.replace('7', '199')}$`),
      );
    },
  );

  test('of whole code stay the same', () => {
    const manifest = `saw:\n${'  teeth: 1\n'.repeat(150)}`;
    const all = titles(
      section(
        ['Use a saw'],
        text('One:'),
        code(manifest, 'yaml'),
        text('Two:'),
        code(manifest, 'yaml'),
      ),
    );
    expect(new Set(all)).toEqual(new Set(['Use a saw']));
  });

  test('of the further parts of a long item name its term and the terms of the list in it', () => {
    const nested = Array.from(
      { length: 30 },
      (_, at) => `  - \`depth${at}\`: ${'how deep. '.repeat(20)}`,
    );
    const list = ['- `saw cut`: Cuts.', '', ...nested, '', '- `saw oil`: Oils.'].join('\n');
    const [, ...further] = titles(section(['Options'], text(list)));
    expect(further.length).toBeGreaterThan(2);
    expect(further[0]).toMatch(/^Options - Fastify: saw cut: depth\d+ … depth\d+$/);
    expect(new Set(further).size).toBe(further.length);
  });

  test('of the further parts of a long item name its term', () => {
    const item = Array.from({ length: 60 }, () => `  ${prose}`).join('\n\n');
    const list = `- \`--oil\`: Oil.\n- \`--saw\`: Cut.\n\n${item}\n- \`--dry\`: Dry.`;
    const [first, ...further] = titles(section(['Options'], text(list)));
    expect(first).toBe('Options - Fastify');
    expect(further.at(0)).toBe('Options - Fastify: --saw');
    expect(further.at(-1)).toBe('Options - Fastify: --saw … --dry');

    const other = list.replace('- `--saw`: Cut.', '- `--saw`: Cut.\n- Oak');
    expect(new Set(titles(section(['Options'], text(other))))).toEqual(new Set([first]));
  });

  test.each(['Note', 'Parameters', 'Additional resources'])(
    'of the further parts of a text with labels in bold stay the same: %s',
    (label) => {
      const parts = Array.from({ length: 40 }, () => `**${label}**\n\n${prose}`).join('\n\n');
      expect(new Set(titles(section(['Options of the saw'], text(parts))))).toEqual(
        new Set(['Options of the saw']),
      );
    },
  );

  test.each([
    ['- `saw7` *file path*: ', 'saw7'],
    ['- `saw7` [ true | false ]: ', 'saw7'],
    ['- `saw7` *port* *address/host*: ', 'saw7'],
    ['- `-s <teeth>`, `--saw=<teeth>`: ', '-s <teeth>'],
    ['- **saw7, sawn, sawing**: ', 'saw7, sawn, sawing'],
    [`- \`saw.${'blade.'.repeat(7)}7\`: `, `saw.${'blade.'.repeat(7)}7`],
    [`| (read only) \`saw.${'blade.'.repeat(7)}7\` | `, `saw.${'blade.'.repeat(7)}7`],
  ])('of further parts name terms with what follows them: %s', (item, name) => {
    const items = Array.from({ length: 30 }, (_, at) => {
      return `${item.replace('7', String(at)).replace('-s', `-s${at}`)}${'What it is. '.repeat(15)}`;
    });
    const head = item.startsWith('|') ? ['| Property | Description |', '| --- | --- |'] : [];
    const all = titles(section(['Options of the saw'], text([...head, ...items].join('\n'))));
    expect(all[0]).toBe('Options of the saw');
    expect(all.at(-1)).toContain(` … ${name.replace('7', '29').replace('-s', '-s29')}`);
  });

  test('of further parts name one term if two are too long', () => {
    const name = `saw.${'blade.'.repeat(10)}`;
    const items = Array.from({ length: 30 }, (_, at) => `- \`${name}${at}\`: ${prose.repeat(2)}`);
    const all = titles(section(['Options of the saw'], text(items.join('\n'))));
    expect(all.at(-1)).toMatch(/^Options of the saw: saw\.[\w.]+\d …$/);
  });

  test('of a further part that begins with a title end with it, unless it can stand anywhere', () => {
    const named = (...names: string[]): string[] =>
      titles(
        section(
          ['Sharpening a saw blade'],
          ...names.flatMap((name) => [text(`**${name}**\n\n${prose.repeat(14)}`), code('cut()')]),
        ),
      );
    const title = 'Sharpening a saw blade';
    expect(named('Files', 'Oil for `teeth`')).toEqual([title, `${title}: Oil for teeth`]);
    expect(named('Files', 'Table 2. Kinds of oil:')).toEqual([title, `${title}: Kinds of oil`]);
    expect(named('Files', 'Sharpening')).toEqual([title, title]);
    const anywhere = ['Tip', 'Example 2', 'Note:', 'Version added 2.0', 'Changed in version 3'];
    expect(named('Files', ...anywhere)).toEqual(Array.from({ length: 6 }, () => title));
  });

  test('of the further parts of a table without terms stay the same', () => {
    for (const cell of ['A sharp saw', 'Low']) {
      const rows = Array.from({ length: 30 }, () => `| ${cell} | ${'It cuts. '.repeat(20)} |`);
      const table = ['| Kind of saw | Use |', '| --- | --- |', ...rows].join('\n');
      expect(new Set(titles(section(['Options of the saw'], text(table))))).toEqual(
        new Set(['Options of the saw']),
      );
    }
  });

  test('have the names of terms without the emphasis within them', () => {
    const items = Array.from(
      { length: 30 },
      (_, at) => `* **_tooth_${at}_** (int): ${'What it does. '.repeat(12)}`,
    );
    const all = toSnippets(page(section(['Options of the saw'], text(items.join('\n')))));
    expect(all.at(-1)?.title).toMatch(/^Options of the saw: tooth_\d+ … tooth_29$/);
  });
});

describe('small sections', () => {
  test('join their parent with their heading when they are a line', () => {
    const [snippet, ...rest] = toSnippets(
      page(
        section(['Server properties'], text(prose)),
        section(['Server properties', 'version number'], text('A string.')),
      ),
    );

    expect(rest).toEqual([]);
    expect(snippet!.content).toBe(`${prose}\n\n#### version number\n\nA string.`);
  });

  test('introduce what follows when nothing comes before them', () => {
    const [snippet, ...rest] = toSnippets(
      page(section([], text('In short')), section(['The server'], text(prose))),
    );

    expect(rest).toEqual([]);
    expect(snippet).toMatchObject({
      title: 'The server - Fastify',
      content: `In short\n\n${prose}`,
    });
  });

  test('stay alone when they answer a question', () => {
    expect(
      titles(
        section(['Server', 'bodyLimit'], text(prose)),
        section(['Server', 'trustProxy'], text(prose)),
      ),
    ).toEqual(['bodyLimit - Server', 'trustProxy - Server']);
  });

  test('that are facets of one section join it', () => {
    const [snippet, ...rest] = toSnippets(
      page(
        section(['Pool', 'Pool.close(now)'], text(prose)),
        section(['Pool', 'Pool.close(now)', 'Parameters'], text(`* now: ${prose}`)),
        section(['Pool', 'Pool.close(now)', 'Returns: Promise'], text('Settled at the end.')),
        section(['Pool', 'Pool.close(now)', 'Example'], code('pool.close()')),
      ),
    );

    expect(rest).toEqual([]);
    expect(snippet!.title).toBe('Pool.close(now)');
    expect(snippet!.description).toContain('#### Parameters\n\n* now:');
    expect(snippet!.description).toContain('#### Returns: Promise');
    expect(snippet!.codeList).toHaveLength(1);
  });

  test('with nothing but the code of a text join it', () => {
    const [snippet, ...rest] = toSnippets(
      page(
        section(['The useSaw hook'], text(prose)),
        section(['The useSaw hook', 'Import'], code('import { useSaw } from "saws"')),
        section(['The useSaw hook', 'Usage'], code('const saw = useSaw()')),
      ),
    );

    expect(rest).toEqual([]);
    expect(snippet!.title).toBe('The useSaw hook');
    expect(snippet!.description).toBe(`${prose}\n\n#### Import\n\n#### Usage`);
    expect(snippet!.codeList).toHaveLength(2);
  });

  test('introduce the sections below them, also if others come before', () => {
    const endpoint = (name: string, line: string): Section[] => [
      section(['API', `GET /${name}`], text(line)),
      section(['API', `GET /${name}`, 'Example request'], code(`curl /${name}`, 'sh')),
    ];
    const [, planks, ...rest] = toSnippets(
      page(...endpoint('saws', prose), ...endpoint('planks', 'All planks.')),
    );

    expect(rest).toEqual([]);
    expect(planks!.title).toBe('GET /planks');
    expect(planks!.description).toMatch(/^All planks\./);
  });

  test('that are topics stay alone', () => {
    expect(
      titles(
        section(['Fastify'], text(prose)),
        section(['Fastify', 'Installation'], code('npm i fastify', 'sh')),
      ),
    ).toEqual(['Fastify', 'Installation - Fastify']);
  });

  test('that are facets of a heading without text take its name', () => {
    const [snippet, ...rest] = toSnippets(
      page(
        section(['npm ci command', 'Synopsis'], code('npm ci', 'sh')),
        section(['npm ci command', 'Description'], text(prose)),
      ),
    );

    expect(rest).toEqual([]);
    expect(snippet!.title).toBe('npm ci command');
    expect(snippet!.description).toBe(`#### Synopsis\n\n#### Description\n\n${prose}`);
  });

  test('with the name of a manual page introduce its synopsis, in capital letters', () => {
    const manual = (heading: string): Section[] => [
      section(['saw(1)', heading], text('saw - cut planks to their length, and tell how many')),
      section(['saw(1)', 'SYNOPSIS'], code('saw [-v] PLANK...')),
      section(['saw(1)', 'DESCRIPTION'], text(prose)),
    ];
    const [snippet, ...rest] = toSnippets(page(...manual('NAME')));

    expect(rest).toEqual([]);
    expect(snippet!.title).toBe('saw(1) - Fastify');
    expect(snippet!.description).toMatch(
      /^#### NAME\n\nsaw - cut planks [^\n]*\n\n#### SYNOPSIS\n/,
    );
    expect(titles(...manual('Name'))).toEqual(['Name - saw(1)', 'saw(1) - Fastify']);
  });

  test('never join a section that is one recipe by nature', () => {
    const operation = { ...section(['API', 'GET /pets'], code('curl /pets', 'sh')), atomic: true };

    expect(titles(operation, section(['API', 'Note'], text('Short.')))).toHaveLength(2);
  });
});

describe('noise', () => {
  test.each([
    [
      'a list of manual pages',
      section(['See also'], text('`saw(1)`, **saw.conf**(5), [oil(8)](oil.md) and **cut**(1).')),
    ],
    ['names of other pages', section(['Related topics'], text('- Guide: Oil\n- How to cut'))],
    [
      'many names on a line',
      section(
        ['See Also'],
        text('`cut_saw_wood`, `cut_oak`, oil_blade, `saw.table`, file, `:=`, sharpen_all_teeth'),
      ),
    ],
    ['a list of links', section(['See also'], text('- [A](https://a.com)\n- [B](https://b.com)'))],
    ['sponsors', section(['Our Sponsors'], text(prose))],
    ['a list of helpers', section(['Brought to You By'], text(prose))],
    ['a list of all changes', section(['Full changelog'], text(prose))],
    [
      'a list of changes',
      section(['Saw 2', 'Pull requests merged'], text('- 12: Cut.\n- 13: Oil.')),
    ],
    [
      'a list of the changes of a release',
      section(['Saw 2', 'Pull requests for 2.0.1'], text('- 12: Cut.')),
    ],
    ['other changes', section(['Saw 2', 'Other Pull Requests'], text('- 12: Cut.'))],
    ['a list of all issues', section(['Saw 2', 'List of all closed issues'], text('- 12: Cut.'))],
    ['reviewers', section(['Saw 2', '2 reviewers added to this release'], text('- Ann\n- Bo'))],
    [
      'the issues of a release',
      section(['Saw 2', 'Issues closed in the 2.x development cycle'], text('- 12: Cut.')),
    ],
    ['a list of tickets', section(['Saw 2', 'Tickets fixed'], text('- 12: Cuts.\n- 13: Oils.'))],
    ['a log as code', section(['Saw 2', 'Detailed Changelog'], code('Ann (1):\n  a1 Cut', ''))],
    [
      'a list of commits',
      section(
        ['Saw 2', 'Semver-patch commits'],
        text(
          '- [`1a2b3c4`](https://x.com/commit/1a2b3c4) - oil\n- \\[[`2`](https://x.com/commit/2)]',
        ),
      ),
    ],
    ['hashes of files', section(['Saw 2', 'SHASUMS'], code('1a2b3c saw.tar.gz', ''))],
    [
      'a list of the options of other commands',
      section(['saw cut', 'Options inherited from parent commands'], code('--oil  oils', '')),
    ],
    [
      'a list of the methods of a class above, in Javadoc',
      section(['Saw', 'Methods inherited from class java.lang.Object'], text('`clone, equals`')),
    ],
    [
      'a list of the methods of a module, in YARD',
      section(['Saw', 'Methods included from Oil::Tank'], text('`#drain`, `#fill`')),
    ],
    ['the author of a manual page', section(['AUTHOR(S)'], code('Ann Oak\n1 Saw Road', ''))],
    [
      'the copyright of a manual page',
      section(['COPYRIGHT'], text('Ann Oak wrote all of it in 2026, see the file LICENSE.')),
    ],
    ['a license note', section(['License'], text('Licensed under [MIT](https://x.com/LICENSE).'))],
    ['a rule of punctuation', section(['The end'], text('---'))],
  ])('%s makes no snippet', (_, noise) => {
    expect(titles(noise, section(['Closing the server'], text(prose)))).toEqual([
      'Closing the server',
    ]);
  });

  test('is no author who is the subject, and no changelog that is a page', () => {
    expect(titles(section(['Saw', 'Author'], text(prose)))).toEqual(['Author - Saw']);
    expect(titles(section(['Saw', 'Copyright'], text(prose)))).toHaveLength(1);
    expect(titles(section(['Saw', 'Pull requests'], text(prose)))).toHaveLength(1);
    expect(titles(section(['Saw', 'Commits'], text(`${prose}\n\n- Oil first.`)))).toHaveLength(1);
    const changes = page(section(['Full changelog'], text(prose)));
    expect(toSnippets({ ...changes, title: 'Full changelog' })).toHaveLength(1);
  });

  test('under a heading goes with the heading', () => {
    expect(
      titles(
        section(['Sponsors'], text(prose)),
        section(['Sponsors', 'Gold members'], text(prose)),
      ),
    ).toEqual([]);
  });

  test('is no heading with code below it', () => {
    expect(
      titles(
        section(['Pay', 'Credits'], text(prose)),
        section(['Pay', 'Credits', 'Buy credits'], text(prose), code('curl /buy', 'sh')),
        section(['Pay', 'Donations'], text(prose)),
        section(['Pay', 'Donations', 'Thank a donor'], text(prose)),
      ),
    ).toEqual(['Credits - Pay', 'Buy credits']);
  });

  test('is one of thanks', () => {
    const people = text('1. Ann oiled the saw.\n2. Bo cut a board that nobody else could cut.');
    expect(
      titles(
        section(['Saws'], text(prose)),
        section(['Saws', 'Thanks'], people),
        section(['Saws', 'Thank you!'], people),
        section(['Saws', 'Thanks to the blade'], people),
      ),
    ).toEqual(['Saws - Fastify', 'Thanks to the blade']);
  });

  test('is neither the title of a page nor a heading above all others', () => {
    const acknowledged = page(section(['Acknowledgements'], text(prose)));
    expect(toSnippets({ ...acknowledged, title: 'Acknowledgements' })).toHaveLength(1);
    expect(
      titles(
        section(['Credits'], text(prose)),
        section(['Credits', 'Expired credits'], text(prose)),
      ),
    ).toEqual(['Credits - Fastify', 'Expired credits']);
    expect(
      titles(
        section(['Credits'], text(prose)),
        section(['Credits', 'License'], text('Licensed under MIT.')),
      ),
    ).toEqual([]);
  });

  test('of contents leaves the chapters below them', () => {
    const chapter = text(prose);
    expect(
      titles(
        section(['Saws', 'Table of Contents'], chapter),
        section(['Saws', 'Table of Contents', 'Oil the saw'], chapter, code('oil()')),
        section(['Table of Contents'], chapter),
        section(['Table of Contents', 'Store the saw'], chapter),
      ),
    ).toEqual(['Oil the saw', 'Store the saw']);
  });

  test('is no section that explains tables of contents', () => {
    const explained = text(
      `A saw has a table of its teeth. ${'Each has a name and a place. '.repeat(8)}`,
    );
    expect(titles(section(['Saws', 'Table of contents'], explained))).toEqual([
      'Table of contents - Saws',
    ]);
  });

  test('is code that the next sample repeats, if both have one name', () => {
    const samples = [code('saw()', 'js'), code('saw()', 'ts'), text('Then:'), code('saw()', 'tsx')];
    const [snippet] = toSnippets(page(section(['Saw a log'], ...samples)));
    expect(snippet!.codeList.map(({ language }) => language)).toEqual(['ts', 'tsx']);

    const tabs = [code('go()', 'js', 'a.js'), code('go()', 'js', 'b.js')];
    expect(toSnippets(page(section(['Go'], ...tabs)))[0]!.codeList).toHaveLength(2);
  });

  test('is not a section that documents a field named license', () => {
    expect(titles(section(['license'], text(prose), code('{"license": "MIT"}', 'json')))).toEqual([
      'license - Fastify',
    ]);
  });
});

describe('sizes', () => {
  test('cuts a long list at its items', () => {
    const items = Array.from({ length: 60 }, (_, at) => `* option${at}: ${prose}\n  more`);

    const snippets = toSnippets(page(section(['The options'], text(items.join('\n')))));

    expect(snippets.length).toBeGreaterThan(2);
    expect(
      snippets.every(({ content }) => content.startsWith('* option') && content.endsWith('more')),
    ).toBe(true);
    expect(snippets.flatMap(({ content }) => content.split(/\n+/))).toEqual(
      items.join('\n').split('\n'),
    );
  });

  test('keeps a title with the list below it where a long text is cut', () => {
    const list = (name: string): string =>
      Array.from({ length: 12 }, (_, at) => `- ${name}${at}: ${prose}`).join('\n');
    const content = ['One', 'Two', 'Three', 'Four']
      .map((name) => `**${name}**\n\n${list(name.toLowerCase())}`)
      .join('\n\n');

    const snippets = toSnippets(page(section(['The changes'], text(content))));

    expect(snippets.length).toBeGreaterThan(2);
    for (const snippet of snippets) expect(snippet.content).not.toMatch(/\*\*$/);
  });

  test.each([
    ['short', 12],
    ['long', 40],
  ])('keeps the paragraph that leads to a %s list with the list', (_, count) => {
    const before = Array.from({ length: 20 }, (_, at) => `${at} ${prose}`).join('\n\n');
    const list = Array.from({ length: count }, (_, at) => `- Item ${at}: ${prose}`).join('\n');

    const parts = [before, 'These are the saws:', list];
    const written = [[text(parts.join('\n\n'))], parts.map(text)];

    for (const blocks of written) {
      const snippets = toSnippets(page(section(['Saws'], ...blocks)));
      expect(snippets.length).toBeGreaterThan(1);
      const led = snippets.filter(({ content }) => content.includes('These are the saws:'));
      expect(led.map(({ content }) => content.split('These are the saws:')[1])).toEqual([
        expect.stringMatching(/^\n\n- Item 0: .*\n- Item 1:/),
      ]);
    }
  });

  test('repeats the header over each part of a long table', () => {
    const rows = Array.from({ length: 80 }, (_, at) => `| o${at} | ${prose} |`);

    const snippets = toSnippets(
      page(
        section(['The options'], text(['| Name | Text |', '| --- | --- |', ...rows].join('\n'))),
      ),
    );

    expect(snippets.length).toBeGreaterThan(2);
    for (const { content } of snippets)
      expect(content).toMatch(/^\| Name \| Text \|\n\| --- \| --- \|\n\| o\d+/);
    expect(snippets.flatMap(({ content }) => content.split('\n').slice(2))).toEqual(rows);
  });

  test('keeps the paragraph above a long table with its first part', () => {
    const head = '| Option | Meaning |\n| --- | --- |';
    const rows = Array.from({ length: 60 }, (_, at) => `| o${at} | ${prose} |`).join('\n');
    const lead = 'Saws have these options.';

    const parts = toSnippets(
      page(section(['Options'], text(`${prose}\n\n${lead}\n\n${head}\n${rows}`))),
    ).map(({ content }) => content);

    expect(parts[0]).toBe(prose);
    expect(parts[1]!.startsWith(`${lead}\n\n${head}\n| o0 |`)).toBe(true);
    expect(parts.slice(2).every((part) => part.startsWith(head))).toBe(true);
    expect(parts.every((part) => part.length <= 1800)).toBe(true);
    expect(parts.join('\n').match(/\| o\d+ \|/g)).toHaveLength(60);
  });

  test('repeats the header of a table only over its own rows', () => {
    const table = (head: string): string => {
      const rows = Array.from({ length: 12 }, (_, at) => `| ${head} ${at} | ${prose} |`);
      return [`| ${head} | Text |`, '| --- | --- |', ...rows].join('\n');
    };
    const content = [table('Option'), 'Exit codes:', table('Code')].join('\n\n');

    const snippets = toSnippets(page(section(['The command'], text(content))));

    expect(snippets.map((snippet) => snippet.content)).toEqual([
      table('Option'),
      `Exit codes:\n\n${table('Code')}`,
    ]);
  });

  test('keeps code of 1,000 tokens whole, with the line that leads to it', () => {
    const source = Array.from(
      { length: 100 },
      (_, at) => `call(${at}, "forty characters of argument");`,
    ).join('\n');

    const snippets = toSnippets(
      page(section(['Calling it'], text(prose.repeat(20)), text('Like this:'), code(source))),
    );

    const last = snippets.at(-1)!;
    expect(last.codeList).toEqual([{ language: 'js', code: source }]);
    expect(last.description).toBe('Like this:');
  });

  test('keeps the paragraph before code with the code, although both are too large', () => {
    const lead = `${prose} `.repeat(9) + 'So this server closes after the last request:';
    const server = 'server.close()\n'.repeat(110);
    const [before, sample, ...rest] = toSnippets(
      page(section(['Closing'], text(`${`${prose} `.repeat(5)}\n\n${lead}`), code(server))),
    );

    expect(rest).toEqual([]);
    expect(before!.content).not.toContain('So this server');
    expect(inPageOrder(sample!)).toEqual([lead, { language: 'js', code: server }]);
  });

  test('repeats the line that leads to code in several languages', () => {
    const source = 'call("forty characters of an argument");\n'.repeat(30).trim();

    const snippets = toSnippets(
      page(
        section(
          ['Calling it'],
          text(prose),
          text('Publish it like this:'),
          code(source, 'java', 'Java'),
          code(source, 'kotlin', 'Kotlin'),
          text('And then close it.'),
        ),
      ),
    );

    expect(snippets.map(({ description }) => description)).toEqual([
      `${prose}\n\nPublish it like this:\n\nJava:`,
      'Publish it like this:\n\nKotlin:\n\nAnd then close it.',
    ]);
  });

  test('repeats the last paragraphs before code in several languages', () => {
    const source = 'call("forty characters of an argument");\n'.repeat(30).trim();
    const before = `${prose}\n\n${prose.repeat(4)}\n\nPublish it like this:\n\n**Example 2. A bean**`;

    const samples = [code(`${source};`, 'java'), code(source, 'kotlin')];
    const descriptions = toSnippets(page(section(['Calling it'], text(before), ...samples))).map(
      ({ description }) => description,
    );

    expect(descriptions).toEqual([before, 'Publish it like this:\n\n**Example 2. A bean**']);
  });

  test('keeps a command alone with its text, and names parts by commands without arguments', () => {
    const option = '[-o oil-of-the-blade] '.repeat(6).trim();
    const command = (name: string): Block =>
      text(`- \`${name}-board ${option}\`: (alias: \`${name}\`)`);
    const about = text(`${prose} `.repeat(6).trim());
    const items = ['cut', 'saw', 'plane'].flatMap((name) => [
      command(name),
      about,
      about,
      about,
      code(`${name}()`),
    ]);
    const snippets = toSnippets(page(section(['Commands'], text(prose), ...items)));
    expect(snippets.map(({ title }) => title)).toEqual([
      'Commands - Fastify',
      'Commands - Fastify: saw-board',
      'Commands - Fastify: plane-board',
    ]);
    expect(snippets.slice(1).every(({ description }) => description.startsWith('- `'))).toBe(true);
  });

  test('begins a snippet with an item that fits no more, and names it', () => {
    const items = ['cut', 'saw', 'plane'].flatMap((name) => [
      text(`- \`${name}\`: ${prose}`),
      text(prose.repeat(10)),
      code(`${name}()`),
      text(prose.repeat(5)),
    ]);

    const snippets = toSnippets(page(section(['Commands'], ...items)));

    expect(snippets.map(({ title }) => title)).toEqual([
      'Commands - Fastify',
      'Commands - Fastify: saw',
      'Commands - Fastify: plane',
    ]);
    expect(snippets.map(({ codeList }) => codeList.map((one) => one.code))).toEqual([
      ['cut()'],
      ['saw()'],
      ['plane()'],
    ]);
  });

  test('keeps the title of a note with its text', () => {
    const source = 'call("forty characters of an argument");\n'.repeat(30).trim();
    const long = prose.repeat(16);

    const snippets = toSnippets(
      page(section(['Calling it'], text(long), text('**Limits**'), text(long), code(source))),
    );

    expect(snippets.map(({ content, description }) => content || description)).toEqual([
      long,
      `**Limits**\n\n${long}`,
      '',
    ]);
  });

  test('cuts huge code between its statements', () => {
    const body = '  doSomething({ with: "an argument" });\n'.repeat(10);
    const source = Array.from({ length: 30 }, (_, at) => `function f${at}() {\n${body}}`).join(
      '\n\n',
    );

    const snippets = toSnippets(page(section(['All of it'], code(source))));

    const pieces = snippets.flatMap(({ codeList }) => codeList.map((one) => one.code));
    expect(pieces.length).toBeGreaterThan(2);
    expect(pieces.join('\n\n')).toBe(source);
    for (const piece of pieces) expect(piece).toMatch(/^function [^]*\}$/);
  });

  test('leaves prose that fits no more to an info snippet', () => {
    const long = text(Array.from({ length: 15 }, () => prose).join('\n\n'));

    const kinds = toSnippets(
      page(section(['Calling it'], text('First:'), code('a();\n'.repeat(200)), long)),
    ).map(({ kind }) => kind);

    expect(kinds).toEqual(['code', 'info']);
  });
});

describe('notes on numbered places in code', () => {
  const longCode = (name: string): Block => code(`${name}(); // (1)\n${'step();\n'.repeat(150)}`);

  test('stay with their code, and the text after them begins the next snippet', () => {
    const snippets = toSnippets(
      page(
        section(
          ['Guide'],
          text('Open it:'),
          longCode('open'),
          text('1. Opens the door,\n   if it is closed.\n2. Waits.\n\nThen close it:'),
          longCode('close'),
          text('1. Closes the door.'),
        ),
      ),
    );
    expect(snippets.map(({ description }) => description)).toEqual([
      'Open it:\n\n1. Opens the door,\n   if it is closed.\n2. Waits.',
      'Then close it:\n\n1. Closes the door.',
    ]);
  });

  test('are not the steps after code without such places', () => {
    const [, second] = toSnippets(
      page(
        section(
          ['Guide'],
          text('Open it:'),
          code('open();\n'.repeat(150)),
          text('1. Install the door.'),
          code('install();\n'.repeat(150)),
        ),
      ),
    );
    expect(second?.description).toBe('1. Install the door.');
  });
});

describe('any document', () => {
  const word = fc.stringMatching(/^[a-z(){}[\]|*.-]{1,12}$/);
  const line = fc
    .array(word, { minLength: 1, maxLength: 12 })
    .map((words) => `w ${words.join(' ')}`);
  const lines = fc
    .array(fc.oneof(line, fc.constant('')), { minLength: 1, maxLength: 40 })
    .map((all) => `x${all.join('\n')}x`);
  const block: fc.Arbitrary<Block> = fc.oneof(
    lines.map((value) => text(value.trim())),
    lines.map((value) => code(value.trim())),
  );
  const heading = fc.constantFrom(
    'Usage',
    'Options',
    'Closing the server',
    'a',
    'Returns: x',
    'bodyLimit',
  );
  const sections = fc.array(
    fc.record({
      headings: fc.array(heading, { maxLength: 3 }),
      level: fc.integer({ min: 0, max: 6 }),
      blocks: fc.array(block, { maxLength: 8 }),
      atomic: fc.boolean(),
    }),
    { maxLength: 8 },
  );

  function words(value: string): string {
    return value.replace(/\s+/g, '');
  }

  test('gives every snippet a title, a breadcrumb and a bounded size', () => {
    fc.assert(
      fc.property(sections, (all) => {
        for (const snippet of toSnippets({ title: 'Page', sections: all })) {
          expect(snippet.title).not.toBe('');
          expect(snippet.breadcrumb[0]).toBe('Page');
          expect(snippet.kind === 'code').toBe(snippet.codeList.length > 0);
          expect(shown(snippet).length).toBeLessThan(5600);
        }
      }),
    );
  });

  test('loses no text and no code but blank lines', () => {
    fc.assert(
      fc.property(sections, (all) => {
        const out = words(toSnippets({ title: 'Page', sections: all }).map(shown).join('\n'));
        for (const one of all.flatMap(({ blocks }) => blocks)) {
          for (const part of (one.kind === 'text' ? one.text : one.code).split('\n')) {
            expect(out).toContain(words(part));
          }
        }
      }),
    );
  });

  test('keeps every block of code that is no giant whole, and in one snippet', () => {
    fc.assert(
      fc.property(sections, (all) => {
        const kept = toSnippets({ title: 'Page', sections: all }).flatMap(({ codeList }) =>
          codeList.map((one) => one.code),
        );
        const given = all.flatMap(({ blocks }) =>
          blocks.flatMap((one) => (one.kind === 'code' ? [one.code] : [])),
        );
        for (const source of given.filter(({ length }) => length <= 4800))
          expect(kept).toContain(source);
      }),
    );
  });
});

test('a long line of dashes that is no rule of a table takes linear time', () => {
  const line = `${'-'.repeat(19_000)}x`;
  const all = Array.from({ length: 10 }, () => section(['A'], text(`a | b\n${line}`)));

  const since = process.cpuUsage();
  expect(toSnippets(page(...all)).length).toBeGreaterThan(10);
  expect(process.cpuUsage(since).user).toBeLessThan(5_000_000);
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { flat as shown } from '../../../../test/support/sections.ts';
import type { ParsedDocument } from '../document.ts';
import { expectReadable } from '../text-invariants.fixture.ts';
import { parseWiki } from './parse-wiki.ts';

const cloud = 'https://acme.atlassian.net/wiki/spaces/DOC/pages/65701';

async function parse(content: string, path = cloud): Promise<ParsedDocument> {
  return parseWiki({ path, format: 'wiki', content, hash: '', title: 'Install the anvil' });
}

/** All text of a page, code in «». */
async function flat(content: string): Promise<string> {
  return shown(await parse(content));
}

const macro = (name: string, body = '', parameters: Record<string, string> = {}): string => {
  const all = Object.entries(parameters).map(
    ([key, value]) => `<ac:parameter ac:name="${key}">${value}</ac:parameter>`,
  );
  return `<ac:structured-macro ac:name="${name}" ac:schema-version="1" ac:macro-id="4f0e">${all.join('')}${body}</ac:structured-macro>`;
};
const rich = (html: string): string => `<ac:rich-text-body>${html}</ac:rich-text-body>`;
const plain = (text: string): string =>
  `<ac:plain-text-body><![CDATA[${text}]]></ac:plain-text-body>`;

describe('a page', () => {
  test('has the title its wiki gives it, and a section for each heading', async () => {
    const page = await parse('<p>First.</p><h1>Setup</h1><p>One.</p><h2>On Linux</h2><p>Two.</p>');

    expect(page.title).toBe('Install the anvil');
    expect(page.sections.map(({ headings }) => headings)).toEqual([
      [],
      ['Setup'],
      ['Setup', 'On Linux'],
    ]);
  });

  test.each([
    [cloud, ['How-to-start?', 'How-to-start?.1']],
    [
      'https://wiki.example.org/pages/viewpage.action?pageId=7',
      ['Installtheanvil-Howtostart?', 'Installtheanvil-Howtostart?.1'],
    ],
  ])('%s is opened at its headings by the anchors that the wiki makes', async (path, anchors) => {
    const heading = '<h2>How to <strong>start</strong>?</h2><p>Text.</p>';

    const { sections } = await parse(heading + heading, path);

    expect(sections.map(({ anchor }) => anchor)).toEqual(anchors);
  });

  test('has no setting of a macro in the anchor of a heading', async () => {
    const { sections } = await parse(`<h2>${macro('anchor', '', { '': 'x' })}Start here</h2>`);

    expect(sections[0]).toMatchObject({ headings: ['Start here'], anchor: 'Start-here' });
  });

  test('keeps the code in a table on its line', async () => {
    const code = macro('code', plain('make\ninstall'), { language: 'bash' });

    expect(
      await flat(
        `<table><tbody><tr><th>Do</th><th>By</th></tr><tr><td>A</td><td>${code}</td></tr></tbody></table>`,
      ),
    ).toBe('| Do | By |\n| --- | --- |\n| A | `make install` |');
  });

  test('is read with its marks, lists, tables, entities and external links', async () => {
    expect(
      await flat(
        `<p>Heat&nbsp;it &rarr; <strong>slowly</strong>, see <a href="https://x.org/a">the&nbsp;guide</a>.</p>
         <ol start="3"><li>Third</li><li><p>Fourth</p><ul><li>Inner</li></ul></li></ol>
         <table><colgroup><col /></colgroup><tbody><tr><th>Part</th><th><p>Size</p></th></tr><tr><td>Bolt</td><td>3&nbsp;mm<br/>or 4 mm</td></tr></tbody></table>`,
      ),
    ).toBe(
      'Heat it → **slowly**, see [the guide](https://x.org/a).\n\n3. Third\n4. Fourth\n   - Inner\n\n| Part | Size |\n| --- | --- |\n| Bolt | 3 mm or 4 mm |',
    );
  });
});

describe('code', () => {
  test.each([
    [macro('code', plain('a < b && c'), { language: 'py' }), '«python|a < b && c»'],
    [macro('code', plain('x();'), { language: 'c#', title: 'X.cs' }), '«csharp|X.cs|x();»'],
    [macro('code', plain('<b>&nbsp;</b>')), '«|<b>&nbsp;</b>»'],
    [macro('code', plain('text'), { language: 'none' }), '«|text»'],
    [macro('code', plain('a]]]]><![CDATA[>b'), { language: 'js' }), '«js|a]]>b»'],
    [macro('noformat', plain('  two\n    spaces')), '«|  two\n    spaces»'],
    [macro('mermaid', plain('graph TD')), '«mermaid|graph TD»'],
    ['<pre>as it\n  stands</pre>', '«|as it\n  stands»'],
  ])('%s is read as it stands', async (content, expected) => {
    expect(await flat(content)).toBe(expected);
  });

  test('in a list stays with its step', async () => {
    expect(
      await flat(
        `<ul><li><p>Run</p>${macro('code', plain('make'), { language: 'bash' })}</li></ul>`,
      ),
    ).toBe('- Run\n\n«bash|make»');
  });
});

describe('a macro', () => {
  test.each([
    ['info', macro('info', rich('<p>Mind the heat.</p>')), '**Info:** Mind the heat.'],
    [
      'a titled note',
      macro('note', rich('<p>Hot.</p>'), { title: 'Careful' }),
      '**Careful:** Hot.',
    ],
    ['warning', macro('warning', rich('<p>Hot.</p>')), '**Warning:** Hot.'],
    ['a titled panel', macro('panel', rich('<p>In.</p>'), { title: 'Box' }), '**Box:** In.'],
    ['a panel', macro('panel', rich('<p>In.</p>')), 'In.'],
    ['expand', macro('expand', rich('<p>More.</p>'), { title: 'Details' }), '**Details**\n\nMore.'],
    ['excerpt', macro('excerpt', rich('<p>Short.</p>'), { hidden: 'true' }), 'Short.'],
    [
      'include',
      macro('include', '', {
        '': '<ac:link><ri:page ri:content-title="Shared steps" ri:space-key="OPS" /></ac:link>',
      }),
      'See the page “Shared steps” in space OPS.',
    ],
    [
      'excerpt-include',
      macro('excerpt-include', '', {
        '': '<ac:link><ri:page ri:content-title="Terms"/></ac:link>',
      }),
      'See the page “Terms”.',
    ],
    [
      'an old include',
      macro('include', '', { '': 'Shared steps' }),
      'See the page “Shared steps”.',
    ],
    [
      'a shown file',
      macro('view-file', '', { name: '<ri:attachment ri:filename="plan.pdf" />' }),
      'See the attachment plan.pdf.',
    ],
    [
      'status',
      `<p>State ${macro('status', '', { title: 'DONE', colour: 'Green' })}</p>`,
      'State **DONE**',
    ],
    ['an issue', `<p>See ${macro('jira', '', { key: 'ANV-7', server: 'J' })}</p>`, 'See ANV-7'],
    ['a table of contents', `${macro('toc', '', { maxLevel: '2' })}<p>Text.</p>`, 'Text.'],
    [
      'raw HTML',
      macro('html', plain('<p>Own <b>markup</b><script>x()</script></div>')),
      'Own **markup**',
    ],
    ['one nobody knows', macro('sprocket', rich('<p>Kept.</p>'), { a: 'b' }), 'Kept.'],
    ['one nobody knows, of plain text', macro('sprocket', plain('a <b>\n\nc')), 'a <b>\n\nc'],
    [
      'one in the old spelling',
      `<ac:macro ac:name="tip">${rich('<p>So.</p>')}</ac:macro>`,
      '**Tip:** So.',
    ],
  ])('%s', async (_, content, expected) => {
    expect(await flat(content)).toBe(expected);
  });

  test('in a macro is read in its place', async () => {
    const inner = macro('info', rich(`<p>Run</p>${macro('code', plain('make'))}<p>twice.</p>`));

    expect(await flat(macro('expand', rich(inner), { title: 'How' }))).toBe(
      '**How**\n\n**Info:** Run\n\n«|make»\n\ntwice.',
    );
  });
});

describe('macros of the wiki', () => {
  const link = (target: string, body = '', attributes = ''): string =>
    `<p>Go <ac:link${attributes}>${target}${body}</ac:link>.</p>`;
  const here = '<ac:plain-text-link-body><![CDATA[here]]></ac:plain-text-link-body>';
  const page = '<ri:page ri:content-title="Forge &amp; fire" />';

  test.each([
    ['a link to a page', link(page), 'Go Forge & fire.'],
    ['a link with a text', link(page, here), 'Go here (page “Forge & fire”).'],
    [
      'a link that names its page',
      link(page, '<ac:link-body>the <em>forge &amp; fire</em> page</ac:link-body>'),
      'Go the *forge & fire* page.',
    ],
    ['a link on the page', link('', here, ' ac:anchor="x"'), 'Go here.'],
    [
      'a link to a file',
      link('<ri:attachment ri:filename="a.zip" />', here),
      'Go here (attachment a.zip).',
    ],
    ['a person', link('<ri:user ri:account-id="5b1" />'), 'Go .'],
    [
      'an attached image',
      '<ac:image ac:width="5"><ri:attachment ri:filename="flow.png" /></ac:image>',
      '[Image: flow.png]',
    ],
    [
      'a described image',
      '<p><ac:image ac:alt="The flow"><ri:url ri:value="https://x.org/f.png" /></ac:image></p>',
      '[Image: The flow]',
    ],
    [
      'an image with a caption',
      '<ac:image><ri:attachment ri:filename="f.png"/><ac:caption><p>How it flows</p></ac:caption></ac:image>',
      '[Image: How it flows]',
    ],
    [
      'tasks',
      '<ac:task-list><ac:task><ac:task-id>1</ac:task-id><ac:task-status>complete</ac:task-status><ac:task-body><span>Heat it</span></ac:task-body></ac:task><ac:task><ac:task-id>2</ac:task-id><ac:task-status>incomplete</ac:task-status><ac:task-body>Cool it</ac:task-body></ac:task></ac:task-list>',
      '- [x] Heat it\n- [ ] Cool it',
    ],
    [
      'a layout',
      '<ac:layout><ac:layout-section ac:type="two_equal"><ac:layout-cell><p>Left</p></ac:layout-cell><ac:layout-cell><p>Right</p></ac:layout-cell></ac:layout-section></ac:layout>',
      'Left\n\nRight',
    ],
    [
      'a panel of the new editor',
      '<ac:adf-extension><ac:adf-node type="panel"><ac:adf-attribute key="panel-type">note</ac:adf-attribute><ac:adf-content><p>Once.</p></ac:adf-content></ac:adf-node><ac:adf-fallback><div class="panel"><p>Once.</p></div></ac:adf-fallback></ac:adf-extension>',
      '**Note:** Once.',
    ],
    [
      'what only a fallback tells',
      '<ac:adf-extension><ac:adf-node type="new" /><ac:adf-fallback><p>Told.</p></ac:adf-fallback></ac:adf-extension>',
      'Told.',
    ],
    [
      'signs',
      '<p><ac:emoticon ac:name="tick" /> on, <ac:emoticon ac:name="cross" /> off</p>',
      '✓ on, ✗ off',
    ],
    ['an emoji', '<p>Hi <ac:emoticon ac:name="blue-star" ac:emoji-fallback="😀" /></p>', 'Hi 😀'],
    ['a date', '<p>On <time datetime="2026-03-01" /></p>', 'On 2026-03-01'],
    ['a template’s instruction', '<p>A <ac:placeholder>Say who</ac:placeholder>b</p>', 'A b'],
    [
      'a commented word',
      '<p>A <ac:inline-comment-marker ac:ref="1">word</ac:inline-comment-marker></p>',
      'A word',
    ],
  ])('is read: %s', async (_, content, expected) => {
    expect(await flat(content)).toBe(expected);
  });
});

describe('broken pages', () => {
  test.each([
    [
      'code nobody closed',
      '<ac:structured-macro ac:name="code"><ac:plain-text-body><![CDATA[make all',
      '«|make all»',
    ],
    [
      'a macro nobody closed',
      '<p>A</p><ac:structured-macro ac:name="info"><ac:rich-text-body><p>B',
      'A\n\n**Info:** B',
    ],
    ['tags that close what is not open', '</ac:layout></p><p>A</b></p>', 'A'],
    [
      'a macro without a name',
      '<ac:structured-macro><ac:rich-text-body><p>A</p></ac:rich-text-body></ac:structured-macro>',
      'A',
    ],
    ['a bare ampersand', '<p>A & B &c; &lt;</p>', 'A & B &c; <'],
    ['no markup at all', 'A', 'A'],
    ['nothing', '', ''],
  ])('is read as far as it goes: %s', async (_, content, expected) => {
    expect(await flat(content)).toBe(expected);
  });

  test('are read in time and lose no text, however deep they nest', async () => {
    const open = '<ac:structured-macro ac:name="expand"><ac:rich-text-body>';

    const page = await parse(`${open.repeat(5_000)}<h1>Deep</h1><p>Text</p>`);

    expect(shown(page)).toMatch(/Deep\s+Text/);
  });

  test('never throw, whatever they contain', async () => {
    const pieces = [
      '<ac:structured-macro ac:name="code">',
      '<ac:structured-macro ac:name="info">',
      '<ac:rich-text-body>',
      '<ac:plain-text-body>',
      '<![CDATA[',
      ']]>',
      '</ac:structured-macro>',
      '<ac:parameter ac:name="title">',
      '</ac:parameter>',
      '<ac:link>',
      '<ri:page ri:content-title="T"/>',
      '<ac:task>',
      '<h2>',
      '</h2>',
      '<table><tr><td>',
      '<p>',
      '</p>',
      'text',
      '&nbsp;',
      '&',
      '<',
    ];
    const source = fc.array(fc.constantFrom(...pieces), { maxLength: 40 });
    await expectReadable(
      parse,
      source.map((parts) => parts.join('')),
    );
  });
});

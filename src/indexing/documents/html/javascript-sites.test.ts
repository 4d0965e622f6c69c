import { describe, expect, test } from 'vitest';
import { flat } from '../../../../test/support/sections.ts';
import { titleOf } from '../snippets/snippet-titles.ts';
import { articleText, pageText, parse } from './parsed.fixture.ts';

describe('code', () => {
  test.each([
    [
      'Docusaurus',
      '<div class="language-js codeBlockContainer_a1"><div class="codeBlockTitle_b2">src/saw.js</div><div class="codeBlockContent_c3"><pre class="prism-code language-js"><code><span class="token-line">cut()<br></span></code></pre></div></div>',
      '«js|src/saw.js|cut()»',
    ],
    [
      'Starlight',
      '<div class="expressive-code"><figure class="frame has-title"><figcaption class="header"><span class="title">src/saw.js</span></figcaption><pre data-language="js"><code><div class="ec-line"><div class="code">cut()</div></div></code></pre></figure></div>',
      '«js|src/saw.js|cut()»',
    ],
    [
      'a terminal of Starlight, without the hidden name of its window',
      '<div class="expressive-code"><figure class="frame is-terminal"><figcaption class="header"><span class="title"></span><span class="sr-only">Terminal window</span></figcaption><pre data-language="sh"><code><div class="ec-line"><div class="code">saw</div></div></code></pre></figure></div>',
      '«sh|saw»',
    ],
    [
      'a code group of VitePress, without the names of its languages',
      '<div class="vp-code-group"><div class="tabs"><input type="radio"><label>npm</label><input type="radio"><label>saw.ts</label></div><div class="blocks"><div class="language-sh active"><button class="copy"></button><span class="lang">sh</span><pre class="shiki"><code><span class="line">npm i saw</span></code></pre></div><div class="language-ts"><span class="lang">ts</span><pre class="shiki"><code><span class="line">cut()</span></code></pre></div></div></div>',
      '«sh|npm|npm i saw»\n\n«ts|saw.ts|cut()»',
    ],
    [
      'tabs of Asciidoctor and Antora',
      '<div class="openblock tabs is-sync"><div class="content"><div class="ulist tablist"><ul><li id="t1" class="tab"><p>npm</p></li><li id="t2" class="tab"><p>yarn</p></li></ul></div><div id="t1--panel" class="tabpanel"><div class="listingblock"><div class="content"><pre class="highlight"><code class="language-sh" data-lang="sh">npm i</code></pre></div></div></div><div id="t2--panel" class="tabpanel"><p>Use yarn.</p></div></div></div>',
      '«sh|npm|npm i»\n\n**yarn**\n\nUse yarn.',
    ],
  ])('has the title that its frame shows: %s', async (_, html, expected) => {
    expect(await articleText(html)).toBe(expected);
  });
});

describe('a page of TypeDoc', () => {
  const anchor = (id: string): string =>
    `<a href="#${id}" aria-label="Permalink" class="tsd-anchor-icon"><svg></svg></a>`;
  const page = `<title>Saw | saw-lib</title><header class="tsd-page-toolbar"><a href="index.html" class="title">saw-lib</a></header>
    <div class="container container-main"><div class="col-content"><div class="tsd-page-title"><ul class="tsd-breadcrumb"><li><a href="">Saw</a></li></ul>
    <h1>Class Saw&lt;T&gt;<code class="tsd-tag">Abstract</code></h1></div><section class="tsd-panel tsd-comment"><div class="tsd-comment"><p>Cuts wood.</p></div></section>
    <section class="tsd-panel-group tsd-index-group"><section class="tsd-panel tsd-index-panel"><h3>Methods</h3><a href="#cut">cut</a></section></section>
    <details class="tsd-panel-group" open><summary><svg></svg><h2 id="methods-1">Methods${anchor('methods-1')}</h2></summary><section><section class="tsd-panel tsd-member">
    <h3 class="tsd-anchor-link" id="cut"><code class="tsd-tag">Static</code><span>cut</span>${anchor('cut')}</h3><ul class="tsd-signatures"><li>
    <div class="tsd-signature" id="cut-1"><span>cut</span><span>(</span><br>&nbsp;&nbsp;<span>depth</span><span>:</span> <span>number</span><span>,</span><br><span>)</span>: <span>void</span>${anchor('cut-1')}</div>
    <div class="tsd-description"><div class="tsd-comment"><p>Cuts once.</p></div><div class="tsd-parameters"><h4 class="tsd-parameters-title">Parameters</h4>
    <ul class="tsd-parameter-list"><li><span><span>depth</span>: <span>number</span></span><div class="tsd-comment"><p>The depth.</p></div>
    <ul class="tsd-parameters"><li class="tsd-parameter"><h5><code class="tsd-tag">Optional</code><span>unit</span>: string</h5></li></ul></li></ul></div>
    <h4 class="tsd-returns-title">Returns <span>void</span></h4><aside class="tsd-sources"><ul><li>Defined in index.ts:3</li></ul></aside></div></li></ul></section></section></details></div>
    <div class="col-sidebar"><h3>Settings</h3><nav>Saw</nav></div></div>`;

  test('has a section for each member, with its whole signature as code', async () => {
    const { title, sections } = await parse(page);

    expect(title).toBe('Class Saw<T>');
    expect(sections.map(({ headings, anchor }) => [headings.join('>'), anchor])).toEqual([
      ['Class Saw<T>', undefined],
      ['Class Saw<T>>Methods', 'methods-1'],
      ['Class Saw<T>>Methods>cut', 'cut'],
    ]);
    expect(await pageText(page)).toBe(
      'Abstract\n\nCuts wood.\n\nStatic\n\n«typescript|cut(\n  depth: number,\n): void»\n\nCuts once.\n\n**Parameters**\n\n' +
        '- depth: number\n\n  The depth.\n\n  - **unit: string**\n\n    Optional\n\n**Returns void**',
    );
  });

  test('of an older version has signatures too', async () => {
    expect(
      await articleText(
        '<ul class="tsd-signatures"><li class="tsd-signature" id="cut"><a id="cut" class="tsd-anchor"></a>cut<wbr><span>(</span><span>)</span>: void</li><li class="tsd-description"><p>Cuts.</p></li></ul>',
      ),
    ).toBe('«typescript|cut(): void»\n\nCuts.');
  });

  test('separates the flags of a parameter from its name', async () => {
    expect(
      await articleText('<ul><li><code class="tsd-tag">Optional</code>depth: number</li></ul>'),
    ).toBe('- Optional depth: number');
  });
});

test('a page of JSDoc has the heading and the header around its article', async () => {
  const { title, sections } = await parse(
    `<title>JSDoc: Class: Saw</title><div id="main"><h1 class="page-title">Class: Saw</h1><section><header><h2>Saw<span class="signature">(options)</span></h2>
     <div class="class-description">Cuts wood.</div><div>5 minutes</div></header><article><h4 class="name" id="cut">cut<span class="signature">()</span></h4><div class="description">${'Cuts once. '.repeat(20)}</div>
     <dl class="details"><dt class="tag-source">Source:</dt><dd class="tag-source"><ul><li><a href="saw.js.html">saw.js</a></li></ul></dd></dl></article></section></div>
     <nav><h2><a href="index.html">Home</a></h2></nav>`,
  );

  expect(title).toBe('Class: Saw');
  expect(sections.map(({ headings }) => headings.at(-1))).toEqual([
    'Class: Saw',
    'Saw(options)',
    'cut()',
  ]);
  expect(sections[1]!.blocks).toEqual([{ kind: 'text', text: 'Cuts wood.' }]);
  expect(JSON.stringify(sections)).not.toMatch(/Source|saw\.js|minutes/);
});

test('all cards of a start page and all posts of a blog are read', async () => {
  const card = (name: string): string =>
    `<div class="item"><article class="box"><h2>${name}</h2><p>The ${name} cuts wood of any kind, hard and soft.</p></article></div>`;
  const document = await parse(
    `<nav>Menu</nav><div class="home"><h1><span class="name">Saw</span><span class="text">for you</span></h1><p>A sharp saw.</p><div>${card('blade')}${card('motor')}</div></div>`,
  );
  const text = flat(document);

  expect(document.title).toBe('Saw for you');
  expect(text).toContain('A sharp saw.');
  expect(text).toContain('The blade cuts');
  expect(text).toContain('The motor cuts');
  expect(text).not.toContain('Menu');
});

test.each([
  ['x<sup>2</sup> and 10<sup>-3</sup>, but 2<sup>nd</sup>', 'x^2 and 10^-3, but 2nd'],
  ['A saw<sup><a href="#fn-1" id="fnref-1" data-footnote-ref>1</a></sup> cuts.', 'A saw[1] cuts.'],
  ['A saw<a href="#fn1" class="footnote-ref"><sup>12</sup></a>.', 'A saw[12].'],
  [
    'A saw<sup class="footnote">[<a id="_footnoteref_1" class="footnote" href="#_footnotedef_1">1</a>]</sup>.',
    'A saw[1].',
  ],
  ['A note. <a href="#fnref-1" class="data-footnote-backref">↩</a>', 'A note.'],
  ['A note. <a href="#fnref-1-2">↩\ufe0e<sup>2</sup></a>', 'A note.'],
])(
  'marks of footnotes and powers do not touch the text before them: %s',
  async (html, expected) => {
    expect(await articleText(`<p>${html}</p>`)).toBe(expected);
  },
);

test('a page of Redoc has its endpoints, and samples as code', async () => {
  const tab = (name: string, panel: string): string =>
    `<div data-rttabs="true"><ul class="react-tabs__tab-list" role="tablist"><li role="tab">${name}</li></ul><div role="tabpanel">${panel}</div></div>`;

  expect(
    await articleText(
      `<div><button class="sc-a"><span type="get" class="sc-b http-verb get">get</span><span class="sc-c">/saws</span><svg></svg></button></div>${tab('curl', '<button>Copy</button><pre>curl https://saw.example.org</pre>')}
       <div class="redoc-json"><code><button class="collapser"></button><span>{</span><ul class="obj collapsible"><li><div class="hoverable"><span class="property token string">"teeth"</span>: <span>3</span></div></li></ul><span>}</span></code></div>
       <button>Expand all</button>`,
    ),
  ).toBe('`GET /saws`\n\n«|curl|curl https://saw.example.org»\n\n«json|{\n  "teeth": 3\n}»');
});

test.each([
  [
    'Shiki',
    '<pre class="shiki"><code><span class="line">a {</span>\n<span class="line diff remove">  old</span>\n<span class="line diff add">  new</span>\n<span class="line">}</span></code></pre>',
  ],
  [
    'Expressive Code',
    '<pre data-language="js"><code><div class="ec-line"><div class="code">a {</div></div><div class="ec-line highlight del"><div class="code">  old</div></div><div class="ec-line highlight ins"><div class="code">  new</div></div><div class="ec-line"><div class="code">}</div></div></code></pre>',
  ],
])('code with lines that %s marks as removed is a diff', async (_, html) => {
  expect(await articleText(html)).toBe('«diff| a {\n-  old\n+  new\n }»');
  expect(await articleText(html.replace(/diff remove|highlight del/, ''))).not.toContain('diff');
});

test('the tabs above a table of Javadoc are no label', async () => {
  expect(
    await articleText(
      '<div id="method-summary-table"><div class="table-tabs" role="tablist"><button role="tab">All Methods</button><button role="tab">Static Methods</button></div><div role="tabpanel"><p>Saws.</p></div></div>',
    ),
  ).toBe('Saws.');
});

test('the summary of details has no hidden words', async () => {
  expect(
    await articleText(
      '<details><summary><span class="sr-only">Directory</span>src</summary><p>a</p></details>',
    ),
  ).toBe('**src**\n\na');
});

test.each([
  [
    'types that Twoslash shows over code',
    '<pre class="shiki twoslash"><code><span class="line"><span class="twoslash-hover"><span class="twoslash-popup-container"><code class="twoslash-popup-code">const saw: Saw</code></span>saw</span>.cut()</span><div class="twoslash-meta-line twoslash-error-line">No blade.</div></code></pre>',
    '«|saw.cut()»',
  ],
  [
    'its language and the link to a playground',
    '<pre class="shiki twoslash"><div class="language-id">ts</div><div class="code-container"><code><div class="line">cut()</div></code><a class="playground-link" href="https://x.org">Try</a></div></pre>',
    '«|cut()»',
  ],
  [
    'the buttons of Mintlify',
    '<div class="code-block" language="bash"><div><button aria-label="Copy the contents from the code block">Copy</button></div><pre class="shiki"><code language="bash"><span class="line">saw</span></code></pre></div>',
    '«bash|saw»',
  ],
])('code has no %s', async (_, html, expected) => {
  expect(await articleText(html)).toBe(expected);
});

test('a page of ReadMe or Mintlify has the header beside its article, but not that of its site', async () => {
  const page = (heading: string): string =>
    `<title>Set up - Saw</title><div><div><header><div>Guides</div><h1>${heading}</h1><div class="prose"><p>Oil the blade.</p></div></header><div id="content"><p>${'Cut the wood. '.repeat(20)}</p>
     <div class="callout" data-callout-type="note"><p>Hot.</p></div><blockquote class="callout callout_warn"><h3 class="callout-heading"><span class="callout-icon">🚧</span></h3><p>Sharp.</p></blockquote>
     <div class="field"><div class="param-head"><div>depth</div><div><div>number</div><div>required</div></div></div><p>The depth.</p></div></div></div></div>`;

  const { title, sections } = await parse(page('Set up'));
  expect(title).toBe('Set up');
  expect(sections[0]!.headings).toEqual(['Set up']);
  expect(flat(await parse(page('Set up')))).toMatch(
    /^Oil the blade\.\n\nCut [^]+\*\*Note:\*\* Hot\.\n\n\*\*Warning:\*\* Sharp\.\n\ndepth number required\n\nThe depth\.$/,
  );
  expect(flat(await parse(page('Saw')))).toMatch(/^Cut/);
});

test.each([
  [
    '<math><mi>x</mi><mo>=</mo><mfrac><mrow><mo>−</mo><mi>b</mi></mrow><mrow><mn>2</mn><msup><mi>a</mi><mn>2</mn></msup></mrow></mfrac></math>',
    'x=\\frac{−b}{2a^2}',
  ],
  [
    '<math><msubsup><mo>∫</mo><mn>0</mn><mi>∞</mi></msubsup><msqrt><mi>x</mi></msqrt></math>',
    '∫_0^∞\\sqrt{x}',
  ],
  [
    '<math><semantics><mrow><mi>x</mi></mrow><annotation encoding="application/x-tex">x_1</annotation></semantics></math>',
    'x_1',
  ],
])('a formula in MathML keeps its structure: %s', async (html, expected) => {
  expect(await articleText(`<p>${html}</p>`)).toBe(expected);
});

test('a term without a definition has no colon', async () => {
  expect(await articleText('<dl><dt>Saw</dt><dd></dd><dt>Axe</dt><dd>Splits.</dd></dl>')).toBe(
    '- **Saw**\n- **Axe**: Splits.',
  );
});

test.each(['Constructors', 'Public Class Methods', 'Instance Method Details'])(
  'a member below %s has the name of its class in its title',
  (group) => {
    expect(titleOf(['Class Saw', group, 'cut'], 'Class Saw')).toBe('cut - Class Saw');
  },
);

test.each([
  [
    'an accordion',
    '<h3 id="a"><button type="button" aria-expanded="false"><svg></svg>Is it sharp?</button></h3><div hidden="until-found"><p>Yes.</p></div><button aria-expanded="false" aria-haspopup="menu">Share</button><button aria-expanded="false">Show more</button>',
    'Yes.',
    ['Is it sharp?'],
  ],
  [
    'a table of types in Fumadocs',
    '<div><button aria-expanded="false"><code>depth?</code><span>number</span><svg></svg></button><div hidden></div></div>',
    '`depth?` number',
    [],
  ],
  [
    'a tree of files in Nextra',
    '<ul><li><button type="button"><svg></svg>content</button><ul><li>saw.md</li></ul></li></ul>',
    '- content\n  - saw.md',
    [],
  ],
])('the button that opens a part of %s is read', async (_, html, text, headings) => {
  const page = await parse(`<main>${html}</main>`);
  expect(flat(page)).toBe(text);
  expect(page.sections.flatMap((each) => each.headings)).toEqual(headings);
});

test.each([
  [
    'a frame of Nextra',
    '<div class="nextra-code x:relative"><div class="x:px-4"><svg></svg><span class="x:truncate">saw.yaml</span><button title="Copy code">Copy</button></div><pre><div><button>Wrap</button></div><code class="nextra-code"><span>a: 1</span></code></pre></div>',
  ],
  [
    'VuePress',
    '<div class="code-block-with-title"><div class="code-block-title-bar" data-title="saw.yaml"><span>saw.yaml</span></div><div class="language-yaml line-numbers-mode"><pre><code class="language-yaml"><span class="line">a: 1</span></code></pre><div class="line-numbers" aria-hidden="true"><div class="line-number"></div></div></div></div>',
  ],
])('code has the name of its file in %s', async (_, html) => {
  expect(await articleText(html)).toBe('«yaml|saw.yaml|a: 1»');
});

test('a tab whose code has names of files keeps its own name', async () => {
  const panel = (code: string): string => `<div role="tabpanel">${code}</div>`;
  const file = '<figure><figcaption>saw.yaml</figcaption><pre>a: 1</pre></figure>';
  const tabs = '<div role="tablist"><button role="tab">Linux</button></div>';
  expect(await articleText(`<div>${tabs}${panel(file)}</div>`)).toBe(
    '**Linux**\n\n«yaml|saw.yaml|a: 1»',
  );
  expect(await articleText(`<div>${tabs.replace('Linux', 'saw.yaml')}${panel(file)}</div>`)).toBe(
    '«yaml|saw.yaml|a: 1»',
  );
});

test('a page of VuePress shows the titles of call-outs and badges, and each name of a tab once', async () => {
  expect(
    await articleText(
      `<h2 id="cut"><a class="header-anchor" href="#cut"><span>Cut <span class="vp-badge tip">beta</span></span></a></h2><div class="hint-container warning"><p class="hint-container-title">Mind</p><p>Hot.</p></div>
       <div class="vp-code-tabs"><div class="vp-code-tabs-nav" role="tablist"><button role="tab">npm</button></div><div class="vp-code-tab" role="tabpanel"><div class="vp-code-tab-title">npm</div><div class="language-sh"><pre><code>npm i</code></pre></div></div></div>`,
    ),
  ).toBe('beta\n\n**Mind:** Hot.\n\n«sh|npm|npm i»');
});

test('links that touch one another are words of their own', async () => {
  expect(
    await articleText(
      '<div><a href="/a"><span>Axes</span></a><a href="https://o.org/b">Blades</a></div>',
    ),
  ).toBe('Axes [Blades](https://o.org/b)');
});

test.each([
  ['Fumadocs', 'svg', 'lucide lucide-chevron-'],
  ['Nuxt', 'span', 'iconify i-lucide:arrow-'],
])('a page of %s has no links to its neighbors', async (_, tag, icon) => {
  const link = (name: string, side: string): string =>
    `<a href="/${name}"><div><${tag} class="${icon}${side} size-4"></${tag}><p>${name}</p></div><p>All about ${name}.</p></a>`;
  const { sections } = await parse(
    `<article id="nd-page"><h1>Saws</h1><div class="prose"><p>Cut wood.</p></div><div class="grid">${link('Axes', 'left')}${link('Blades', 'right')}</div></article>`,
  );
  expect(sections[0]!.blocks).toEqual([{ kind: 'text', text: 'Cut wood.' }]);
});

test('a page of GitBook has its tables, hints and titles of code, but no numbers of steps and no neighbors', async () => {
  const cell = (role: string, text: string): string =>
    `<div role="${role}"><div>${text}</div></div>`;
  const line = (own: string, text: string): string =>
    `<span class="highlight-line ${own}"><span class="highlight-line-content"><span>${text}</span>\n</span></span>`;
  const code = (lines: string): string =>
    `<div class="group/codeblock shiki"><span aria-hidden="true"></span><div class="flex"><div class="inline-flex">saw.yaml</div></div><div class="relative"><div><button>Copy</button></div><pre><code>${lines}</code></pre></div></div>`;
  const link = (label: string, name: string): string =>
    `<a href="/${name}"><svg class="gb-icon"></svg><div><span>${label}</span><span>${name}</span></div></a>`;
  const page = await parse(
    `<main class="flex"><div class="grow"><header><h1>Saws</h1></header><div class="contents"><h2 id="use"><span>Use</span><span class="hash"><a href="#use"><svg></svg></a></span></h2>
     <div role="table"><div role="rowgroup"><div role="row">${cell('columnheader', 'Blade')}${cell('columnheader', 'Teeth')}</div></div><div role="rowgroup"><div role="row">${cell('cell', 'fine')}${cell('cell', '<code>60</code>')}</div></div></div>
     <div class="hint" role="note" aria-label="Warning"><div><svg></svg></div><h3 id="h">Hands</h3><div><p>Sharp.</p></div></div>
     ${code(line('', 'a: 1') + line('highlighted', 'b: 2'))}${code(line('diff-deleted', 'a: 1') + line('diff-added', 'a: 2'))}<button aria-expanded="false">Show all 12 lines</button>
     <div><div class="relative select-none"><div>1</div></div><div><h3 id="o">Oil it</h3><p>Well.</p></div></div></div></div>
     <div class="flex">${link('Previous', 'Axes')}${link('Next', 'Blades')}</div><div class="mt-6"><p>Last updated <time>1 day ago</time></p></div></main>`,
  );
  expect(page.sections.map(({ headings }) => headings.at(-1))).toEqual(['Saws', 'Use', 'Oil it']);
  expect(flat(page)).toBe(
    '| Blade | Teeth |\n| --- | --- |\n| fine | `60` |\n\n**Warning:** **Hands**\n\nSharp.\n\n«yaml|saw.yaml|a: 1\nb: 2»\n\n«diff|saw.yaml|-a: 1\n+a: 2»\n\nWell.',
  );
});

test('the caption of a figure is not said twice', async () => {
  const figure = (caption: string): string =>
    `<figure><a href="/x"><img src="/a.png" alt="A saw"></a><figcaption>${caption}</figcaption></figure>`;
  expect(await articleText(figure('A saw'))).toBe('A saw');
  expect(await articleText(figure('A good saw'))).toBe('A saw\n\nA good saw');
});

test('a page of a theme of VuePress has no facts on its author below its title', async () => {
  expect(
    await articleText(
      '<div class="vp-page-title"><h1>Saws</h1><div class="page-info"><span>Ann</span><span>About 1 min</span></div></div><p>Cut.</p>',
    ),
  ).toBe('Cut.');
});

test('footnotes have no heading, though a theme such as that of Rspress shows it', async () => {
  const page = await parse(
    '<main><h1>Saws</h1><p>Cut.</p><section class="footnotes"><h2 id="footnote-label" class="mt-12">Footnotes</h2><ol><li>Boards.</li></ol></section></main>',
  );
  expect(page.sections).toHaveLength(1);
  expect(flat(page)).toBe('Cut.\n\n1. Boards.');
});

test('a diff of Prism with a language is a diff, and the link to the description in Redoc is no text', async () => {
  expect(
    await articleText(
      '<p>Download OpenAPI specification:<a href="/a.json">Download</a></p><pre class="language-diff-js"><code class="language-diff-js">-cut()</code></pre>',
    ),
  ).toBe('«diff|-cut()»');
});

test('a part of a page that React sends later, in a hidden element, is read', async () => {
  const page = await parse(
    '<body><nav><a href="/">Docs</a></nav><main><!--$?--><template id="B:0"></template><p>Loading...</p><!--/$--></main><div hidden id="S:0"><article><h1>Saws</h1><p>Cut boards.</p></article></div><script>$RC("B:0","S:0")</script><div hidden id="S:1">secret</div></body>',
  );
  expect(page.title).toBe('Saws');
  expect(flat(page)).toBe('Cut boards.');
});

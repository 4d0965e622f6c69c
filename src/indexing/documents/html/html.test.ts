import { describe, expect, test } from 'vitest';
import { flat } from '../../../../test/support/sections.ts';
import { expectReadable, markup } from '../text-invariants.fixture.ts';
import { pageFacts } from './page-facts.ts';
import { articleText, pageText, parse } from './parsed.fixture.ts';

const filler =
  '<p>' + 'The article explains how the library reads its settings. '.repeat(8) + '</p>';

test('a page of Jekyll, Hugo or Eleventy is read without its front matter and its templates', async () => {
  const page =
    '---\ntitle: Saws\nlayout: page\n---\n<p>Oil the {{ page.part }}blade.</p>\n{% if site.old %}<p>Saw.</p>{% endif %}\n';
  const { title, sections } = await parse(page);

  expect(title).toBe('Saws');
  expect(sections.flatMap(({ blocks }) => blocks)).toEqual([
    { kind: 'text', text: 'Oil the blade.\n\nSaw.' },
  ]);
  expect((await parse('+++\ntitle = "Saws"\n+++\n<p>Saw.</p>\n')).title).toBe('Saws');
  expect((await parse('<!--{\n"Title": "Saws"\n}-->\n<p>Saw.</p>\n')).title).toBe('Saws');
  expect(await articleText('<p>Write {{ this }}.</p>')).toContain('{{ this }}');
});

test('terms after one with an example keep their whole descriptions', async () => {
  const list = `<dl><dt>depth</dt><dd><p>How deep.</p><pre>depth = 3</pre><p>In feet.</p><ul><li>odd</li></ul></dd>
    <dt>width</dt><dd><p>How wide.</p><p>In inches.</p></dd></dl>`;

  expect(await articleText(list)).toBe(
    '- **depth**: How deep.\n\n«|depth = 3»\n\nIn feet.\n\n- odd\n- **width**: How wide.\n\n  In inches.',
  );
});

test('a paragraph with an id that begins with a bold name and its signature is a section', async () => {
  const page = `<div class="container"><h1>Saws</h1><h2 id="blades">Blades</h2>
    <p id="oil"> <b class="header">oil</b><code>saw.oil(drops)</code><span>Alias: <b>wet</b></span><br>Oils the blade.</p><pre>saw.oil(2)</pre>
    <p id="cut"><strong>cut</strong><br/>Cuts.</p><div><p>Twice.</p></div><h3>Care</h3>
    <p id="mind"><b>Mind:</b> it is hot.</p><p id="hot"><b>Hot blades</b> are bad.</p></div>`;
  const { sections } = await parse(page);
  const entries = sections.slice(2);

  expect(entries.map(({ headings, anchor }) => [headings.at(-1), anchor])).toEqual([
    ['oil', 'oil'],
    ['cut', 'cut'],
    ['Care', 'blades'],
  ]);
  expect(entries[0]!.headings).toContain('Blades');
  expect(flat({ title: '', sections: entries.slice(0, 1) })).toBe(
    '`saw.oil(drops)`Alias: **wet**\nOils the blade.\n\n«|saw.oil(2)»',
  );
});

test('a page of Jekyll shows what it keeps for later, and code that it highlights', async () => {
  const page =
    '---\ntitle: Saws\n---\n{% capture cut %}<b class="a">Cut &amp; oil</b>{% endcapture %}\n<p>First.</p>\n{% highlight html -%}{{- cut -}}{%- endhighlight %}\n<p>Then {{ cut }}.</p>\n{% highlight liquid %}{% raw %}{% if a %}{{ b }}<br>{% endif %}{% endraw %}{% endhighlight %}\n<p>Last.</p>{% endhighlight %}{% highlight sh %}saw';

  expect(await pageText(page)).toBe(
    'First.\n\n«html|<b class="a">Cut &amp; oil</b>»\n\nThen **Cut & oil**.\n\n«liquid|{% if a %}{{ b }}<br>{% endif %}»\n\nLast.\n\nsaw',
  );
});

test('a template whose texts contain one another stays small', async () => {
  const grow = Array.from({ length: 60 }, (_, at) => {
    return `{% capture a${at + 1} %}{{ a${at} }}{{ a${at} }}{% endcapture %}`;
  });
  const page = `---\na: b\n---\n{% capture a0 %}<p>saw</p>{% endcapture %}${grow.join('')}<p>End.</p>`;
  expect(await pageText(page)).toBe('End.');
});

test('a page of Jekyll shows the code between tags, and the texts of the parts of its theme', async () => {
  const page =
    '---\ntitle: Saws\n---\n<pre>{% highlight xml %}\n<saw a="1">&amp;</saw>\n{% endhighlight %}</pre>\n{% include note.html content=\'Oil <code>{it}</code>\nnow.\' %}\n{% highlight sh %}saw {% raw %}{{a}}{% endraw %}{% endhighlight %}\n{% include image.html file="a.png" %}\n{% include lead.html text="Cut." %}\n{% highlight js %}<p>Open {{ a }}.</p>';

  expect(await pageText(page)).toBe(
    '«xml|<saw a="1">&amp;</saw>»\n\n**Note:** Oil `{it}` now.\n\n«sh|saw {{a}}»\n\nCut.\n\nOpen .',
  );
});

test('an item of jazzy is a symbol with its declaration and its parameters', async () => {
  const item = (name: string, text: string): string =>
    `<li class="item"><div><code><a name="/s:3${name}"></a><a class="token" href="#/s:3${name}">${name}(<wbr>by:<wbr>)</a></code></div>
     <section class="section"><div class="abstract"><p>${text}</p><a href="x.html" class="slightly-smaller">See more</a></div>
     <div class="declaration"><h4>Declaration</h4><div class="language"><p class="aside-title">Swift</p><pre class="highlight swift"><code>func ${name}(by: Int)</code></pre></div></div>
     <div><h4>Parameters</h4><table><tr><td><code>by</code></td><td>Its depth.</td></tr></table></div></section></li>`;
  const { sections } = await parse(
    `<main><h1>Saw</h1>${filler}<h3>Methods</h3><ul>${item('cut', 'Cuts.')}${item('oil', 'Oils.')}</ul></main>`,
  );

  const [, ...symbols] = sections.filter(({ blocks }) => blocks.length > 0);
  expect(symbols.map(({ headings, anchor }) => [headings.at(-1), anchor])).toEqual([
    ['cut(by:)', '/s:3cut'],
    ['oil(by:)', '/s:3oil'],
  ]);
  expect(symbols[0]!.blocks).toEqual([
    { kind: 'text', text: 'Cuts.' },
    { kind: 'code', language: 'swift', code: 'func cut(by: Int)' },
    { kind: 'text', text: '**Parameters**\n\n- `by`: Its depth.' },
  ]);
});

describe('the article', () => {
  test.each([
    ['Docusaurus', '<div class="theme-doc-markdown markdown">', '</div>'],
    ['VitePress', '<div class="vp-doc">', '</div>'],
    ['Sphinx', '<div class="document"><div class="body" role="main">', '</div></div>'],
    ['Material for MkDocs', '<article class="md-content__inner md-typeset">', '</article>'],
    ['any generator', '<div id="content">', '</div>'],
    ['a server that wraps the page in a form', '<form><main>', '</main></form>'],
  ])('of %s is taken without its furniture', async (_, open, close) => {
    const { title, sections } = await parse(
      `<html><head><title>Setup | Site</title></head><body>
       <header><h1>Site</h1><nav>Home Guide</nav></header>
       <aside>Sidebar</aside><div class="cookie-banner">We use cookies</div>
       ${open}<nav class="breadcrumbs">Docs / Setup</nav><h1>Setup<a class="headerlink" href="#setup">¶</a></h1>${filler}
       <p hidden>secret</p><p style="display: none">secret</p><span class="sr-only">secret</span><!-- secret -->
       <script>secret()</script><a href="/edit">Edit this page</a>${close}
       <footer>Copyright</footer></body></html>`,
    );
    expect(title).toBe('Setup');
    expect(sections).toHaveLength(1);
    expect(sections[0]).toMatchObject({ level: 1, headings: ['Setup'], anchor: 'setup' });
    const text = JSON.stringify(sections[0]?.blocks);
    expect(text).toContain('reads its settings');
    expect(text).not.toMatch(/secret|cookie|Sidebar|Copyright|Edit|Docs|Home/);
  });

  test('has sections whose id is a name of furniture, in a container that says what it shows', async () => {
    const { sections } = await parse(
      `<body><div class="has-breadcrumbs"><div class="breadcrumbs"><a href="/">Docs</a></div><main><h1>Saws</h1>
       <div class="section level2" id="cookies"><h2>Cookies</h2><p>Oil them.</p></div></main></div></body>`,
    );
    expect(sections.map(({ headings }) => headings.at(-1))).toEqual(['Saws', 'Cookies']);
    expect(JSON.stringify(sections)).not.toContain('Docs');
  });

  test('has the title of its head if it has many main headings, as in Slate', async () => {
    const { title, sections } = await parse(
      `<head><title>Saw API</title></head><div class="content"><h1 id="intro">Introduction</h1><p>Cuts.</p><h1 id="saws">Saws</h1><h2>Parameters</h2><p>None.</p><h1>Errors</h1><p>Few.</p></div>`,
    );
    expect(title).toBe('Saw API');
    // A heading without an anchor has that of the heading above it.
    expect(sections.map(({ anchor }) => anchor)).toEqual(['intro', 'saws', 'saws', undefined]);
  });

  test('is found by Readability when no container stands out', async () => {
    const { sections } = await parse(
      `<body><div class="x1"><a href="/a">Home</a> <a href="/b">Products</a></div><div class="x2"><h2>How it works</h2>${filler.repeat(6)}</div><div class="x3"><a href="/c">Imprint</a></div></body>`,
    );
    expect(sections[0]?.headings).toEqual(['How it works']);
    expect(JSON.stringify(sections)).not.toContain('Imprint');
  });

  test('is the body if Readability finds only the rows of a table, as in old Javadoc', async () => {
    const rows = '<tr><td>cut</td><td>Cuts wood, metal, and stone, slowly, with care.</td></tr>';
    const { sections } = await parse(
      `<body><div class="topNav"><ul><li><a href="/a">Tree</a></li></ul></div><h2>Saw</h2><table><tbody>${rows.repeat(20)}</tbody></table><h3>cut</h3><pre>void cut()</pre><h3>oil</h3><pre>void oil()</pre></body>`,
    );
    expect(sections.map(({ headings }) => headings.at(-1))).toEqual(['Saw', 'cut', 'oil']);
  });

  test('has the title of a class of Javadoc before Java 9, and no menus', async () => {
    const { sections } = await parse(
      `<body><div class="topNav"><a href="/a">Tree</a></div><div class="header"><div class="subTitle">wood</div><h2 title="Class Saw" class="title">Class Saw</h2></div><div class="contentContainer"><div class="block">${filler.repeat(6)}</div></div><div class="bottomNav"><a href="/a">Tree</a></div><p class="legalCopy"><small>&#169; 2026</small></p></body>`,
    );
    expect(sections.at(-1)?.headings).toEqual(['Class Saw']);
    expect(JSON.stringify(sections)).not.toMatch(/Tree|2026/);
  });

  test('keeps the heading that repeats the title of the head', async () => {
    const { sections } = await parse(
      `<html><head><title>Name of a parameter</title></head><body><div class="menu"><a href="/a">Home</a></div><h2>Library</h2><h2>Name of a parameter</h2><p>${filler.repeat(6)}</p></body></html>`,
    );
    expect(sections.map(({ headings }) => headings[0])).toContain('Name of a parameter');
  });

  test('has the main heading as its title if the head has a tag of Flare', async () => {
    const sections = `<h2>Oil</h2><p>${'Oil the saw, with care. '.repeat(40)}</p>`;
    const { title } = await parse(
      `<html><head><title><MadCap:variable name="Heading.Level1" /></title></head><body><h1>Use a saw</h1><p>Cut.</p>${sections}</body></html>`,
    );
    expect(title).toBe('Use a saw');
  });

  test('is the body if the page has no other candidate', async () => {
    expect((await parse('<p>Hello <b>you</b></p>')).sections[0]?.blocks).toEqual([
      { kind: 'text', text: 'Hello **you**' },
    ]);
  });

  test('without a main heading has the title of the head, without the site', async () => {
    const { title } = await parse(`<title>Install - Tool Docs</title><main>${filler}</main>`);
    expect(title).toBe('Install');
  });
});

describe('headings', () => {
  test('take their anchor from their id, their permalink or their section', async () => {
    const { sections } = await parse(
      `<main><h1 id="user-content-a">A</h1>x<div class="markdown-heading"><h2>B</h2><a class="anchor" href="#b"></a></div>y
       <section id="c"><h3>C</h3>z</section><h2><a name="d"></a>D</h2>w
       <div class="sect1" id="e"><div class="titlepage"><h2 class="title">E</h2></div>v</div></main>`,
    );
    expect(sections.map(({ headings, anchor }) => [headings.join('>'), anchor])).toEqual([
      ['A', 'a'],
      ['A>B', 'b'],
      ['A>B>C', 'c'],
      ['A>D', 'd'],
      ['A>E', 'e'],
    ]);
  });
});

describe('code', () => {
  test.each([
    ['<pre><code class="language-ts">a &lt; b</code></pre>', '«ts|a < b»'],
    [
      '<div class="highlight-python3 notranslate"><div class="highlight"><pre>x = 1\n</pre></div></div>',
      '«python|x = 1»',
    ],
    ['<div class="highlight highlight-source-shell"><pre>ls</pre></div>', '«shell|ls»'],
    ['<pre data-lang="go">f()</pre>', '«go|f()»'],
    ['<pre class="sourceCode rust"><code>fn</code></pre>', '«rust|fn»'],
    ['<pre><span class="line">a</span><br><span class="line">b</span></pre>', '«|a\nb»'],
    ['<pre><div class="ec-line">a</div><div class="ec-line">b</div></pre>', '«|a\nb»'],
    ['<pre><span class="lineno">1 </span>a<button>Copy</button></pre>', '«|a»'],
    [
      '<table class="highlighttable"><tr><td class="linenos"><pre>1\n2</pre></td><td class="code"><div class="highlight"><pre>a\nb</pre></div></td></tr></table>',
      '«|a\nb»',
    ],
    [
      '<div class="codeBlockContainer_x theme-code-block"><div class="codeBlockTitle_y title">app.ts</div><pre class="prism-code language-ts"><code>a</code></pre></div>',
      '«ts|app.ts|a»',
    ],
    [
      '<div class="org-src-container"><pre class="src src-python">cut()</pre></div>',
      '«python|cut()»',
    ],
    ['<a class="src" href="../src/saw.rs">source</a><pre>cut()</pre>', '«|cut()»'],
  ])('%s', async (html, expected) => {
    expect(await articleText(html)).toBe(expected);
  });

  test('without a language has that of the file in its caption', async () => {
    const figure = (caption: string): string =>
      `<figure><figcaption>${caption}</figcaption><pre><code>x</code></pre></figure>`;
    expect(await articleText(figure('<cite>saw.zig</cite>'))).toBe('«zig|saw.zig|x»');
    expect(await articleText(figure('saw.py'))).toBe('«python|saw.py|x»');
    expect(await articleText(figure('Version 1.0'))).toBe('«|Version 1.0|x»');
  });

  test('in tabs has the tab’s name, hidden panels included', async () => {
    const html =
      '<div class="tabs-container"><ul role="tablist"><li role="tab">npm</li><li role="tab">pnpm</li></ul><div><div role="tabpanel"><pre>npm i</pre></div><div role="tabpanel" hidden><pre>pnpm i</pre></div></div></div>';
    expect(await articleText(html)).toBe('«|npm|npm i»\n\n«|pnpm|pnpm i»');
  });

  test('in tabs within a tab has the name of its own tab', async () => {
    const tab = (name: string, content: string): string =>
      `<input><label class="sd-tab-label">${name}</label><div class="sd-tab-content">${content}</div>`;
    const set = (...tabs: string[]): string => `<div class="sd-tab-set">${tabs.join('')}</div>`;
    const linux = set(tab('apt', '<pre>apt install</pre>'), tab('dnf', '<pre>dnf install</pre>'));

    expect(
      await articleText(set(tab('Linux', linux), tab('macOS', '<pre>brew install</pre>'))),
    ).toBe('**Linux**\n\n«|apt|apt install»\n\n«|dnf|dnf install»\n\n«|macOS|brew install»');
  });
});

describe('text', () => {
  test.each([
    [
      '<p>a\n  <em>b</em>, <code>c d</code> <a href="/x">in</a> <a href="https://o.org/">out</a></p>',
      'a *b*, `c d` in [out](https://o.org/)',
    ],
    ['<ul><li>a<ul><li>b</li></ul></li><li><p>c</p></li></ul>', '- a\n  - b\n- c'],
    ['<ol start="3"><li>a</li><li>b</li></ol>', '3. a\n4. b'],
    ['<dl><dt>x</dt><dd>the width</dd></dl>', '- **x**: the width'.replace('- ', '- ')],
    ['<blockquote><p>a</p><p>b</p></blockquote>', '> a\n\n> b'],
    ['<details><summary>More</summary><p>a</p></details>', '**More**\n\na'],
    [
      '<ul><li><p>a</p><pre>x</pre><ol><li>b</li><li>c</li></ol></li><li>d</li></ul>',
      '- a\n\n«|x»\n\n1. b\n2. c\n- d',
    ],
    [
      '<div class="note"><h3 class="title">Note</h3><p>Hot.</p></div><p>x</p>',
      '**Note:** Hot.\n\nx',
    ],
    [
      '<div class="admonition warning"><p class="admonition-title">Warning</p><p>Hot.</p></div>',
      '**Warning:** Hot.',
    ],
    [
      '<div class="markdown-alert markdown-alert-tip"><p class="markdown-alert-title">Tip</p><p>Go.</p></div>',
      '**Tip:** Go.',
    ],
    [
      '<aside class="starlight-aside starlight-aside--note"><p class="starlight-aside__title">Note</p><p>So.</p></aside>',
      '**Note:** So.',
    ],
    [
      '<table><thead><tr><th>A</th><th>B</th></tr></thead><tr><td>1|2</td><td><code>x</code></td></tr></table>',
      '| A | B |\n| --- | --- |\n| 1\\|2 | `x` |',
    ],
    [
      '<table><tr><th>A</th><th>B</th></tr><tr><td rowspan="2">1</td><td>2</td></tr><tr><td>3</td></tr></table>',
      '| A | B |\n| --- | --- |\n| 1 | 2 |\n| 1 | 3 |',
    ],
    [
      '<table><tr><td>Edge:</td><td>Steel</td></tr><tr><td><b>Grip:</b></td><td>Oak</td></tr><tr><td>Note:</td></tr></table>',
      '- Edge: Steel\n- **Grip**: Oak\n- Note:',
    ],
    [
      '<p>See <img alt="The flow of data" src="a.png"><img alt="logo" src="b"></p>',
      'See The flow of data',
    ],
    ['<p>a&#8203;b&#x202e;c</p>', 'abc'],
    ['<my-card><p>a</p></my-card><a href="#"><div>b</div></a>', 'a\n\nb'],
  ])('%s', async (html, expected) => {
    expect(await articleText(html)).toBe(expected);
  });

  test('of a documented symbol becomes an atomic section', async () => {
    const { sections } = await parse(
      `<main><h1 id="api">API</h1><p>Intro</p><dl class="py function"><dt class="sig" id="pkg.f"><span class="sig-prename descclassname">pkg.</span><span class="sig-name descname">f</span>(<em>x</em>)<a class="headerlink" href="#pkg.f">¶</a></dt><dd><p>Does it.</p></dd></dl></main>`,
    );
    expect(sections[1]).toEqual({
      headings: ['API', 'pkg.f'],
      level: 2,
      anchor: 'pkg.f',
      atomic: true,
      blocks: [
        { kind: 'code', language: 'python', code: 'pkg.f(x)' },
        { kind: 'text', text: 'Does it.' },
      ],
    });
  });
});

test('the facts of a page are its title, description, canonical address, languages, links, feeds and robots rules', () => {
  const facts = pageFacts(
    `<html lang="en-GB" class="blog-wrapper"><head><title>A</title><meta property="og:title" content="Guide | Site"><meta name="description" content="What  it is">
     <link rel="canonical" href="/guide"><base href="/docs/"><meta name="robots" content="NOINDEX, nofollow">
     <link rel="alternate" hreflang="pt-BR" href="/pt/guide"><link rel="alternate" type="application/rss+xml" href="/feed"></head>
     <nav><a href="/a">A</a><a href="/a">again</a></nav><a href="#top">top</a><a href="mailto:x@y.z">m</a><a href="javascript:x()">j</a>
     <a href=" https://o.org/b#c ">b</a>`,
  );
  expect(facts).toEqual({
    kinds: ['blog-wrapper'],
    feeds: ['/feed'],
    title: 'Guide',
    description: 'What it is',
    canonical: '/guide',
    base: '/docs/',
    language: 'en-GB',
    alternates: [{ href: '/pt/guide', language: 'pt-br' }],
    links: ['/a', 'https://o.org/b#c'],
    noindex: true,
    nofollow: true,
  });
});

describe('hostile input', () => {
  test.each([
    ['100,000 nested divs', '<div>'.repeat(100_000) + 'x'],
    ['nested divs and stray closing tags', '<div>'.repeat(100_000) + 'x' + '</b>'.repeat(500_000)],
    ['nested inline elements', '<b><a href=x>'.repeat(100_000) + 'x'],
    ['nested lists', '<ul><li>'.repeat(50_000) + 'x'],
    ['nested quotations', '<blockquote>'.repeat(50_000) + 'x'],
    ['nested tables', '<table><tr><td>'.repeat(30_000) + 'x'],
    ['nested call-outs', '<div class="admonition">'.repeat(30_000) + 'x'],
    [
      'nested tab sets',
      '<div class="tabs-container"><i role=tab>a</i><div role=tabpanel>'.repeat(10_000) + 'x',
    ],
    ['nested code wrappers', '<div class="highlight">'.repeat(50_000) + '<pre>x</pre>'],
    ['nested definition lists', '<dl><dt>a<dd>'.repeat(30_000) + 'x'],
    ['headings that are never closed', '<h2>a\n\n'.repeat(8_500)],
    ['nested headings and forms', '<form><h1>'.repeat(30_000) + 'x'],
    ['10 MB without a newline', 'x'.repeat(10_000_000)],
    ['a flood of entities', '&amp;&#x41;&notanentity;'.repeat(300_000)],
    ['unclosed attributes', '<a href="'.repeat(300_000)],
    ['unclosed comments', 'x<!--'.repeat(500_000)],
    [
      'a huge table span',
      `<table><tr>${'<td colspan=9999999 rowspan=9999999>a</td>'.repeat(20_000)}</tr></table>x`,
    ],
    ['many paragraphs', '<p>x'.repeat(300_000)],
    ['many spaces', `<p>x${' '.repeat(3_000_000)}x</p>`],
    [
      'names of object properties',
      '<constructor class="constructor __proto__">x</constructor><__proto__>x',
    ],
  ])('%s ends within seconds', { timeout: 60_000 }, async (_, content) => {
    const { title } = await parse(content);
    expect(title).not.toBe('');
    expect(pageFacts(content).links.length).toBeLessThanOrEqual(10_000);
  });
});

const source = markup(
  '<p>',
  '</p>',
  '<div class="tabs">',
  '</div>',
  '<pre>',
  '</pre>',
  '<ul>',
  '<li>',
  '</ul>',
  '<table>',
  '<tr>',
  '<td>',
  '</table>',
  '<h1 id=a>',
  '</h1>',
  '<h3>',
  '<dl>',
  '<dt class=sig>',
  '<dd>',
  '<b>',
  '</b>',
  '<code>',
  '<main>',
  '</main>',
  'text',
  '&amp;',
  '<',
  '<!--',
  '-->',
  '\n',
  '<details>',
  '<summary>',
  '<div class="admonition note">',
  '<a href="https://x.org">',
  '</a>',
  '<br>',
  '<img alt=x>',
  '\u200b',
);

test.each(['<dl><dt>a<dd>b', '<ul><li>a', '<blockquote>a'])(
  'marks what is in a hundred lists and quotations by the inner ones alone: %s',
  async (unit) => {
    const text = await articleText(unit.repeat(2_000));

    // Marks and indents of all levels would make it a hundred times as long.
    expect(text.length).toBeLessThan(2_000 * 80);
    expect(text).toContain('a');
  },
);

test(
  'property: any document gives sections with visible text, and never throws',
  { timeout: 60_000 },
  () => expectReadable(parse, source),
);

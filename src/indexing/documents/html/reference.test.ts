import { describe, expect, test } from 'vitest';
import { flat as shown } from '../../../../test/support/sections.ts';
import { parseHtml } from './html.ts';

/** All text of a page, code in «». */
async function flat(page: string): Promise<string> {
  return shown(await parsed(page));
}

function parsed(content: string) {
  return parseHtml({ path: 'https://docs.example.org/page', format: 'html', content, hash: '' });
}

describe('a page of Javadoc', () => {
  const member = `<section class="detail" id="saw(int)"><h3>saw</h3>
    <div class="member-signature"><span class="modifiers">public</span>&nbsp;<span class="return-type"><a href="Board.html">Board</a></span>&nbsp;<span class="element-name">saw</span><wbr><span class="parameters">(int&nbsp;width,
 double&nbsp;depth)</span></div><div class="block">Saws a board.</div>
    <dl class="notes"><dt>Parameters:</dt><dd><code>width</code> - in millimeters</dd></dl></section>`;
  const page = `<main role="main"><div class="header"><h1 class="title">Class Saw</h1></div>
    <div class="inheritance">java.lang.Object<div class="inheritance">org.acme.Saw</div></div>
    <section class="class-description"><div class="type-signature"><span class="modifiers">public class </span><span class="element-name">Saw</span>
<span class="extends-implements">extends Tool</span></div><div class="block">A saw.</div></section>
    <section class="summary"><ul class="summary-list"><li><section class="method-summary" id="method-summary"><h2>Method Summary</h2>
    <div class="summary-table three-column-summary"><div class="table-header col-first">Type</div><div class="table-header col-second">Method</div><div class="table-header col-last">Description</div>
    <div class="col-first"><code>Board</code></div><div class="col-second"><code>saw(int width)</code></div><div class="col-last"><div class="block">Saws a board.</div></div></div>
    <div class="inherited-list"><h3>Methods inherited from class java.lang.Object</h3><code>wait</code></div></section></li></ul></section>
    <section class="details"><ul class="details-list"><li><section class="method-details"><h2>Method Details</h2>
    <ul class="member-list"><li>${member}</li></ul></section></li></ul></section></main>`;

  test('has a section for each member, with its signature as code', async () => {
    const { sections } = await parsed(page);

    expect(sections.at(-1)).toEqual(
      expect.objectContaining({ headings: ['Class Saw', 'saw'], anchor: 'saw(int)' }),
    );
    expect(await flat(page)).toContain(
      '«java|public Board saw(int width, double depth)»\n\nSaws a board.\n\n- **Parameters:** `width` - in millimeters',
    );
    expect(await flat(page)).toContain('«java|public class Saw extends Tool»\n\nA saw.');
  });

  test('has no names of inherited members, as Javadoc wrote them before Java 16', async () => {
    const list =
      '<ul class="blockList"><li class="blockList"><a name="methods.inherited.from.class.java.lang.Object"></a><h3>Methods inherited from class java.lang.Object</h3><code>wait</code></li></ul>';
    expect(await flat(`<main><h1>Saw</h1><h3>Method Summary</h3><p>Cuts.</p>${list}</main>`)).toBe(
      'Cuts.',
    );
  });

  test('has tables of its members, and nothing of other classes', async () => {
    const text = await flat(page);

    expect(text).toContain(
      '| Type | Method | Description |\n| --- | --- | --- |\n| `Board` | `saw(int width)` | Saws a board. |',
    );
    expect(text).not.toMatch(/java\.lang|wait|Method Details/);
  });

  test('of Java 8 has a section for each member too', async () => {
    const { sections } = await parsed(
      `<main><h2 title="Class Saw" class="title">Class Saw</h2><div class="details"><ul class="blockList"><li class="blockList">
       <ul class="blockList"><li class="blockList"><a name="method.summary"></a><h3>Method Summary</h3><p>Saws.</p></li></ul>
       <ul class="blockList"><li class="blockList"><a name="method.detail"><!-- --></a><h3>Method Detail</h3>
       <a name="saw-int-"><!-- --></a><ul class="blockListLast"><li class="blockList"><h4>saw</h4><pre>public&nbsp;Board&nbsp;saw(int&nbsp;width)</pre>
       <div class="block">Saws a board.</div></li></ul></li></ul></li></ul></div></main>`,
    );

    expect(sections.map(({ headings, anchor }) => [headings.join(' > '), anchor])).toEqual([
      ['Class Saw', undefined],
      ['Class Saw > Method Summary', 'method.summary'],
      ['Class Saw > saw', 'saw-int-'],
    ]);
    expect(sections[2]?.blocks).toEqual([
      { kind: 'code', language: '', code: 'public Board saw(int width)' },
      { kind: 'text', text: 'Saws a board.' },
    ]);
  });
});

describe('a page of Doxygen', () => {
  const page = (contents: string) =>
    `<html><head><title>Acme: Saw Class Reference</title></head><body><div id="top"><div id="projectname">Acme</div></div>
     <div class="header"><div class="summary"><a href="#pub-methods">Public Member Functions</a></div></div>
     <div class="contents">${contents}</div></body></html>`;

  test('shows its code with all lines, without line numbers and tooltips', async () => {
    const code = `<div class="fragment"><div class="line"><a name="l00001"></a><span class="lineno">    1</span>&#160;<a class="code" href="classSaw.html">Saw</a> saw(<span class="stringliteral">&quot;a&quot;</span>);</div>
<div class="line"><span class="lineno">    2</span>&#160;<span class="keywordflow">if</span> (saw.cut()) {</div>
<div class="line"><span class="lineno">    3</span>&#160;    saw.oil();</div>
<div class="ttc"><div class="ttname">Saw</div><div class="ttdoc">A tool.</div></div></div>`;

    expect(await flat(page(`<p>Example:</p>${code}`))).toBe(
      'Example:\n\n«|Saw saw("a");\nif (saw.cut()) {\n    saw.oil();»',
    );
  });

  test('has a section for each member, with its signature as code', async () => {
    const { sections } = await parsed(
      page(`<a id="details"></a><h2 class="groupheader">Detailed Description</h2><p>A saw.</p><a id="a2b" name="a2b"></a>
        <h2 class="memtitle"><span class="permalink"><a href="#a2b">&#9670;&#160;</a></span>cut()</h2><div class="memitem"><div class="memproto">
        <table class="mlabels"><tr><td class="mlabels-left"><table class="memname"><tr><td class="memname">virtual int Saw::cut </td><td>(</td><td class="paramtype">int&#160;</td><td class="paramname"><em>width</em>, </td></tr>
        <tr><td class="paramkey"></td><td></td><td class="paramtype">double&#160;</td><td class="paramname"><em>depth</em> = <code>1.0</code>&#160;</td></tr><tr><td></td><td>)</td><td></td></tr></table></td>
        <td class="mlabels-right"><span class="mlabel">virtual</span></td></tr></table></div><div class="memdoc"><p>Cuts a board. <a href="#a2b">More...</a></p></div></div>`),
    );

    expect(sections.at(-1)).toMatchObject({
      headings: ['cut()'],
      anchor: 'a2b',
      blocks: [
        {
          kind: 'code',
          language: 'cpp',
          code: 'virtual int Saw::cut(int width, double depth = 1.0)',
        },
        { kind: 'text', text: 'Cuts a board.' },
      ],
    });
  });

  test('lists the members with their briefs', async () => {
    const rows = `<tr class="heading"><td colspan="2"><h2 class="groupheader"><a id="pub-methods" name="pub-methods"></a>Public Member Functions</h2></td></tr>
      <tr class="memitem:a2b"><td class="memItemLeft">virtual int&#160;</td><td class="memItemRight"><a class="el" href="#a2b">cut</a> (int width)</td></tr>
      <tr class="memdesc:a2b"><td class="mdescLeft">&#160;</td><td class="mdescRight">Cuts a board.  <a href="#a2b">More...</a><br /></td></tr>
      <tr class="separator:a2b"><td class="memSeparator" colspan="2">&#160;</td></tr>`;

    const { sections } = await parsed(
      page(`<p>A saw.</p><table class="memberdecls">${rows}</table>`),
    );

    expect(sections[1]).toMatchObject({
      headings: ['Public Member Functions'],
      anchor: 'pub-methods',
      blocks: [{ kind: 'text', text: '- `virtual int cut (int width)`\n\n  Cuts a board.' }],
    });
  });
});

test('a page of Dokka shows its signatures as code, without the notice of its button', async () => {
  expect(
    await flat(
      `<main><h1>cut</h1><div class="symbol monospace"><span class="token keyword">fun </span><a href="cut.html">cut</a><span class="parameters">(width: Int)</span>: Board<span class="top-right-position"><span class="copy-icon"></span><div class="copy-popup-wrapper"><span>Content copied to clipboard</span></div></span></div><p>Cuts.</p></main>`,
    ),
  ).toBe('«kotlin|fun cut(width: Int): Board»\n\nCuts.');
});

test('a signature of Dokka begins a line behind its annotations', async () => {
  expect(
    await flat(
      `<main><h1>cut</h1><div class="symbol monospace"><div class="block"><div class="block"><span>@</span><a href="s.html">Sharp</a></div></div><span class="token keyword">fun </span>cut(by<span>: </span>(Saw) -> Unit)</div></main>`,
    ),
  ).toBe('«kotlin|@Sharp\nfun cut(by: (Saw) -> Unit)»');
});

test('a heading of a guide stays, although Javadoc has one like it', async () => {
  const { sections } = await parsed(
    '<main><h1>Saws</h1><section id="field-details"><h2>Field details</h2><p>Oil.</p></section></main>',
  );

  expect(sections.at(-1)).toMatchObject({ headings: ['Saws', 'Field details'] });
});

test('a list of sections is no list', async () => {
  const { sections } = await parsed(
    '<main><h1>Steps</h1><ol><li><h2>Saw</h2><p>Saw it.</p></li></ol></main>',
  );

  expect(sections.at(-1)).toMatchObject({
    headings: ['Steps', 'Saw'],
    blocks: [{ kind: 'text', text: 'Saw it.' }],
  });
});

describe('a page of Sphinx', () => {
  const titles = async (list: string): Promise<string[]> =>
    (await parsed(`<main>${list}</main>`)).sections.map(({ headings }) => headings.at(-1) ?? '');

  test('names an operation of an HTTP API by its method and path', async () => {
    expect(
      await titles(
        '<dl class="http get"><dt class="sig sig-object http" id="get--saws"><span class="sig-name descname"><span class="pre">GET</span> </span><span class="sig-name descname">/saws/</span><span class="sig-paren">(</span><span class="property">int: </span><em class="sig-param">id</em><span class="sig-paren">)</span><a class="headerlink" href="#get--saws">¶</a></dt><dd><p>Gets it.</p></dd></dl>',
      ),
    ).toEqual(['GET /saws/(int: id)']);
  });

  test('names an option of a command without its value', async () => {
    expect(
      await titles(
        '<dl class="std option"><dt class="sig sig-object std" id="cmdoption-depth"><span class="sig-name descname">--depth</span><span class="sig-prename descclassname"> &lt;mm&gt;</span></dt><dd><p>How deep.</p></dd></dl>',
      ),
    ).toEqual(['--depth']);
    expect(
      await titles(
        '<dl class="py function"><dt class="sig sig-object py" id="acme.saw"><span class="sig-prename descclassname">acme.</span><span class="sig-name descname">saw</span>()</dt><dd><p>Saws.</p></dd></dl>',
      ),
    ).toEqual(['acme.saw']);
  });

  test('shows the kind of a value, the names of its tabs, and no hidden link', async () => {
    expect(
      await flat(
        `<main><dl class="simple"><dt>depth<span class="classifier">int</span></dt><dd><p>In millimeters.</p></dd></dl>
         <div class="sphinx-tabs docutils container"><div role="tablist"><button class="sphinx-tabs-tab" role="tab">C</button><button class="sphinx-tabs-tab" role="tab">Rust</button></div>
         <div class="sphinx-tabs-panel" role="tabpanel"><pre>saw();</pre></div><div class="sphinx-tabs-panel" hidden="true" role="tabpanel"><pre>saw!();</pre></div></div>
         <div class="sd-card"><p>Start here.</p><a class="sd-stretched-link sd-hide-link-text" href="guide.html"><span>Guide</span></a></div></main>`,
      ),
    ).toBe('- **depth: int**: In millimeters.\n\n«|C|saw();»\n\n«|Rust|saw!();»\n\nStart here.');
  });
});

test('a page of mkdocstrings names a function without its parameters, and leaves out its source', async () => {
  const { sections } = await parsed(
    `<main><h2 id="acme.Saw.cut" class="doc doc-heading"><code class="highlight language-python"><span class="n">cut</span>(board, depth=1.0)</code>
     <span class="doc doc-labels"><small class="doc doc-label"><code>async</code></small></span><a href="#acme.Saw.cut" class="headerlink">&para;</a></h2>
     <div class="doc doc-contents"><p>Cuts a board.</p><details class="mkdocstrings-source"><summary>Source code in saw.py</summary><pre>def cut(): ...</pre></details></div></main>`,
  );

  expect(sections).toMatchObject([
    {
      headings: ['cut'],
      anchor: 'acme.Saw.cut',
      blocks: [
        { kind: 'code', language: 'python', code: 'cut(board, depth=1.0)' },
        { kind: 'text', text: 'Cuts a board.' },
      ],
    },
  ]);
});

test('the mark of a footnote does not touch the word before it', async () => {
  expect(
    await flat(
      '<main><p>Saws cut<sup id="fnref:1"><a class="footnote-ref" href="#fn:1">1</a></sup>.</p><div class="footnote"><ol><li id="fn:1"><p>Mostly.&#160;<a class="footnote-backref" href="#fnref:1">&#8617;</a></p></li></ol></div></main>',
    ),
  ).toBe('Saws cut[1].\n\n1. Mostly.');
});

test('a page of rustdoc lists the traits of a type, without the text of their crates', async () => {
  const implementation = (name: string): string =>
    `<details class="toggle implementors-toggle" open><summary><section id="impl-${name}" class="impl"><h3 class="code-header">impl <a class="trait" href="x">${name}</a> for <a class="struct">Saw</a></h3></section></summary>
     <div class="impl-items"><details class="toggle method-toggle"><summary><section class="method trait-impl"><h4 class="code-header">fn <a class="fn">fmt</a>(&amp;self)</h4></section></summary><div class="docblock">Formats it. <a>Read more</a></div></details></div></details>`;
  const { sections } = await parsed(
    `<main><section id="main-content"><h1>Struct Saw</h1><p>A saw.</p><h2 id="trait-implementations" class="section-header">Trait Implementations<a href="#trait-implementations" class="anchor">§</a></h2>
     <div id="trait-implementations-list">${implementation('Debug')}${implementation('Clone')}</div>
     <h2 id="blanket-implementations" class="section-header">Blanket Implementations</h2><div id="blanket-implementations-list">${implementation('Any')}</div></section></main>`,
  );

  expect(sections.filter(({ blocks }) => blocks.length > 0).slice(1)).toMatchObject([
    {
      headings: ['Struct Saw', 'Trait Implementations'],
      blocks: [{ kind: 'code', language: 'rust', code: 'impl Debug for Saw\nimpl Clone for Saw' }],
    },
  ]);
});

test('a page of pdoc has a section for each symbol, without its source', async () => {
  const source = '<div class="pdoc-code codehilite"><pre>class Saw: ...</pre></div>';
  const attr = (text: string): string =>
    `<input class="view-source-toggle-state" type="checkbox" aria-hidden="true"><div class="attr">${text}<label class="view-source-button"><span>View Source</span></label></div>`;
  const { sections } = await parsed(
    `<main><section class="module-info"><h1>acme</h1><p>Tools.</p>${source}</section>
     <section id="Saw">${attr('<span class="def">class</span> <span class="name">Saw</span>:')}${source}<div class="docstring"><p>A saw.</p><div class="pdoc-code codehilite"><pre>Saw()</pre></div></div>
     <div id="Saw.cut" class="classattr">${attr('<span class="def">def</span> <span class="name">cut</span>( self )')}${source}<div class="docstring"><p>Cuts.</p></div></div></section></main>`,
  );

  expect(sections).toMatchObject([
    { headings: ['acme'], blocks: [{ kind: 'text', text: 'Tools.' }] },
    {
      headings: ['acme', 'Saw'],
      anchor: 'Saw',
      blocks: [
        { kind: 'code', language: 'python', code: 'class Saw:' },
        { kind: 'text', text: 'A saw.' },
        { kind: 'code', code: 'Saw()' },
      ],
    },
    {
      headings: ['acme', 'Saw', 'Saw.cut'],
      anchor: 'Saw.cut',
      blocks: [
        { kind: 'code', language: 'python', code: 'def cut(self)' },
        { kind: 'text', text: 'Cuts.' },
      ],
    },
  ]);
});

test('a page of pdoc3 has a section for each symbol, without sources and inherited members', async () => {
  const { sections } = await parsed(
    `<main><h1>Module <code>saws</code></h1><h2 class="section-title" id="header-classes">Classes</h2>
     <dl><dt id="saws.Saw"><code class="flex name class"><span>class <span class="ident">Saw</span></span> <span>(</span><span>size: int = 3)</span></code></dt>
     <dd><details class="source"><summary>Expand source code</summary><pre>class Saw: ...</pre></details><div class="desc"><p>A saw.</p><h2 id="args">Args</h2><dl><dt><strong><code>size</code></strong></dt><dd>In feet.</dd></dl></div>
     <h3>Methods</h3><dl><dt id="saws.Saw.cut"><code class="name flex"><span>def <span class="ident">cut</span></span>(<span>self)</span></code></dt><dd><p>Cuts.</p></dd></dl>
     <h3>Inherited members</h3><ul class="hlist"><li><code>Tool: oil</code></li></ul></dd></dl></main>`,
  );
  expect(sections.map(({ anchor }) => anchor)).toEqual([
    undefined,
    'header-classes',
    'saws.Saw',
    'saws.Saw.cut',
  ]);
  expect(sections[2]!.blocks).toEqual([
    { kind: 'code', language: 'python', code: 'class Saw(size: int = 3)' },
    { kind: 'text', text: 'A saw.\n\n**Args**\n\n- `size`: In feet.' },
  ]);
  expect(sections[3]!.headings.at(-1)).toBe('saws.Saw.cut');
});

test('a page of Nim has a section for each procedure, and not its list of all names', async () => {
  const { sections } = await parsed(
    `<div class="document"><div class="container"><h1 class="title">saws</h1><div class="row">
     <div class="three columns"><div>Group by: <select><option>Type</option></select></div><ul class="simple simple-toc" id="toc-list"><li><a href="#12">Procs</a><ul class="simple nested-toc-section">cut<li><a href="#cut">cut(b: Board)</a></li></ul></li></ul></div>
     <div class="nine columns" id="content"><div id="tocRoot"></div><p class="module-desc">Cuts boards.</p>
     <div class="section" id="7"><h1><a href="#7">Types</a></h1><dl class="item"><div id="Board"><dt><pre><a href="saws.html#Board"><span class="Identifier">Board</span></a> = object\n  width: int</pre></dt><dd>A board.</dd></div></dl></div>
     <div class="section" id="12"><h1><a href="#12">Procs</a></h1><dl class="item"><div id="cut-procs-all"><div id="cut,Board"><dt><pre><span class="Keyword">proc</span> <a href="#cut%2CBoard"><span class="Identifier">cut</span></a>(b: Board) {.<span><span class="pragmadots">...</span></span><span class="pragmawrap">raises: []</span>.}</pre></dt>
     <dd><p>Cuts a board.</p><a href="saws.nim#L3" class="link-seesrc">Source</a></dd></div><div id="cut,Log"><dt><pre>proc <a href="#cut%2CLog">cut</a>(log: Log)</pre></dt><dd></dd></div></div></dl></div></div></div></div></div>`,
  );

  expect(sections.filter(({ blocks }) => blocks.length > 0)).toMatchObject([
    { headings: ['saws'], blocks: [{ kind: 'text', text: 'Cuts boards.' }] },
    {
      headings: ['Types', 'Board'],
      anchor: 'Board',
      blocks: [
        { kind: 'code', language: 'nim', code: 'Board = object\n  width: int' },
        { kind: 'text', text: 'A board.' },
      ],
    },
    {
      headings: ['Procs', 'cut'],
      anchor: 'cut,Board',
      blocks: [
        { kind: 'code', language: 'nim', code: 'proc cut(b: Board) {.raises: [].}' },
        { kind: 'text', text: 'Cuts a board.' },
      ],
    },
    { anchor: 'cut,Log', blocks: [{ kind: 'code', code: 'proc cut(log: Log)' }] },
  ]);
});

describe('symbols', () => {
  test.each([
    [
      'RDoc',
      '<div id="method-i-cut" class="method-detail"><div class="method-header"><div class="method-heading"><a href="#method-i-cut"><span class="method-name">cut</span><span class="method-args">(board, width: 3)</span></a><span class="method-click-advice">click to toggle source</span></div></div><div class="method-description"><p>Cuts.</p><div class="method-source-code"><pre>def cut</pre></div></div></div>',
      { headings: ['cut'], anchor: 'method-i-cut' },
      'cut(board, width: 3)',
    ],
    [
      'Haddock',
      '<div class="top"><p class="src"><a id="v:cut" class="def">cut</a> :: Board -&gt; [Board] <a href="src/Saw.html#cut" class="link">Source</a> <a href="#v:cut" class="selflink">#</a></p><div class="doc"><p>Cuts.</p></div></div>',
      { headings: ['cut'], anchor: 'v:cut' },
      'cut :: Board -> [Board]',
    ],
    [
      'Doctum',
      '<div class="method-item"><h3 id="method_cut"><div class="location"><a href="Saw.php#L9">at line 9</a></div><code> static <abbr title="Acme\\Board">Board</abbr> <strong>cut</strong>($width = 3)</code></h3><div class="details"><p>Cuts.</p></div></div><div class="method-item"><h3 id="method_oil"><div class="location">in <a href="Tool.html#method_oil">Tool</a> at line 9</div><code><strong>oil</strong>()</code></h3><div class="details"><p>Oils.</p></div></div>',
      { headings: ['cut'], anchor: 'method_cut' },
      'static Board cut($width = 3)',
    ],
  ])('of %s are sections with their signatures as code', async (_, html, section, code) => {
    const { sections } = await parsed(`<main>${html}</main>`);

    expect(sections).toMatchObject([
      {
        ...section,
        blocks: [
          { kind: 'code', code },
          { kind: 'text', text: 'Cuts.' },
        ],
      },
    ]);
  });
});

test('a page of the manual of PHP shows its signatures and examples as code', async () => {
  expect(
    await flat(
      `<section id="layout-content"><div class="refentry"><h1>str_saw</h1><div class="methodsynopsis"><span class="methodname"><strong>str_saw</strong></span>(<span class="methodparam"><span class="type">string</span> <code class="parameter">$s</code></span>): <span class="type">array</span></div>
       <p>Saws a string.</p><div class="example-contents"><div class="phpcode"><code><span>&lt;?php<br />$a&nbsp;=&nbsp;str_saw("x");<br /></span></code></div></div></div></section>`,
    ),
  ).toBe('«php|str_saw(string $s): array»\n\nSaws a string.\n\n«php|<?php\n$a = str_saw("x");»');
});

describe('a page of Doxygen', () => {
  test('has its title above its sections, and the template of its class as code', async () => {
    const { title, sections } =
      await parsed(`<title>Saws: Saw&lt; T &gt; Class Template Reference</title>
      <div class="header"><div class="summary"><a href="#m">Public Member Functions</a></div><div class="headertitle">
      <div class="title">Saw&lt; T &gt; Class Template Reference<div class="ingroups"><a href="t.html">Tools</a></div></div></div></div>
      <div class="contents"><h1>Use</h1><div class="textblock"><div class="compoundTemplParams">template&lt;typename T&gt;<br>
      class Saw&lt; T &gt;</div><p>Cuts.</p></div><h2>Care</h2><p>Oil it.</p></div>`);
    expect(title).toBe('Saw< T > Class Template Reference');
    expect(sections.map(({ headings }) => headings.slice(1))).toEqual([
      [],
      ['Use'],
      ['Use', 'Care'],
    ]);
    expect(sections[1]?.blocks[0]).toMatchObject({ kind: 'code', language: 'cpp' });
  });

  test('does not say where the source is, and has no text if it only lists other pages', async () => {
    const page = (title: string, contents: string): string =>
      `<title>Saws: ${title}</title><div class="header"><div class="headertitle"><div class="title">${title}</div></div></div><div class="contents">${contents}</div>`;
    const { sections } = await parsed(
      page(
        'saw.h File Reference',
        '<p><a href="a_source.html">Go to the source code of this file.</a></p><p>Cuts.</p><p class="definition">Definition at line <a href="a.html#l9">9</a> of file <a href="a.html">saw.h</a>.</p>',
      ),
    );
    expect(sections.flatMap(({ blocks }) => blocks)).toEqual([{ kind: 'text', text: 'Cuts.' }]);
    const list = await parsed(
      page('Class Hierarchy', '<ul><li><a href="b.html">Saw</a></li></ul>'),
    );
    expect(list.sections.flatMap(({ blocks }) => blocks)).toEqual([]);
  });
});

describe('a page of Haddock', () => {
  test('has the name of its module above its sections, and no links to the source in its instances', async () => {
    const { title, sections } =
      await parsed(`<title>Data.Saw</title><div id="content"><div id="module-header">
      <p class="caption">Data.Saw</p></div><div id="interface"><h1>Cutting</h1>
      <p>Eq Saw <a href="src/Data.Saw.html#Saw" class="link">Source</a></p></div></div>`);
    expect(title).toBe('Data.Saw');
    expect(sections.map(({ headings }) => headings)).toEqual([
      ['Data.Saw'],
      ['Data.Saw', 'Cutting'],
    ]);
    expect(sections[1]?.blocks).toEqual([{ kind: 'text', text: 'Eq Saw' }]);
  });
});

describe('a definition of Texinfo', () => {
  test.each([
    [
      '7',
      '<dl class="first-deftypefn def-block"><dt class="deftypefn def-line" id="index-saw"><span class="category-def">Function: </span><span><code class="def-type">int</code> <strong class="def-name">saw</strong> <code class="def-code-arguments">(int depth)</code><a class="copiable-link" href="#index-saw"> &para;</a></span></dt><dd><p>Cuts.</p></dd></dl>',
    ],
    [
      '6.8',
      '<dl class="def"><dt id="index-saw"><span class="category">Function: </span><span><em>int</em> <strong>saw</strong> <em>(int depth)</em><a href="#index-saw" class="copiable-anchor"> &para;</a></span></dt><dd><p>Cuts.</p></dd></dl>',
    ],
  ])('is a symbol with its name and its signature: version %s', async (_, html) => {
    const { sections } = await parsed(`<main><h1>Saws</h1><p>All saws.</p>${html}</main>`);
    expect(sections[1]).toMatchObject({
      headings: ['Saws', 'saw'],
      anchor: 'index-saw',
      blocks: [
        { kind: 'code', code: 'int saw (int depth)' },
        { kind: 'text', text: 'Cuts.' },
      ],
    });
  });
});

describe('a page of gi-docgen', () => {
  test('has the dots of its name, and no links to the source', async () => {
    const { title, sections } =
      await parsed(`<section id="main" class="content"><header><h3>Method</h3>
      <h1><a href="index.html">Gtk</a><span class="sep"></span><a href="c.html">Saw</a><span class="sep"></span>cut</h1></header>
      <h4 id="description">Description <a class="anchor" href="#description"></a> <a class="srclink" href="https://x.org/a.c">[src]</a></h4><p>Cuts.</p></section>`);
    expect(title).toBe('Gtk.Saw.cut');
    expect(sections.at(-1)?.headings.at(-1)).toBe('Description');
  });
});

describe('a page of Scaladoc', () => {
  test.each([
    [
      '2',
      '<ol><li class="indented0 " name="Saw#cut" visbl="pub" fullComment="yes"><a id="cut(d:Int):Unit" class="anchorToMember"></a><a id="cut" class="anchorToMember"></a><span class="permalink"><a href="Saw.html#cut" title="Permalink"><i class="material-icons">link</i></a></span><span class="modifier_kind"><span class="modifier">final </span><span class="kind">def</span></span><span class="symbol"><span class="name">cut</span><span class="params">(<span name="d">d: <a href="https://scala-lang.org/Int.html" name="scala.Int" class="extype">Int</a></span>)</span><span class="result">: Unit</span></span><p class="shortcomment cmt">Cuts.</p><div class="fullcomment"><div class="comment cmt"><p>Cuts. Deep.</p></div></div></li></ol>',
      'cut(d:Int):Unit',
    ],
    [
      '3',
      '<div class="documentableElement" id="cut-fff"><div class="documentableElement-expander"><button></button><div class="header monospace"><div class="signature"><span class="modifiers">final </span><span class="kind">def </span><a href="Saw.html#cut-fff" class="documentableName ">cut</a>(d: <a href="https://scala-lang.org/Int.html">Int</a>): Unit</div></div></div><div class="docs"><div class="documentableBrief doc"><p>Cuts.</p></div><div class="cover"><div class="doc"><p>Cuts. Deep.</p></div></div></div></div>',
      'cut-fff',
    ],
  ])('has a symbol for each member: Scala %s', async (_, html, anchor) => {
    const { sections } = await parsed(`<main><h1>Saw</h1><p>A saw.</p>${html}</main>`);
    expect(sections[1]).toMatchObject({
      headings: ['Saw', 'cut'],
      anchor,
      blocks: [
        { kind: 'code', language: 'scala', code: 'final def cut(d: Int): Unit' },
        { kind: 'text', text: 'Cuts. Deep.' },
      ],
    });
  });
});

test('a page of YARD has no words that fold its lists', async () => {
  const { sections } = await parsed(
    `<main><h2>Constant Summary <small><a href="#" class="constants_summary_toggle">collapse</a></small></h2>
     <dl><dt>Inherits:</dt><dd><ul><li>Object</li></ul><a href="#" class="inheritanceTree">show all</a></dd></dl></main>`,
  );
  expect(sections[0]!.headings).toEqual(['Constant Summary']);
  expect(JSON.stringify(sections)).not.toMatch(/collapse|show all/);
});

test('a function of ExDoc is a symbol, and the title of the page has no version', async () => {
  const icon = '<i class="ri-link-m" aria-hidden="true"></i>';
  const { title, sections } = await parsed(
    `<main id="main"><div id="content"><div id="top-content"><div class="heading-with-actions"><h1><span translate="no">Saw.<wbr/>Blade</span> <small class="app-vsn">(saw v1.0.0)</small></h1><a href="#" class="icon-action">Copy Markdown</a></div><p>Blades.</p></div>
     <section id="functions" class="details-list"><h2 class="section-heading"><a class="hover-link" href="#functions">${icon}</a><span class="text">Functions</span></h2>
     <section class="detail" id="cut/2"><span id="cut/1"></span><div class="detail-header"><a href="#cut/2" class="detail-link">${icon}</a><h1 class="signature" translate="no">cut(board, depth \\\\ 1)</h1></div>
     <section class="docstring"><div class="specs"><pre><span class="attribute">@spec</span> cut(t()) :: t()</pre></div><p>Cuts.</p><h2 id="cut/2-examples" class="section-heading"><span class="text">Examples</span></h2><p>None.</p></section></section></section>
     <div class="bottom-actions"><a href="axe.html"><span class="subheader">Next Page</span><span class="title">Axe</span></a></div></div></main>`,
  );
  expect(title).toBe('Saw.Blade');
  expect(sections.at(-1)).toMatchObject({
    headings: ['Saw.Blade', 'Functions', 'cut/2'],
    anchor: 'cut/2',
    blocks: [
      { kind: 'code', language: 'elixir', code: 'cut(board, depth \\\\ 1)' },
      { kind: 'code', code: '@spec cut(t()) :: t()' },
      { kind: 'text', text: 'Cuts.\n\n**Examples**\n\nNone.' },
    ],
  });
  expect(JSON.stringify(sections)).not.toMatch(/Copy|Next/);
});

test('a method of YARD is a symbol, also without a description', async () => {
  const { sections } = await parsed(
    `<main><h1>Class: Saw</h1><h2>Instance Method Details</h2><div class="method_details first"><h3 class="signature first" id="cut-instance_method">#<strong>cut</strong>(depth)  &#x21d2; <tt>Object</tt></h3><table class="source_code"><tr><td>def cut</td></tr></table></div></main>`,
  );
  expect(sections.at(-1)).toMatchObject({
    headings: ['Class: Saw', 'Instance Method Details', '#cut'],
    anchor: 'cut-instance_method',
    blocks: [{ kind: 'code', language: 'ruby', code: '#cut(depth) ⇒ Object' }],
  });
});

test('a method of Crystal is a symbol, without a link to its source', async () => {
  const { sections } = await parsed(
    `<main><h1>class Saw</h1><h2>Instance Method Detail</h2><div class="entry-detail" id="cut(depth:Int32)-instance-method"><div class="signature">def <strong>cut</strong>(depth : <a href="Int32.html">Int32</a>) <a class="method-permalink" href="#cut">#</a></div><div class="doc"><p>Cuts.</p></div><br><div>[<a href="/saw.cr#L1">View source</a>]</div></div></main>`,
  );
  expect(sections.at(-1)).toMatchObject({
    headings: ['class Saw', 'Instance Method Detail', 'cut'],
    anchor: 'cut(depth:Int32)-instance-method',
    blocks: [
      { kind: 'code', language: 'crystal', code: 'def cut(depth : Int32)' },
      { kind: 'text', text: 'Cuts.' },
    ],
  });
});

test('a page of FSharp.Formatting has no text that stands below the pointer', async () => {
  expect(
    await flat(
      `<main><h1>Saw</h1><table><tr><td><code>cut x</code><div class="fsdocs-tip" id="1">Full Usage: cut x</div></td><td>Cuts.</td></tr></table><div class="tip" id="fs1">val cut : int</div><div class="tip" id="oil">Oil it.</div></main>`,
    ),
  ).toBe('- `cut x`: Cuts.\n\nOil it.');
});

test.each([
  '<div class="spirit-nav"><a href="a"><img alt="Prev"></a><a href="b"><img alt="Next"></a></div>',
  '<div class="navheader"><table><tr><th>Saws</th></tr><tr><td><a href="b">Next</a></td></tr></table></div>',
  '<div class="navfooter"><table><tr><td><a href="b">Next</a></td></tr></table></div>',
])('the links of DocBook to other pages are no text: %s', async (links) => {
  expect(await flat(`<h1>Saw</h1><p>Cuts.</p>${links}`)).toBe('Cuts.');
});

test('a member of Dokka has the names of its classes, and its description is no title', async () => {
  const page = `<div id="main"><div class="main-content" data-page-type="member" id="content"><div class="breadcrumbs"><a href="i">saw</a><span class="delimiter">/</span><a href="p">org.saw</a><span class="delimiter">/</span><a href="s">Saw</a><span class="delimiter">/</span><span class="current">cutAll</span></div>
    <div class="cover"><h1 class="cover"><span>cut</span><wbr></wbr><span><span>All</span></span></h1></div><div class="platform-hinted"><div class="content"><div class="title"><div class="symbol monospace">fun cutAll()</div><div class="brief"><p>Cuts all boards at once, and then stops the motor.</p></div></div></div></div></div>
    <div class="footer"><span>Generated by dokka</span></div></div>`;
  const { title } = await parsed(page);
  expect(title).toBe('Saw.cutAll');
  expect(await flat(page)).toBe(
    '«kotlin|fun cutAll()»\n\nCuts all boards at once, and then stops the motor.',
  );
});

test('a member of DocFX keeps its declaration and its parameters', async () => {
  const links =
    '<span class="small pull-right mobile-hide"><a href="/e">Improve this Doc</a></span>';
  const { sections } = await parsed(
    `<article data-uid="Saw"><h1 id="Saw">Class Saw</h1><h6><strong>Assembly</strong>: saw.dll</h6>${links}<h4 id="Saw_Cut" data-uid="Saw.Cut">Cut(Int32)</h4><p>Cuts.</p><h5 class="declaration">Declaration</h5><pre><code class="lang-csharp">void Cut(int depth)</code></pre>
     <h5 class="parameters">Parameters</h5><dl><dt>depth</dt><dd>The depth.</dd></dl><div class="WARNING"><h5>Warning</h5><p>Hot.</p></div></article>`,
  );
  expect(sections.map(({ headings, anchor }) => [headings.at(-1), anchor])).toEqual([
    ['Class Saw', 'Saw'],
    ['Cut(Int32)', 'Saw_Cut'],
  ]);
  expect(sections[0]!.blocks).toEqual([{ kind: 'text', text: '**Assembly: saw.dll**' }]);
  expect(sections[1]!.blocks.at(-1)).toEqual({
    kind: 'text',
    text: '**Parameters**\n\n- **depth**: The depth.\n\n**Warning:** Hot.',
  });
});

test('a topic of pkgdown has its name in its title', async () => {
  const { title, sections } = await parsed(
    `<main id="main"><div class="page-header"><img class="logo" alt=""><h1>Cut boards</h1><small class="dont-index">Source: <a href="/r"><code>R/cut.R</code></a></small><div class="d-none name"><code>cut_all.Rd</code></div></div><div class="ref-description section level2"><p>Cuts.</p></div></main>`,
  );
  expect(title).toBe('cut_all: Cut boards');
  expect(sections[0]!.blocks).toEqual([{ kind: 'text', text: 'Cuts.' }]);
});

describe('a page of Libdoc', () => {
  const page = (data: string): string =>
    `<html><head><title>Loading</title><script>\nlibdoc = ${data};\n</script></head><body><h1>Opening failed</h1><p>Use JavaScript.</p></body></html>`;

  test('has the introduction, the import, the keywords and the types of its data', async () => {
    const data = {
      name: 'SawLibrary',
      doc: '<p>Cuts wood.</p><h2 id="Oil">Oil</h2><p>Oil it.</p>',
      inits: [{ name: '__init__', args: [{ repr: 'width=3' }], doc: '<p>Takes a width.</p>' }],
      keywords: [{ name: 'Cut Board', args: [{ repr: 'board: str' }], doc: '<p>Cuts it.</p>' }],
      typedocs: [{ name: 'Wood', doc: '<p>Oak or ash.</p>' }],
    };
    const { sections } = await parsed(page(JSON.stringify(data).replaceAll('</', '\\x3c/')));
    expect(sections.map(({ headings }) => headings.at(-1))).toEqual([
      'SawLibrary',
      'Oil',
      'Import SawLibrary',
      'Cut Board',
      'Wood',
    ]);
    expect(sections[2]!.blocks[0]).toMatchObject({ code: 'Library    SawLibrary    width=3' });
    expect(sections[3]).toMatchObject({
      anchor: 'Cut%20Board',
      blocks: [
        { kind: 'code', language: 'robotframework', code: 'Cut Board    board: str' },
        { kind: 'text', text: 'Cuts it.' },
      ],
    });
  });

  test.each([
    ['["board", "width=3"]', 'Cut    board    width=3'],
    ['"board, width=3"', 'Cut    board    width=3'],
    ['""', 'Cut'],
  ])('of an older version has the arguments %s', async (args, code) => {
    const { sections } = await parsed(
      page(`{"name": "Saws", "keywords": [{"name": "Cut", "args": ${args}}]}`),
    );
    expect(sections.at(-1)!.blocks).toMatchObject([{ kind: 'code', code }]);
  });

  test('with other data keeps its text', async () => {
    const { sections } = await parsed(page('{oil'));
    expect(sections.at(-1)!.headings).toEqual(['Opening failed']);
  });
});

test('a page of Docco has no menu of the others', async () => {
  const menu =
    '<ul id="jump_to"><li><a>Jump To</a><div><a href="b.html">oil.js</a></div></li></ul>';
  const text = await flat(
    `<body><div id="container">${menu}<ul class="sections"><li><h1>saw.js</h1><p>Cuts with a saw.</p></li></ul></div></body>`,
  );
  expect(text).toContain('Cuts with a saw.');
  expect(text).not.toMatch(/Jump|oil/);
});

test('a function of LDoc is a symbol, and the page has no menu of the others', async () => {
  const menu = '<h1>Saws</h1><h2>Modules</h2><ul><li><a href="oil.html">oil</a></li></ul>';
  const content = `<h1>Module <code>saw</code></h1><p>Cuts.</p><h2>Functions</h2><dl class="function">
    <dt><a name="cut"></a><strong>cut (width[, depth])</strong></dt>
    <dd>Cuts a board.<h3>Parameters:</h3><ul><li><span class="parameter">width</span> in millimeters</li></ul>
    <h3>Returns:</h3><ol> two <span class="type">boards</span></ol></dd></dl>`;
  const { sections } = await parsed(
    `<div id="main"><div id="navigation"><br>${menu}</div><div id="content">${content}</div></div>`,
  );
  expect(sections.map(({ headings, anchor }) => [headings.join(' > '), anchor])).toEqual([
    ['Module saw', undefined],
    ['Module saw > Functions', undefined],
    ['Module saw > Functions > cut', 'cut'],
  ]);
  expect(await flat(content)).toContain(
    '«|cut (width[, depth])»\n\nCuts a board.\n\n**Parameters:**\n\n- width in millimeters\n\n**Returns:**\n\ntwo boards',
  );
});

import { describe, expect, test } from 'vitest';
import { articleText, pageText, parse } from './parsed.fixture.ts';

describe('tabs', () => {
  const tabs = (first: string, second: string): string =>
    `<ul class="nav nav-tabs" role="tablist"><li class="nav-item"><a class="nav-link" role="tab" href="#a">${first}</a></li>
    <li class="nav-item"><button class="nav-link" role="tab">${second}</button></li></ul>
    <div class="tab-content"><div class="tab-pane" id="a" role="tabpanel"><pre><code class="language-sh">saw</code></pre></div>
    <div class="tab-pane" role="tabpanel"><p>Use the ${second}.</p></div></div>`;

  test('keep their names if they stand between the paragraphs of a page, as in Docsy', async () => {
    expect(
      await articleText(
        `<p>Choose.</p>${tabs('npm', 'yarn')}<p>Then:</p>${tabs('pip', 'uv')}<p>Done.</p>`,
      ),
    ).toBe(
      'Choose.\n\n«sh|npm|saw»\n\n**yarn**\n\nUse the yarn.\n\nThen:\n\n«sh|pip|saw»\n\n**uv**\n\nUse the uv.\n\nDone.',
    );
  });

  test('keep their names if these stand in a frame that scrolls, as in Nextra', async () => {
    const names =
      '<div role="tablist"><button role="tab">npm</button><button role="tab">yarn</button></div>';
    expect(
      await articleText(
        `<p>Choose.</p><div class="nextra-scrollbar">${names}</div><div><div role="tabpanel"><pre>saw</pre></div><div role="tabpanel" hidden><p>Use it.</p></div></div>`,
      ),
    ).toBe('Choose.\n\n«|npm|saw»\n\n**yarn**\n\nUse it.');
  });

  test.each([
    [
      'hugo-book',
      '<div class="book-tabs"><input type="radio" class="toggle" checked><label for="t">macOS</label><div class="book-tabs-content markdown-inner"><pre><code class="language-sh">brew</code></pre></div><input type="radio" class="toggle"><label for="u">Linux</label><div class="book-tabs-content markdown-inner"><pre><code class="language-sh">apt</code></pre></div></div>',
    ],
    [
      'Geekdoc',
      '<div class="gdoc-tabs"><input type="radio" class="gdoc-tabs__control hidden"><label for="t" class="gdoc-tabs__label">macOS</label><div class="gdoc-markdown--nested gdoc-tabs__content"><pre><code class="language-sh">brew</code></pre></div><input type="radio" class="gdoc-tabs__control hidden"><label for="u" class="gdoc-tabs__label">Linux</label><div class="gdoc-markdown--nested gdoc-tabs__content"><pre><code class="language-sh">apt</code></pre></div></div>',
    ],
  ])('keep their names in %s', async (_, html) => {
    expect(await articleText(html)).toBe('«sh|macOS|brew»\n\n«sh|Linux|apt»');
  });
});

describe('a callout', () => {
  test.each([
    ['<blockquote class="book-hint warning"><p>Wear gloves.</p></blockquote>', 'Warning'],
    [
      '<blockquote class="gdoc-hint note"><div class="gdoc-hint__title"><span>Note</span></div><div class="gdoc-hint__text">Wear gloves.</div></blockquote>',
      'Note',
    ],
    ['<p class="notice--info">Wear gloves.</p>', 'Info'],
    ['<aside class="warning">Wear gloves.</aside>', 'Warning'],
    ['<aside class="topic"><p class="topic-title">Hands</p><p>Wear gloves.</p></aside>', 'Hands'],
    ['<div class="sidebar"><p class="sidebar-title">Hands</p><p>Wear gloves.</p></div>', 'Hands'],
    ['<p class="warning">Wear gloves.</p>', 'Warning'],
    ['<blockquote class="important"><p>Wear gloves.</p></blockquote>', 'Important'],
    ['<blockquote class="note-title"><p>Hands</p><p>Wear gloves.</p></blockquote>', 'Hands'],
  ])('has its kind or title: %s', async (html, label) => {
    expect(await articleText(html)).toBe(`**${label}:** Wear gloves.`);
  });

  test('of Slate is read if its kind has no name in other texts', async () => {
    expect(await articleText('<aside class="notice">Wear <code>gloves</code>.</aside>')).toBe(
      'Wear `gloves`.',
    );
  });

  test('is no table of contents of docutils', async () => {
    expect(
      await articleText(
        '<div class="contents topic"><p class="topic-title">Contents</p><ul><li>Saws</li></ul></div><p>Oil it.</p>',
      ),
    ).toBe('Oil it.');
  });

  test('is read if it has a title alone, unless that is its kind', async () => {
    expect(
      await articleText(
        '<div class="admonition danger"><p class="admonition-title">Never oil a <code>running</code> saw.</p></div><div class="admonition note"><p class="admonition-title">Note</p></div>',
      ),
    ).toBe('**Never oil a running saw.**');
  });

  test('has its kind once if its text states it', async () => {
    expect(await articleText('<p class="note"><strong>Note:</strong> Wear gloves.</p>')).toBe(
      '**Note:** Wear gloves.',
    );
  });
});

describe('a page of Hextra', () => {
  const article = `<main><div class="mt-1"><div><a href="/docs/">Documentation</a></div><svg></svg><div>Blades</div></div>
    <div class="content"><h1>Blades</h1><p>Change them.</p>
    <div class="hextra-code-block mt-6"><div class="hextra-code-filename">saw.yaml</div><div><div class="highlight"><pre class="chroma"><code class="language-yaml">a: 1</code></pre></div></div><div class="hextra-code-copy-btn-container"><button>Copy</button></div></div></div>
    <div></div><div class="mb-8"><a href="/a/" title="Axes"><svg></svg>Axes</a><a href="/b/" title="Boards">Boards<svg></svg></a></div></main>`;

  test('has no names of the pages above and beside it, and the name of the file of its code', async () => {
    expect(await pageText(article)).toBe('Change them.\n\n«yaml|saw.yaml|a: 1»');
  });

  test('keeps a text above its heading that is no list of links, and cards at its end', async () => {
    const cards =
      '<div><a href="/a"><div>Axes</div><div>Chop.</div></a><a href="/b"><div>Boards</div></a></div>';
    expect(
      await articleText(
        `<div><span>Package</span> <a href="saw.html">org.saw</a></div><h1>Blades</h1><p>Change them.</p>`,
      ),
    ).toContain('Package org.saw');
    expect(await articleText(`<h1>Blades</h1><p>Change them.</p>${cards}`)).toContain('Chop.');
  });
});

test.each([
  [
    'Hexo',
    '<figure class="highlight js"><figcaption><span>saw.js</span><a href="/saw.js">view raw</a></figcaption><table><tbody><tr><td class="gutter"><pre><span class="line">1</span><br><span class="line">2</span><br></pre></td><td class="code"><pre><span class="line">a {</span><br><span class="line">}</span><br></pre></td></tr></tbody></table></figure>',
    '«js|saw.js|a {\n}»',
  ],
  [
    'Zola',
    '<pre class="z-code"><code data-lang="rust"><table><tbody><tr><td>1</td><td><span>fn</span> a() {\n</td></tr><tr><td>2</td><td>}\n</td></tr></tbody></table></code></pre>',
    '«rust|fn a() {\n}»',
  ],
  [
    'Confluence',
    '<div class="codeContent"><pre data-syntaxhighlighter-params="brush: java; gutter: false; theme: Confluence">cut();</pre></div>',
    '«java|cut();»',
  ],
])('code in %s has its language, but no line numbers', async (_, html, expected) => {
  expect(await articleText(html)).toBe(expected);
});

test('a page of phpDocumentor shows no boxes of menus, and no packages in its headings', async () => {
  expect(
    await articleText(
      `<div><input class="phpdocumentor-sidebar__menu-button" type="checkbox"><ul class="phpdocumentor-breadcrumbs"><li>Tools</li></ul><ul><li><input type="checkbox" checked> Oil</li></ul><h2>Saw<span class="phpdocumentor-element__extends">extends Tool</span></h2><p>Cuts.</p>
       <section class="phpdocumentor-on-this-page__sidebar"><ul><li>Methods</li></ul></section></div>`,
    ),
  ).toBe('- [x] Oil\n\nCuts.');
});

test('a manual page that a program wrote as one block of text has sections, and an example of one is code', async () => {
  const manual =
    'SAW(1)                           SAW(1)\n\n<b>NAME</b>\n       saw - cut wood\n\n<b>OPTIONS</b>\n       <b>-d</b>     How deep.\n';
  const { title, sections } = await parse(
    `<html><head><title>Manual - saw(1)</title></head><body><pre>\n${manual}</pre></body></html>`,
  );

  expect(title).toBe('saw(1)');
  expect(sections).toMatchObject([
    { headings: ['saw(1)'], blocks: [{ text: 'saw - cut wood' }] },
    { headings: ['saw(1)', 'OPTIONS'], blocks: [{ text: '- `-d`: How deep.' }] },
  ]);
  expect(await articleText(`<p>Write this:</p><pre>${manual}</pre>`)).toContain('«|SAW(1)');
});

test('a page of Confluence has the kinds and the titles of its notes, and nothing around the text', async () => {
  const note = (kind: string, inner: string): string =>
    `<div class="confluence-information-macro confluence-information-macro-${kind}">${inner}<span class="aui-icon confluence-information-macro-icon"></span><div class="confluence-information-macro-body"><p>Hot.</p></div></div>`;
  expect(
    await articleText(
      `<div class="page-metadata"><ul><li>Created by Ann</li></ul></div><div class="toc-macro"><ul><li>Oil</li></ul></div>${note('warning', '<p class="title">Mind</p>')}${note('tip', '')}<div id="likes-and-labels-container"><p>No labels</p></div>`,
    ),
  ).toBe('**Mind:** Hot.\n\n**Tip:** Hot.');
});

test('a page shows the text that it keeps in a script for Handlebars', async () => {
  const { sections } = await parse(
    '<script id="saw-template" type="text/x-handlebars-template"><h3><a id="oil"></a>Oil</h3><p>Oil the saw.</script><div class="p-saw"></div>',
  );
  expect(sections).toMatchObject([
    { headings: ['Oil'], blocks: [{ kind: 'text', text: 'Oil the saw.' }] },
  ]);
});

test('what a site puts into its pages is read whole', async () => {
  const oil = 'Oil the blade, with care, before you cut. '.repeat(20);
  const { sections } = await parse(
    `<div class="content"><h2>Oil</h2><p>${oil}</p></div><h2>Blades</h2><table><tr><td>Thin</td></tr></table>`,
  );
  expect(sections.map(({ headings }) => headings)).toEqual([['Oil'], ['Blades']]);
});

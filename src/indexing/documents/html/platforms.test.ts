import { expect, test } from 'vitest';
import { flat } from '../../../../test/support/sections.ts';
import { parse } from './parsed.fixture.ts';

test('a page of MediaWiki is read without its links for editors and its categories', async () => {
  const page = await parse(
    `<div id="content" role="main"><h1 id="firstHeading">Saw</h1><div id="siteSub">From the wiki</div><a class="mw-jump-link" href="#mw-head">Jump to navigation</a><p>A saw.</p>
     <h2><span class="mw-headline" id="Oil">Oil</span><span class="mw-editsection"><span>[</span><a href="/e">edit</a><span>]</span></span></h2><p>Oil it.</p>
     <div class="printfooter">Retrieved from the wiki</div><div id="catlinks" class="catlinks">Categories: Saws</div></div>`,
  );

  expect(page.sections.map(({ headings, anchor }) => [headings, anchor])).toEqual([
    [['Saw'], 'firstHeading'],
    [['Saw', 'Oil'], 'Oil'],
  ]);
  expect(flat(page)).toBe('A saw.\n\nOil it.');
});

test('a page of AWS shows the tabs that a script would show, and the kind of a note', async () => {
  const page = await parse(
    `<div id="main-content"><h1>Cut</h1><div class="awsdocs-note awsdocs-warning"><div class="awsdocs-note-title"><h6>Warning</h6></div><div class="awsdocs-note-text"><p>Mind your fingers.</p></div></div>
     <awsdocs-tabs><dl style="display: none"><dt>Console</dt><dd tab-id="console"><p>Choose <b>Cut</b>.</p></dd><dt>AWS CLI</dt><dd tab-id="cli"><pre class="programlisting"><code class="bash ">aws saw cut</code></pre></dd></dl></awsdocs-tabs></div>`,
  );

  expect(flat(page)).toBe(
    '**Warning:** Mind your fingers.\n\n- **Console**: Choose **Cut**.\n\n«bash|AWS CLI|aws saw cut»',
  );
});

test('a page of Microsoft Learn shows the kind of a note, and nothing around the article', async () => {
  const page = await parse(
    `<main><div class="content"><h1 id="cut">Cut</h1></div><div class="page-metadata-container"><ul><li>2 contributors</li></ul></div>
     <div class="content"><p>Cut a board.</p><div class="NOTE"><p>Note</p><p>Mind your fingers.</p></div>
     <div class="codeHeader"><span class="language">Azure CLI</span><button>Copy</button></div><pre><code class="lang-azurecli">az saw cut</code></pre></div><div class="feedback-section">Feedback</div></main>`,
  );

  expect(flat(page)).toBe('Cut a board.\n\n**Note:** Mind your fingers.\n\n«azurecli|az saw cut»');
});

test('a page of MediaWiki shows indented texts and the language of code, but no boxes of links', async () => {
  const page = await parse(
    `<main id="content"><h1>Saw</h1><dl><dd>Oil it.</dd></dl><div class="mw-highlight mw-highlight-lang-python mw-content-ltr"><pre><span></span>cut()</pre></div>
     <ol class="references"><li><span class="mw-cite-backlink"><b><a href="#cite_ref-1">↑</a></b></span> <span>Saws, by Ann.</span></li></ol><div class="navbox"><a href="/axe">Axe</a></div></main>`,
  );

  expect(flat(page)).toBe('- Oil it.\n\n«python|cut()»\n\n1. Saws, by Ann.');
});

test('code of a plugin of WordPress has its language', async () => {
  const page = await parse(
    '<main><pre class="EnlighterJSRAW" data-enlighter-language="php">cut();</pre></main>',
  );

  expect(flat(page)).toBe('«php|cut();»');
});

test('a topic of Discourse shows who wrote a post, without its date, number and likes', async () => {
  const page = await parse(
    `<div id="main-outlet" role="main"><h1>Cut?</h1><div id="post_1" class="topic-body crawler-post"><div class="crawler-post-meta"><span class="creator"><a href="/u/ann"><span>ann</span></a></span><span class="crawler-post-infos"><time>May 1</time><span>1</span></span></div>
     <div class="post"><p>How do I cut?</p></div><div><span class="post-likes">3 Likes</span></div></div></div>`,
  );

  expect(flat(page)).toBe('ann\n\nHow do I cut?');
});

test('a question of Stack Exchange is read without its votes and menus', async () => {
  const page = await parse(
    `<div id="mainbar" role="main"><div class="js-voting-container"><div class="js-vote-count">12</div></div><div class="s-prose"><p>How do I cut?</p></div><div class="js-post-menu"><a href="/s">Share</a></div><div class="post-signature">ann</div></div>`,
  );

  expect(flat(page)).toBe('How do I cut?');
});

test('paragraphs in the style of code that RoboHelp and Flare write are code', async () => {
  const page = await parse(
    `<h1>Saw</h1><p class="code">if (isDull(saw))<br />
    {<br />&#160;&#160;oil(<b>saw</b>);<br />}</p><p>Returns:</p><p class="Code">Blade</p>
    <p>Or:</p><p class="CodeBlock">begin</p> <p class="CodeBlock">&#160; cut();</p><p>So.</p>`,
  );

  expect(flat(page)).toBe(
    '«|if (isDull(saw))\n{\n  oil(saw);\n}»\n\nReturns:\n\nBlade\n\nOr:\n\n«|begin\n  cut();»\n\nSo.',
  );
});

test('a specification for ReSpec shows its terms and references without their marks, and its code as it is', async () => {
  const page = await parse(
    `<html><head><title>Saw API</title><script src="https://www.w3.org/Tools/respec/respec-w3c" class="remove"></script><script>var respecConfig = { specStatus: "ED" };</script></head>
     <body><section><h2>Cut</h2><p>The {{Saw/cut()}} method of |saw:Saw| sets {{Saw/[[state]]}} to "[=Saw/cut off=]", see [[[#oil]]], [[!RFC2119]] and [=board|boards=] of a [^saw/width^].</p>
     <pre>a[[0]] = {{b}} |c|;</pre></section></body></html>`,
  );

  expect(flat(page)).toBe(
    'The `cut()` method of saw sets `[[state]]` to "cut off", see oil, [RFC2119] and boards of a `width`.\n\n«|a[[0]] = {{b}} |c|;»',
  );
});

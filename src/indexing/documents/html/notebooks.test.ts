import { expect, test } from 'vitest';
import { pageText } from './parsed.fixture.ts';

test('a page of Quarto is read if its site has a bar of links at the top', async () => {
  expect(
    await pageText(
      `<body><header id="quarto-header"><nav class="navbar"><a href="/">Saws</a></nav></header><div id="quarto-content" class="quarto-container page-columns page-navbar">
       <nav id="quarto-sidebar" class="sidebar"><a href="/a.html">Axes</a></nav><main class="content" id="quarto-document-content"><h1 class="title">Blades</h1><p>Change them.</p></main></div>
       <nav class="page-navigation"><a href="/b.html">Next</a></nav></body>`,
    ),
  ).toBe('Change them.');
});

test('code of Quarto has the name of its file, and neither the numbers of its notes nor the word above folded code', async () => {
  expect(
    await pageText(
      `<main><details class="code-fold"><summary>Code</summary><div class="sourceCode cell-code"><pre class="sourceCode r"><code class="sourceCode r"><span>cut()</span></code><button>Copy</button></pre></div></details>
       <div class="code-with-filename"><div class="code-with-filename-file"><pre><strong>saw.py</strong></pre></div>
       <div class="sourceCode" data-filename="saw.py"><pre class="sourceCode python"><code class="sourceCode python"><span>oil()</span><a class="code-annotation-anchor">1</a></code></pre></div></div></main>`,
    ),
  ).toBe('«r|cut()»\n\n«python|saw.py|oil()»');
});

test('a callout of Quarto has its title without the kind that screen readers say', async () => {
  expect(
    await pageText(
      `<main><div class="callout callout-style-default callout-warning callout-titled"><div class="callout-header"><div class="callout-icon-container"><i class="callout-icon"></i></div>
       <div class="callout-title-container flex-fill"><span class="screen-reader-only">Warning</span>Hands off</div></div><div class="callout-body-container callout-body"><p>Blades are sharp.</p></div></div></main>`,
    ),
  ).toBe('**Hands off:** Blades are sharp.');
});

test.each([
  [
    'nbconvert',
    '<div class="jp-Cell jp-CodeCell"><div class="jp-InputArea"><div class="jp-InputPrompt jp-InputArea-prompt">In&nbsp;[1]:</div><div class="highlight hl-ipython3"><pre>cut()</pre></div></div><div class="jp-OutputPrompt jp-OutputArea-prompt">Out[1]:</div><div class="jp-RenderedText"><pre>7</pre></div></div>',
    '«python|cut()»\n\n«|7»',
  ],
  [
    'older versions of nbconvert',
    '<div class="prompt input_prompt">In&nbsp;[ ]:</div><div class="inner_cell"><div class="highlight hl-ipython2"><pre>cut()</pre></div></div>',
    '«python|cut()»',
  ],
  [
    'nbsphinx',
    '<div class="nbinput docutils container"><div class="prompt highlight-none notranslate"><div class="highlight"><pre>[12]:</pre></div></div><div class="input_area highlight-ipython3 notranslate"><div class="highlight"><pre>cut()</pre></div></div></div><div class="nboutput docutils container"><div class="prompt empty docutils container"></div><div class="output_area docutils container"><div class="highlight"><pre>7</pre></div></div></div>',
    '«python|cut()»\n\n«|7»',
  ],
])('a notebook of %s has no numbers of its cells', async (_, html, expected) => {
  expect(await pageText(`<main>${html}</main>`)).toBe(expected);
});

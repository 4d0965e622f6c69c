import { describe, expect, test } from 'vitest';
import { flat as shown } from '../../../../test/support/sections.ts';
import type { ParsedDocument } from '../document.ts';
import { parseHtml } from './html.ts';

async function parse(content: string): Promise<ParsedDocument> {
  return parseHtml({ path: 'https://docs.example.org/page', format: 'html', content, hash: '' });
}

/** All text of an article, code in «». */
async function flat(article: string): Promise<string> {
  return shown(await parse(`<main>${article}</main>`));
}

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
      '«sh||saw»',
    ],
    [
      'a code group of VitePress, without the names of its languages',
      '<div class="vp-code-group"><div class="tabs"><input type="radio"><label>npm</label><input type="radio"><label>saw.ts</label></div><div class="blocks"><div class="language-sh active"><button class="copy"></button><span class="lang">sh</span><pre class="shiki"><code><span class="line">npm i saw</span></code></pre></div><div class="language-ts"><span class="lang">ts</span><pre class="shiki"><code><span class="line">cut()</span></code></pre></div></div></div>',
      '«sh|npm|npm i saw»\n\n«ts|saw.ts|cut()»',
    ],
  ])('has the title that its frame shows: %s', async (_, html, expected) => {
    expect(await flat(html)).toBe(expected);
  });
});

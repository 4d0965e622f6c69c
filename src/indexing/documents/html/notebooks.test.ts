import { expect, test } from 'vitest';
import { flat as shown } from '../../../../test/support/sections.ts';
import { parseHtml } from './html.ts';

/** All text of a page, code in «». */
async function page(content: string): Promise<string> {
  return shown(
    await parseHtml({ path: 'https://docs.example.org/page', format: 'html', content, hash: '' }),
  );
}

test('a page of Quarto is read if its site has a bar of links at the top', async () => {
  expect(
    await page(
      `<body><header id="quarto-header"><nav class="navbar"><a href="/">Saws</a></nav></header><div id="quarto-content" class="quarto-container page-columns page-navbar">
       <nav id="quarto-sidebar" class="sidebar"><a href="/a.html">Axes</a></nav><main class="content" id="quarto-document-content"><h1 class="title">Blades</h1><p>Change them.</p></main></div>
       <nav class="page-navigation"><a href="/b.html">Next</a></nav></body>`,
    ),
  ).toBe('Change them.');
});

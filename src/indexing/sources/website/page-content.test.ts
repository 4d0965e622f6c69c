import { array, assert, constantFrom, property, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  apiDescriptionOf,
  docsifyPages,
  forwardOf,
  formatOf,
  isScriptShell,
  markdownLinks,
} from './page-content.ts';

const at = (path: string): URL => new URL(path, 'https://example.org');

test.each([
  ['text/html', '/a.md', 'html'],
  ['application/xhtml+xml', '/a', 'html'],
  ['text/markdown', '/a', 'markdown'],
  ['text/plain', '/a.md', 'markdown'],
  ['text/plain', '/a.mdx', 'mdx'],
  ['text/plain', '/a.rst', 'rst'],
  ['text/plain', '/a.adoc', 'asciidoc'],
  ['text/plain', '/a', 'text'],
  ['application/octet-stream', '/a.md', 'markdown'],
  ['application/octet-stream', '/a', undefined],
  ['', '/a', 'html'],
  ['application/json', '/a.md', undefined],
  ['image/svg+xml', '/a', undefined],
])('%j at %s is %s', (mediaType, path, format) => {
  expect(formatOf(mediaType, at(path))).toBe(format);
});

test.each([
  ['window.$docsify = { name: "Saw" }', ['README.md', '_sidebar.md']],
  [
    "window.$docsify={homepage:'home.md',basePath: '/docs'}",
    ['/docs/home.md', '/docs/_sidebar.md'],
  ],
  ['load("$docsify")', []],
])('a page with the script %s shows the Markdown %j', (script, pages) => {
  expect(docsifyPages(`<div id="app"></div><script>${script}</script>`)).toEqual(pages);
});

test.each([
  ['Redoc', '<redoc spec-url="/api.json"></redoc>'],
  ['Scalar', '<script id="api-reference" data-url="/api.json"></script>'],
  ['Elements', "<elements-api apiDescriptionUrl='/api.json' router='hash'/>"],
  [
    'FastAPI',
    "<script>const ui = SwaggerUIBundle({\n url: '/api.json',\n dom_id: '#ui' })</script>",
  ],
])('a page of %s states the description that it shows', (_name, html) => {
  expect(apiDescriptionOf(html)).toBe('/api.json');
  expect(apiDescriptionOf(html.replace('api.json', 'a b'))).toBeUndefined();
});

describe('isScriptShell', () => {
  const text = 'word '.repeat(100);

  test.each([
    ['an empty root', '<div id=app></div><script src=x></script>', true],
    ['text in scripts only', `<script>var a = "${text}"</script><style>${text}</style>`, true],
    ['text for those without scripts', `<script></script><noscript>${text}</noscript>`, true],
    ['text in a comment', `<script></script><!-- ${text} <p> -->`, true],
    ['a page with scripts', `<script></script><p>${text}`, false],
    ['a short page without scripts', '<p>Moved.', false],
    ['text before a script that never ends', `<p>${text}<script>`, false],
  ])('%s', (_name, html, expected) => {
    expect(isScriptShell(html)).toBe(expected);
  });

  test('any text is answered, in time that grows with its length', () => {
    const pieces = constantFrom(
      '<',
      '>',
      '<!--',
      '-->',
      '<script',
      '</script>',
      '</',
      'ab ',
      '<p>',
    );
    assert(
      property(array(pieces, { maxLength: 200 }), (parts) => {
        expect(typeof isScriptShell(parts.join('').repeat(20))).toBe('boolean');
      }),
    );
    expect(isScriptShell('<script'.repeat(500_000))).toBe(true);
  });
});

test.each([
  ['<meta http-equiv="refresh" content="0; url=latest/">', 'latest/'],
  ['<META HTTP-EQUIV=Refresh CONTENT=\'3;URL="/x"\'>', '/x'],
  ['<meta content="0;url=/x" http-equiv="refresh">', '/x'],
  ['<meta http-equiv="refresh" content="300; url=/x">', undefined],
  ['<meta http-equiv="refresh" content="30">', undefined],
  ['<meta name="refresh" content="0; url=/x">', undefined],
])('%s forwards to %s', (html, target) => {
  expect(forwardOf(html)).toBe(target);
});

test.each([
  ['<script>window.location.href = "latest/"</script>', 'latest/'],
  ["<title>To</title><script>location='/x'</script><a href=/x>here</a>", '/x'],
  ['<script>window.location.replace("x/" + location.hash)</script>', 'x/'],
  ['<script>location.assign(target)</script>', undefined],
  [`<script>location = "/x"</script><p>${'A page with text. '.repeat(50)}`, undefined],
  [`<script>location = "/login"; ${'app(); '.repeat(1000)}</script>`, undefined],
])('the script of %s opens %s', (html, target) => {
  expect(forwardOf(html)).toBe(target);
});

describe('markdownLinks', () => {
  test('finds inline links and definitions', () => {
    const markdown =
      '[a](/a "t") ![b](<b.png>) [c][c] [d](d_(e))\n\n[c]: https://example.org/c\n[e]: <e>';
    expect(markdownLinks(markdown)).toEqual(['/a', 'b.png', 'd_', 'https://example.org/c', 'e']);
  });

  test('any text is read, without its brackets taking time', () => {
    assert(
      property(string(), (text) => markdownLinks(`[${text}](${text})`).length <= text.length + 1),
    );
    expect(markdownLinks('](x'.repeat(100_000))).toHaveLength(5000);
    expect(markdownLinks('['.repeat(500_000))).toEqual([]);
  });
});

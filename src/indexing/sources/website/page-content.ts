import { byWord } from '../../documents/by-word.ts';
import type { DocumentFormat } from '../../documents/document.ts';

const byMediaType = byWord<DocumentFormat>([
  ['text/html application/xhtml+xml', 'html'],
  ['text/markdown text/x-markdown', 'markdown'],
  ['text/mdx', 'mdx'],
  ['text/x-rst text/prs.fallenstein.rst', 'rst'],
  ['text/asciidoc', 'asciidoc'],
]);

const byEnding = byWord<DocumentFormat>([
  ['md markdown', 'markdown'],
  ['mdx', 'mdx'],
  ['rst', 'rst'],
  ['adoc asciidoc', 'asciidoc'],
]);

/**
 * Returns the format of a page by its media type. If the type is missing or generic text, uses the
 * ending of the URL.
 */
export function formatOf(mediaType: string, url: URL): DocumentFormat | undefined {
  const known = byMediaType.get(mediaType);
  if (known) return known;
  if (!['text/plain', 'application/octet-stream', ''].includes(mediaType)) return undefined;
  const ending = /\.(\w+)$/.exec(url.pathname)?.[1]?.toLowerCase() ?? '';
  return byEnding.get(ending) ?? plainFormat(mediaType);
}

function plainFormat(mediaType: string): DocumentFormat | undefined {
  if (mediaType === 'text/plain') return 'text';
  return mediaType === '' ? 'html' : undefined;
}

// Minimum characters of text. A menu, a spinner or a notice has fewer.
const enoughText = 200;
const invisible: ReadonlySet<string> = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'title',
]);

/**
 * Returns whether an HTML page is a shell that scripts fill in: scripts, and almost no text. Linear
 * in the page's length.
 */
export function isScriptShell(html: string): boolean {
  const lower = html.toLowerCase();
  return lower.includes('<script') && visibleCharacters(lower, enoughText) < enoughText;
}

/** Returns the number of characters outside of tags, without white space. Stops at `enough`. */
function visibleCharacters(html: string, enough: number): number {
  let count = 0;
  let at = 0;
  while (at < html.length && count < enough) {
    const open = endOr(html, html.indexOf('<', at));
    count += html.slice(at, open).replace(/\s+/g, '').length;
    at = afterTag(html, open);
  }
  return count;
}

function afterTag(html: string, open: number): number {
  if (html.startsWith('<!--', open)) return endOr(html, html.indexOf('-->', open + 4));
  const name = /^<([a-z]+)/.exec(html.slice(open, open + 12))?.[1] ?? '';
  const from = invisible.has(name) ? html.indexOf(`</${name}`, open) : open;
  if (from === -1) return html.length;
  return endOr(html, html.indexOf('>', from)) + 1;
}

function endOr(html: string, index: number): number {
  return index === -1 ? html.length : index;
}

/** Returns the page to which a page forwards at once, as the root pages of many documentation hosts do. */
export function forwardOf(html: string): string | undefined {
  return metaRefresh(html) ?? scriptForward(html);
}

function metaRefresh(html: string): string | undefined {
  const head = html.slice(0, 20_000);
  const tag = /<meta\s[^>]{0,100}http-equiv\s*=\s*["']?refresh\b[^>]{0,2000}>/i.exec(head)?.[0];
  const content = /\bcontent\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(tag ?? '');
  const target = /^\s*[0-5](?:\.\d+)?\s*[;,]\s*url\s*=\s*["']?([^"'\s]+)/i.exec(
    content?.[1] ?? content?.[2] ?? '',
  );
  return target?.[1];
}

/** A script that opens another page: `location.href = "latest/"`, `window.location.replace("latest/" + location.hash)`. */
const opening =
  /\blocation(?:(?:\.href)?\s{0,9}=\s{0,9}|\.(?:replace|assign)\(\s{0,9})["']([^"'\s]{1,1000})["']/;

/** Maximum number of characters of a page that only forwards. An app has more, and opens pages when a reader asks for them. */
const longestForward = 3000;

/** Returns the page that the script of a page without text opens. */
function scriptForward(html: string): string | undefined {
  if (html.length > longestForward || !isScriptShell(html)) return undefined;
  return opening.exec(html)?.[1];
}

/**
 * Returns the Markdown that a page of docsify loads with a script: its home page, and the list of all pages. Their addresses are
 * options in a script of the page. Returns an empty list for any other page. See https://docsify.js.org/#/configuration.
 */
export function docsifyPages(html: string): string[] {
  const options = /\$docsify\s*=\s*\{/.exec(html);
  if (options === null) return [];
  const text = html.slice(options.index, options.index + 20_000);
  const option = (name: RegExp): string => name.exec(text)?.[1] ?? '';
  const folder = option(/\bbasePath\s*:\s*["']([^"'\s]{1,200})["']/).replace(/\/?$/, '/');
  const home = option(/\bhomepage\s*:\s*["']([^"'\s]{1,200})["']/) || 'README.md';
  return [home, '_sidebar.md'].map((name) => (folder === '/' ? '' : folder) + name);
}

/** Where Redoc, RapiDoc, Scalar, Stoplight Elements and Swagger UI state the description of the API that they show. */
const described =
  /\b(?:apiDescriptionUrl|data-url|spec-url)\s{0,9}=\s{0,9}["']([^"'<>\s]{1,500})["']|\bSwaggerUIBundle\(\{[^{}]{0,300}?\burl:\s{0,9}["']([^"'<>\s]{1,500})["']/;

/** Returns the address of the API description that a shell loads with a script, as written; undefined if it states none. */
export function apiDescriptionOf(html: string): string | undefined {
  const [, attribute, option] = described.exec(html) ?? [];
  return attribute ?? option;
}

const maxMarkdownLinks = 5000;

/** Returns the targets of a Markdown text's inline links and link definitions. A footnote is no definition of a link. */
export function markdownLinks(markdown: string): string[] {
  const links: string[] = [];
  const pattern =
    /\]\(\s*<?([^\s<>()]{1,1000})|^ {0,3}\[(?!\^)[^\]\n]{1,200}\]:\s*<?(\S{1,1000})/gm;
  for (const [, inline, defined] of markdown.matchAll(pattern)) {
    links.push(inline ?? defined?.replace(/>$/, '') ?? '');
    if (links.length >= maxMarkdownLinks) break;
  }
  return links;
}

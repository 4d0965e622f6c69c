import { escapeUTF8 } from 'entities';
import { attribute, childElements, findElement, lineText } from '../html/dom.ts';
import type { Element } from '../html/dom.ts';
import type { Inner, Writer } from './writer.ts';

/**
 * Returns the target of a link, an image or a macro in words: “Page title”, or the name of a file;
 * '' if it has none.
 */
export function resourceName(parent: Element): string {
  const resource = findElement(parent, ({ name }) => name.startsWith('ri:'), 20);
  if (!resource) return '';
  const title = attribute(resource, 'ri:content-title');
  if (title !== '') {
    const space = attribute(resource, 'ri:space-key');
    return `page “${title}”${space === '' ? '' : ` in space ${space}`}`;
  }
  const file = attribute(resource, 'ri:filename');
  if (file !== '') return `attachment ${file}`;
  return attribute(resource, 'ri:value');
}

/**
 * Writes a link within the wiki. Adds the page or file that it leads to, unless its text names it.
 */
export function linkHtml(link: Element, inner: Inner): string {
  const body = childElements(link).find(({ name }) => name.endsWith('link-body'));
  const html = body === undefined ? '' : inner(body);
  const target = resourceName(link);
  const title = /^page “(.*)”/.exec(target)?.[1] ?? target.replace(/^attachment /, '');
  if (html.trim() === '') return escapeUTF8(title);
  const text = body === undefined ? '' : lineText(body);
  const isNamed = target === '' || text.toLowerCase().includes(title.toLowerCase());
  return isNamed ? html : `${html} (${escapeUTF8(target)})`;
}

/** Writes an image as its caption, its alternative text or its file name. */
export function imageHtml(image: Element, inner: Inner): string {
  const caption = childElements(image).find(({ name }) => name === 'ac:caption');
  const said = caption === undefined ? '' : lineText(caption);
  const alt = said || attribute(image, 'ac:alt') || attribute(image, 'ac:title');
  const name = alt || resourceName(image).replace(/^attachment /, '');
  if (name === '') return inner(image);
  return `<span>[Image: ${escapeUTF8(name)}]</span>`;
}

const signs: ReadonlyMap<string, string> = new Map([
  ['tick', '✓'],
  ['cross', '✗'],
  ['plus', '+'],
  ['minus', '−'],
]);

function emoticonHtml(element: Element): string {
  const name = attribute(element, 'ac:name');
  const fallback = attribute(element, 'ac:emoji-fallback');
  return escapeUTF8(signs.get(name) ?? (/^:.*:$/.test(fallback) ? '' : fallback));
}

/** Writers of elements within text. */
export const resourceWriters: readonly [string, Writer][] = [
  ['ac:emoticon', emoticonHtml],
  ['ac:link-body ac:plain-text-link-body', (element, inner) => inner(element)],
];

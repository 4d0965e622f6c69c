import { byWord } from '../by-word.ts';
import { escapeUTF8 } from 'entities';
import type { DocumentParser } from '../document.ts';
import { attribute, isElement, parsePage, rawText, textOf } from '../html/dom.ts';
import type { Element, Node } from '../html/dom.ts';
import { parseHtmlFragment } from '../html/html.ts';
import { toDocument } from '../text-sections.ts';
import { imageHtml, linkHtml, resourceWriters } from './links.ts';
import { macroHtml } from './macros.ts';
import { unclosedText } from './writer.ts';
import type { Inner, Writer } from './writer.ts';

/** Maximum length of a page in characters. */
const longest = 8_000_000;

/**
 * Parses a page in Confluence's storage format: HTML with elements of Confluence for macros,
 * links, images, tasks and layouts. Converts them to plain HTML, and parses it like any page.
 * Anchors are Confluence's. On Cloud, an anchor is made of the heading alone. On Data Center,
 * whose pages open by `?pageId=`, the title of the page comes first.
 */
export const parseWiki: DocumentParser = (document) => {
  const { path, title = '' } = document;
  const anchorPrefix = /[?&]pageId=/.test(path) ? `${title}-` : undefined;
  const html = storageToHtml(document.content.slice(0, longest), { anchorPrefix });
  return toDocument(parseHtmlFragment(html, document), document, title);
};

interface StorageOptions {
  /** Text before each heading in its anchor. Undefined if the anchor is the heading alone. */
  anchorPrefix: string | undefined;
}

/** Converts the storage format to plain HTML. Pure. Accepts any text. */
function storageToHtml(storage: string, { anchorPrefix }: StorageOptions): string {
  const root = parsePage(storage, { recognizeCDATA: true, recognizeSelfClosing: true });
  const anchorOf = headingAnchors(anchorPrefix);
  const inner: Inner = (parent) => {
    let html = '';
    for (const child of parent.children) html += nodeHtml(child, inner, anchorOf);
    return html;
  };
  return inner(root);
}

function nodeHtml(node: Node, inner: Inner, anchorOf: HeadingAnchor): string {
  const text = textOf(node) ?? unclosedText(node);
  if (text !== undefined) return escapeUTF8(text);
  if (!isElement(node)) return 'children' in node ? inner(node) : '';
  const writer = writers.get(node.name);
  if (writer) return writer(node, inner);
  // Confluence's other elements have no content for readers.
  if (/^(?:ac|ri|at):/.test(node.name)) return '';
  return elementHtml(node, inner, anchorOf);
}

const emptyTags = new Set(['br', 'hr', 'col', 'img', 'wbr']);
const keptAttributes = ['href', 'colspan', 'rowspan', 'start', 'alt', 'style'];

function elementHtml(element: Element, inner: Inner, anchorOf: HeadingAnchor): string {
  const { name } = element;
  if (name === 'time') return escapeUTF8(attribute(element, 'datetime'));
  const kept = keptAttributes.filter((key) => element.attribs[key] !== undefined);
  let attributes = kept.map((key) => ` ${key}="${escapeUTF8(attribute(element, key))}"`).join('');
  if (emptyTags.has(name)) return `<${name}${attributes}>`;
  const content = inner(element);
  // Takes the written HTML, because macros in a heading have parameters that no reader sees.
  if (/^h[1-6]$/.test(name))
    attributes += ` id="${escapeUTF8(anchorOf(rawText(parsePage(content))))}"`;
  return `<${name}${attributes}>${content}</${name}>`;
}

const block: Writer = (element, inner) => `<div>${inner(element)}</div>`;
const through: Writer = (element, inner) => inner(element);
const nothing: Writer = () => '';

const writers = byWord<Writer>([
  // `ac:macro` is the name before Confluence 5.
  ['ac:structured-macro ac:macro', macroHtml],
  ['ac:link', linkHtml],
  ['ac:image', imageHtml],
  ['ac:task-list', (element, inner) => `<ul>${inner(element)}</ul>`],
  ['ac:task', taskHtml],
  ['ac:task-body ac:rich-text-body ac:plain-text-body ac:inline-comment-marker', through],
  ['ac:adf-content ac:adf-fallback', through],
  ['ac:layout ac:layout-section ac:layout-cell', block],
  ['ac:adf-extension', extensionHtml],
  ['ac:adf-node', adfNodeHtml],
  // Instructions of a template for its authors.
  ['ac:placeholder', nothing],
  ...resourceWriters,
]);

function taskHtml(task: Element, inner: Inner): string {
  const status = task.children.find((child) => isElement(child) && child.name === 'ac:task-status');
  const done = status !== undefined && rawText(status).trim() === 'complete';
  return `<li><input type="checkbox"${done ? ' checked' : ''}>${inner(task)}</li>`;
}

/**
 * Writes an extension of the new editor. Its fallback, for readers that do not know it, has the
 * same content again.
 */
function extensionHtml(extension: Element, inner: Inner): string {
  const elements = extension.children.filter(isElement);
  const known = elements.filter(({ name }) => name === 'ac:adf-node');
  const html = known.map((node) => adfNodeHtml(node, inner)).join('');
  if (html !== '') return html;
  return elements
    .filter(({ name }) => name === 'ac:adf-fallback')
    .map(inner)
    .join('');
}

function adfNodeHtml(node: Element, inner: Inner): string {
  const html = inner(node);
  if (html.trim() === '') return '';
  const type = attribute(node, 'type');
  if (type === 'decision-list') return `<ul>${html}</ul>`;
  if (type === 'decision-item') return `<li>${html}</li>`;
  const named = node.children
    .filter(isElement)
    .find((each) => attribute(each, 'key') === 'panel-type');
  const kind = named === undefined ? '' : rawText(named).trim().toLowerCase();
  if (type !== 'panel' || !/^(?:info|note|tip|warning|success|error)$/.test(kind)) {
    return `<div>${html}</div>`;
  }
  return `<div class="admonition ${kind}">${html}</div>`;
}

/** Returns the anchor of the next heading with the given text. */
type HeadingAnchor = (heading: string) => string;

/**
 * Returns anchors as Confluence makes them. Cloud joins the words of a heading by hyphens. Data
 * Center joins the page's title and the heading, without white space. A repeated heading gets
 * `.1`, `.2` and so on.
 */
function headingAnchors(prefix: string | undefined): HeadingAnchor {
  const seen = new Map<string, number>();
  return (heading) => {
    const text = heading.trim();
    const anchor =
      prefix === undefined ? text.replace(/\s+/g, '-') : (prefix + text).replace(/\s+/g, '');
    const times = seen.get(anchor) ?? 0;
    seen.set(anchor, times + 1);
    return times === 0 ? anchor : `${anchor}.${times}`;
  };
}

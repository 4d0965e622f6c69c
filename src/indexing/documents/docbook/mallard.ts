import { byWord } from '../by-word.ts';
import { escapeUTF8 } from 'entities';
import { attribute, childElements, isElement } from '../html/dom.ts';
import type { Element, Parent } from '../html/dom.ts';
import { lineOf } from './synopsis.ts';
import { listingHtml, nothing, treeWriter, type Writer } from './tree-writer.ts';

/**
 * Returns a page of Mallard, the format of GNOME's help, as HTML. Leaves out what only names authors, and pictures. Links that a
 * viewer makes of other pages are not in it. http://projectmallard.org/1.0/index
 */
export function mallardHtml(root: Parent): string {
  return innerHtml(root, 0);
}

const { innerHtml, inTag, sameTag } = treeWriter(elementHtml);

function elementHtml(node: Element, level: number): string {
  if (!isShown(attribute(node, 'if:test'))) return '';
  if (node.name === 'page' || node.name === 'section') return sectionHtml(node, level + 1);
  if (same.has(node.name)) return sameHtml(node, level);
  return writers.get(node.name)?.(node, level) ?? innerHtml(node, level);
}

/** Returns whether the usual reader of a page sees what depends on a test. http://projectmallard.org/if/1.0/ */
function isShown(test: string): boolean {
  return (
    test === '' ||
    !test.split(' ').every((part) => /^(?:platform|action:|target:mobile)/.test(part))
  );
}

function sectionHtml(section: Element, level: number): string {
  const id = section.name === 'section' ? attribute(section, 'id') : '';
  const title = titleOf(section);
  const tag = `h${Math.min(level, 6)}`;
  const heading = title === undefined ? '' : `<${tag}>${escapeUTF8(lineOf(title))}</${tag}>`;
  const html = heading + descriptionOf(section) + innerHtml(section, level);
  return `<section${id === '' ? '' : ` id="${escapeUTF8(id)}"`}>${html}</section>`;
}

/** Returns what a page is about, which stands beside links to it. A guide has only such links. */
function descriptionOf(page: Element): string {
  if (page.name !== 'page' || attribute(page, 'type') === 'guide') return '';
  const info = childElements(page).find(({ name }) => name === 'info');
  const text = info && childElements(info).find(({ name }) => name === 'desc');
  return text === undefined ? '' : `<p>${escapeUTF8(lineOf(text))}</p>`;
}

function titleOf(element: Element): Element | undefined {
  return childElements(element).find(({ name }) => name === 'title');
}

/** Elements that HTML has, too. */
const same = new Set('p table thead tbody tfoot tr th td div em span'.split(' '));

const sameHtml = sameTag(['colspan', 'rowspan']);

/** Elements within which code stands on a line. */
const lines =
  /^(?:p|title|subtitle|desc|em|gui|link|span|hi|cite|cmd|sys|app|code|input|output|var)$/;

/** Languages by the last part of their media types. */
const languages = new Map([
  ['x-shellscript', 'bash'],
  ['x-csrc', 'c'],
  ['x-c++src', 'cpp'],
  ['x-vala', 'vala'],
  ['x-python', 'python'],
]);

const code: Writer = (element) => {
  if (isElement(element.parent) && lines.test(element.parent.name))
    return `<code>${escapeUTF8(lineOf(element))}</code>`;
  const media = attribute(element, 'mime').replace(/^.*\//, '');
  return listingHtml(element, languages.get(media) ?? media);
};

/** Writes a block below its title. */
const titled =
  (open: string, close: string): Writer =>
  (element, level) => {
    const title = titleOf(element);
    const heading =
      title === undefined ? '' : `<p><strong>${escapeUTF8(lineOf(title))}</strong></p>`;
    return heading + open + innerHtml(element, level) + close;
  };

const note: Writer = (element, level) => {
  const kind = attribute(element, 'style').split(' ', 1)[0] || 'note';
  const title = titleOf(element);
  const label = title && `<p class="admonition-title">${escapeUTF8(lineOf(title))}</p>`;
  return `<div class="admonition ${escapeUTF8(kind)}">${label ?? ''}${innerHtml(element, level)}</div>`;
};

const list: Writer = (element, level) => {
  const isNumbered = /^(?:numbered|lower|upper)/.test(attribute(element, 'type'));
  const tag = isNumbered ? 'ol' : 'ul';
  return titled(`<${tag}>`, `</${tag}>`)(element, level);
};

const item: Writer = (element, level) => {
  const around = isElement(element.parent) ? element.parent.name : '';
  if (around !== 'terms') return treeItem(element, level);
  const names = childElements(element).filter(({ name }) => name === 'title');
  const terms = names.map((each) => `<dt>${innerHtml(each, level)}</dt>`).join('');
  return `${terms}<dd>${innerHtml(element, level)}</dd>`;
};

/** Writes an item. Those of a tree have items within. */
function treeItem(element: Element, level: number): string {
  const items = childElements(element).filter(({ name }) => name === 'item');
  if (items.length === 0) return inTag('li')(element, level);
  const rest = element.children.filter((child) => !isElement(child) || child.name !== 'item');
  const inner = items.map((each) => treeItem(each, level)).join('');
  return `<li>${innerHtml({ children: rest }, level)}<ul>${inner}</ul></li>`;
}

/** Writes the text that stands for a picture within a line. */
const media: Writer = (element, level) => {
  const around = isElement(element.parent) ? element.parent.name : '';
  return lines.test(around) || around === 'key' ? innerHtml(element, level) : '';
};

const link: Writer = (element, level) => {
  const address = attribute(element, 'href');
  const text = innerHtml(element, level).trim();
  if (/^https?:/.test(address))
    return `<a href="${escapeUTF8(address)}">${text || escapeUTF8(address)}</a>`;
  const [page = '', part] = attribute(element, 'xref').split('#');
  return text || escapeUTF8((part ?? page).replaceAll('-', ' '));
};

/** Writes keys that are pressed together, or parts of menus. */
const joined =
  (separator: string): Writer =>
  (element, level) => {
    const isSequence = attribute(element, 'type') === 'sequence';
    const parts = childElements(element).map((each) => elementHtml(each, level));
    return parts.join(isSequence ? ' ' : separator);
  };

/** Writes what most readers see of several choices. */
const choose: Writer = (element, level) => {
  const choices = childElements(element);
  const chosen = choices.find(
    (each) => each.name === 'if:else' || isShown(attribute(each, 'test')),
  );
  return chosen === undefined ? '' : innerHtml(chosen, level);
};

/** How elements are written that HTML does not have. The content of others is shown as it is. */
const writers = byWord<Writer>([
  ['info title subtitle comment links include xi:include uix:thumb cite tt:tt its:rules', nothing],
  ['code screen', code],
  ['cmd file sys input output', (element) => `<code>${escapeUTF8(lineOf(element))}</code>`],
  ['gui app', inTag('strong')],
  ['var hi', inTag('em')],
  ['key', inTag('kbd')],
  ['keyseq', joined('+')],
  ['guiseq', joined(' > ')],
  ['media', media],
  ['link', link],
  ['note', note],
  ['list', list],
  ['tree', titled('<ul>', '</ul>')],
  ['steps', titled('<ol>', '</ol>')],
  ['terms', titled('<dl>', '</dl>')],
  ['item', item],
  ['figure listing example', titled('', '')],
  ['synopsis', titled('', '')],
  ['quote', titled('<blockquote>', '</blockquote>')],
  [
    'if:if',
    (element, level) => (isShown(attribute(element, 'test')) ? innerHtml(element, level) : ''),
  ],
  ['if:choose', choose],
]);

import { byWord } from '../by-word.ts';
import { escapeUTF8 } from 'entities';
import { attribute, childElements, findElement, isElement, textOf } from '../html/dom.ts';
import type { Element, Parent } from '../html/dom.ts';
import { dedentText } from '../indentation.ts';
import { withNames } from './entities.ts';
import { codeOf, lineOf } from './synopsis.ts';
import { codeHtml, nothing, treeWriter, type Writer } from './tree-writer.ts';

/**
 * Returns a page of a site in XML as HTML. Most of its elements are those of HTML, and its parts have names or titles: xdoc of
 * Maven and Forrest, and the manuals of Apache HTTP Server, Tomcat, nginx and Gentoo.
 * https://maven.apache.org/doxia/references/xdoc-format.html
 */
export function sitePageHtml(root: Parent): string {
  return innerHtml(root, 0);
}

const { innerHtml, inTag } = treeWriter(elementHtml);

function elementHtml(node: Element, level: number): string {
  if (isPart(node)) return partHtml(node, level + 1);
  if (html.has(node.name)) return sameHtml(node, level);
  return writers.get(node.name)?.(node, level) ?? innerHtml(node, level);
}

const partNames =
  /^(?:document|manualpage|modulesynopsis|faq|article|guide|chapter|section|(?:sub){1,2}section|directivesynopsis)$/;

/** Returns whether a node is a part with a heading. The modules and directives of nginx are parts, and those of other sites are links. */
function isPart(node: Element): boolean {
  if (partNames.test(node.name)) return true;
  if (node.name !== 'directive' && node.name !== 'module') return false;
  return childElements(node).some(({ name }) => name === 'syntax' || name === 'section');
}

function partHtml(part: Element, level: number): string {
  const id = attribute(part, 'id') || (part.name === 'directive' ? attribute(part, 'name') : '');
  const title = escapeUTF8(titleOf(part));
  const heading = title === '' ? '' : `<h${Math.min(level, 6)}>${title}</h${Math.min(level, 6)}>`;
  // Directly in a part, an entity that is defined nowhere is another file.
  const html = heading + synopsisHtml(part, level) + innerHtml(part, level, nothing);
  return `<section${id === '' ? '' : ` id="${escapeUTF8(id)}"`}>${html}</section>`;
}

/** Returns the name of a part, or its title, which can be among its properties. */
function titleOf(part: Element): string {
  const stated = attribute(part, 'name');
  if (stated !== '') return stated;
  const properties = childElements(part).filter(({ name }) => /^(?:properties|header)$/.test(name));
  const title = [part, ...properties].flatMap(childElements).find(isTitle);
  const text = title === undefined ? '' : lineOf(title);
  return attribute(part, 'type') === 'section' ? `<${text}>` : text;
}

function isTitle({ name, parent }: Element): boolean {
  return name === 'title' || (name === 'name' && isElement(parent) && isSynopsis(parent));
}

function isSynopsis({ name }: Element): boolean {
  return /^(?:directive|directivesynopsis|modulesynopsis)$/.test(name);
}

/** What a synopsis tells about a directive or a module, in the order of a page. */
const facts = new Map([
  ['syntax', 'Syntax'],
  ['default', 'Default'],
  ['contextlist', 'Context'],
  ['context', 'Context'],
  ['override', 'Override'],
  ['status', 'Status'],
  ['identifier', 'Module identifier'],
  ['sourcefile', 'Source file'],
  ['compatibility', 'Compatibility'],
  ['appeared-in', 'Appeared in version'],
]);

/** Writes what a directive or a module is for, and how to use it. */
function synopsisHtml(part: Element, level: number): string {
  if (!isSynopsis(part)) return '';
  const all = childElements(part);
  const shown = [...facts].map(([name, label]) => {
    const values = all.filter((each) => each.name === name).map(factHtml);
    const stated = values.filter((value) => value !== '').join(name === 'context' ? ', ' : '<br>');
    return stated === '' ? '' : `<li>${label}: ${stated}</li>`;
  });
  const about = all.filter(({ name }) => name === 'description');
  return `${about.map((each) => `<p>${innerHtml(each, level)}</p>`).join('')}<ul>${shown.join('')}</ul>`;
}

function factHtml(fact: Element): string {
  if (fact.name === 'contextlist') return childElements(fact).map(factHtml).join(', ');
  const text = lineOf(fact);
  if (text === '' || (fact.name !== 'syntax' && fact.name !== 'default')) return escapeUTF8(text);
  const directive = isElement(fact.parent) ? attribute(fact.parent, 'name') : '';
  if (directive === '') return `<code>${escapeUTF8(text)}</code>`;
  const end = attribute(fact, 'block') === 'yes' ? ' { ... }' : ';';
  return `<code>${escapeUTF8(`${directive} ${text}${end}`)}</code>`;
}

/** Elements that HTML has, too. */
const html = new Set(
  (
    'p ul ol li dl dt dd table caption thead tbody tr th td pre code em strong b i tt kbd samp var sub sup br hr img ' +
    'blockquote div span center del ins dfn q cite a h1 h2 h3 h4 h5 h6'
  ).split(' '),
);

const sameHtml: Writer = (element, level) => {
  const attributes = Object.entries(element.attribs).map(
    ([name, value]) => ` ${name}="${escapeUTF8(value)}"`,
  );
  return `<${element.name}${attributes.join('')}>${innerHtml(element, level)}</${element.name}>`;
};

const inlineCode: Writer = (element) => {
  const isBlock = element.name === 'directive' && attribute(element, 'type') === 'section';
  const text = lineOf(element);
  return `<code>${escapeUTF8(isBlock ? `<${text}>` : text)}</code>`;
};

const listing: Writer = (element) => {
  const language = attribute(element, 'language') || attribute(element, 'lang');
  const code = dedentText(codeOf(element));
  return codeHtml(code, language === 'config' ? 'apache' : language);
};

/** Writes an example below its title. It is code, unless it has blocks. */
const example: Writer = (element, level) => {
  const title = childElements(element).find(isTitle);
  const rest = { children: element.children.filter((child) => child !== title) };
  const heading = title === undefined ? '' : `<p><strong>${escapeUTF8(lineOf(title))}</strong></p>`;
  if (findElement(element, ({ name }) => blocks.has(name))) return heading + innerHtml(rest, level);
  const isFlow = findElement(element, ({ name }) => lineEnds.test(name)) !== undefined;
  const code = isFlow ? linesOf(rest).join('\n') : rest.children.map(codeOf).join('');
  return heading + codeHtml(code);
};

const lineEnds = /^(?:p|indent|br)$/;
const blocks = new Set('highlight pre source table ul ol dl note example'.split(' '));

/** Returns the lines of code whose ends and indentation are elements. */
function linesOf({ children }: Pick<Parent, 'children'>): string[] {
  const lines = [''];
  const add = (text: string): void => void lines.push((lines.pop() ?? '') + text);
  for (const child of children) {
    const text = textOf(child);
    if (text !== undefined) add(withNames(text).replace(/\s+/g, ' '));
    if (!isElement(child)) continue;
    const isBlock = lineEnds.test(child.name);
    if (isBlock) lines.push('');
    const margin = child.name === 'indent' ? '  ' : '';
    for (const [at, line] of linesOf(child).entries()) {
      if (at > 0) lines.push('');
      add(margin + line);
    }
    if (isBlock && child.name !== 'br') lines.push('');
  }
  return lines.map((line) => line.replace(/^ (?=\S)/, '').trimEnd()).filter(Boolean);
}

const note: Writer = (element, level) => {
  const kind = attribute(element, 'type') || element.name;
  const title = childElements(element).find(isTitle);
  const rest = { children: element.children.filter((child) => child !== title) };
  const stated = title === undefined ? attribute(element, 'label') : lineOf(title);
  const label = stated === '' ? '' : `<p class="admonition-title">${escapeUTF8(stated)}</p>`;
  return `<div class="admonition ${escapeUTF8(kind)}">${label}${innerHtml(rest, level)}</div>`;
};

const link: Writer = (element, level) => {
  const address =
    ['url', 'href', 'link'].map((name) => attribute(element, name)).find(Boolean) ?? '';
  const text = innerHtml(element, level) || escapeUTF8(attribute(element, 'id') || address);
  return address === '' ? text : `<a href="${escapeUTF8(address)}">${text}</a>`;
};

const list: Writer = (element, level) => {
  const tags = new Map([
    ['enum', 'ol'],
    ['tag', 'dl'],
  ]);
  return inTag(tags.get(attribute(element, 'type')) ?? 'ul')(element, level);
};

/** Writes an attribute of an element in the configuration of Tomcat, or a property. */
const setting: Writer = (element, level) => {
  const required = attribute(element, 'required') === 'true' ? ' (required)' : '';
  return `<dt><code>${escapeUTF8(attribute(element, 'name'))}</code>${required}</dt><dd>${innerHtml(element, level)}</dd>`;
};

const related: Writer = (element, level) => {
  const kind = element.name === 'modulelist' ? 'modules' : 'directives';
  const names = childElements(element).map((each) => elementHtml(each, level));
  return isElement(element.parent) && isSynopsis(element.parent)
    ? ''
    : `<p>Related ${kind}: ${names.join(', ')}</p>`;
};

const status: Writer = (element) => {
  const text = attribute(element, 'text');
  return escapeUTF8(attribute(element, 'code') + (text === '' ? '' : ` (${text})`));
};

/** Writes nothing for the header of a page, which has its title, and another element with its name as usual. */
const unlessTitled =
  (writer: Writer): Writer =>
  (element, level) =>
    childElements(element).some(isTitle) ? '' : writer(element, level);

/** How elements are written that HTML does not have. The content of others is shown as it is. */
const writers = byWord<Writer>([
  ['para usage summary', inTag('div')],
  ['literal command path directive module program c-def c', inlineCode],
  ['highlight source programlisting codesample', listing],
  ['note warning important', note],
  ['link jump fork uri', link],
  ['modulelist directivelist', related],
  [[...facts.keys(), 'description', 'name', 'title', 'hint'].join(' '), nothing],
  ['toc macro parentdocument seealso transnote fixme authors head meta script style', nothing],
  ['emphasis value e', inTag('em')],
  ['ti', inTag('td')],
  ['d', () => '—'],
  ['c-func', (element) => `<code>${escapeUTF8(`${lineOf(element)}()`)}</code>`],
  ['http-status', status],
  ['header', unlessTitled(inlineCode)],
  ['properties', unlessTitled(inTag('dl'))],
  ['example', example],
  ['list', list],
  ['listitem', inTag('li')],
  ['tag-name', inTag('dt')],
  ['tag-desc', inTag('dd')],
  ['attributes', inTag('dl')],
  ['attribute property', setting],
]);

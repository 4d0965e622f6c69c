import { byWord } from '../by-word.ts';
import { escapeUTF8 } from 'entities';
import { attribute, childElements, isElement } from '../html/dom.ts';
import type { Element, Node, Parent } from '../html/dom.ts';
import { shortLine } from '../text-sections.ts';
import { classForm, commandForm, fieldForm, functionForm, lineOf, methodForm } from './synopsis.ts';
import { codeHtml, listingHtml, nothing, type Writer as WriterIn } from './tree-writer.ts';

/** A document that is being written. */
export interface Page {
  /** Level of the headings of the part that is being written. */
  level: number;
  /** The first content of the part, if the part has no title. */
  untitled: Node | undefined;
  /** Titles of its parts by their ids. */
  titles: ReadonlyMap<string, string>;
  /** Writes the children of an element as HTML. */
  inner: (parent: Pick<Parent, 'children'>) => string;
}

type Writer = WriterIn<Page>;

const parts = new Set(
  (
    'set book part reference article chapter appendix preface section sect1 sect2 sect3 sect4 sect5 simplesect topic ' +
    'refentry refsect1 refsect2 refsect3 refsection refsynopsisdiv glossary bibliography dedication colophon'
  ).split(' '),
);

/** Returns whether an element is a part of a document with a heading of its own. */
export function isPart({ name }: Element): boolean {
  return parts.has(name);
}

/** Writes a heading of the current part. */
export function headingHtml(title: string, { level }: Page): string {
  const name = `h${Math.min(Math.max(level, 1), 6)}`;
  return title === '' ? '' : `<${name}>${escapeUTF8(title)}</${name}>`;
}

const codeNames = new Set(
  (
    'classname code command computeroutput constant email enumname envar errorcode errorname exceptionname filename function ' +
    'interfacename keycap keysym literal markup methodname option ooclass parameter prompt property returnvalue sgmltag ' +
    'structfield structname symbol systemitem tag token type userinput varname'
  ).split(' '),
);

/** Returns whether an element is code in a sentence. */
export function isCode({ name }: Element): boolean {
  return codeNames.has(name);
}

const inTag =
  (tag: string): Writer =>
  (element, { inner }) =>
    `<${tag}>${inner(element)}</${tag}>`;

const asForm =
  (form: (element: Element) => string): Writer =>
  (element) =>
    codeHtml(form(element));

const language = /^[\w+#-]{1,20}$/;

/** Writes code. Its language is an attribute, or its role. A screen that begins with what a reader types is one of a shell. */
const listing: Writer = (element) => {
  const stated = [
    attribute(element, 'language'),
    element.name === 'programlisting' ? attribute(element, 'role') : '',
  ];
  const isTyped = element.name === 'screen' && childElements(element)[0]?.name === 'userinput';
  const name = stated.find((each) => language.test(each)) ?? (isTyped ? 'sh' : '');
  return listingHtml(element, name.toLowerCase());
};

const title: Writer = (element, page) => {
  const around = element.parent;
  const text = lineOf(element);
  if (text === '') return '';
  if (isElement(around) && isPart(around)) return headingHtml(text, page);
  return `<p><strong>${escapeUTF8(text)}</strong></p>`;
};

/** Writes the title and the abstract in the metadata of a part. A manual page has its names as title. */
const info: Writer = (element, page) => {
  const isManual = isElement(element.parent) && element.parent.name === 'refentry';
  const shown = childElements(element).map((each) => {
    if (each.name === 'title' && !isManual) return headingHtml(lineOf(each), page);
    return each.name === 'abstract' ? page.inner(each) : '';
  });
  return shown.join('');
};

/** Writes the names of a manual page, of which the first is its title, and what it is for. */
const refName: Writer = (element, page) => {
  const all = childElements(element);
  const names = all.filter(({ name }) => /^ref(?:name|descriptor)$/.test(name)).map(lineOf);
  const purpose = all.filter(({ name }) => name === 'refpurpose').map(lineOf);
  const shown = names.map((name) => `<code>${escapeUTF8(name)}</code>`).join(', ');
  const text = [shown, ...purpose.filter(Boolean).map((each) => escapeUTF8(each))].join(' — ');
  return `${headingHtml(names[0] ?? '', page)}<p>${text}</p>`;
};

const admonition: Writer = (element, { inner }) => {
  const own = childElements(element).find(({ name }) => name === 'title');
  const text = own === undefined ? '' : lineOf(own);
  const content = inner({ children: element.children.filter((child) => child !== own) });
  const label = text === '' ? '' : `<p class="admonition-title">${escapeUTF8(text)}</p>`;
  return `<div class="admonition ${element.name}">${label}${content}</div>`;
};

const reference: Writer = (element, { inner, titles }) => {
  const address = attribute(element, 'xlink:href') || attribute(element, 'url');
  const id = attribute(element, 'linkend');
  const text = inner(element).trim();
  if (address === '') return text || escapeUTF8(titles.get(id) ?? id);
  if (!/^https?:/.test(address)) return text || escapeUTF8(address);
  return `<a href="${escapeUTF8(address)}">${text || escapeUTF8(address)}</a>`;
};

const manualPage: Writer = (element) => {
  const [name = '', volume = ''] = childElements(element).map(lineOf);
  return `<code>${escapeUTF8(volume === '' ? name : `${name}(${volume})`)}</code>`;
};

const row: Writer = (element, { inner }) => {
  const around = element.parent;
  const cell = isElement(around) && around.name === 'thead' ? 'th' : 'td';
  const cells = childElements(element).map((entry) => `<${cell}>${inner(entry)}</${cell}>`);
  return `<tr>${cells.join('')}</tr>`;
};

/** Writes a list or a table. Its title is above it. */
const titled =
  (tag: string): Writer =>
  (element, page) => {
    const isTitle = ({ name }: Element): boolean => name === 'title' || name === 'caption';
    const above = childElements(element).filter(isTitle);
    const children = element.children.filter((child) => !isElement(child) || !isTitle(child));
    const heading = above.map((each) => title(each, page)).join('');
    return `${heading}<${tag}>${page.inner({ children })}</${tag}>`;
  };

const listItem: Writer = (element, page) => {
  const around = element.parent;
  const isMeaning = isElement(around) && around.name === 'varlistentry';
  return inTag(isMeaning ? 'dd' : 'li')(element, page);
};

const simpleList: Writer = (element, { inner }) => {
  const members = childElements(element).map(inner);
  if (attribute(element, 'type') === 'inline') return members.join(', ');
  return `<ul>${members.map((member) => `<li>${member}</li>`).join('')}</ul>`;
};

const segmentedList: Writer = (element, { inner }) => {
  const all = childElements(element);
  const titles = all
    .filter(({ name }) => name === 'segtitle')
    .map((each) => shortLine(lineOf(each)));
  const items = all.filter(({ name }) => name === 'seglistitem');
  const shown = items.map((item) => {
    const values = childElements(item).map(
      (each, at) => `${escapeUTF8(titles[at] ?? '')}: ${inner(each)}`,
    );
    return `<li>${values.join('; ')}</li>`;
  });
  return `<ul>${shown.join('')}</ul>`;
};

/** Writes a question as a heading above its answer. */
const question: Writer = (element, page) => {
  page.level += 1;
  const html = headingHtml(lineOf(element), page);
  page.level -= 1;
  return html;
};

const emphasis: Writer = (element, page) =>
  inTag(/^(?:bold|strong)$/.test(attribute(element, 'role')) ? 'strong' : 'em')(element, page);

const footnote: Writer = (element) => escapeUTF8(` (${lineOf(element)})`);

const keyCombination: Writer = (element) =>
  `<code>${escapeUTF8(childElements(element).map(lineOf).join('+'))}</code>`;

const menuChoice: Writer = (element) => escapeUTF8(childElements(element).map(lineOf).join(' > '));

const typeHtml: Writer = (element) => `<code>${escapeUTF8(lineOf(element))}</code>`;

/** Writes a parameter of the manual of Samba, with `(G)` for global ones and `(S)` for those of shares. */
const sambaParameter: Writer = (element, page) => {
  const context = attribute(element, 'context');
  const name = `${attribute(element, 'name')}${context === '' ? '' : ` (${context})`}`;
  return `<section>${headingHtml(name, page)}${page.inner(element)}</section>`;
};

const sambaFacts: ReadonlyMap<string, string> = new Map([
  ['synonym', 'Synonym'],
  ['related', 'Related'],
  ['default', 'Default'],
  ['example', 'Example'],
]);

const sambaFact: Writer = (element, { inner }) => {
  const label = sambaFacts.get(attribute(element, 'type') || element.name);
  const value = lineOf(element);
  if (label === undefined) return inner(element);
  return value === '' ? '' : `<p>${label}: <code>${escapeUTF8(value)}</code></p>`;
};

/** Writes a reference to a parameter of Samba, with the value that it should have. */
const sambaOption: Writer = (element) => {
  const value = lineOf(element);
  const name = attribute(element, 'name');
  return `<code>${escapeUTF8(value === '' ? name : `${name} = ${value}`)}</code>`;
};

/** How elements are written. The content of others is shown as it is. */
export const writers = byWord<Writer>([
  [[...codeNames].join(' '), inTag('code')],
  ['para simpara', inTag('p')],
  ['formalpara abstract answer partintro sidebar example informalexample figure', inTag('div')],
  ['programlisting screen synopsis literallayout', listing],
  ['note tip important warning caution', admonition],
  ['itemizedlist calloutlist stepalternatives', titled('ul')],
  ['orderedlist procedure substeps', titled('ol')],
  ['step callout', inTag('li')],
  ['listitem', listItem],
  ['term glossterm', inTag('dt')],
  ['variablelist glosslist', titled('dl')],
  ['table informaltable', titled('table')],
  ['link ulink xref olink', reference],
  ['cmdsynopsis', asForm(commandForm)],
  ['methodsynopsis constructorsynopsis destructorsynopsis', asForm(methodForm)],
  [
    'info artheader docinfo articleinfo bookinfo chapterinfo sectioninfo sect1info sect2info refentryinfo',
    info,
  ],
  [
    'indexterm titleabbrev remark refmeta anchor imageobject videoobject audioobject subtitle',
    nothing,
  ],
  ['xi:include partinfo appendixinfo prefaceinfo referenceinfo toc index', nothing],
  ['citetitle firstterm replaceable', inTag('em')],
  ['title bridgehead', title],
  ['type', typeHtml],
  ['glossdef', inTag('dd')],
  ['funcsynopsis', asForm(functionForm)],
  ['classsynopsis', asForm(classForm)],
  ['fieldsynopsis', asForm(fieldForm)],
  ['refnamediv', refName],
  ['citerefentry', manualPage],
  ['row', row],
  ['thead', inTag('thead')],
  ['tbody', inTag('tbody')],
  ['simplelist', simpleList],
  ['segmentedlist', segmentedList],
  ['question', question],
  ['emphasis', emphasis],
  ['footnote', footnote],
  ['keycombo', keyCombination],
  ['menuchoice', menuChoice],
  ['quote', (element, { inner }) => `“${inner(element)}”`],
  ['blockquote', inTag('blockquote')],
  ['samba:parameter', sambaParameter],
  ['synonym related value', sambaFact],
  ['smbconfoption', sambaOption],
  ['subscript', inTag('sub')],
  ['superscript', inTag('sup')],
]);

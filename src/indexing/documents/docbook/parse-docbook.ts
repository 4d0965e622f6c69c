import { escapeUTF8 } from 'entities';
import type { DocumentParser } from '../document.ts';
import {
  attribute,
  childElements,
  descendants,
  isBlank,
  isElement,
  parsePage,
  textOf,
} from '../html/dom.ts';
import type { Element, Node, Parent } from '../html/dom.ts';
import { parseHtmlFragment } from '../html/html.ts';
import { capitalized } from '../text-pieces.ts';
import { shortLine, toDocument } from '../text-sections.ts';
import { xmlLanguage, type XmlLanguage } from './docbook-file.ts';
import { ditaHtml } from './dita.ts';
import { loneEntity, withEntities, withNames } from './entities.ts';
import { jqueryHtml } from './jquery-entry.ts';
import { mallardHtml } from './mallard.ts';
import { asXml } from './sgml.ts';
import { sitePageHtml } from './site-page.ts';
import { lineOf, named } from './synopsis.ts';
import { headingHtml, isCode, isPart, writers } from './writers.ts';
import type { Page } from './writers.ts';

/** Maximum length of a document in characters. */
const longest = 5_000_000;

/**
 * Parses DocBook 4 and 5, the format of manuals and manual pages in XML: a whole document, or a file of a book. Also parses other
 * XML: pages of sites, topics of DITA and entries of jQuery. Converts their elements to plain HTML, and parses it like any page.
 * https://tdg.docbook.org/tdg/5.2/
 */
export const parseDocbook: DocumentParser = (document) => {
  const written = document.content.slice(0, longest);
  const content = /\.sgml(?:\.in)?$/i.test(document.path) ? asXml(written) : written;
  const root = parsePage(withEntities(content), { xmlMode: true });
  const page: Page = {
    level: 0,
    untitled: undefined,
    titles: new Map([...Object.entries(document.titles ?? {}), ...titlesIn(root)]),
    inner: ({ children }) => {
      let html = '';
      for (const child of children) html += nodeHtml(child, page);
      return html;
    },
  };
  const html = languages.get(xmlLanguage(content))?.(root) ?? page.inner(root);
  return toDocument(parseHtmlFragment(html, document), document);
};

/** How pages in other languages of XML are written as HTML. */
const languages: ReadonlyMap<XmlLanguage | undefined, (root: Parent) => string> = new Map([
  ['mallard', mallardHtml],
  ['site', sitePageHtml],
  ['dita', ditaHtml],
  ['jquery', jqueryHtml],
]);

/** Returns the titles of the parts of a document by their ids, for references to them. */
function titlesIn(root: Parameters<typeof descendants>[0]): ReadonlyMap<string, string> {
  const titles = new Map<string, string>();
  for (const element of descendants(root)) {
    const id = attribute(element, 'xml:id') || attribute(element, 'id');
    if (id === '') continue;
    const title = titleOf(element);
    const label = attribute(element, 'xreflabel');
    if (label !== '' || title !== undefined) titles.set(id, shortLine(label || lineOf(title!)));
  }
  return titles;
}

/** Returns the title of a part, or the first name of a manual page. */
function titleOf(part: Element): Element | undefined {
  const [title] = named(part, 'title');
  if (title) return title;
  return [...named(part, 'refnamediv'), ...named(part, 'info')].flatMap((head) =>
    named(head, 'refname', 'title'),
  )[0];
}

function nodeHtml(node: Node, page: Page): string {
  const text = textOf(node);
  if (text !== undefined) return textHtml(text, node, page);
  if (!isElement(node)) return 'children' in node ? page.inner(node) : '';
  if (isPart(node)) return partHtml(node, page);
  const writer = writers.get(node.name);
  return writer ? writer(node, page) : page.inner(node);
}

/** Writes a part of a document, with its headings one level below those of the part around it. */
function partHtml(element: Element, page: Page): string {
  const around = page.untitled;
  page.untitled = hasTitle(element) ? undefined : element.children.find((child) => !isBlank(child));
  page.level += 1;
  const html = page.inner(element);
  page.level -= 1;
  page.untitled = around;
  const id = attribute(element, 'xml:id') || attribute(element, 'id');
  return id === ''
    ? `<section>${html}</section>`
    : `<section id="${escapeUTF8(id)}">${html}</section>`;
}

/**
 * Writes characters. A file of a book can have entities that only the book defines. In a sentence, the name of an entity stands
 * for it. A paragraph of its own is a common sentence, as in the manual of PHP.
 */
function textHtml(text: string, node: Node, page: Page): string {
  const around = node.parent;
  if (!isElement(around)) return '';
  if (isPart(around)) return partText(text, around, node === page.untitled ? page : undefined);
  const name = loneEntity(text);
  if (name === undefined || isCode(around)) return escapeUTF8(withNames(text));
  if (blocksOnly.has(around.name)) return `<p>${escapeUTF8(wordsOf(name))}</p>`;
  return escapeUTF8(around.children.length === 1 ? wordsOf(name) : name);
}

/** Elements with paragraphs, in which no text is beside others. */
const blocksOnly = new Set(
  'example informalexample listitem entry note tip important warning caution answer partintro blockquote'.split(
    ' ',
  ),
);

/**
 * Writes the undefined entities of a part: common sentences, or other files of the book, which are pages of their own. The first
 * one of a page without a title is the title.
 */
function partText(text: string, part: Element, untitled: Page | undefined): string {
  let page = untitled;
  return withNames(escapeUTF8(text), (name) => {
    const title = page && headingHtml(titleIn(name) + subjectOf(part, page), page);
    page = undefined;
    return title ?? (part.name.startsWith('refsect') ? `<p>${wordsOf(name)}</p>` : '');
  });
}

/** Returns what a whole page with a common title is about, by its id: `array.constants`. */
function subjectOf(part: Element, { level }: Page): string {
  const [, subject] = /^([\w-]{1,60})\.\w/.exec(attribute(part, 'xml:id')) ?? [];
  return level > 1 || subject === undefined ? '' : ` (${subject})`;
}

function hasTitle(part: Element): boolean {
  return childElements(part).some(({ name }) =>
    /^(?:title|[a-z\d]*info|artheader|refnamediv)$/.test(name),
  );
}

function wordsOf(name: string): string {
  return name.replace(/[._-]+/g, ' ');
}

/** Titles whose entities have other words. */
const titles = new Map([
  ['returnvalues', 'Return Values'],
  ['seealso', 'See Also'],
  ['classsynopsis', 'Synopsis'],
  ['intro', 'Introduction'],
  ['install', 'Installation'],
  ['required', 'Requirements'],
  ['runtime', 'Runtime Configuration'],
]);

/** Returns the title that the name of an entity tells, as in `reftitle.parameters`. */
function titleIn(name: string): string {
  const last = name.split('.').at(-1)!;
  return titles.get(last) ?? capitalized(wordsOf(last));
}

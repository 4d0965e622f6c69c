import { byWord } from '../by-word.ts';
import { escapeUTF8 } from 'entities';
import { attribute, childElements, isElement, parsePage, rawText } from '../html/dom.ts';
import type { Element, Node } from '../html/dom.ts';
import { languageName } from '../code-language.ts';
import { resourceName } from './links.ts';
import { unclosedText, type Inner } from './writer.ts';

/** The parts of a macro. */
interface Macro {
  name: string;
  /**
   * Returns the value of a parameter, or '' if it is missing. The name of the unnamed parameter is
   * ''.
   */
  parameter: (name: string) => string;
  /** HTML of the rich body, or ''. */
  body: string;
  /** Unchanged text of the plain body, or ''. */
  plain: string;
  element: Element;
  inner: Inner;
}

/** Writes a macro as HTML. An unknown macro keeps its content. */
export function macroHtml(element: Element, inner: Inner): string {
  const macro = read(element, inner);
  return (macros.get(macro.name) ?? unknown)(macro);
}

function read(element: Element, inner: Inner): Macro {
  const parts = childElements(element);
  const named = (name: string): Element[] => parts.filter((part) => part.name === name);
  const parameters = named('ac:parameter');
  return {
    name: attribute(element, 'ac:name').toLowerCase(),
    parameter: (name) => {
      const found = parameters.find((each) => attribute(each, 'ac:name').toLowerCase() === name);
      return found === undefined ? '' : rawText(found).trim();
    },
    // Other children of a macro are text. This also covers a macro without a body element, or with
    // one that is nested too deep.
    body: inner({ children: element.children.filter((child) => !isSetting(child)) }).trim(),
    plain: named('ac:plain-text-body').map(plainText).join(''),
    element,
    inner,
  };
}

function isSetting(node: Node): boolean {
  return isElement(node) && /^ac:(?:parameter|plain-text-body)$/.test(node.name);
}

function plainText(body: Element): string {
  return rawText(body) || (unclosedText(body.children[0]) ?? '');
}

type MacroWriter = (macro: Macro) => string;

const nothing: MacroWriter = () => '';
const block: MacroWriter = ({ body }) => `<div>${body}</div>`;

const unknown: MacroWriter = ({ body, plain }) =>
  body !== '' ? `<div>${body}</div>` : paragraphs(plain);

function paragraphs(text: string): string {
  return text
    .split(/\n\s*\n/)
    .map((part) => (part.trim() === '' ? '' : `<p>${escapeUTF8(part.trim())}</p>`))
    .join('');
}

function preformatted({ plain, parameter, body }: Macro, language: string): string {
  const title = parameter('title');
  const lang = language === '' ? '' : ` data-language="${escapeUTF8(language)}"`;
  const label = title === '' ? '' : ` data-title="${escapeUTF8(title)}"`;
  // Old pages have code in a rich body.
  const code = plain === '' ? body : escapeUTF8(plain);
  return `<pre${lang}${label}>${code}</pre>`;
}

function callout(kind: string): MacroWriter {
  return ({ body, parameter }) => {
    const title = parameter('title');
    const heading = title === '' ? '' : `<div class="admonition-title">${escapeUTF8(title)}</div>`;
    return `<div class="admonition ${kind}">${heading}${body}</div>`;
  };
}

/** Writes a box. In place of a kind, it has a title. */
const panel: MacroWriter = (macro) =>
  macro.parameter('title') === '' ? block(macro) : callout('panel')(macro);

const expand: MacroWriter = ({ body, parameter }) => {
  const title = parameter('title');
  const summary = title === '' ? '' : `<summary>${escapeUTF8(title)}</summary>`;
  return `<details>${summary}${body}</details>`;
};

/** Names the included page. Lectern reads that page separately. */
const include: MacroWriter = ({ element, parameter }) => {
  const target = resourceName(element) || (parameter('') && `page “${parameter('')}”`);
  return target === '' ? '' : `<p>See the ${escapeUTF8(target)}.</p>`;
};

const attachment: MacroWriter = ({ element, parameter }) => {
  const name = resourceName(element) || parameter('name') || parameter('diagramname');
  return name === '' ? '' : `<p>See the ${escapeUTF8(name)}.</p>`;
};

const status: MacroWriter = ({ parameter }) => `<strong>${escapeUTF8(parameter('title'))}</strong>`;

const issue: MacroWriter = ({ parameter }) => escapeUTF8(parameter('key'));

/**
 * Writes HTML that an author inserted into the page. The parser of HTML drops scripts and forms.
 */
const html: MacroWriter = ({ plain, inner }) => `<div>${inner(parsePage(plain))}</div>`;

const macros = byWord<MacroWriter>([
  ['code', (macro) => preformatted(macro, languageName(macro.parameter('language')))],
  ['noformat', (macro) => preformatted(macro, '')],
  ['plantuml', (macro) => preformatted(macro, 'plantuml')],
  ['mermaid mermaid-cloud', (macro) => preformatted(macro, 'mermaid')],
  ['latex mathblock', (macro) => preformatted(macro, 'latex')],
  ['info', callout('info')],
  ['note', callout('note')],
  ['tip', callout('tip')],
  ['warning', callout('warning')],
  ['success', callout('success')],
  ['error', callout('error')],
  ['panel', panel],
  ['expand ui-expand', expand],
  ['include excerpt-include', include],
  ['status', status],
  ['jira', issue],
  ['html', html],
  ['view-file viewpdf viewdoc viewxls viewppt multimedia drawio gliffy', attachment],
  // Lists that Confluence makes each time it shows the page.
  [
    'toc toc-zone-index anchor children pagetree pagetreesearch recently-updated livesearch',
    nothing,
  ],
  ['contentbylabel attachments gallery contributors contributors-summary blog-posts', nothing],
  ['space-attachments listlabels popular-labels favpages create-from-template profile', nothing],
  ['profile-picture userlister change-history navmap tasks-report-macro roadmap widget', nothing],
  ['iframe rss', nothing],
]);

import { capitalized, labeled, tabPieces, textPieces } from '../text-pieces.ts';
import type { Piece } from '../text-pieces.ts';
import { shortLine } from '../text-sections.ts';
import { codeBlock, wrappedCode } from './code.ts';
import {
  attribute,
  childElements,
  classes,
  descendants,
  findElement,
  isElement,
  lineText,
} from './dom.ts';
import type { Element } from './dom.ts';
import type { HtmlContext } from './context.ts';
import { isTopic } from './furniture.ts';
import { plainLine, plainText } from './headings.ts';
import { asLabel } from './labels.ts';

const callout =
  /^(?:admonition|admonitionblock|custom-block|markdown-alert|theme-admonition|tsd-alert|callout|alert|notecard|starlight-aside|hint-(?:block|container)|(?:book|gdoc)-hint(?!_)|notice(?=-)|doc-note|awsdocs-note(?!-t)|confluence-information-macro(?!-(?:body|icon)))(?:$|-|_)/;
const title =
  /(?:^|-|_)(?:title|heading|admonitionheading\w*|label)(?:$|_)|^callout-title-container$|^admonitionheading|^icon$/;
const kinds =
  /(?:^|-|_)(note|tip|(?<!(?:book|gdoc)-)hint(?!-container)|info|important|warn(?:ing)?|caution|danger|attention|error|deprecated|seealso|todo|success|versionadded|versionchanged)(?:$|-|_)/;

/** Maximum number of elements among which to look for the title of a callout. */
const near = 30;

/**
 * Returns a note, tip or warning with its name before its text; undefined if the element is none
 * of them.
 */
export function calloutPieces(element: Element, ctx: HtmlContext): Piece[] | undefined {
  const bare = bareTitle(element);
  if (bare === undefined && !isCallout(element)) return undefined;
  const heading =
    bare ?? findElement(element, (each) => classes(each).some((name) => title.test(name)), near);
  // A callout of Quarto has parts that are named like one.
  if (heading !== undefined && ctx.skip.has(heading)) return ctx.blocks(element);
  if (heading !== undefined) ctx.skip.add(heading);
  const stated = heading === undefined ? '' : statedLabel(heading);
  // A heading would take what follows the callout.
  const pieces = ctx.blocks(contentCell(element) ?? element).map(asLabel);
  return labeledCallout(pieces, stated, kindOf(element));
}

/** Returns the text of a callout below its title, or else its kind. Authors also write a whole note as its title. */
function labeledCallout(pieces: Piece[], stated: string, kind: string): Piece[] {
  const label = tidyLabel(stated || kind);
  if (pieces.length === 0) return label.includes(' ') ? textPieces(`**${label}**`) : [];
  if (label === '' || (stated === '' && beginsWith(pieces, label))) return pieces;
  return labeled(`**${capitalized(label)}:**`, pieces);
}

/** Returns the cell with the text. Asciidoctor makes a table of the icon and the text. */
function contentCell(element: Element): Element | undefined {
  const isContent = (each: Element): boolean =>
    each.name === 'td' && classes(each).includes('content');
  return findElement(element, isContent, near);
}

function tidyLabel(label: string): string {
  return label.replace(/[:\s]+$/, '').replaceAll('*', '');
}

/** Returns the text of a title. ReadMe puts an emoji before it. */
function statedLabel(heading: Element): string {
  return plainLine(heading).replace(/^[^\p{L}\p{N}]+$|^\p{Extended_Pictographic}+\ufe0f?\s*/u, '');
}

/** Returns the kind in the names of a callout, or ''. GitBook states it for screen readers. */
function kindOf(element: Element): string {
  const read = attribute(element, 'role') === 'note' ? attribute(element, 'aria-label') : '';
  const stated = [attribute(element, 'data-callout-type'), read.toLowerCase()];
  const names = [...stated, ...classes(element)].join('-');
  return (kinds.exec(names)?.[1] ?? '').replace(/^warn$/, 'warning');
}

/** Returns whether a text begins with its own label, as in `<p class="note"><b>Note:</b> …</p>`. */
function beginsWith([first]: Piece[], label: string): boolean {
  const text = first?.kind === 'text' ? first.text.replace(/^[*_]+/, '') : '';
  return text.slice(0, label.length).toLowerCase() === label.toLowerCase();
}

function isCallout(element: Element): boolean {
  const named = classes(element).some((name) => callout.test(name)) || isBare(element);
  return named || isTopic(element) || attribute(element, 'role') === 'note';
}

const bareKind = /^(?:note|tip|important|warning|caution|danger)$/;
const bareElements = /^(?:aside|blockquote|p)$/;

/** Returns whether a paragraph or a quotation has the name of a callout, as authors write it in Jekyll: `{: .warning }`. Slate uses an `<aside>`. */
function isBare(element: Element): boolean {
  if (!bareElements.test(element.name)) return false;
  return classes(element).some((name) => bareKind.test(name));
}

/**
 * Returns the title of a callout of DocBook (`<div class="note"><h3 class="title">`), Microsoft Learn and DocFX
 * (`<div class="NOTE"><p>Note</p>`, `<h5>Note</h5>`) or Just the Docs (`<blockquote class="note-title"><p>Blades</p>`); undefined if the element is
 * none.
 */
function bareTitle(element: Element): Element | undefined {
  const kind = attribute(element, 'class').toLowerCase();
  const [first] = childElements(element);
  if (first === undefined || !bareKind.test(kind.replace(/-title$/, ''))) return undefined;
  if (kind.endsWith('-title')) return first.name === 'p' ? first : undefined;
  const isNamed = isHeading(first) || first.name === 'p';
  const isTitle = isHeading(first) && classes(first).includes('title');
  return isTitle || (isNamed && lineText(first).toLowerCase() === kind) ? first : undefined;
}

/** Returns a collapsible block with its summary in bold. */
export function detailsPieces(element: Element, ctx: HtmlContext): Piece[] {
  const summary = childElements(element).find((child) => child.name === 'summary');
  if (summary !== undefined) ctx.skip.add(summary);
  if (summary !== undefined && findElement(summary, isHeading, near) !== undefined) {
    return [...ctx.blocks(summary), ...ctx.blocks(element)];
  }
  // Quarto folds code below the word "Code".
  const isFold = classes(element).includes('code-fold');
  const shown = summary !== undefined && !isFold && !classes(summary).includes('hideme');
  const label = shown ? shortLine(plainText(summary)).replaceAll('*', '') : '';
  const pieces = ctx.blocks(element);
  return label === '' || pieces.length === 0 ? pieces : [...textPieces(`**${label}**`), ...pieces];
}

function isHeading(element: Element): boolean {
  return /^h[1-6]$/.test(element.name);
}

interface TabShape {
  label: (element: Element) => boolean;
  panel: (element: Element) => boolean;
}

const hasClass =
  (...names: string[]) =>
  (element: Element): boolean =>
    classes(element).some((name) => names.includes(name));

/** Forms of tabs: WAI-ARIA roles, Material for MkDocs, sphinx-design, VitePress, Asciidoctor Tabs and themes of Hugo. */
const shapes: TabShape[] = [
  { label: (element) => attribute(element, 'role') === 'tab', panel: isRolePanel },
  {
    label: (element) => element.name === 'label' && parentHas(element, 'tabbed-labels'),
    panel: hasClass('tabbed-block'),
  },
  {
    label: hasClass('sd-tab-label', 'tab-label'),
    panel: hasClass('sd-tab-content', 'tab-content'),
  },
  {
    label: (element) => element.name === 'label' && parentHas(element, 'tabs'),
    panel: (element) => parentHas(element, 'blocks'),
  },
  { label: hasClass('tab'), panel: hasClass('tabpanel') },
  {
    label: (element) => element.name === 'label' && parentHas(element, 'book-tabs', 'gdoc-tabs'),
    panel: hasClass('book-tabs-content', 'gdoc-tabs__content'),
  },
];

function parentHas(element: Element, ...names: string[]): boolean {
  const { parent } = element;
  return isElement(parent) && classes(parent).some((name) => names.includes(name));
}

function isRolePanel(element: Element): boolean {
  return attribute(element, 'role') === 'tabpanel';
}

const tabSet =
  /^(?:tabs?|tabbed|sphinx-tabs|.*tabs?[-_]?(?:container|set|group|wrapper)|tabbed-set|vp-code-group|(?:book|gdoc)-tabs)$/;

/**
 * Returns the panels of a set of tabs, each with the name of its tab; undefined if the element is
 * not a set of tabs.
 */
export function tabsPieces(element: Element, ctx: HtmlContext): Piece[] | undefined {
  const list = tabListBefore(element);
  if (list === undefined && !isTabSet(element)) return undefined;
  for (const shape of shapes) {
    const own = [...descendants(element, (each) => each === element || !insidePanel(each, shape))];
    const labels = (list === undefined ? own : [...descendants(list)]).filter(shape.label);
    const panels = own.filter(shape.panel);
    if (labels.length === 0 || labels.length < panels.length || panels.length === 0) continue;
    return panels.flatMap((panel, index) => {
      const label = labels[index];
      return tabPieces(label === undefined ? '' : lineText(label), panelPieces(panel, ctx));
    });
  }
  return undefined;
}

/** Returns whether an element is a set of tabs: by its name, or because the names of tabs are below it, as React writes it. */
function isTabSet(element: Element): boolean {
  if (/tab/.test(element.name) || classes(element).some((name) => tabSet.test(name))) return true;
  if (element.children.length >= 20) return false;
  const children = childElements(element);
  return children.some(isTabList) && !children.some((child) => tabListBefore(child) !== undefined);
}

/**
 * Returns the names of the tabs of an element with panels. In Bootstrap, they are a list before it, among the paragraphs of the
 * page.
 */
function tabListBefore(element: Element): Element | undefined {
  if (!childElements(element).some(isRolePanel)) return undefined;
  let before = element.prev;
  while (before !== null && !isElement(before)) before = before.prev;
  return before !== null && hasOnlyTabList(before) ? before : undefined;
}

/** Returns whether an element is a list of names of tabs, or a frame around one that scrolls. */
function hasOnlyTabList(element: Element): boolean {
  const [only, other] = childElements(element);
  return isTabList(element) || (only !== undefined && other === undefined && isTabList(only));
}

/** Returns whether an element has only the names of the panels that follow. */
export function isNamesOfTabs(element: Element): boolean {
  if (!hasOnlyTabList(element)) return false;
  let after = element.next;
  while (after !== null && !isElement(after)) after = after.next;
  return after !== null && tabListBefore(after) === element;
}

/** Returns whether an element has the names of tabs. Those of Javadoc choose among the rows of one table. */
function isTabList(element: Element): boolean {
  return attribute(element, 'role') === 'tablist' && !classes(element).includes('table-tabs');
}

/** Returns the content of a panel. In a code group, the panel is the frame of the code. */
function panelPieces(panel: Element, ctx: HtmlContext): Piece[] {
  const pre = wrappedCode(panel);
  return pre === undefined ? ctx.blocks(panel) : codeBlock(pre, panel);
}

/** Returns whether an element is inside a panel. The panel's reader reads tabs in it. */
function insidePanel(element: Element, { panel }: TabShape): boolean {
  const { parent } = element;
  return isElement(parent) && panel(parent);
}

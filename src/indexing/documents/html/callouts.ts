import { capitalized, labeled, tabPieces, textPieces } from '../text-pieces.ts';
import type { Piece } from '../text-pieces.ts';
import { oneLine } from '../text-sections.ts';
import { codeBlock, wrappedCode } from './code.ts';
import { attribute, childElements, classes, descendants, findElement, lineText } from './dom.ts';
import type { Element } from './dom.ts';
import type { HtmlContext } from './context.ts';
import { plainText } from './headings.ts';

const callout =
  /^(?:admonition|admonitionblock|custom-block|markdown-alert|theme-admonition|tsd-alert|callout|alert|notecard|starlight-aside|hint-block|doc-note|awsdocs-note(?!-t))(?:$|-|_)/;
const title =
  /(?:^|-|_)(?:title|heading|admonitionheading\w*|label)(?:$|_)|^admonitionheading|^icon$/;
const kinds =
  /(?:^|-|_)(note|tip|hint|info|important|warn(?:ing)?|caution|danger|attention|error|deprecated|seealso|todo|success|versionadded|versionchanged)(?:$|-|_)/;

/** Maximum number of elements among which to look for the title of a callout. */
const near = 30;

/**
 * Returns a note, tip or warning with its name before its text; undefined if the element is none
 * of them.
 */
export function calloutPieces(element: Element, ctx: HtmlContext): Piece[] | undefined {
  const own = classes(element);
  const bare = bareTitle(element);
  if (!own.some((name) => callout.test(name)) && bare === undefined) return undefined;
  const heading =
    bare ?? findElement(element, (each) => classes(each).some((name) => title.test(name)), near);
  // ReadMe puts an emoji before the title.
  const stated =
    heading === undefined
      ? ''
      : lineText(heading).replace(/^[^\p{L}\p{N}]+$|^\p{Extended_Pictographic}+\ufe0f?\s*/u, '');
  if (heading !== undefined) ctx.skip.add(heading);
  const kind = kinds.exec([attribute(element, 'data-callout-type'), ...own].join('-'))?.[1] ?? '';
  const label = (stated || kind.replace(/^warn$/, 'warning'))
    .replace(/[:\s]+$/, '')
    .replaceAll('*', '');
  // Asciidoctor makes a table of the icon and the text.
  const cell = findElement(
    element,
    (each) => each.name === 'td' && classes(each).includes('content'),
    near,
  );
  const pieces = ctx.blocks(cell ?? element);
  return label === '' || pieces.length === 0
    ? pieces
    : labeled(`**${capitalized(label)}:**`, pieces);
}

/**
 * Returns the title of a callout of DocBook (`<div class="note"><h3 class="title">`) or Microsoft Learn
 * (`<div class="NOTE"><p>Note</p>`); undefined if the element is none.
 */
function bareTitle(element: Element): Element | undefined {
  const kind = attribute(element, 'class').toLowerCase();
  if (!/^(?:note|tip|important|warning|caution)$/.test(kind)) return undefined;
  const [first] = childElements(element);
  if (first === undefined) return undefined;
  const isTitle = isHeading(first)
    ? classes(first).includes('title')
    : first.name === 'p' && lineText(first).toLowerCase() === kind;
  return isTitle ? first : undefined;
}

/** Returns a collapsible block with its summary in bold. */
export function detailsPieces(element: Element, ctx: HtmlContext): Piece[] {
  const summary = childElements(element).find((child) => child.name === 'summary');
  if (summary !== undefined) ctx.skip.add(summary);
  if (summary !== undefined && findElement(summary, isHeading, near) !== undefined) {
    return [...ctx.blocks(summary), ...ctx.blocks(element)];
  }
  const shown = summary !== undefined && !classes(summary).includes('hideme');
  const label = shown ? oneLine(plainText(summary)).replaceAll('*', '') : '';
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

/** Forms of tabs: WAI-ARIA roles, Material for MkDocs, sphinx-design, VitePress and Asciidoctor Tabs. */
const shapes: TabShape[] = [
  {
    label: (element) => attribute(element, 'role') === 'tab',
    panel: (element) => attribute(element, 'role') === 'tabpanel',
  },
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
];

function parentHas(element: Element, name: string): boolean {
  const { parent } = element;
  return parent !== null && 'attribs' in parent && classes(parent).includes(name);
}

const tabSet =
  /^(?:tabs?|tabbed|sphinx-tabs|.*tabs?[-_]?(?:container|set|group|wrapper)|tabbed-set|vp-code-group)$/;

/**
 * Returns the panels of a set of tabs, each with the name of its tab; undefined if the element is
 * not a set of tabs.
 */
export function tabsPieces(element: Element, ctx: HtmlContext): Piece[] | undefined {
  if (!isTabSet(element)) return undefined;
  for (const shape of shapes) {
    const own = [...descendants(element, (each) => each === element || !insidePanel(each, shape))];
    const labels = own.filter(shape.label);
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
  return element.children.length < 20 && childElements(element).some(isTabList);
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
  return parent !== null && 'attribs' in parent && panel(parent);
}

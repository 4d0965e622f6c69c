import {
  attribute,
  childElements,
  classes,
  findElement,
  isElement,
  lineText,
  textOf,
} from './dom.ts';
import type { Element } from './dom.ts';

const tags = new Set(
  (
    'script style noscript template head title nav footer aside form button select option textarea iframe frame ' +
    'frameset object embed audio video canvas svg link meta dialog map area base input'
  ).split(' '),
);

const roles = new Set(
  'navigation banner contentinfo complementary search dialog alertdialog menu menubar toolbar tooltip'.split(
    ' ',
  ),
);

const names = new Set(
  (
    'breadcrumb breadcrumbs toc contents-local tableofcontents table-of-contents local-toc page-toc bd-toc on-this-page ' +
    'theme-doc-toc-mobile theme-doc-breadcrumbs theme-doc-footer theme-edit-this-page theme-doc-version-badge ' +
    'pagination pagination-nav prev-next related sphinxsidebar sphinxsidebarwrapper toctree-wrapper sidebar ' +
    'edit-this-page md-source-file md-sidebar md-footer md-content__button rst-footer-buttons rst-versions wy-nav-side ' +
    'copybtn clipboard cookies cc-window newsletter feedback helpful was-this-helpful page-feedback sr-only ' +
    'visually-hidden visuallyhidden screen-reader-text screen-reader-only advertisement adsbygoogle carbonads ethical-ads site-footer ' +
    'site-header page-footer navbar nav-links comments disqus giscus viewcode-link viewcode-back link-seesrc mobile-topbar ' +
    'tag-source theme-doc-version-banner theme-unlisted-banner tsd-index-panel ' +
    'sd-hide-link-text doc-labels mkdocstrings-source footnote-backref reversefootnote fn-backref data-footnote-backref ' +
    'mw-editsection mw-jump-link printfooter catlinks sitesub contentsub page-metadata-container codeheader feedback-section ' +
    'method-click-advice method-source-code source_code summary_toggle constants_summary_toggle view-source-button synthetic-implementations-list synthetic-implementors-list blanket-implementations-list inheritance inherited-list dynheader dyncontent mlabels-right sidebar-elems rustdoc-toolbar rustdoc-breadcrumbs sub-heading rightside tooltip out-of-band ingroups srclink mbrsel material-icons material-icons-outlined material-symbols-outlined material-symbols-rounded buttons share-buttons vp-tab-title vp-code-tab-title code-with-filename-file icon-action app-vsn bottom-actions inheritedmembers mw-cite-backlink ambox navbox dont-index page-info js-voting-container js-post-menu post-signature pageid docinfo toc-macro page-metadata likes-and-labels-container comments-section crawler-post-infos post-likes footer topnav subnav bottomnav navheader navfooter spirit-nav fsdocs-tip legalcopy noprint d-print-none article-footer'
  ).split(' '),
);

const prefixes =
  /^(?:cookie|(?:[a-z]{1,20}-)?breadcrumb|phpdocumentor-(?:on-this-page|element__(?:extends|package))|playgroundheader_|newsletter|copy-?(?:btn|button|code|popup|to)|edit-(?:page|this|link|on)|table-of-contents|skip-(?:to|link|nav)|social-|share-|prev-next|page-nav(?!bar))/;

/**
 * Returns whether an element is furniture: navigation, forms, banners and hidden elements around
 * an article.
 */
export function isFurniture(element: Element): boolean {
  if (tags.has(element.name)) return !isKeptTag(element);
  const { attribs } = element;
  if (attribs['role'] !== undefined && roles.has(attribs['role'])) return true;
  if (isHidden(element)) return true;
  if (element.name === 'body' || element.name === 'main') return false;
  const isSpecial = [isFoldedSource, isInherited, isMenu, isTooltip].some((is) => is(element));
  return isSpecial || hasFurnitureName(element);
}

/** Returns whether an element names the members that a class inherits, in Javadoc before Java 16, or describes one of them, in Doctum. */
function isInherited(element: Element): boolean {
  const [first] = childElements(element);
  if (first === undefined) return false;
  if (element.name === 'li') {
    return inheritedAnchor.test(attribute(first, 'id') || attribute(first, 'name'));
  }
  const [place] = classes(element).includes('method-item') ? childElements(first) : [];
  return place !== undefined && lineText(place).startsWith('in ');
}

/** An anchor such as `methods.inherited.from.class.java.lang.Object`. */
const inheritedAnchor = /^(?:methods|fields|nested[._]?classes)[._]inherited[._]from[._]/;

/** Returns whether an element has the source of a symbol of pdoc3. */
function isFoldedSource(element: Element): boolean {
  return element.name === 'details' && classes(element).includes('source');
}

/**
 * Returns whether a tag that is usually furniture is content here: callouts in `<aside>`, boxes of
 * task lists, and forms around a whole page. Also buttons with the endpoint of an API or the title of what they show.
 */
function isKeptTag(element: Element): boolean {
  if (element.name === 'form') {
    return findElement(element, (each) => /^(?:h1|main|article)$/.test(each.name)) !== undefined;
  }
  if (element.name === 'button') return endpointOf(element) !== undefined || isDisclosure(element);
  if (element.name === 'input') {
    return attribute(element, 'type') === 'checkbox' && !isHidden(element) && !isSwitch(element);
  }
  return (
    element.name === 'aside' && (isTopic(element) || calloutAside.test(attribute(element, 'class')))
  );
}

/** Names of callouts among the classes of an `<aside>`. Slate gives it the kind alone. */
const calloutAside =
  /note|tip|caution|warning|danger|admonition|callout|^(?:notice|success|info|important)$/;

/** Returns whether an element is a topic or a side note of docutils, which begins with its title. A table of contents is a topic too. */
export function isTopic(element: Element): boolean {
  const [first] = childElements(element);
  if (first === undefined || !/^(?:aside|div)$/.test(element.name)) return false;
  const isTitled = classes(first).some((name) => /^(?:topic|sidebar)-title$/.test(name));
  return isTitled && !classes(element).includes('contents');
}

/** Returns whether a box stands between blocks, where it opens a menu without a script. */
function isSwitch({ parent }: Element): boolean {
  return isElement(parent) && /^(?:article|body|div|main|section)$/.test(parent.name);
}

/** Returns whether a button shows and hides what it names, as in accordions and trees of files. A menu is a popup. */
function isDisclosure({ attribs, parent, next }: Element): boolean {
  if (attribs['aria-haspopup'] !== undefined) return false;
  // Nextra states nothing else of a folder.
  const isFolder =
    isElement(parent) && parent.name === 'li' && isElement(next) && next.name === 'ul';
  return isFolder || attribs['aria-expanded'] !== undefined;
}

/** Returns the method and the path of an API that a button of Redoc shows, such as `GET /saws`. Undefined for any other button. */
export function endpointOf(button: Element): string | undefined {
  const [verb, ...path] = childElements(button);
  if (verb === undefined || !classes(verb).includes('http-verb')) return undefined;
  return `${lineText(verb).toUpperCase()} ${path.map(lineText).join('')}`.trim();
}

function hasFurnitureName(element: Element): boolean {
  const own = classes(element);
  const id = attribute(element, 'id').toLowerCase();
  // A section has the words of its heading as its id, such as "cookies".
  const isNamed = element.name === 'div' && !own.includes('section') && isFurnitureName(id);
  if (isNamed || own.some(isFurnitureName)) return !isAroundMain(element) && !isTopic(element);
  return (
    (own.includes('contents') && own.includes('topic')) ||
    // DocFX shows the links to the source of a member beside its heading.
    (own.includes('pull-right') && own.includes('mobile-hide')) ||
    isNumber(element, own) ||
    (element.name === 'a' && isSourceLink(element, own))
  );
}

/** Returns whether an element has the links to all pages beside the content of a page of Docco, LDoc or Nim, or those to all parts of the page. */
function isMenu({ attribs, parent }: Element): boolean {
  if (attribs['id'] === 'jump_to') return true;
  const isBeside = attribs['id'] === 'navigation' || attribs['class'] === 'three columns';
  if (!isBeside || !isElement(parent)) return false;
  return childElements(parent).some((each) => attribute(each, 'id') === 'content');
}

/** Returns whether an element is what FSharp.Formatting shows of a name in code below the pointer. */
function isTooltip({ attribs }: Element): boolean {
  return attribs['class'] === 'tip' && /^fs\d{1,5}$/.test(attribs['id'] ?? '');
}

/** Returns whether an element has the number beside a step in GitBook, or beside a cell of a notebook: `In [1]:`. */
function isNumber(element: Element, own: string[]): boolean {
  if (own.includes('select-none')) return /^\d{1,3}$/.test(lineText(element));
  const isPrompt = own.some((name) => /(?:^|[-_])(?:input|output)?prompt$/.test(name));
  return isPrompt && /^(?:(?:In|Out) ?)?\[[\d* ]{0,6}\]:?$/.test(lineText(element));
}

/** Returns whether an element has the main part of a page below it. Themes name what they show in the container of a page, such as `has-breadcrumbs`. */
function isAroundMain(element: Element): boolean {
  return findElement(element, (each) => each.name === 'main') !== undefined;
}

/** Returns whether a link of rustdoc or Haddock leads to the source. Org mode gives its code the same class. */
function isSourceLink(link: Element, own: string[]): boolean {
  return (
    own.includes('src') || (own.includes('link') && attribute(link, 'href').startsWith('src/'))
  );
}

function isFurnitureName(name: string): boolean {
  return names.has(name) || prefixes.test(name);
}

const streamed = /^S:[\da-f]{1,6}$/;

/** Returns whether an element is a part of a page that a server of React sends later. The script behind it moves it to its place and shows it. */
function isStreamed({ attribs, next }: Element): boolean {
  const id = attribs['id'] ?? '';
  if (!streamed.test(id) || !isElement(next) || next.name !== 'script') return false;
  return next.children.some((child) => textOf(child)?.includes(`"${id}"`));
}

/**
 * Returns whether no reader sees an element. A tab panel counts as visible, because a reader can
 * choose it.
 */
export function isHidden(element: Element): boolean {
  const { attribs } = element;
  const hidden =
    attribs['hidden'] !== undefined && attribs['hidden'] !== 'until-found' && !isStreamed(element);
  const silent = attribs['aria-hidden'] === 'true';
  const style = attribs['style'];
  const unseen =
    style !== undefined && /(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(style);
  return (hidden || silent || unseen) && !isPanel(element) && !isScriptedTabs(element);
}

/** Returns whether an element is a list of tabs of AWS, which a script shows. */
function isScriptedTabs({ name, parent }: Element): boolean {
  return name === 'dl' && isElement(parent) && parent.name === 'awsdocs-tabs';
}

function isPanel(element: Element): boolean {
  return (
    attribute(element, 'role') === 'tabpanel' ||
    classes(element).some((name) => /(?:^|-)tab(?:bed)?-?(?:panel|pane|content|item)/.test(name))
  );
}

const permalinks =
  /^(?:headerlink|header-anchor|anchor|anchorjs-link|hash-link|heading-anchor|anchor-link|sl-anchor-link|direct-link|permalink|doc-anchor|heading-link|subheading-anchor)$/;

/** Returns whether an element is the small link of a heading or a definition to itself, or of a footnote back to its mark. */
export function isPermalink(element: Element): boolean {
  if (element.name !== 'a') return false;
  if (!attribute(element, 'href').includes('#')) return false;
  const text = lineText(element);
  if (/^(?:[#¶§◆🔗\uf0c1]|↩\ufe0e?\d*|permalink|link to this.*|direct link.*)?$/iu.test(text)) {
    return (
      text !== '' || element.children.every((child) => textOf(child) !== undefined || isIcon(child))
    );
  }
  return text.length < 3 && classes(element).some((name) => permalinks.test(name));
}

function isIcon(node: Element['children'][number]): boolean {
  return 'name' in node && /^(?:svg|i|span|img)$/.test(node.name);
}

const badge = /^(?:vp-?|sl-|tsd-|sd-)?(?:badge|tag)$/;

/** Returns whether an element is a small label beside a name, such as "Optional" or "beta". */
export function isBadge(element: Element): boolean {
  return classes(element).some((name) => badge.test(name));
}

/** Returns whether a span is a line of its own, such as the title and the description of a card. */
export function isLine(element: Element): boolean {
  if (element.name !== 'span') return false;
  return classes(element).some((name) => /^(?:title|subtitle|description|text)$/.test(name));
}

/** Matches lines that a site prints on every page, or a reference beside every member. */
export const furnitureLine =
  /^(?:go to the (?:source code|documentation) of this file|definition (?:in|at line \d{1,7} of) file \S{1,300}|(?:edit|view|improve|suggest|open|report)\b.{0,30}\b(?:page|source|github|gitlab|edits?|issue)|last (?:updated|modified)\b.{0,40}|(?:was|is) this (?:page|article|helpful).{0,30}|(?:show|expand|collapse)(?: (?:more|less|all(?: \d{1,6} lines)?))?|on this page|skip to (?:main )?content|table of contents|copy(?: code| page)?|copied!?|(?:previous|next)(?: page)?|back to top|download openapi specification:download|loading\.*|advertisement)[.:?]?$/i;

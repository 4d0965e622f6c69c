import { shortLine } from '../text-sections.ts';
import { attribute, classes, descendants, isElement, lineText, parsePage } from './dom.ts';
import type { Element, Root } from './dom.ts';

/** Metadata of a page, and its links. */
export interface PageFacts {
  /** og:title, or `<title>` without the name of the site; '' if both are missing. */
  title: string;
  /** Description for search engines, or ''. */
  description: string;
  /** Canonical address as written. */
  canonical?: string;
  /** Language of the page, as a BCP 47 name. */
  language?: string;
  /** Addresses of the page in all its languages (`hreflang`), as written. At most 200. */
  alternates: Alternate[];
  /** `<base href>` as written. Relative addresses start from it. */
  base?: string;
  /**
   * Addresses of links, frames and lists of pages as written, also in navigation. Each appears once, and fragments of the
   * page are left out. At most 10,000.
   */
  links: string[];
  /** Classes of the page and its body, where generators name the kind of the page. About 100 at most. */
  kinds: string[];
  /** Addresses of feeds of news, as written. At most 20. */
  feeds: string[];
  /** True if the page asks not to be indexed. */
  noindex: boolean;
  /** True if the page asks not to follow its links. */
  nofollow: boolean;
}

/** A page in another language. */
export interface Alternate {
  href: string;
  /** A BCP 47 name, or `x-default`. */
  language: string;
}

const mostLinks = 10_000;
const mostAlternates = 200;
const mostFeeds = 20;
const mostKinds = 100;

/** Returns the facts of a page's HTML. */
export function pageFacts(html: string): PageFacts {
  return factsOf(parsePage(html));
}

/** Returns the facts of a parsed page. */
export function factsOf(root: Root): PageFacts {
  const found = collect(root);
  const robots = (found.metas.get('robots') ?? '').toLowerCase();
  const { canonical, base, language, alternates, kinds, feeds } = found;
  return {
    title: headTitle(found),
    description: found.metas.get('description') ?? found.metas.get('og:description') ?? '',
    ...(canonical !== '' && { canonical }),
    ...(base !== '' && { base }),
    ...(language !== '' && { language }),
    alternates,
    kinds,
    feeds,
    links: [...found.links],
    noindex: /noindex|none/.test(robots),
    nofollow: /nofollow|none/.test(robots),
  };
}

interface Found {
  metas: Map<string, string>;
  links: Set<string>;
  canonical: string;
  base: string;
  title: string;
  language: string;
  alternates: Alternate[];
  kinds: string[];
  feeds: string[];
}

function collect(root: Root): Found {
  const found: Found = {
    metas: new Map(),
    links: new Set(),
    alternates: [],
    kinds: [],
    feeds: [],
    canonical: '',
    base: '',
    title: '',
    language: '',
  };
  for (const element of descendants(root)) collectors.get(element.name)?.(element, found);
  return found;
}

type Collector = (element: Element, found: Found) => void;

const collectors = new Map<string, Collector>([
  ['meta', addMeta],
  ['html', addPage],
  ['body', addKinds],
  ['link', addRelation],
  ['base', (element, found) => (found.base ||= attribute(element, 'href').trim())],
  ['title', (element, found) => (found.title ||= shortLine(lineText(element)))],
  ['a', addReference],
  ['area', addReference],
  // The pages that old sites, such as those of Javadoc, show side by side.
  ['frame', (element, found) => addLink(attribute(element, 'src'), found)],
  ['iframe', addFallback],
]);

function addPage(element: Element, found: Found): void {
  found.language ||= attribute(element, 'lang').trim();
  addKinds(element, found);
}

function addKinds(element: Element, { kinds }: Found): void {
  if (kinds.length < mostKinds) kinds.push(...classes(element).slice(0, mostKinds));
}

/** Where DocFX states the lists of pages that a script shows: of a part of the site, and of all parts. */
const lists = /^docfx:(?:toc|nav)rel$/;

function addMeta(element: Element, found: Found): void {
  const { metas } = found;
  const name = (attribute(element, 'name') || attribute(element, 'property')).toLowerCase();
  const content = shortLine(attribute(element, 'content'));
  if (name === '' || content === '') return;
  if (lists.test(name)) addLink(content, found);
  // The contents of several robots elements add up. Of other elements, the first one counts.
  if (name === 'robots') metas.set(name, `${metas.get(name) ?? ''} ${content}`);
  else if (!metas.has(name)) metas.set(name, content);
}

function addRelation(element: Element, found: Found): void {
  const relations = attribute(element, 'rel').toLowerCase().split(/\s+/);
  const href = attribute(element, 'href').trim();
  if (relations.includes('canonical')) found.canonical ||= href;
  const language = attribute(element, 'hreflang').trim().toLowerCase();
  if (!relations.includes('alternate') || href === '') return;
  const isFeed = /^application\/(?:atom|rss)\+xml$/.test(attribute(element, 'type'));
  if (isFeed && found.feeds.length < mostFeeds) found.feeds.push(href);
  if (language === '') return;
  if (found.alternates.length < mostAlternates) found.alternates.push({ href, language });
}

function addReference(element: Element, found: Found): void {
  addLink(attribute(element, 'href'), found);
}

function addLink(address: string, { links }: Found): void {
  const href = address.trim();
  if (href === '' || href.startsWith('#') || href.length > 2000 || links.size >= mostLinks) return;
  if (!/^(?!https?:)[a-z][a-z0-9+.-]*:/i.test(href)) links.add(href);
}

/** Adds what a page shows in a frame without scripts. mdBook lists all pages there. */
function addFallback(element: Element, found: Found): void {
  const { parent } = element;
  if (isElement(parent) && parent.name === 'noscript') addLink(attribute(element, 'src'), found);
}

function headTitle({ metas, title }: Found): string {
  // Flare writes the place of the title for its build: `<MadCap:variable name="Heading.Level1" />`.
  const stated = (metas.get('og:title') ?? title).replace(/<MadCap:[^<>]*>/g, '').trim();
  return withoutSite(stated, metas.get('og:site_name') ?? '');
}

/**
 * Removes the name of the site: "Install - Project Docs" becomes "Install". The last part is the
 * site, unless the page states the name of the site.
 */
function withoutSite(title: string, site: string): string {
  if (site !== '' && title.startsWith(`${site} `)) {
    return title.slice(site.length).replace(/^\s*[|\-—–·•»:]+\s*/, '') || title;
  }
  const separators = [...title.matchAll(/\s+(?:\||—|–|·|•|»|::|-)\s+/g)];
  const last = separators.at(-1);
  return last === undefined || last.index === 0 ? title : title.slice(0, last.index).trim();
}

import type { LeftOut } from '../repeats/left-out.ts';
import { localeName } from '../repeats/locale-name.ts';
import { LeftOutPages } from './left-out-pages.ts';
import { cleanUrl, pageKey } from './page-url.ts';
import type { ReadPage } from './read-page.ts';

/** A page, with what it states about its language and its translations. */
export type LocalizedPage = Pick<ReadPage, 'url' | 'base' | 'language' | 'alternates'>;

/** Maximum number of folders. Each link of a site is compared with all of them. */
const mostFolders = 200;
/** Maximum number of pages to remember. */
const mostPages = 10_000;

/**
 * Finds the translations of a site's pages. The language of the site is that of its start page. A page is a
 * translation if it and its original name each other (`hreflang`). So is a page that states another language and
 * stands in a folder of that language beside its original. The other pages of such a folder are translations too.
 */
export class SiteLanguage {
  private readonly start: URL;
  /** Without its region; '' if the start page does not state it. */
  private readonly language: string;
  /** Language of the folders of translations, by their paths. */
  private readonly folders = new Map<string, string>();
  /** Language of translations that have no folder, by the keys of the pages. */
  private readonly pages = new Map<string, string>();
  /** Names of folders of the site's language, such as `en-us`. */
  private readonly ownNames = new Set<string>();
  private readonly left = new LeftOutPages();

  constructor(start: LocalizedPage) {
    this.start = start.url;
    const own = alternatesOf(start).find(({ url }) => pageKey(url) === pageKey(start.url));
    this.language = languageOf(start.language ?? own?.language ?? '');
    this.learn(start, () => false);
  }

  /** Learns from what a page states. `isKnown` returns whether the crawl has found a page. */
  learn(page: LocalizedPage, isKnown: (url: URL) => boolean): void {
    if (this.language === '') return;
    const language = languageOf(page.language ?? '');
    const others = alternatesOf(page);
    if (language === '' || language === this.language) {
      const own = folderOf(page.url, this.language);
      if (own && this.ownNames.size < mostFolders) this.ownNames.add(own.name);
      for (const other of others) this.add(other.url, languageOf(other.language), page.url);
    } else if (
      others.some((other) => languageOf(other.language) === this.language) ||
      this.originals(page.url, language).some(isKnown)
    ) {
      this.add(page.url, language, this.start);
    }
  }

  /** Returns whether a page is a translation, and counts it. */
  leavesOut(url: URL): boolean {
    const folder = [...this.folders.keys()].find((path) => url.pathname.startsWith(path));
    const language = folder === undefined ? this.pages.get(pageKey(url)) : this.folders.get(folder);
    if (language === undefined) return false;
    this.left.add(url, language);
    return true;
  }

  /** Returns the translations that were left out; undefined for none. */
  leftOut(): LeftOut | undefined {
    return this.left.record({
      kind: 'translations',
      hint: 'to read another language, start from its page',
    });
  }

  private add(url: URL, language: string, original: URL): void {
    if (language === '' || language === this.language || url.host !== this.start.host) return;
    const folder = folderOf(url, language);
    if (folder !== undefined && !this.start.pathname.startsWith(folder.path)) {
      if (this.folders.size < mostFolders) this.folders.set(folder.path, folder.name);
    } else if (pageKey(url) !== pageKey(original) && pageKey(url) !== pageKey(this.start)) {
      if (this.pages.size < mostPages) this.pages.set(pageKey(url), language);
    }
  }

  /** Returns where the original of a page can be: without the folder of its language, or in that of the site's. */
  private originals(url: URL, language: string): URL[] {
    const folder = folderOf(url, language);
    if (!folder) return [];
    const rest = url.pathname.slice(folder.path.length);
    const parent = folder.path.slice(0, -folder.name.length - 1);
    const around = ['', ...[...this.ownNames].map((name) => `${name}/`)];
    return around.map((own) => new URL(`${parent}${own}${rest}`, url.origin));
  }
}

function alternatesOf({ base, alternates = [] }: LocalizedPage): { url: URL; language: string }[] {
  return alternates.flatMap(({ href, language }) => {
    const url = cleanUrl(href, base);
    return url && language !== 'x-default' ? [{ url, language }] : [];
  });
}

/** Returns the language of a BCP 47 name without its script and region. */
function languageOf(name: string): string {
  return name.toLowerCase().split(/[-_]/, 1)[0]!;
}

/** Returns the outermost folder of a page that has the name of a language; undefined for none. */
function folderOf(url: URL, language: string): { path: string; name: string } | undefined {
  const segments = url.pathname.split('/');
  const at = segments.findIndex((segment) => languageOf(localeName(segment) ?? '') === language);
  if (at === -1) return undefined;
  return { path: `${segments.slice(0, at + 1).join('/')}/`, name: segments[at]! };
}

import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { specMistake } from '../library/validate.ts';
import { RunError } from '../../base/errors.ts';
import { siteMismatch } from '../integrations/wiki-site.ts';
import type { LibrarySource, LibrarySpec, WikiSource } from '../../resources/library.ts';
import { gitAddress, remoteGitSource } from '../../indexing/sources/git-address.ts';
import { derivedIds } from '../../indexing/sources/library-id.ts';
import { isSameSource } from '../../indexing/sources/same-source.ts';
import { llmstxtAddress, webAddress } from '../../indexing/sources/web-url.ts';
import { ManifestError, type ManifestEntry, type ManifestMistake } from './parse.ts';
import { wikiAddress } from '../../indexing/sources/wiki/address.ts';

/** An entry that stands for no Library on this install, and why. */
export interface Unserved {
  url: string;
  /** Id of the Library it would stand for; one that exists is not pruned. */
  id: string;
  reason: string;
}

export interface ManifestLibraries {
  specs: LibrarySpec[];
  /** Ids of the specs that their entries do not name. */
  derived: ReadonlySet<string>;
  unserved: Unserved[];
}

export interface ToLibrariesOptions {
  /** The manifest's name in messages. */
  name: string;
  /** Folder that relative local paths count from; absent where local paths are not allowed. */
  baseDir?: string;
  /** URL of the site that the install's wiki integration reads; absent while there is none. */
  wikiSite?: string | undefined;
}

/** Lines and sources of the entries so far, by the ids of their Libraries. */
type Taken = Map<string, { line: number; source: LibrarySource }>;

/** Fields of an entry that are the library's rather than its source's. */
const naming = new Set([
  'id',
  'title',
  'description',
  'aliases',
  'formerIds',
  'versions',
  'ownerRules',
]);

/**
 * The Libraries that a manifest's entries stand for. Throws ManifestError with every entry's mistake: a URL that says
 * nothing, a setting out of its bounds, a library that stands twice. Pure but for the resolution of local paths.
 */
export function librariesOf(
  entries: ManifestEntry[],
  { name, baseDir, wikiSite }: ToLibrariesOptions,
): ManifestLibraries {
  const mistakes: ManifestMistake[] = [];
  const specs: LibrarySpec[] = [];
  const unserved: Unserved[] = [];
  const derived = new Set<string>();
  const taken: Taken = new Map();
  for (const entry of entries) {
    const { line, url } = entry;
    const spec = specOf(entry, { baseDir, taken });
    const message = spec instanceof RunError ? spec.message : mistakeOf(spec, taken);
    if (message !== undefined) {
      mistakes.push({ line, message });
    } else if (!(spec instanceof RunError)) {
      taken.set(spec.id, { line, source: spec.source });
      const reason = whyUnserved(spec, wikiSite);
      if (entry.fields['id'] === undefined) derived.add(spec.id);
      if (reason === undefined) specs.push(spec);
      else unserved.push({ url, id: spec.id, reason });
    }
  }
  if (mistakes.length > 0) throw new ManifestError(name, mistakes);
  return { specs, derived, unserved };
}

function whyUnserved({ source }: LibrarySpec, wikiSite: string | undefined): string | undefined {
  return source.wiki && siteMismatch(source.wiki, wikiSite);
}

function mistakeOf(spec: LibrarySpec, taken: Taken): string | undefined {
  const earlier = taken.get(spec.id);
  return earlier
    ? `${spec.id} stands twice, first on line ${earlier.line}; remove one, or give it its own \`id\``
    : specMistake(spec);
}

/** The entry's Library, or what is wrong with its URL. */
function specOf(
  entry: ManifestEntry,
  { baseDir, taken }: { baseDir: string | undefined; taken: Taken },
): LibrarySpec | RunError {
  try {
    const { type } = entry;
    const own = Object.entries(entry.fields);
    const settings = Object.fromEntries(own.filter(([name]) => !naming.has(name)));
    const names = Object.fromEntries(own.filter(([name]) => naming.has(name)));
    const place = placeOf(entry, baseDir);
    const source = (
      type === 'wiki' ? { wiki: place } : { [type]: { ...place, ...settings } }
    ) as LibrarySource;
    const id = (names['id'] as string | undefined) ?? idBeside(taken, source);
    return { ...names, id, source };
  } catch (error) {
    if (error instanceof RunError) return error;
    throw error;
  }
}

/** The best id of a source that no earlier entry has; the same place twice is a mistake of the manifest. */
function idBeside(taken: Taken, source: LibrarySource): string {
  const ids = derivedIds(source, 'author');
  const free = ids.find((id) => {
    const earlier = taken.get(id);
    return !earlier || isSameSource(earlier.source, source);
  });
  return free ?? ids.at(-1)!;
}

/** Reads an entry's address as requests and commands do. Throws RunError('InvalidSource'). */
function placeOf(entry: ManifestEntry, baseDir: string | undefined): object {
  const { type, url } = entry;
  if (type === 'wiki') return wikiPlace(entry);
  if (type === 'llmstxt') return { url: llmstxtAddress(url) };
  if (type !== 'git') return { url: webAddress(url) };
  const isLocal = baseDir !== undefined && gitAddress(url)?.local;
  return isLocal ? { url: localPath(url, baseDir) } : remoteGitSource(url);
}

function localPath(text: string, baseDir: string): string {
  if (/^file:\/\//i.test(text)) return text;
  return resolve(baseDir, text.replace(/^~(?=[/\\]|$)/, homedir()));
}

/**
 * The source of a wiki entry: a whole space by its key, or the pages that `pageUrls` names. Throws RunError for an address
 * that says nothing, pages of another site, and fields that do not go together.
 */
function wikiPlace({ url, fields }: ManifestEntry): WikiSource {
  const { siteUrl } = wikiAddress(url);
  const { spaceKey, spaceId, spaceName, includeSubPages } = fields as Partial<WikiSource>;
  const pageUrls = (fields['pageUrls'] ?? []) as string[];
  const space = { ...(spaceId && { spaceId }), ...(spaceName && { spaceName }) };
  if (spaceKey !== undefined) {
    if (pageUrls.length > 0 || includeSubPages !== undefined) {
      throw mistake(
        '`spaceKey` means the whole space; leave `pageUrls` and `includeSubPages` out, or `spaceKey`',
      );
    }
    return { siteUrl, spaceKey, ...space };
  }
  const pages = pageUrls.map((pageUrl) => pageOf(pageUrl, siteUrl));
  if (pages.length === 0) throw mistake('`pageUrls` names no page');
  const keys = new Set(pages.map((page) => page.spaceKey));
  const [shared] = keys.size === 1 ? keys : [];
  return {
    siteUrl,
    ...(shared && { spaceKey: shared }),
    ...space,
    pageIds: [...new Set(pages.map(({ pageId }) => pageId))],
    ...(includeSubPages !== undefined && { includeSubPages }),
  };
}

function pageOf(pageUrl: string, siteUrl: string): { pageId: string; spaceKey?: string } {
  const { siteUrl: site, pageId, spaceKey } = wikiAddress(pageUrl);
  const shown = JSON.stringify(pageUrl.slice(0, 200));
  if (site !== siteUrl) throw mistake(`\`pageUrls\`: ${shown} is not on ${siteUrl}`);
  if (pageId === undefined) {
    throw mistake(
      `\`pageUrls\`: ${shown} has no page id; expected a URL with /pages/<number> or ?pageId=<number>`,
    );
  }
  return { pageId, ...(spaceKey && { spaceKey }) };
}

function mistake(message: string): RunError {
  return new RunError('InvalidSource', message);
}

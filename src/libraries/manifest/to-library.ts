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
import { ManifestError, type ManifestEntry, type ParsedManifest } from './parse.ts';
import { wikiAddress } from '../../indexing/sources/wiki/address.ts';

/** An entry that this install cannot serve, and the reason. */
export interface Unserved {
  url: string;
  /** A sync does not prune an existing Library of the entry. */
  spec: LibrarySpec;
  reason: string;
}

/** The Libraries that a valid manifest asks for. */
export interface ManifestLibraries {
  /** In the order of the entries, without those in `unserved`. */
  specs: LibrarySpec[];
  /** Ids that Lectern derived, because the entries name none. */
  derived: ReadonlySet<string>;
  unserved: Unserved[];
}

interface ToLibrariesOptions {
  /** The manifest's name in messages. */
  name: string;
  /** Base folder of relative local paths. Absent if local paths are not allowed. */
  baseDir?: string;
  /** URL of the wiki integration's site. Absent if the integration is not configured. */
  wikiSite?: string | undefined;
}

/** Lines and sources of the entries so far, by library id. */
type Taken = Map<string, { line: number; source: LibrarySource }>;

/** Fields of an entry that belong to the spec; the others belong to the source. */
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
 * Converts the entries of a manifest to specs of Libraries. Throws ManifestError with the mistakes of its fields, and with those of
 * all other entries, such as an invalid URL or a duplicate id. Pure, except that it resolves local paths.
 */
export function librariesOf(
  parsed: ParsedManifest,
  { name, baseDir, wikiSite }: ToLibrariesOptions,
): ManifestLibraries {
  const mistakes = [...parsed.mistakes];
  const specs: LibrarySpec[] = [];
  const unserved: Unserved[] = [];
  const derived = new Set<string>();
  const taken: Taken = new Map();
  for (const entry of parsed.entries) {
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
      else unserved.push({ url, spec, reason });
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
    ? `duplicate library ${spec.id}, first on line ${earlier.line}; remove one, or set its \`id\``
    : specMistake(spec);
}

/** Returns the spec of an entry, or the error of its URL. */
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

/**
 * Returns the first derived id that no other source has. If an earlier entry has the same source, returns its id, so that the
 * caller reports a duplicate.
 */
function idBeside(taken: Taken, source: LibrarySource): string {
  const ids = derivedIds(source, 'author');
  const free = ids.find((id) => {
    const earlier = taken.get(id);
    return !earlier || isSameSource(earlier.source, source);
  });
  return free ?? ids.at(-1)!;
}

/** Parses the URL of an entry in the same way as the API and `lectern add`. Throws RunError('InvalidSource'). */
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
 * Returns the source of a wiki entry: a whole space (`spaceKey`) or some pages (`pageUrls`). Throws RunError for an invalid URL,
 * for pages of another site, and for fields that exclude each other.
 */
function wikiPlace({ url, fields }: ManifestEntry): WikiSource {
  const { siteUrl } = wikiAddress(url);
  const { spaceKey, spaceId, spaceName, includeSubPages } = fields as Partial<WikiSource>;
  const pageUrls = (fields['pageUrls'] ?? []) as string[];
  const space = { ...(spaceId && { spaceId }), ...(spaceName && { spaceName }) };
  if (spaceKey !== undefined) {
    if (pageUrls.length > 0 || includeSubPages !== undefined) {
      throw mistake(
        '`spaceKey` means the whole space; remove `pageUrls` and `includeSubPages`, or remove `spaceKey`',
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

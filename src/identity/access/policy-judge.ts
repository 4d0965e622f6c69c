import { plural } from '../../base/plural.ts';
import { siteNames } from '../../resources/source-name.ts';
import type { JudgedLibrary, Policies, QualityFilter, SourceKind } from './policies.ts';

/** Why policies exclude a library. */
export interface PolicyRefusal {
  /** Path of the setting, as in the API. */
  setting: string;
  /** Why the library does not meet the setting, for people. */
  reason: string;
}

/** Returns why a library is excluded; undefined if it may answer. */
export type PolicyJudge = (library: JudgedLibrary) => PolicyRefusal | undefined;

/** Minimum trust score of a verified library. */
const verifiedFrom = 9;
const dayMs = 86_400_000;

const kindNames: Record<SourceKind, string> = {
  public_repos: 'Public repositories',
  private_sources: 'Private sources',
  confluence: 'Wiki spaces and pages',
  uploaded_files: 'API descriptions',
  websites: 'Websites',
  llmstxt: 'llms.txt files',
};

/**
 * Returns a judge of libraries, which search, context and previews share. It prepares lists of names once, so it is fast for many
 * libraries. Pure.
 */
export function judgeOf({ sourceTypes, libraryFilters }: Policies, now: number): PolicyJudge {
  const byFilter = filterOf(libraryFilters, now);
  return (library) => {
    const kind = kindOf(library);
    if (!sourceTypes[kind].enabled) {
      return { setting: `sourceTypes.${kind}`, reason: `${kindNames[kind]} are turned off` };
    }
    return library.visibility === 'private' ? undefined : byFilter(library);
  };
}

function filterOf({ mode, quality, select }: Policies['libraryFilters'], now: number): PolicyJudge {
  if (mode === null) return () => undefined;
  if (mode === 'select') {
    const isAllowed = named(select.allowedLibraries);
    const reason = 'It is not an allowed library';
    const refusal = { setting: 'libraryFilters.select.allowedLibraries', reason };
    return ({ id }) => (isAllowed(id) ? undefined : refusal);
  }
  const isBlocked = named(quality.blockedLibraries);
  const isExcepted = named(quality.exceptedLibraries);
  const licenses = new Set(quality.repoFilters.allowedLicenses.map((one) => one.toLowerCase()));
  return (library) => {
    if (isBlocked(library.id)) return ofQuality('blockedLibraries', 'It is blocked by name');
    if (isExcepted(library.id)) return undefined;
    const refusal = byThreshold(quality, library, now);
    if (refusal || kindOf(library) !== 'public_repos') return refusal;
    return asRepository(quality.repoFilters.minStars ?? 0, licenses, library);
  };
}

function kindOf({ visibility, source }: JudgedLibrary): SourceKind {
  if (source === 'wiki' || source === 'pages') return 'confluence';
  if (visibility === 'private') return 'private_sources';
  if (source === 'website') return 'websites';
  if (source === 'llmstxt') return 'llmstxt';
  return source === 'openapi' ? 'uploaded_files' : 'public_repos';
}

function byThreshold(
  { requireVerified, minTrustScore, maxAgeDays }: QualityFilter,
  { trustScore = 0, lastUpdateDate }: JudgedLibrary,
  now: number,
): PolicyRefusal | undefined {
  if (requireVerified && trustScore < verifiedFrom) {
    const asked = `a verified library has ${verifiedFrom} or more`;
    return ofQuality('requireVerified', `Its trust score is ${trustScore}; ${asked}`);
  }
  if (trustScore < (minTrustScore ?? 0)) {
    const reason = `Its trust score is ${trustScore}; at least ${minTrustScore} is required`;
    return ofQuality('minTrustScore', reason);
  }
  const updated = Date.parse(lastUpdateDate ?? '') || 0;
  if (maxAgeDays === null || now - updated <= maxAgeDays * dayMs) return undefined;
  const age = `It was last updated ${plural(Math.ceil((now - updated) / dayMs), 'day')} ago`;
  const was = updated === 0 ? 'It was never updated' : age;
  return ofQuality('maxAgeDays', `${was}; at most ${plural(maxAgeDays, 'day')} are allowed`);
}

function asRepository(
  minStars: number,
  licenses: ReadonlySet<string>,
  { stars = 0, license = '' }: JudgedLibrary,
): PolicyRefusal | undefined {
  if (stars < minStars) {
    const reason = `It has ${plural(stars, 'star')}; at least ${minStars} are required`;
    return ofQuality('repoFilters.minStars', reason);
  }
  if (licenses.size === 0 || licenses.has(license.toLowerCase())) return undefined;
  const reason = license === '' ? 'Its license is unknown' : `Its license is ${license}`;
  return ofQuality('repoFilters.allowedLicenses', `${reason}, which is not allowed`);
}

function ofQuality(setting: string, reason: string): PolicyRefusal {
  return { setting: `libraryFilters.quality.${setting}`, reason };
}

const ofSites = '/websites/';

/**
 * Returns a function that matches ids with the entries: `/owner/name`, `/owner`, or the domain of a website. Ignores case. A
 * domain matches every id that sites of its host get.
 */
function named(entries: readonly string[]): (id: string) => boolean {
  const isId = (entry: string): boolean => entry.startsWith('/');
  const ids = new Set(entries.filter(isId).map((entry) => entry.toLowerCase()));
  const domains = entries.filter((entry) => !isId(entry)).flatMap((one) => siteNames(one) ?? []);
  const plain = new Set(domains.flatMap((names) => names.plain));
  const hashed = new Set(domains.map((names) => names.hashed));
  return (given) => {
    const id = given.toLowerCase();
    if (isBelow(ids, id, '/')) return true;
    if (domains.length === 0 || !id.startsWith(ofSites)) return false;
    const [site = '', hash] = id.slice(ofSites.length).split('~');
    return isBelow(hash === undefined ? plain : hashed, site, '_');
  };
}

/** Returns whether one of the names is a text or its beginning up to a separator. */
function isBelow(names: ReadonlySet<string>, text: string, separator: string): boolean {
  if (names.size === 0) return false;
  for (let end = text.indexOf(separator, 1); end !== -1; end = text.indexOf(separator, end + 1)) {
    if (names.has(text.slice(0, end))) return true;
  }
  return names.has(text);
}

/** Returns true if a library may answer a teamspace. Filters apply to public libraries, not to the teamspace's own. Pure. */
export function isAllowed(policies: Policies, library: JudgedLibrary, now: number): boolean {
  return judgeOf(policies, now)(library) === undefined;
}

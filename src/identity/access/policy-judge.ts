import { plural } from '../../base/plural.ts';
import type { JudgedLibrary, Policies, QualityFilter, SourceKind } from './policies.ts';

/** Why policies leave a library out. */
export interface PolicyRefusal {
  /** Path of the setting, as the API writes it. */
  setting: string;
  /** What about the library does not meet it, for people. */
  reason: string;
}

/** Tells why a library is left out; undefined where a teamspace may be answered from it. */
export type PolicyJudge = (library: JudgedLibrary) => PolicyRefusal | undefined;

/** A trust score from which a library counts as verified. */
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
 * Judges libraries by policies: the one rule of search, context and previews. Lists of names are read once, so that it may
 * be asked about any number of libraries. Pure.
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
    const reason = 'It is not among the libraries that are allowed';
    const refusal = { setting: 'libraryFilters.select.allowedLibraries', reason };
    return ({ id }) => (isAllowed(id) ? undefined : refusal);
  }
  const isBlocked = named(quality.blockedLibraries);
  const isExcepted = named(quality.exceptedLibraries);
  const licences = new Set(quality.repoFilters.allowedLicenses.map((one) => one.toLowerCase()));
  return (library) => {
    if (isBlocked(library.id)) return ofQuality('blockedLibraries', 'It is blocked by name');
    if (isExcepted(library.id)) return undefined;
    const refusal = byThreshold(quality, library, now);
    if (refusal || kindOf(library) !== 'public_repos') return refusal;
    return asRepository(quality.repoFilters.minStars ?? 0, licences, library);
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
    const reason = `Its trust score is ${trustScore}; at least ${minTrustScore} is asked for`;
    return ofQuality('minTrustScore', reason);
  }
  const updated = Date.parse(lastUpdateDate ?? '') || 0;
  if (maxAgeDays === null || now - updated <= maxAgeDays * dayMs) return undefined;
  const age = `It was last updated ${plural(Math.ceil((now - updated) / dayMs), 'day')} ago`;
  const was = updated === 0 ? 'It was never updated' : age;
  return ofQuality('maxAgeDays', `${was}; at most ${plural(maxAgeDays, 'day')} are asked for`);
}

function asRepository(
  minStars: number,
  licences: ReadonlySet<string>,
  { stars = 0, license = '' }: JudgedLibrary,
): PolicyRefusal | undefined {
  if (stars < minStars) {
    const reason = `It has ${plural(stars, 'star')}; at least ${minStars} are asked for`;
    return ofQuality('repoFilters.minStars', reason);
  }
  if (licences.size === 0 || licences.has(license.toLowerCase())) return undefined;
  const reason = license === '' ? 'Its licence is not known' : `Its licence is ${license}`;
  return ofQuality('repoFilters.allowedLicenses', `${reason}; that is not among those allowed`);
}

function ofQuality(setting: string, reason: string): PolicyRefusal {
  return { setting: `libraryFilters.quality.${setting}`, reason };
}

/** Whether an id is meant by one of the entries: `/owner/name`, `/owner`, or the domain of a website. */
function named(entries: readonly string[]): (id: string) => boolean {
  const names = new Set(
    entries.map((entry) =>
      entry.startsWith('/') ? entry : `/websites/${entry.replaceAll(/[.-]/g, '_')}`,
    ),
  );
  return (id) => {
    if (names.size === 0) return false;
    for (let end = id.indexOf('/', 1); end !== -1; end = id.indexOf('/', end + 1)) {
      if (names.has(id.slice(0, end))) return true;
    }
    return names.has(id);
  };
}

/** Whether a teamspace may be answered from a library. Filters are for public libraries; a private one is its own. Pure. */
export function isAllowed(policies: Policies, library: JudgedLibrary, now: number): boolean {
  return judgeOf(policies, now)(library) === undefined;
}

import type { LibraryRecord } from '../store/catalog.ts';

/** Kinds of sources as policies name them (contract 4). */
const sourceKinds = [
  'public_repos',
  'private_sources',
  'confluence',
  'uploaded_files',
  'websites',
  'llmstxt',
] as const;

export type SourceKind = (typeof sourceKinds)[number];

/** Thresholds for public libraries; null asks for nothing. */
export interface QualityFilter {
  /** A trust score of 9 or 10. */
  requireVerified: boolean;
  minTrustScore: number | null;
  /** Days since the last update. */
  maxAgeDays: number | null;
  /** Ids, owners or domains that are never answered from. */
  blockedLibraries: string[];
  /** Those that need not meet the thresholds. */
  exceptedLibraries: string[];
  /** For Git repositories alone. */
  repoFilters: { minStars: number | null; allowedLicenses: string[] };
}

/** What a teamspace may be answered from. */
export interface Policies {
  sourceTypes: Record<SourceKind, { enabled: boolean }>;
  libraryFilters: {
    /** Which filter counts; null for none. */
    mode: 'quality' | 'select' | null;
    quality: QualityFilter;
    select: { allowedLibraries: string[] };
  };
}

/** What a policy looks at in a library; what is absent meets no threshold. */
export type JudgedLibrary = Pick<LibraryRecord, 'id'> & Partial<LibraryRecord>;

/** A trust score from which a library counts as verified. */
const verifiedFrom = 9;
const dayMs = 86_400_000;

/** The policies of a teamspace that has set none: everything is allowed. */
export function openPolicies(): Policies {
  const enabled = sourceKinds.map((kind) => [kind, { enabled: true }] as const);
  return {
    sourceTypes: Object.fromEntries(enabled) as Policies['sourceTypes'],
    libraryFilters: {
      mode: null,
      quality: {
        requireVerified: false,
        minTrustScore: null,
        maxAgeDays: null,
        blockedLibraries: [],
        exceptedLibraries: [],
        repoFilters: { minStars: null, allowedLicenses: [] },
      },
      select: { allowedLibraries: [] },
    },
  };
}

/** Whether there is anything that the policies leave out. */
export function isRestricting({ sourceTypes, libraryFilters }: Policies): boolean {
  return libraryFilters.mode !== null || sourceKinds.some((kind) => !sourceTypes[kind].enabled);
}

/** Whether a teamspace may be answered from a library. Filters are for public libraries; a private one is its own. Pure. */
export function isAllowed(policies: Policies, library: JudgedLibrary, now: number): boolean {
  const { sourceTypes, libraryFilters } = policies;
  if (!sourceTypes[kindOf(library)].enabled) return false;
  if (library.visibility === 'private' || libraryFilters.mode === null) return true;
  if (libraryFilters.mode === 'select') {
    return isNamed(libraryFilters.select.allowedLibraries, library.id);
  }
  const { quality } = libraryFilters;
  if (isNamed(quality.blockedLibraries, library.id)) return false;
  return isNamed(quality.exceptedLibraries, library.id) || meets(quality, library, now);
}

function kindOf({ visibility, source }: JudgedLibrary): SourceKind {
  if (source === 'wiki' || source === 'pages') return 'confluence';
  if (visibility === 'private') return 'private_sources';
  if (source === 'website') return 'websites';
  if (source === 'llmstxt') return 'llmstxt';
  return source === 'openapi' ? 'uploaded_files' : 'public_repos';
}

function meets(quality: QualityFilter, library: JudgedLibrary, now: number): boolean {
  const { trustScore = 0, lastUpdateDate } = library;
  const wanted = Math.max(quality.minTrustScore ?? 0, quality.requireVerified ? verifiedFrom : 0);
  if (trustScore < wanted) return false;
  const updated = Date.parse(lastUpdateDate ?? '') || 0;
  if (quality.maxAgeDays !== null && now - updated > quality.maxAgeDays * dayMs) return false;
  return kindOf(library) !== 'public_repos' || meetsAsRepository(quality.repoFilters, library);
}

function meetsAsRepository(
  { minStars, allowedLicenses }: QualityFilter['repoFilters'],
  { stars = 0, license = '' }: JudgedLibrary,
): boolean {
  if (stars < (minStars ?? 0)) return false;
  const licence = license.toLowerCase();
  return (
    allowedLicenses.length === 0 || allowedLicenses.some((one) => one.toLowerCase() === licence)
  );
}

/** Entries are `/owner/name`, `/owner`, or the domain of a website. */
function isNamed(entries: string[], id: string): boolean {
  return entries.some((entry) => {
    const named = entry.startsWith('/') ? entry : `/websites/${entry.replaceAll(/[.-]/g, '_')}`;
    return id === named || id.startsWith(`${named}/`);
  });
}

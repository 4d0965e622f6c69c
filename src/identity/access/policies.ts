import type { LibraryRecord } from '../../resources/library-record.ts';

/** Source types in policies, with the names that Context7's API gives them. */
const sourceKinds = [
  'public_repos',
  'private_sources',
  'confluence',
  'uploaded_files',
  'websites',
  'llmstxt',
] as const;

/**
 * A group of libraries that a teamspace can turn off. It follows from the source and the visibility of a library: a private
 * website is a private source. See `kindOf` in policy-judge.ts.
 */
export type SourceKind = (typeof sourceKinds)[number];

/** Thresholds for public libraries; null is no threshold. */
export interface QualityFilter {
  /** Requires a trust score of 9 or 10. */
  requireVerified: boolean;
  minTrustScore: number | null;
  /** Maximum days since the last update. */
  maxAgeDays: number | null;
  /** Ids, owners or domains that are always excluded. */
  blockedLibraries: string[];
  /** Libraries that do not need to meet the thresholds. */
  exceptedLibraries: string[];
  /** Only for Git repositories. */
  repoFilters: { minStars: number | null; allowedLicenses: string[] };
}

/** Which libraries may answer a teamspace's questions. */
export interface Policies {
  sourceTypes: Record<SourceKind, { enabled: boolean }>;
  libraryFilters: {
    /** The active filter; null for none. */
    mode: 'quality' | 'select' | null;
    quality: QualityFilter;
    select: { allowedLibraries: string[] };
  };
}

/** The fields of a library that policies check; an absent field meets no threshold. */
export type JudgedLibrary = Pick<LibraryRecord, 'id'> & Partial<LibraryRecord>;

/** Returns the policies of a teamspace without any: everything is allowed. */
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

/** Returns true if the policies can exclude a library. */
export function isRestricting({ sourceTypes, libraryFilters }: Policies): boolean {
  return libraryFilters.mode !== null || sourceKinds.some((kind) => !sourceTypes[kind].enabled);
}

/** A change of a list; `clear` empties it first. */
interface ListPatch {
  add?: string[];
  remove?: string[];
  clear?: boolean;
}

/** A change of policies. Absent fields stay. */
export interface PoliciesPatch {
  sourceTypes?: { enable?: SourceKind[]; disable?: SourceKind[] };
  libraryFilters?: {
    mode?: Policies['libraryFilters']['mode'];
    quality?: Partial<Pick<QualityFilter, 'requireVerified' | 'minTrustScore' | 'maxAgeDays'>> & {
      blockedLibraries?: ListPatch;
      exceptedLibraries?: ListPatch;
      repoFilters?: { minStars?: number | null; allowedLicenses?: ListPatch };
    };
    select?: { allowedLibraries?: ListPatch };
  };
}

/** Returns the policies with a change. Pure. */
export function patched(policies: Policies, patch: PoliciesPatch): Policies {
  const { enable = [], disable = [] } = patch.sourceTypes ?? {};
  const sourceTypes = { ...policies.sourceTypes };
  for (const kind of enable) sourceTypes[kind] = { enabled: true };
  for (const kind of disable) sourceTypes[kind] = { enabled: false };
  const { mode, quality, select } = patch.libraryFilters ?? {};
  const held = policies.libraryFilters;
  return {
    sourceTypes,
    libraryFilters: {
      mode: mode === undefined ? held.mode : mode,
      quality: patchedQuality(held.quality, quality ?? {}),
      select: {
        allowedLibraries: patchedList(held.select.allowedLibraries, select?.allowedLibraries),
      },
    },
  };
}

type QualityPatch = NonNullable<NonNullable<PoliciesPatch['libraryFilters']>['quality']>;

function patchedQuality(held: QualityFilter, patch: QualityPatch): QualityFilter {
  const { blockedLibraries, exceptedLibraries, repoFilters = {}, ...plain } = patch;
  const { minStars = held.repoFilters.minStars, allowedLicenses } = repoFilters;
  return {
    ...held,
    ...plain,
    blockedLibraries: patchedList(held.blockedLibraries, blockedLibraries),
    exceptedLibraries: patchedList(held.exceptedLibraries, exceptedLibraries),
    repoFilters: {
      minStars,
      allowedLicenses: patchedList(held.repoFilters.allowedLicenses, allowedLicenses),
    },
  };
}

function patchedList(held: string[], { add = [], remove = [], clear = false }: ListPatch = {}) {
  const kept = clear ? [] : held.filter((one) => !remove.includes(one));
  return [...new Set([...kept, ...add])];
}

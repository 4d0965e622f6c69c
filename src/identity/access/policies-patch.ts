import type { Policies, QualityFilter, SourceKind } from './policies.ts';

/** A change of a list: `clear` empties it first. */
export interface ListPatch {
  add?: string[];
  remove?: string[];
  clear?: boolean;
}

/** A change of policies (contract 4): what is absent stays. */
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

/** The policies with a change. Pure. */
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

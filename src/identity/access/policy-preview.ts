import type { LibraryRecord } from '../../resources/library-record.ts';
import { judgeOf, type PolicyRefusal } from './policy-judge.ts';
import type { Policies } from './policies.ts';

/** A library that policies exclude. */
interface HiddenLibrary extends PolicyRefusal {
  id: string;
  title: string;
  /** The current policies do not exclude it. */
  newly: boolean;
}

/** The effect of policies, and the difference to the current ones (PoliciesPreview of the OpenAPI document). */
export interface PoliciesPreview {
  visible: number;
  hidden: number;
  newlyVisible: number;
  newlyHidden: number;
  /** Libraries that each setting excludes, most first; a library counts for the first setting that it fails. */
  bySetting: { setting: string; libraries: number }[];
  /** Excluded libraries: new ones first, then by id. */
  hiddenLibraries: HiddenLibrary[];
  /** Libraries that would no longer be excluded, by id. */
  newlyVisibleLibraries: { id: string; title: string }[];
}

/** The policies that a teamspace has, and those that a change would give it. */
export interface PreviewOptions {
  before: Policies;
  after: Policies;
  /** Milliseconds since 1970, to judge the age of libraries. */
  now: number;
  /** Maximum libraries in each list. */
  limit: number;
}

/** Builds a preview from a sequence of libraries. */
export interface PreviewOf {
  see(library: LibraryRecord): void;
  result(): PoliciesPreview;
}

/** Compares the effects of two policies. */
export function previewOf({ before, after, now, limit }: PreviewOptions): PreviewOf {
  const [was, will] = [judgeOf(before, now), judgeOf(after, now)];
  const hidden: HiddenLibrary[] = [];
  const shown: { id: string; title: string }[] = [];
  const settings = new Map<string, number>();
  let visible = 0;
  let newlyHidden = 0;
  return {
    see(library) {
      const { id, title } = library;
      const [refused, refusal] = [was(library), will(library)];
      if (!refusal) {
        visible += 1;
        if (refused) shown.push({ id, title });
        return;
      }
      if (!refused) newlyHidden += 1;
      settings.set(refusal.setting, (settings.get(refusal.setting) ?? 0) + 1);
      hidden.push({ id, title, ...refusal, newly: !refused });
    },
    result: () => ({
      visible,
      hidden: hidden.length,
      newlyVisible: shown.length,
      newlyHidden,
      bySetting: [...settings]
        .map(([setting, libraries]) => ({ setting, libraries }))
        .sort((a, b) => b.libraries - a.libraries || (a.setting < b.setting ? -1 : 1)),
      hiddenLibraries: hidden
        .sort((a, b) => Number(b.newly) - Number(a.newly) || byId(a, b))
        .slice(0, limit),
      newlyVisibleLibraries: shown.sort(byId).slice(0, limit),
    }),
  };
}

function byId(a: { id: string }, b: { id: string }): number {
  return a.id < b.id ? -1 : 1;
}

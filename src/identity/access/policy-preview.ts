import type { LibraryRecord } from '../../resources/library-record.ts';
import { judgeOf, type PolicyRefusal } from './policy-judge.ts';
import type { Policies } from './policies.ts';

/** A library that policies leave out. */
export interface HiddenLibrary extends PolicyRefusal {
  id: string;
  title: string;
  /** It is not left out by the policies of now. */
  newly: boolean;
}

/** What policies would leave out, and what that changes (PoliciesPreview of the OpenAPI document). */
export interface PoliciesPreview {
  visible: number;
  hidden: number;
  newlyVisible: number;
  newlyHidden: number;
  /** How many libraries each setting leaves out, the most first; a library counts for the first setting that it fails. */
  bySetting: { setting: string; libraries: number }[];
  /** Those left out: newly ones first, then by id. */
  hiddenLibraries: HiddenLibrary[];
  /** Those left out now that no longer would be, by id. */
  newlyVisibleLibraries: { id: string; title: string }[];
}

export interface PreviewOptions {
  before: Policies;
  after: Policies;
  now: number;
  /** Libraries in each list at most. */
  limit: number;
}

/** Collects a preview over libraries, one after the other. */
export interface PreviewOf {
  see(library: LibraryRecord): void;
  result(): PoliciesPreview;
}

/** Compares what two policies leave out. Pure but for what it was shown. */
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

import { leftOutAs, type LeftOut } from './left-out.ts';
import { PathList } from './sibling-folders.ts';
import { findSuperseded } from './superseded-versions.ts';
import { findTranslations, type TranslationSettings } from './translations.ts';

/**
 * Returns the documents that do not repeat others in another language or an older version, judged by their paths, and
 * what was left out.
 */
export function withoutRepeats<File extends { path: string }>(
  files: readonly File[],
  settings: TranslationSettings,
): { files: File[]; leftOut: LeftOut[] } {
  const translations = findTranslations(pathsOf(files), settings);
  const originals = files.filter(({ path }) => !translations.paths.has(path));
  const superseded = findSuperseded(pathsOf(originals), settings.folders);
  const leftOut = [
    leftOutAs(translations.paths, {
      kind: 'translations',
      names: translations.names,
      hint: 'name languages in locales to index them',
    }),
    leftOutAs(superseded.paths, {
      kind: 'older versions',
      names: superseded.names,
      hint: 'name their folders in folders to index them',
    }),
  ];
  return {
    files: originals.filter(({ path }) => !superseded.paths.has(path)),
    leftOut: leftOut.filter((entry) => entry !== undefined),
  };
}

function pathsOf(files: readonly { path: string }[]): PathList {
  return new PathList(files.map(({ path }) => path));
}

import { posix } from 'node:path';
import { isLlmsFile } from '../llms-file.ts';
import { foldersAround } from '../path-glob.ts';
import { notOnSite, type Site } from '../site-exclusions.ts';
import { findBuiltPages } from './built-pages.ts';
import { findDesignNotes } from './design-notes.ts';
import { leftOutAs, type LeftOut } from './left-out.ts';
import { PathList } from './sibling-folders.ts';
import { findSuperseded } from './superseded-versions.ts';
import { findTranslations, type TranslationSettings } from './translations.ts';

interface RepeatSettings extends TranslationSettings {
  /** Folder with the text of a book, if the repository is one. */
  book?: string;
  /** Sites of the repository. */
  sites?: readonly Site[];
}

/**
 * Returns the documents without those that repeat others, and what was left out: translations, older versions, designs, HTML and texts made of
 * the others, and pages that their site or book does not show. Judges documents by their paths.
 */
export function withoutRepeats<File extends { path: string }>(
  files: readonly File[],
  settings: RepeatSettings,
): { files: File[]; leftOut: LeftOut[] } {
  const { sites = [], folders } = settings;
  const outside = new Set(outsideBook(files, settings));
  const inBook = files.map(({ path }) => path).filter((path) => !outside.has(path));
  const hidden = notOnSite(inBook, sites, folders);
  const inside = files.filter(({ path }) => !outside.has(path) && !hidden.paths.has(path));
  const translations = findTranslations(pathsOf(inside), settings);
  const originals = inside.filter(({ path }) => !translations.paths.has(path));
  const superseded = findSuperseded(pathsOf(originals), folders);
  const newest = originals.filter(({ path }) => !superseded.paths.has(path));
  const built = findBuiltPages(pathsOf(newest), folders);
  const designs = findDesignNotes(pathsOf(newest), folders);
  const current = newest.filter(({ path }) => !built.paths.has(path) && !designs.paths.has(path));
  const forModels = new Set(textsForModels(current, settings));
  const leftOut = [
    leftOutAs(outside, {
      kind: 'no part of the book',
      names: [...outside].map((path) => path.slice(0, path.indexOf('/'))),
      hint: nameFolders,
    }),
    leftOutAs(hidden.paths, {
      kind: 'hidden from the site',
      names: hidden.settings,
      hint: nameFolders,
    }),
    leftOutAs(translations.paths, {
      kind: 'translations',
      names: translations.names,
      hint: 'name languages in locales to index them',
    }),
    leftOutAs(superseded.paths, {
      kind: 'older versions',
      names: superseded.names,
      hint: 'name them in folders to index them',
    }),
    leftOutAs(built.paths, {
      kind: 'pages made of other documents',
      names: built.names,
      hint: nameFolders,
    }),
    leftOutAs(designs.paths, {
      kind: 'designs of the project',
      names: designs.names,
      hint: nameFolders,
    }),
    leftOutAs(forModels, {
      kind: 'texts for language models',
      names: forModels,
      hint: 'name them in folders to index them',
    }),
  ];
  return {
    files: current.filter(({ path }) => !forModels.has(path)),
    leftOut: leftOut.filter((entry) => entry !== undefined),
  };
}

/**
 * Returns the documents outside of a book's text: drafts, older editions, listings. Keeps READMEs,
 * which describe the code.
 */
function outsideBook(
  files: readonly { path: string }[],
  { book, folders }: RepeatSettings,
): string[] {
  const text = `${book ?? ''}/`;
  const paths = files.map(({ path }) => path);
  if (book === undefined || folders.length > 0 || !paths.some((path) => path.startsWith(text)))
    return [];
  return paths.filter((path) => path.includes('/') && !path.startsWith(text) && !readme.test(path));
}

/**
 * Returns the lists and texts of all pages for language models (llmstxt.org), and the documents of skills (agentskills.io) and of bundles
 * for agents. These repeat the others, and instruct an agent to do something. Without other documents, these texts are the documentation.
 */
function textsForModels(
  files: readonly { path: string }[],
  { folders }: Pick<RepeatSettings, 'folders'>,
): string[] {
  const paths = files.map(({ path }) => path);
  const skills = new Set(paths.flatMap((path) => skillFile.exec(path)?.[1] ?? []));
  const namesOf = (path: string): string[] => {
    const skill = foldersAround(path).findLast((folder) => skills.has(folder));
    if (skill !== undefined) return [path, skill, posix.dirname(skill)];
    return isLlmsFile(path) || skillFile.test(path) ? [path] : [];
  };
  const found = paths.flatMap((path) => {
    const names = namesOf(path);
    return names.length === 0
      ? []
      : [{ path, isNamed: names.some((name) => folders.includes(name)) }];
  });
  if (paths.length - found.length < fewDocuments) return [];
  return found.flatMap(({ path, isNamed }) => (isNamed ? [] : [path]));
}

const nameFolders = 'name their folders in folders to index them';

/** The instructions of a skill, and the index of a bundle of the Open Knowledge Format. The other documents in its folder belong to it. */
const skillFile = /^(?:(.+)(?:\/SKILL|(?<=(?:^|\/)okf-bundle)\/index)|SKILL)\.md$/;

/** With fewer other documents, a text for language models may be the only copy of most pages. */
const fewDocuments = 5;

const readme = /(?:^|\/)readme\.[^/]+$/i;

function pathsOf(files: readonly { path: string }[]): PathList {
  return new PathList(files.map(({ path }) => path));
}

import type { DocumentFormat } from '../documents/document.ts';
import { compileName, compilePath, segmentsOf, type PathMatcher } from './path-glob.ts';
import { formatOf } from './formats.ts';

/** Which files of a repository are wanted; an empty or absent list is not set. */
export interface FilterSettings {
  folders?: readonly string[];
  excludeFolders?: readonly string[];
  excludeFiles?: readonly string[];
}

/**
 * The rules of contract section 10 over repository paths, case ignored. What is excluded stays out; then, where folders
 * are named, a file must be under one of them or be Markdown at the root; everything else is in. Folders with a
 * leading dot (.github, .changeset) hold the project's own housekeeping and are read only where `folders` names them.
 */
export function createFileFilter(settings: FilterSettings): (path: string) => boolean {
  const excluded = or(given(settings.excludeFolders, defaultExcludedFolders).map(folderMatcher));
  const excludedFile = or(given(settings.excludeFiles, defaultExcludedFiles).map(fileMatcher));
  const folders = given(settings.folders, ['.']);
  const wholeTree = folders.some((folder) => /^[./]*$/.test(folder));
  const wanted = or(folders.map((folder) => compilePath(folder)));
  return (path) => {
    const segments = segmentsOf(path);
    if (segments.some((segment) => neverRead.has(segment))) return false;
    if (excluded(segments) || excludedFile(segments)) return false;
    return wanted(segments) || (wholeTree ? !hiddenFolder.test(path) : rootMarkdown.test(path));
  };
}

const hiddenFolder = /(?:^|\/)\.[^/]+\//;
const rootMarkdown = /^[^/]+\.(?:md|mdx|markdown)$/i;

function given(
  list: readonly string[] | undefined,
  otherwise: readonly string[],
): readonly string[] {
  return list?.length ? list : otherwise;
}

function or(matchers: PathMatcher[]): PathMatcher {
  return (segments) => matchers.some((matches) => matches(segments));
}

/** A plain name is a folder at any depth; everything else is a path from the root, of a folder or a file. */
function folderMatcher(pattern: string): PathMatcher {
  const bare = pattern.replace(/\/+$/, '');
  if (bare.includes('/')) return compilePath(bare);
  const matches = compileName(bare);
  return (segments) => segments.some((name, index) => index < segments.length - 1 && matches(name));
}

/** Names of files, as the contract has it; one with a slash is taken for a path. */
function fileMatcher(pattern: string): PathMatcher {
  if (pattern.includes('/')) return compilePath(pattern);
  const matches = compileName(pattern);
  return (segments) => matches(segments.at(-1) ?? '');
}

export interface SelectSettings extends FilterSettings {
  /** Reads source code besides the documentation; without it, code is read only where there is no documentation. */
  indexSourceCode?: boolean;
}

/** Of the files of a repository, those to read and how, in the order given. */
export function selectFiles<File extends { path: string }>(
  files: Iterable<File>,
  settings: SelectSettings,
): (File & { format: DocumentFormat })[] {
  const readable = [...files].flatMap((file) => {
    const format = formatOf(file.path);
    return format ? [{ ...file, format }] : [];
  });
  const isWanted = createFileFilter(settings);
  const documents = readable.filter(({ path, format }) => format !== 'code' && isWanted(path));
  // What is only named like an API description does not make a repository documented.
  const documented = documents.some(({ format }) => format !== 'openapi');
  if (documented && !settings.indexSourceCode) return documents;
  return readable.filter(({ path }) => isWanted(path));
}

const languages = 'zh es fr de ja ko ru pt it ar hi tr nl pl sv vi th'.split(' ');

/** Folders left out where neither the entry nor the repository's context7.json names any (contract, section 10). */
const defaultExcludedFolders: readonly string[] = [
  '*archive*',
  '*archived*',
  'old',
  'docs/old',
  '*deprecated*',
  '*legacy*',
  '*previous*',
  '*outdated*',
  '*superseded*',
  // At any depth: translations live in docs/i18n as often as at the root.
  ...languages.map((language) => `**/i18n/${language}*`),
  'zh-cn',
  'zh-tw',
  'zh-hk',
  'zh-mo',
  'zh-sg',
];

/** Files left out where neither the entry nor the repository's context7.json names any; case is ignored. */
const defaultExcludedFiles: readonly string[] = [
  'changelog.md',
  'changelog.mdx',
  'license.md',
  'code_of_conduct.md',
];

/** Folders that never hold a library's own documentation, whatever the settings say. */
export const neverRead: ReadonlySet<string> = new Set([
  'node_modules',
  'bower_components',
  'vendor',
  'site-packages',
  'venv',
  '__pycache__',
  '.git',
  '.hg',
  '.svn',
]);

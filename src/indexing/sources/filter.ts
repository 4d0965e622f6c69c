import { compileName, compilePath, segmentsOf, type PathMatcher } from './filter-glob.ts';
import { defaultExcludedFiles, defaultExcludedFolders, neverRead } from './filter-defaults.ts';

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

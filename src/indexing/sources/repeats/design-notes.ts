import { isNamed, type PathList } from './sibling-folders.ts';
import type { Repeats } from './translations.ts';

/** Folders of records of decisions. A folder `decisions` can be about rules of a business, so its files have a number. */
const records = String.raw`(?:(?:architecture|develop\w{0,10}|design)\/)?(?:adrs?|decision[-_]records?|architecture[-_]decisions?|decisions(?=\/(?:adr[-_]?)?\d))`;
/**
 * Folders at the root in which a project designs what it may build, and those in its folder of documentation whose names leave no doubt. Tools for
 * designs with agents write `specs/012-oil`, `openspec` and `docs/superpowers`.
 */
const designFolder = new RegExp(
  String.raw`^((?:designs?|plans|wip|ideas|openspec|specs(?=\/\d{3,6}-)|[a-z]{1,20}_rfcs|(?:doc(?:s|umentation)?(?:[-.]\w{1,20})?\/)?(?:rfcs?|proposals?|${records}|superpowers|design[-_](?:proposals?|docs?|documents?|notes)))\/)[^]`,
  'i',
);
/** Folders of documentation. */
const documentation = /(?:^|\/)(?:docs?|documentation|content|manual|guides?)\//i;
/** With fewer documents, the designs may be the only description of much. */
const fewDocuments = 20;

/**
 * Returns the documents in which a project designs what it may build, as in `rfcs`. They describe interfaces that differ from those of the
 * documentation beside them, or that nobody has built. Keeps a folder that `folders` names.
 */
export function findDesignNotes({ paths }: PathList, folders: readonly string[]): Repeats {
  const found = paths.flatMap((path) => {
    const folder = designFolder.exec(path)?.[1];
    return folder === undefined || isNamed(folder, folders) ? [] : [{ path, folder }];
  });
  const documented = paths.filter((path) => documentation.test(path) && !designFolder.test(path));
  if (documented.length < fewDocuments) return { paths: new Set(), names: new Set() };
  return {
    paths: new Set(found.map(({ path }) => path)),
    names: new Set(found.map(({ folder }) => folder.slice(0, -1))),
  };
}

import { isNamed, type PathList } from './sibling-folders.ts';
import type { Repeats } from './translations.ts';

/** Folders of records of decisions. A folder `decisions` can be about rules of a business, so its files have a number. */
const records = String.raw`(?:(?:architecture|develop\w{0,10}|design)\/)?(?:adrs?|decision[-_]records?|architecture[-_]decisions?|decisions(?=\/(?:adr[-_]?)?\d))`;
/** Folders that tools for designs with agents write. Their plans are longer than what a small documentation has. */
const agentFolder =
  /^((?:openspec|docs\/superpowers|thoughts(?=\/[^/]{1,60}\/(?:plans|research|notes|tickets|prs)\/))\/)[^]/;
/** Folders whose names leave no doubt. */
const titled = 'design[-_](?:proposals?|docs?|documents?|notes)';
/** Folders of numbered proposals and decisions, such as `hips/hip-0012.md`, `teps/0012-oil.md` and `rfcs/0012_oil.md`. */
const numbered = String.raw`(?:(?:tep|lid|[a-su-z][ei]p)s|rfcs?|adrs?)(?=\/(?:[a-z]{3}[-_]?)?\d{4})`;
/**
 * Folders at the root in which a project designs what it may build, and those in its folder of documentation. A tool for
 * designs with agents writes `specs/012-oil`.
 */
const designFolder = new RegExp(
  String.raw`^((?:designs?|plans|wip|ideas|keps|specs(?=\/\d{3,6}-)|[a-z]{1,20}_rfcs|(?:doc(?:s|umentation)?(?:[-.]\w{1,20})?\/(?:en\/)?)?(?:rfcs?|proposals?|${records})|(?:[\w.-]{1,40}\/){0,6}(?:${titled}|${numbered}))\/)[^]`,
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
  const isDesign = (path: string): boolean => designFolder.test(path) || agentFolder.test(path);
  const documented = paths.filter((path) => documentation.test(path) && !isDesign(path));
  const patterns = documented.length < fewDocuments ? [agentFolder] : [agentFolder, designFolder];
  const found = paths.flatMap((path) => {
    const folder = patterns.map((pattern) => pattern.exec(path)?.[1]).find((one) => one);
    return folder === undefined || isNamed(folder, folders) ? [] : [{ path, folder }];
  });
  return {
    paths: new Set(found.map(({ path }) => path)),
    names: new Set(found.map(({ folder }) => folder.slice(0, -1))),
  };
}

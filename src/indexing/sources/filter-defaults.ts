const languages = 'zh es fr de ja ko ru pt it ar hi tr nl pl sv vi th'.split(' ');

/** Folders left out where neither the entry nor the repository's context7.json names any (contract, section 10). */
export const defaultExcludedFolders: readonly string[] = [
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
export const defaultExcludedFiles: readonly string[] = [
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

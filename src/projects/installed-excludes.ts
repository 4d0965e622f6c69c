/** What is left out of an installed package. The changelog, which repositories leave out by default, is read. */
export const installedExcludes: readonly string[] = [
  'license.md',
  'license-notice.md',
  'notice.md',
  'code_of_conduct.md',
];

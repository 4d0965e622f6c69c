/** Files about a project, and not about the use of its library. */
const aboutProject =
  /(?:^|\/)(?:readme|contribut|security|support|governance|maintain|authors|credits|thanks|backers|code_of_conduct|releas|upgrad|migrat|roadmap|todo|develop|hacking|building|install|faq|design|architecture|benchmark|style|testing|notice|(?:pull_request|issue)_template)[^/]*$/i;
/** Folders of programs. Their documents say what a program does. */
const programs =
  /(?:^|\/)(?:examples?|samples?|demos?|tests?|testdata|fixtures|integration[\w-]*|bench[\w-]*)\//i;
/** A repository with more source files is an application, or many libraries. */
const mostSourceFiles = 1_000;

/**
 * Returns whether source code is read in addition to the documents of a repository: they are only READMEs, notes about the project and
 * documents of examples. The reference of many libraries is their doc comments, as docs.rs, pkg.go.dev and javadoc.io show them.
 */
export function needsSourceCode(
  documents: readonly { path: string }[],
  sourceFiles: number,
): boolean {
  const isPage = ({ path }: { path: string }): boolean =>
    !aboutProject.test(path) && !programs.test(path);
  return sourceFiles <= mostSourceFiles && !documents.some(isPage);
}

/** A file of a project cannot be read. The message names the mistake, with its line if that is known. */
export class FileProblem extends Error {
  override readonly name = 'FileProblem';
}

/** Files of one project. */
export interface ProjectFiles {
  /** Paths relative to the project's folder, with forward slashes, in alphabetical order. */
  readonly paths: readonly string[];
  /** Returns the text of a file. Throws a FileProblem if the file is missing, too large, or outside of the folder. */
  read(path: string): string;
  /**
   * Returns the text of a pom outside of the project, by its path in a Maven repository; undefined if it is in none that was
   * read. Throws a FileProblem.
   */
  readPom?(path: string): string | undefined;
}

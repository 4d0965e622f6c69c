import type { OpenedFile } from '../expansion.ts';
import { anyFolder, includeCandidates, type LookFrom } from '../include-path.ts';

/** A file that a document of Markdown includes. */
export interface Reference {
  /** The path, or the possible paths, the likeliest first. */
  path: string | readonly string[];
  from?: LookFrom;
  /** Returns the lines to show; undefined if the file lacks them. Without it, the document shows all lines. */
  select?: ((lines: readonly string[], path: string) => string[] | undefined) | undefined;
  /** Shows markup as code too. */
  asCode?: boolean;
  /** The language of the code; that of the file if absent. */
  language?: string | undefined;
  label?: string | undefined;
}

/** An include in the lines of a document, with its files and its last line. */
export interface Found {
  references: Reference[];
  last: number;
}

/** Returns the repository paths that a reference can mean in a document, the likeliest first. */
export function candidatesOf({ path, from }: Reference, document: string): string[] {
  const paths = typeof path === 'string' ? [path] : path;
  return paths.flatMap((one) =>
    one.startsWith(anyFolder) ? [one] : includeCandidates(one, [document], from),
  );
}

/** Returns the lines that a reference shows of its file; undefined if the file lacks them. */
export function linesOf(
  { select }: Reference,
  { path, lines }: OpenedFile,
): readonly string[] | undefined {
  return select ? select(lines, path) : lines;
}

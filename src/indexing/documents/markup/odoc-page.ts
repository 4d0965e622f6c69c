import { odocMarkdown } from '../code/doc/ocamldoc.ts';

/** Returns whether a file is a page of odoc, the documentation tool of OCaml. */
export function isOdocPage(path: string): boolean {
  return /\.mld$/i.test(path);
}

/** Writes a page of odoc as Markdown. See https://ocaml.github.io/odoc/odoc/odoc_for_authors.html. */
export function odocPageToMarkdown(lines: string[]): string[] {
  return odocMarkdown(lines.join('\n'), 'ocaml').split('\n');
}

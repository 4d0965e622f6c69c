// Recognizes manual pages. Code that chooses files does not load their parser for that.

import { isPublicHeader, isTestPath } from '../../code/excluded-code.ts';

/** What follows the number of a section in the name of a file, as in `saw.8.in`, `saw.1.prebuilt` and `saw.8_pregen`. */
const suffix = String.raw`[a-z]{0,5}(?:\.(?:in|prebuilt)|_(?:main|pregen))?$`;
/** A file with a section of the manual, as in `saw.1`, `saw.3x` and, for Tcl, `saw.n`, or with the name of a set of macros, as in `saw.man` and `saw.mdoc.in`. A page of Markdoc is `saw.mdoc`. */
const named = new RegExp(
  String.raw`(?:^|\/)([A-Za-z_][\w.+:@-]{0,100})\.(?:[1-8]${suffix}|(?:(?:n|man)(?:\.in)?|mdoc\.in)$)`,
);
/** Folders of manual pages and of other documentation. */
const documentation =
  /(?:^|\/)(?:docs?|documentation|manuals?|mans?|man-?pages?|man[1-8]\w{0,4})\//i;
/** A folder with the name of the page, as systems of BSD have for each program and library. */
const ownFolder = /(?:^|\/)([^/]{1,60})\/\1\.[1-8]/;

/** Returns whether a path can be that of a manual page: at the root, or in a folder for it. Its content decides. */
export function isManPage(path: string): boolean {
  if (!named.test(path)) return false;
  return !path.includes('/') || documentation.test(path) || ownFolder.test(path);
}

/** Returns the name of a manual page by its path, without the number of its section. */
export function manPageName(path: string): string {
  return named.exec(path)?.[1] ?? '';
}

/** A page of a command, a file or a server, at the root or in a folder of manual pages. */
const ofProgram = new RegExp(
  String.raw`^(?:(?:.{0,300}\/)?man(?:\/?\d\w{0,4})?\/)?[^/]{1,100}\.[1578]${suffix}`,
  'i',
);
const ofLibrary = new RegExp(String.raw`\.[23]${suffix}`, 'i');

/** A library has pages of fewer programs beside its headers. */
const fewestOfPrograms = 20;

/** Returns whether the manual pages of a repository describe programs, and no library beside them. `paths` has all files. */
export function describesProgram(manuals: readonly string[], paths: readonly string[]): boolean {
  const programs = manuals.filter((path) => ofProgram.test(path)).length;
  if (programs === 0 || manuals.some((path) => ofLibrary.test(path))) return false;
  return programs >= fewestOfPrograms || !paths.some(isPublicHeader);
}

/** Returns whether a file is a manual page in scdoc. Without the number of a section, it can be a program of SuperCollider. */
export function isScdoc(path: string): boolean {
  return /\.\d[a-z]{0,5}\.scd$/.test(path) && !isTestPath(path);
}

/** Characters at the beginning of a page in which a program says that it wrote the page. */
const longestStart = 6_000;
/** The title of a page in one of the two sets of macros. */
const title = /^\.[ \t]*(?:TH|Dt)[ \t]+\S/m;
/** Comments and titles of Pandoc, Docutils, help2man, Ronn, scdoc, Pod::Man, DocBook, Asciidoctor, txt2man and others. */
const generated =
  /^(?:[.'][ \t]*\\"|\.[ \t]*TH\b)[^\n]{0,300}\b(?:generated|generator:|do not (?:edit|modify)(?! the )|rst2man|pod2man|help2man|Pod::Man|docbook|asciidoc(?:tor)?|ronn|scdoc|txt2man|pandoc|Pipe this output to groff)/im;
/** What programs write before a title without such a comment: go-md2man, mdman and clap_mangen. */
const preambles = [
  /^(?:'\\" t\n)?\.nh\n\.TH /,
  /^(?:'\\" t\n)?\.TH "[^\n]*\n\.nh\n\.ad l\n/,
  /^\.ie \\n\(\.g \.ds Aq \\\(aq\n\.el \.ds Aq '\n\.TH /,
];

/** Returns whether a file is a manual page that is written by hand. */
export function isWrittenManPage(content: string): boolean {
  const start = content.slice(0, longestStart).replaceAll('\r', '');
  if (!title.test(start)) return false;
  return !generated.test(start) && !preambles.some((preamble) => preamble.test(start));
}

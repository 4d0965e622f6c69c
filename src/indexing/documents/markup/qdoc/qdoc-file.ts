// Recognizes documents of Qt. Code that chooses files does not load their parser for that.

import { isTestPath } from '../../code/excluded-code.ts';

/** Returns whether a file is written in QDoc, the format of Qt's manuals. Source files have it in comments. */
export function isQdoc(path: string): boolean {
  return /\.(?:qdoc|cpp|mm)$/i.test(path);
}

/** Returns whether a file is source code, which can have comments in QDoc. */
export function isQdocComments(path: string): boolean {
  return /\.(?:cpp|mm)$/i.test(path);
}

/** Returns whether a file of QDoc has pages of its own, and is no part that other pages show. */
export function isQdocPage(path: string): boolean {
  return /\.qdoc$/i.test(path) && !/(?:^|\/)(?:snippets|legal)\//.test(path) && !isTestPath(path);
}

/** Returns a filter for the source files whose comments QDoc reads: those of a project with a file of settings for it. */
export function qdocFilter(paths: readonly string[]): (path: string) => boolean {
  const isUsed = paths.some((path) => path.endsWith('.qdocconf') && !isTestPath(path));
  return (path) => isUsed && source.test(path) && !isTestPath(path);
}

const source =
  /(?:^|\/)src\/(?!(?:[^/]+\/){0,8}(?:3rdparty|snippets|doc|examples)\/).*\.(?:cpp|mm)$/i;

/** Returns whether a source file describes a class or a type. */
export function hasQdocTopic(content: string): boolean {
  return /\/\*![ \t]*\r?\n?[ \t*]*\\(?:class|qmltype|qmlvaluetype|namespace|module|qmlmodule|headerfile)\b/.test(
    content,
  );
}

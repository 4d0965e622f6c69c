// Recognizes literate programs of F#. Code that chooses files does not load their parser for that.

/** Returns whether a file is a script of F#. */
export function isFsharpScript(path: string): boolean {
  return /\.fsx$/i.test(path);
}

/** Returns whether a script is in a folder for pages of FSharp.Formatting, and no template of them. Its content decides. */
export function isFsharpPagePath(path: string): boolean {
  return /(?:^|\/)(?:docs?|docsrc|documentation|tutorials?)\/(?:[^/]+\/){0,8}(?!404\.)[^_/][^/]*\.fsx$/i.test(
    path,
  );
}

/** Returns whether a script has texts of FSharp.Formatting: comments such as `(** Text *)`. */
export function isLiterateFsharp(content: string): boolean {
  return /^[ \t]*\(\*\*(?![*)])/m.test(content);
}

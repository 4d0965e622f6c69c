// Recognizes modules of Elixir. Code that chooses files does not load their parser for that.

/** Returns whether a file is a module of Elixir. */
export function isElixir(path: string): boolean {
  return path.endsWith('.ex');
}

/** Returns whether a module has a text in its documentation. */
export function hasElixirDocs(content: string): boolean {
  return /^[ \t]*@(?:module|type)?doc[ \t]+(?:(?:~[sS])?"|~[sS]''')/m.test(content);
}

// Recognizes modules of Nix. Code that chooses files does not load their parser for that.

/** Returns whether a path is that of a program of Nix. */
export function isNix(path: string): boolean {
  return /\.nix$/i.test(path);
}

/** Returns whether a program of Nix is a module with options that it describes. */
export function hasNixOptions(content: string): boolean {
  return /\bmk(?:Option|EnableOption|PackageOption)\b/.test(content) && /\boptions\b/.test(content);
}

// Recognizes modules of Julia. Code that chooses files does not load their parser for that.

/** Returns whether a program of Julia can be a page of Literate.jl. Its content decides. */
export function isJuliaPagePath(path: string): boolean {
  return /(?:^|\/)(?:docs?|examples?|tutorials?|lit(?:erate)?)\//i.test(path);
}

/** Returns whether a file is part of a package of Julia, and no example or page of Literate.jl. */
export function isJuliaModule(path: string): boolean {
  return /(?:^|\/)src\/.*\.jl$/.test(path) && !isJuliaPagePath(path);
}

/** Returns whether a program of Julia can have docstrings. */
export function hasJuliaDocs(content: string): boolean {
  return /^[ \t]*(?:@doc[ \t]+)?(?:raw)?"/m.test(content);
}

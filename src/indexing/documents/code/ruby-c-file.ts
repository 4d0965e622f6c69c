// Recognizes extensions of Ruby in C. Code that chooses files does not load their parser for that.

import { isExcludedPath, isTestPath } from './excluded-code.ts';

const outside =
  /(?:^|\/)(?:test|tests|spec|enc|missing|wasm|win32|tool|tools|vendor|libs?tmp|ports)\//i;

/** Filters for sources of C whose comments RDoc reads. */
export interface RubyCFilters {
  /** Returns whether a file is a source of an extension. Its content decides whether it has comments for RDoc. */
  isExtension: (path: string) => boolean;
  /** Whether RDoc publishes the comments of the repository, as its `.document` says. */
  isPublished: boolean;
}

/** Returns filters for extensions: the sources below an `extconf.rb`, and those at the root of a project with a `.document`. */
export function rubyCFilters(paths: readonly string[]): RubyCFilters {
  const builds = paths.filter((path) => /(?:^|\/)extconf\.rb$/.test(path) && !isTestPath(path));
  const isPublished = builds.length > 0 && paths.includes('.document');
  const folders = builds.map((path) => path.slice(0, -'extconf.rb'.length));
  return {
    isPublished,
    isExtension: (path) => {
      if (!path.endsWith('.c') || isTestPath(path) || outside.test(path)) return false;
      const isPart = folders.some((folder) => path.startsWith(folder));
      return (isPart || (isPublished && !path.includes('/'))) && !isExcludedPath(path);
    },
  };
}

/** Returns whether a source defines methods of Ruby, with comments. */
export function hasRubyMethods(content: string): boolean {
  return (
    /\brb_define_\w+\s*\(/.test(content) &&
    /^[ \t]*\*?[ \t]*:?call-seq:|\bDocument-(?:class|module|method):|\*\/\s*(?:static\s+)?VALUE\b/m.test(
      content,
    )
  );
}

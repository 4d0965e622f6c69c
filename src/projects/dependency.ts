/** Package ecosystems, each with its own index. */
export const ecosystems = [
  'npm',
  'pypi',
  'go',
  'cargo',
  'maven',
  'rubygems',
  'packagist',
  'nuget',
  'pub',
  'hex',
] as const;
/** Decides how a package is named, and which index knows its source. */
export type Ecosystem = (typeof ecosystems)[number];

/** A direct dependency of a project, as its files declare it. */
export interface Dependency {
  ecosystem: Ecosystem;
  /** Name as the ecosystem's index spells it: `@scope/name`, `group:artifact`, `github.com/owner/module/v2`. */
  name: string;
  /** Name of its folder in node_modules, if an alias renames it. */
  installedAs?: string;
  /** The version that the lock file names; '' if no file names exactly one. */
  version: string;
  /** The versions that the lock file names, if there are several: one for each Python or platform. `version` is then ''. */
  candidates?: string[];
  /** The range that the manifest declares; '' if it declares none. */
  range: string;
  /** True if only development or tests need it. */
  dev: boolean;
  /** The manifest that declares it first, relative to the project's folder, with forward slashes. */
  declaredIn: string;
  /** The Git repository and commit that the lock file names in place of the index; absent for packages of an index. */
  git?: { url: string; commit?: string };
  /** The Git repository and commit that the lock file names for a package of an index. */
  source?: { url: string; commit?: string };
}

/** An entry of a project's files that Lectern does not use, and the reason. */
export interface RefusedEntry {
  /** File, relative to the project's folder. */
  file: string;
  /** The entry as the file names it, bounded to 200 characters; '' for the whole file. */
  entry: string;
  reason: string;
}

/** What the files of a project declare. */
export interface DeclaredProject {
  /** Name that the first manifest declares; otherwise the name of the folder. */
  name: string;
  /** Direct dependencies of the project and its workspaces: each package and version once. */
  dependencies: Dependency[];
  /** Number of dependencies that were left out because only development needs them. */
  development: number;
  refused: RefusedEntry[];
}

/** What is known of a package of one version. */
export interface PackageFacts {
  /** Its Git repository, with an address that parses as the source of a library. */
  repository?: {
    url: string;
    /** Folder of the package in the repository, with forward slashes; absent at the root. */
    directory?: string;
  };
  /** Tag that the package names as its own. */
  tag?: string;
  /** Commit of the version that the index or the package reports. */
  commit?: string;
  /** Absolute path of the installed copy of exactly this version. */
  installed?: string;
  /** Why there is no repository; absent if there is one. */
  problem?: string;
}

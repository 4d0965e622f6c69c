/**
 * How a dependency's documentation was found:
 *
 * - `tag`: a tag, or a commit, of exactly the version in use;
 * - `installed`: the installed copy of exactly the version in use;
 * - `nearest`: the nearest tag, because a person asked for it;
 * - `missing`: nothing; `note` says why.
 */
export type DependencyState = 'tag' | 'installed' | 'nearest' | 'missing';

/** A dependency of a code project, and where its documentation is. */
export interface ProjectDependency {
  /** The package index: npm, pypi, ... (src/projects/dependency.ts). */
  ecosystem: string;
  name: string;
  /** Version in use; '' if no file names exactly one. */
  version: string;
  dev: boolean;
  state: DependencyState;
  /** Id of the library; absent while there is none. */
  library?: string;
  /** Tag, branch or commit of the library; '' if the library has only this content. */
  ref?: string;
  /** Folder of the package in its repository. */
  folder?: string;
  /** URL of the repository. */
  repository?: string;
  /** The nearest tag, which is used only if a person asks for it. */
  nearest?: string;
  /** Why there is no documentation of exactly this version. */
  note?: string;
}

/** A folder of code whose dependencies have documentation here. It groups no libraries; the projects of a teamspace do. */
export interface CodeProject {
  teamspace: string;
  /** Unique in the teamspace; see `projectName`. */
  name: string;
  /** Where the folder is: the URL of its Git remote, or its host and path. Two folders never share a name. */
  origin: string;
  /** Milliseconds since 1970. */
  updatedAt: number;
  dependencies: ProjectDependency[];
}

/** Stores code projects. */
export interface CodeProjects {
  /** Returns the projects of all teamspaces, by teamspace and name. */
  all(): Promise<CodeProject[]>;
  find(teamspace: string, name: string): Promise<CodeProject | undefined>;
  /** Adds or replaces a project. */
  put(project: CodeProject): Promise<void>;
  /** Returns false if there is no such project. */
  remove(teamspace: string, name: string): Promise<boolean>;
}

/** Names of code projects: they stand in headers and addresses. */
export const projectNamePattern = /^[a-z0-9](?:[a-z0-9._-]{0,98}[a-z0-9])?$/;

/** Returns a valid name made from any text: `@acme/Shop` gives `acme-shop`. */
export function projectName(text: string): string {
  const name = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .slice(0, 100)
    .replace(/^[^a-z0-9]+|[^a-z0-9]+$/g, '');
  return name || 'project';
}

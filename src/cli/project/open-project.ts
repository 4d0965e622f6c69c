import { hostname, homedir, tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { HttpClient } from '../../base/http/client.ts';
import type { RefusedEntry } from '../../projects/dependency.ts';
import { chooseDependencies, type ResolvedDependency } from '../../projects/resolve.ts';
import { resolveProject, type ResolveProgress } from '../../projects/resolve-project.ts';
import { projectName } from '../../store/code-projects.ts';

/** Which dependencies of a project a command looks at, and how. */
export interface ProjectChoice {
  /** Name of the project on the server. Default: the name that its files declare. */
  name?: string;
  /** Includes packages that only development needs. */
  dev?: boolean;
  only?: string[];
  exclude?: string[];
  /** Maximum number of dependencies. */
  max?: number | string;
  /** Uses the nearest tag of a version that has none. */
  nearest?: boolean;
  /** Asks no index and reads no tags. */
  offline?: boolean;
}

/** What a project's folder says, and where the documentation of its dependencies is. */
export interface ProjectReading {
  name: string;
  origin: string;
  dependencies: ResolvedDependency[];
  refused: RefusedEntry[];
  /** Number of dependencies beyond the maximum. */
  leftOut: number;
}

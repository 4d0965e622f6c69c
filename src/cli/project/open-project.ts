import { mkdtemp, rm } from 'node:fs/promises';
import { homedir, hostname, tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { messageOf } from '../../base/errors.ts';
import { HttpClient } from '../../base/http/client.ts';
import { findGit, runGit } from '../../indexing/sources/git/git-process.ts';
import { gitEnvironment } from '../../indexing/sources/git/git-environment.ts';
import { parseLocation, withoutCredentials } from '../../indexing/sources/git/location.ts';
import { remoteTags } from '../../indexing/sources/git/ls-remote.ts';
import { projectName } from '../../store/code-projects.ts';
import type { DeclaredProject } from '../../projects/dependency.ts';
import { indexAddresses } from '../../projects/packages/index-addresses.ts';
import { IndexReader } from '../../projects/packages/index-facts.ts';
import { mavenRepository } from '../../projects/packages/installed.ts';
import { withInstalledVersions } from '../../projects/packages/installed-versions.ts';
import { locatePackages } from '../../projects/packages/locate-packages.ts';
import { createProjectParser } from '../../projects/parser.ts';
import { readProject, realFolder } from '../../projects/read-project.ts';
import { chooseDependencies, type ResolvedDependency } from '../../projects/resolve.ts';
import { resolveProject, type ResolveProgress } from '../../projects/resolve-project.ts';
import { CommandError, exitCodes } from '../client/command-error.ts';
import { splitList } from '../settings/settings.ts';

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
  /** Addresses of package indexes, `<ecosystem>=<URL>`. */
  packageIndexes?: string | string[];
  /** Private address ranges that may be read. */
  allowedRanges?: string | string[];
}

/** What a project's folder says, and where the documentation of its dependencies is. */
export interface ProjectReading extends Pick<DeclaredProject, 'development' | 'refused'> {
  name: string;
  origin: string;
  dependencies: ResolvedDependency[];
  /** Number of dependencies beyond the maximum. */
  leftOut: number;
}

interface Waiting {
  onProgress: (progress: ResolveProgress) => void;
  signal: AbortSignal;
}

/** Milliseconds without progress, for indexes and repositories. */
const idleMs = 15_000;
/** Most dependencies that a server takes. */
export const maxDependencies = 250;

/** Reads a project and finds the documentation of its dependencies. Throws CommandError, and the signal's reason. */
export async function openProject(
  folder: string,
  choice: ProjectChoice,
  { onProgress, signal }: Waiting,
): Promise<ProjectReading> {
  const allowedRanges = commaSeparated(choice.allowedRanges);
  const indexes = indexAddresses(commaSeparated(choice.packageIndexes));
  const http = new HttpClient({ allowedRanges, requestTimeoutMs: idleMs });
  const parser = createProjectParser();
  const workDir = await mkdtemp(join(tmpdir(), 'lectern-project-'));
  try {
    const root = await projectFolder(folder);
    const { offline = false } = choice;
    const index = offline ? undefined : new IndexReader({ indexes, http, signal });
    const declared = await readProject(root, {
      signal,
      dev: choice.dev ?? false,
      parser,
      poms: {
        repository: mavenRepository(homedir()),
        ...(index && { download: (path) => index.pomAt(path) }),
      },
    });
    const { chosen, leftOut } = chooseDependencies(declared.dependencies, {
      only: choice.only ?? [],
      exclude: choice.exclude ?? [],
      max: maximum(choice.max ?? 50),
    });
    const program = await findGit('git', process.env);
    const places = { folder: root, home: homedir(), env: process.env, signal };
    const dependencies = await resolveProject(
      await withInstalledVersions(chosen, places),
      {
        locate: (dependencies, onProgress) =>
          locatePackages(dependencies, { ...places, index, onProgress }),
        async tagsOf(url) {
          if (offline) throw new Error('its tags were not read, because of --offline');
          const location = parseLocation(url, false);
          if (location.kind === 'local') throw new Error(`${url} is a folder, no repository`);
          const options = { workDir, allowedRanges, trusted: true, idleMs, signal };
          return remoteTags(location, options, { program, env: process.env });
        },
      },
      { useNearest: choice.nearest ?? false, onProgress, signal },
    );
    return {
      name: projectName(choice.name ?? declared.name),
      origin: await originOf(root, program, signal),
      dependencies,
      development: declared.development,
      refused: declared.refused,
      leftOut,
    };
  } finally {
    await parser.close();
    await http.close();
    await rm(workDir, { recursive: true, force: true });
  }
}

/** Returns the real path of the folder of a project. Throws CommandError if there is none. */
export async function projectFolder(folder: string): Promise<string> {
  return realFolder(folder).catch((cause: unknown) => {
    throw new CommandError(exitCodes.usage, messageOf(cause), { cause });
  });
}

/** Returns the name of the project in a folder; undefined if the folder declares no dependencies. */
export async function nameOfProject(folder: string): Promise<string | undefined> {
  const parser = createProjectParser();
  try {
    const signal = AbortSignal.timeout(60_000);
    const { name, dependencies } = await readProject(folder, { signal, dev: true, parser });
    return dependencies.length > 0 ? projectName(name) : undefined;
  } finally {
    await parser.close();
  }
}

/** An environment variable has several values in one text. */
function commaSeparated(given: string | string[] = []): string[] {
  return [given].flat().flatMap(splitList);
}

function maximum(text: number | string): number {
  const max = Number(text);
  if (Number.isInteger(max) && max >= 0 && max <= maxDependencies) return max;
  throw new CommandError(
    exitCodes.usage,
    `--max must be a number from 0 to ${maxDependencies}, not ${text}`,
  );
}

/**
 * Returns where a folder is: the address of its Git remote and its path in the checkout, so that two checkouts are one
 * project; otherwise its host and path.
 */
async function originOf(
  root: string,
  program: string | undefined,
  signal: AbortSignal,
): Promise<string> {
  const here = `${hostname()}:${root}`;
  if (program === undefined) return here;
  const git = {
    program,
    settings: ['-C', root],
    env: gitEnvironment({ env: process.env, home: root, trusted: true }),
  };
  const ask = async (...args: string[]): Promise<string> =>
    (await runGit(git, { args, signal })).toString('utf8').trim();
  try {
    const remote = await ask('config', '--get', 'remote.origin.url');
    const top = await ask('rev-parse', '--show-toplevel');
    const path = relative(top, root).split(sep).join('/');
    return [withoutCredentials(remote), path].filter(Boolean).join('#');
  } catch {
    signal.throwIfAborted();
    return here;
  }
}

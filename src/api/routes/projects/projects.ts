import { LRUCache } from 'lru-cache';
import { LecternError } from '../../../base/errors.ts';
import { mayAct, type Caller } from '../../../identity/access/caller.ts';
import { maySee } from '../../../identity/access/visibility.ts';
import { holdersOf } from '../../../resources/holder.ts';
import type { Library } from '../../../resources/library.ts';
import { askingProject, type AskingProject } from '../../../search/project-use.ts';
import {
  projectNamePattern,
  type CodeProject,
  type CodeProjects,
  type ProjectDependency,
} from '../../../store/code-projects.ts';
import { DEFAULT_VERSION } from '../../../store/snippet-index.ts';
import type { LiveRegistry } from '../../live/live-registry.ts';
import type { Routes } from '../../route.ts';
import { applyProject, removeProject, type ApplyPorts } from './apply.ts';

interface ProjectPorts extends ApplyPorts {
  registry: ApplyPorts['registry'] & Pick<LiveRegistry, 'snapshots'>;
  codeProjects: CodeProjects;
}

/** The operations on code projects by their ids. */
export function codeProjectRoutes(
  ports: ProjectPorts,
): Routes<'listCodeProjects' | 'getCodeProject' | 'putCodeProject' | 'deleteCodeProject'> {
  const { codeProjects, registry } = ports;

  async function viewsOf(projects: CodeProject[], caller: Caller) {
    const libraries = holdersOf(await registry.snapshots());
    return projects.map((project) => projectView(project, libraries, caller));
  }

  async function viewOf(project: CodeProject, caller: Caller) {
    const [view] = await viewsOf([project], caller);
    return view!;
  }

  async function found(name: string, { teamspace }: Caller): Promise<CodeProject> {
    const project = await codeProjects.find(teamspace, name);
    if (project) return project;
    const message = `There is no project ${JSON.stringify(name)}. GET /api/v1/projects lists the projects; \`lectern add --project\` adds one.`;
    throw new LecternError('project_not_found', message);
  }

  return {
    listCodeProjects: {
      async handle({ caller }) {
        const all = await codeProjects.all();
        const own = all.filter(({ teamspace }) => teamspace === caller.teamspace);
        return { json: { projects: await viewsOf(own, caller) } };
      },
    },
    getCodeProject: {
      async handle({ path, caller }) {
        return { json: await viewOf(await found(path('project'), caller), caller) };
      },
    },
    putCodeProject: {
      async handle({ path, body, caller }) {
        const name = path('project');
        const { origin, dryRun = false, dependencies } = body;
        const { teamspace } = caller;
        const held = await codeProjects.find(teamspace, name);
        if (held && held.origin !== origin) throw otherFolder(held);
        const wanted = { teamspace, name, origin, updatedAt: Date.now(), dependencies };
        const { project, changes } = await applyProject(ports, wanted, { caller, dryRun });
        return { json: { project: await viewOf(project, caller), changes } };
      },
    },
    deleteCodeProject: {
      async handle({ path, caller }) {
        const project = await found(path('project'), caller);
        return { json: { changes: await removeProject(ports, project, caller) } };
      },
    },
  };
}

function otherFolder({ name, origin }: CodeProject): LecternError {
  const message = `Project ${name} belongs to ${origin}. Choose another name with --name, or delete that project.`;
  return new LecternError('already_exists', message);
}

function projectView(
  { teamspace, name, origin, updatedAt, dependencies }: CodeProject,
  libraries: ReadonlyMap<string, Library>,
  caller: Caller,
) {
  return {
    name,
    ...(mayAct(caller, 'member') && { teamspace, origin }),
    updatedAt: new Date(updatedAt).toISOString(),
    dependencies: dependencies.map((one) => dependencyView(one, libraries, caller)),
  };
}

/**
 * Returns a dependency with the state of its library. Shows only what the lock file says if the caller may not see the library, and to
 * callers without a key if there is no library: the repository may be private.
 */
function dependencyView(
  dependency: ProjectDependency,
  libraries: ReadonlyMap<string, Library>,
  caller: Caller,
) {
  const { library: id, ...rest } = dependency;
  const library = id === undefined ? undefined : libraries.get(id);
  const isShown = library ? maySee(caller, library) : mayAct(caller, 'member');
  if (!isShown) return lockedFields(dependency);
  return library ? { ...rest, ...stateOf(library, dependency.ref) } : rest;
}

/** Returns what a lock file says of a dependency, and whether there is documentation. */
function lockedFields({ ecosystem, name, version, dev, state }: ProjectDependency) {
  return { ecosystem, name, version, dev, state };
}

function stateOf(library: Library, ref = '') {
  const served = servedVersion(library, ref);
  const ready = library.status.conditions?.find(({ type }) => type === 'Ready');
  return {
    library: library.spec.id,
    indexed: served !== undefined,
    documents: served?.documents ?? 0,
    snippets: served?.snippets ?? 0,
    libraryState: library.status.state ?? 'initial',
    ...(ready && { message: ready.message }),
  };
}

/** Returns what a library serves of a tag or branch; undefined if it serves nothing of it. */
function servedVersion({ spec, status }: Library, ref: string) {
  const isBranch = ref !== '' && ref === spec.source.git?.branch;
  // After the branch has changed, the library serves the old one until its run ends.
  if (isBranch && status.branch !== ref) return undefined;
  const name = isBranch ? DEFAULT_VERSION : ref;
  return status.versions?.find((version) => version.name === name);
}

/** Returns the project that a caller asks for; undefined if `name` is empty. Throws LecternError('validation_error'). */
export type FindProject = (name: string, caller: Caller) => Promise<AskingProject | undefined>;

/** Milliseconds for which a project is remembered. */
const rememberedMs = 2_000;

/**
 * Returns the projects with a lookup for answers, which remembers each project for two seconds. The lookup forgets a project
 * that `put` or `remove` changes. Other processes remember it until the two seconds have passed.
 */
export function rememberProjects(stored: CodeProjects): {
  codeProjects: CodeProjects;
  findProject: FindProject;
} {
  const known = new LRUCache<string, Promise<AskingProject>>({ max: 1_000, ttl: rememberedMs });
  const keyOfProject = (teamspace: string, name: string): string => `${teamspace}\n${name}`;
  const codeProjects: CodeProjects = {
    all: () => stored.all(),
    find: (teamspace, name) => stored.find(teamspace, name),
    async put(project) {
      await stored.put(project);
      known.delete(keyOfProject(project.teamspace, project.name));
    },
    async remove(teamspace, name) {
      const isRemoved = await stored.remove(teamspace, name);
      known.delete(keyOfProject(teamspace, name));
      return isRemoved;
    },
  };
  const findProject: FindProject = async (name, { teamspace }) => {
    if (name === '') return undefined;
    if (!projectNamePattern.test(name)) {
      const message = `Project name ${JSON.stringify(name.slice(0, 100))} is invalid. Expected lower-case letters, digits, ".", "_" and "-", as \`lectern add --project\` prints it.`;
      throw new LecternError('validation_error', message);
    }
    const key = keyOfProject(teamspace, name);
    const held = known.get(key);
    if (held) return held;
    const loading = stored.find(teamspace, name).then((project) => askingProject(name, project));
    known.set(key, loading);
    loading.catch(() => known.delete(key));
    return loading;
  };
  return { codeProjects, findProject };
}

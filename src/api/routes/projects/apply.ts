import { existsSync } from 'node:fs';
import { messageOf, LecternError } from '../../../base/errors.ts';
import type { Caller } from '../../../identity/access/caller.ts';
import { makerOfCaller } from '../../../identity/access/credential-policy.ts';
import { maySee } from '../../../identity/access/visibility.ts';
import { specMistake } from '../../../libraries/library/validate.ts';
import {
  planLibrary,
  type LibraryPlan,
  type WantedLibrary,
} from '../../../projects/plan-library.ts';
import type { ResolvedDependency } from '../../../projects/resolve.ts';
import { wantedSources } from '../../../projects/wanted-sources.ts';
import { annotations, keyOf, resourceName, type Library } from '../../../resources/library.ts';
import type { CodeProject, CodeProjects, ProjectDependency } from '../../../store/code-projects.ts';
import type { ResourcePatch } from '../../../store/registry.ts';
import type { LiveRegistry } from '../../live/live-registry.ts';
import { holderOf, idFor, type IdPorts } from '../find-library.ts';

/** The stores that a change of a project reads and writes: its dependencies, and the libraries that they need. */
export interface ApplyPorts extends IdPorts {
  registry: Pick<LiveRegistry, 'get' | 'find' | 'create' | 'patch' | 'delete'>;
  codeProjects: Pick<CodeProjects, 'all' | 'find' | 'put' | 'remove'>;
}

const operatorsOnly = 'only the operator of a server on this machine can index installed packages';

/** What happened to a library, or would happen. */
export interface LibraryChange {
  library: string;
  change: 'added' | 'changed' | 'kept' | 'deleted';
}

interface Applied {
  project: CodeProject;
  changes: LibraryChange[];
}

/**
 * Adds, changes and deletes libraries so that they have the versions that a project uses. A dependency whose library cannot be
 * changed gets a note, and the others continue. With `dryRun`, changes nothing and returns what it would change.
 */
export async function applyProject(
  ports: ApplyPorts,
  wanted: Omit<CodeProject, 'dependencies'> & { dependencies: ResolvedDependency[] },
  { caller, dryRun }: { caller: Caller; dryRun: boolean },
): Promise<Applied> {
  const { teamspace, name } = wanted;
  const projects = await ports.codeProjects.all();
  const isThis = (one: CodeProject): boolean => one.teamspace === teamspace && one.name === name;
  const others = projects.filter((one) => !isThis(one));
  const before = projects.find(isThis)?.dependencies ?? [];

  const needs = await needsOf(ports, wanted.dependencies, caller);
  const changes: LibraryChange[] = [];
  for (const need of needs.libraries.values()) {
    try {
      const planned = await planFor(ports, withOthers(need, others), caller);
      if (!dryRun) await carryOut(ports, need.id, { planned, caller });
      changes.push({ library: need.id, change: changeOf(planned.plan) });
    } catch (error) {
      if (!(error instanceof LecternError) || error.status >= 500) throw error;
      refuse(needs.dependencies, need.id, messageOf(error));
    }
  }
  const project = { ...wanted, dependencies: needs.dependencies };
  if (!dryRun) await ports.codeProjects.put(project);
  const left = librariesOf(before).filter((id) => !librariesOf(project.dependencies).includes(id));
  for (const id of left) changes.push(...(await release(ports, id, { others, caller, dryRun })));
  return { project, changes };
}

/** Removes a project, and the libraries and versions that no other project uses. */
export async function removeProject(
  ports: ApplyPorts,
  { teamspace, name, dependencies }: CodeProject,
  caller: Caller,
): Promise<LibraryChange[]> {
  const projects = await ports.codeProjects.all();
  const others = projects.filter((one) => one.teamspace !== teamspace || one.name !== name);
  await ports.codeProjects.remove(teamspace, name);
  const changes: LibraryChange[] = [];
  for (const id of librariesOf(dependencies)) {
    changes.push(...(await release(ports, id, { others, caller, dryRun: false })));
  }
  return changes;
}

interface Needs {
  libraries: Map<string, WantedLibrary>;
  dependencies: ProjectDependency[];
}

/** Groups dependencies by library. A dependency without a usable source becomes `missing`, with a note. */
async function needsOf(
  ports: IdPorts,
  given: ResolvedDependency[],
  caller: Caller,
): Promise<Needs> {
  const libraries = new Map<string, WantedLibrary>();
  const libraryOf = new Map<ResolvedDependency, string>();
  const { wanted, refused } = wantedSources(given);
  for (const { source, installed, refs, aliases, members } of wanted) {
    if (installed && caller.role !== 'operator') {
      for (const one of members) refused.set(one, operatorsOnly);
      continue;
    }
    const id = installed?.id ?? (await idFor(ports, source, caller));
    libraries.set(id, { id, source, refs, aliases, ...(installed && { title: installed.title }) });
    for (const one of members) libraryOf.set(one, id);
  }
  const dependencies = given.map((one): ProjectDependency => {
    const { installed: _, ref, ...rest } = one;
    const library = libraryOf.get(one);
    if (library !== undefined) return { ...rest, library, ref: ref ?? '' };
    const note = refused.get(one);
    return note === undefined ? rest : { ...rest, state: 'missing', note };
  });
  return { libraries, dependencies };
}

function refuse(dependencies: ProjectDependency[], id: string, note: string): void {
  for (const [at, { library, ref: _, ...rest }] of dependencies.entries()) {
    if (library === id) dependencies[at] = { ...rest, state: 'missing', note };
  }
}

/** Adds what the other projects need of the same library. */
function withOthers(need: WantedLibrary, others: CodeProject[]): WantedLibrary {
  const refs = others.flatMap(({ dependencies }) => refsOf(dependencies, need.id));
  return { ...need, refs: [...new Set([...need.refs, ...refs])] };
}

function refsOf(dependencies: ProjectDependency[], id: string): string[] {
  return dependencies.flatMap(({ library, ref }) => (library === id && ref ? [ref] : []));
}

function librariesOf(dependencies: ProjectDependency[]): string[] {
  const ids = dependencies.map(({ library }) => library).filter((id) => id !== undefined);
  return [...new Set(ids)];
}

/** What to do with a library, and how to find it out again for what the library has become meanwhile. */
interface Planned {
  plan: LibraryPlan;
  replan: (current: Library) => LibraryPlan;
}

/** Throws LecternError if the library cannot be changed as wanted. */
async function planFor(ports: IdPorts, wanted: WantedLibrary, caller: Caller): Promise<Planned> {
  const existing = await holderOf(ports, wanted.id, caller);
  const replan = (current: Library): LibraryPlan =>
    checked(planLibrary(current, withLivingCopy(wanted, current)));
  if (!existing) return { plan: checked(planLibrary(undefined, wanted)), replan };
  if (!maySee(caller, existing) || existing.metadata.deletionTimestamp) {
    throw new LecternError('duplicate_repo', `The id ${wanted.id} is taken.`);
  }
  return { plan: replan(existing), replan };
}

/** If the installed copy that a library reads is gone, wants the one of this project. */
function withLivingCopy(wanted: WantedLibrary, { spec }: Library): WantedLibrary {
  const held = spec.source.git?.url;
  const copy = wanted.source.git?.url;
  if (wanted.refs.length > 0 || held === undefined || copy === undefined) return wanted;
  return existsSync(held) ? wanted : { ...wanted, copy };
}

function checked(plan: LibraryPlan): LibraryPlan {
  if (plan.action === 'refuse') throw new LecternError('forbidden', plan.reason);
  const mistake = 'spec' in plan ? specMistake(plan.spec) : undefined;
  if (mistake === undefined) return plan;
  throw new LecternError('validation_error', mistake);
}

async function carryOut(
  { registry }: ApplyPorts,
  id: string,
  { planned: { plan, replan }, caller }: { planned: Planned; caller: Caller },
): Promise<void> {
  if (plan.action === 'create') {
    await registry.create({
      metadata: {
        name: resourceName(id),
        annotations: {
          [annotations.addedBy]: makerOfCaller(caller),
          [annotations.projects]: plan.annotation,
          ...(caller.role === 'operator' && { [annotations.allowLocal]: 'true' }),
        },
      },
      spec: plan.spec,
    });
    return;
  }
  const existing = await registry.find(id);
  if (!existing) return;
  const key = keyOf(existing.metadata);
  if (plan.action === 'delete') await registry.delete(key);
  if (plan.action === 'change') await registry.patch(key, (current) => patchOf(replan(current)));
}

function patchOf(plan: LibraryPlan): Pick<ResourcePatch, 'spec' | 'annotations'> {
  if (plan.action !== 'change') return {};
  return { spec: plan.spec, annotations: { [annotations.projects]: plan.annotation } };
}

/** Removes from a library what only this project used. */
async function release(
  ports: ApplyPorts,
  id: string,
  { others, caller, dryRun }: { others: CodeProject[]; caller: Caller; dryRun: boolean },
): Promise<LibraryChange[]> {
  const existing = await ports.registry.find(id);
  if (!existing || existing.metadata.deletionTimestamp) return [];
  const refs = others.flatMap(({ dependencies }) => refsOf(dependencies, id));
  const isUsed = others.some(({ dependencies }) => librariesOf(dependencies).includes(id));
  const { source } = existing.spec;
  const wanted = isUsed ? { id, source, refs: [...new Set(refs)], aliases: [] } : undefined;
  const replan = (current: Library): LibraryPlan => planLibrary(current, wanted);
  const plan = replan(existing);
  if (plan.action === 'refuse' || plan.action === 'keep') return [];
  if (!dryRun) await carryOut(ports, id, { planned: { plan, replan }, caller });
  return [{ library: id, change: changeOf(plan) }];
}

function changeOf({ action }: LibraryPlan): LibraryChange['change'] {
  if (action === 'create') return 'added';
  if (action === 'delete') return 'deleted';
  return action === 'change' ? 'changed' : 'kept';
}

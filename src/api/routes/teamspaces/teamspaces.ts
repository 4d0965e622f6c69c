import { defaultTeamspace, mayAct } from '../../../identity/access/caller.ts';
import type { LiveRegistry } from '../../live/live-registry.ts';
import { alreadyExists, teamInUse, teamNotFound } from '../../../identity/teamspaces/errors.ts';
import { integrationName } from '../../../libraries/integrations/settings.ts';
import type {
  Teamspace,
  Teams,
  MemberCheck,
  Teamspaces,
} from '../../../identity/teamspaces/teamspaces.ts';
import type { Exchange, Routes } from '../../route.ts';
import { inTeamspace, retryRefused } from '../retry-refused.ts';
import {
  refuseOwnersTo,
  mayRead,
  refuseUnlessManager,
} from '../../../identity/teamspaces/rights.ts';
import { LecternError } from '../../../base/errors.ts';

/** A teamspace as the API shows it (Teamspace of the OpenAPI document). */
export type TeamspaceView = Omit<Teamspace, 'createdAt'> & { createdAt: string };

/** The operations on teamspaces by their ids. */
export function teamspaceRoutes(
  { teamspaces }: Pick<Teams, 'teamspaces'>,
  registry: Pick<LiveRegistry, 'snapshots' | 'patch'>,
): Routes<
  'listTeamspaces' | 'createTeamspace' | 'getTeamspace' | 'changeTeamspace' | 'deleteTeamspace'
> {
  return {
    listTeamspaces: {
      async handle({ caller }) {
        const own = async () => [await teamspaces.find(caller.teamspace)];
        const seen = mayAct(caller, 'admin') ? await teamspaces.list() : await own();
        return { json: { teamspaces: seen.filter((one) => one !== undefined).map(viewOf) } };
      },
    },
    createTeamspace: {
      async handle({ body }) {
        const { id, name, plan, integrations } = body;
        const made = {
          id,
          name: name ?? id,
          plan: plan ?? 'enterprise',
          integrations: namesOf(integrations ?? []),
          createdAt: Date.now(),
        };
        if (!(await teamspaces.add(made))) throw alreadyExists('Teamspace', id);
        return { status: 201, json: viewOf(made) };
      },
    },
    getTeamspace: {
      handle: async (call) => ({ json: viewOf(await readTeamspace(teamspaces, call)) }),
    },
    changeTeamspace: {
      async handle({ path, body }) {
        const { integrations, ...others } = body;
        const granted = integrations && namesOf(integrations);
        const change = { ...others, ...(granted && { integrations: granted }) };
        const changed = await teamspaces.change(path('teamspace'), change);
        if (granted || others.plan) await retryRefused(registry, inTeamspace(changed.id));
        return { json: viewOf(changed) };
      },
    },
    deleteTeamspace: {
      async handle({ path }) {
        const id = path('teamspace');
        if (id === defaultTeamspace)
          throw teamInUse(id, 'it is the teamspace of everyone without another one.');
        await refuseWithLibraries(registry, id);
        await teamspaces.remove(id, Date.now());
        return { json: { message: `Deleted teamspace ${id}.` } };
      },
    },
  };
}

/** Returns the integrations' canonical names, sorted and without duplicates. Throws LecternError('validation_error') for unknown ones. */
function namesOf(integrations: string[]): string[] {
  return [...new Set(integrations.map(integrationName))].sort();
}

async function refuseWithLibraries(
  registry: Pick<LiveRegistry, 'snapshots'>,
  id: string,
): Promise<void> {
  const libraries = (await registry.snapshots()).filter(({ spec }) => spec.teamspace === id);
  const [first] = libraries;
  if (!first) return;
  const more = libraries.length > 1 ? ` and ${libraries.length - 1} more` : '';
  throw teamInUse(id, `it has the library ${first.spec.id}${more}. Delete its libraries first.`);
}

function viewOf({ createdAt, ...facts }: Teamspace): TeamspaceView {
  return { ...facts, createdAt: new Date(createdAt).toISOString() };
}

/** The operations on a teamspace's members by their ids. */
export function memberRoutes({
  teamspaces,
  members,
}: Pick<Teams, 'teamspaces' | 'members'>): Routes<'listMembers' | 'putMember' | 'removeMember'> {
  return {
    listMembers: {
      async handle(call) {
        const { id: teamspace } = await managedTeamspace(teamspaces, call);
        return { json: { members: await members.list(teamspace) } };
      },
    },
    putMember: {
      async handle(call) {
        const { id: teamspace } = await managedTeamspace(teamspaces, call);
        const userId = call.path('userId');
        const { role } = call.body;
        const check: MemberCheck = (held) => refuseOwnersTo(call.caller, [held, role]);
        return { json: await members.put(teamspace, userId, role, check) };
      },
    },
    removeMember: {
      async handle(call) {
        const { id: teamspace } = await managedTeamspace(teamspaces, call);
        const userId = call.path('userId');
        await members.remove(teamspace, userId, (held) => refuseOwnersTo(call.caller, [held]));
        const message = `Removed ${userId} from ${teamspace}. Their keys for it stop working everywhere within seconds.`;
        return { json: { message } };
      },
    },
  };
}

/** Returns the operations on a teamspace's projects. All members may read them, because they add libraries to projects. */
export function projectRoutes({
  teamspaces,
  projects,
}: Pick<Teams, 'teamspaces' | 'projects'>): Routes<
  'listProjects' | 'createProject' | 'deleteProject'
> {
  return {
    listProjects: {
      async handle(call) {
        const { id: teamspace } = await readTeamspace(teamspaces, call);
        return { json: { projects: await projects.list(teamspace) } };
      },
    },
    createProject: {
      async handle(call) {
        const { id: teamspace } = await managedTeamspace(teamspaces, call);
        const { id, name } = call.body;
        const project = { id, name: name ?? id };
        if (!(await projects.add(teamspace, project))) throw alreadyExists('Project', id);
        return { status: 201, json: project };
      },
    },
    deleteProject: {
      async handle(call) {
        const { id: teamspace } = await managedTeamspace(teamspaces, call);
        const id = call.path('projectId');
        if (!(await projects.remove(teamspace, id))) {
          const message = `Teamspace ${teamspace} has no project ${JSON.stringify(id)}.`;
          throw new LecternError('project_not_found', message);
        }
        return { json: { message: `Deleted project ${id}; its libraries stay.` } };
      },
    },
  };
}

/** A request with a teamspace in its path. */
export interface TeamspaceCall extends Pick<Exchange, 'caller'> {
  path: (name: 'teamspace') => string;
}

/** Returns the teamspace in the path. Throws LecternError('team_not_found'), also if the caller may not know it. */
export async function readTeamspace(
  teamspaces: Pick<Teamspaces, 'find'>,
  { path, caller }: TeamspaceCall,
): Promise<Teamspace> {
  const id = path('teamspace');
  const found = mayRead(caller, id) ? await teamspaces.find(id) : undefined;
  if (!found) throw teamNotFound(id);
  return found;
}

/** Returns the teamspace in the path to its owners and admins. Throws LecternError('forbidden') for other members. */
export async function managedTeamspace(
  teamspaces: Pick<Teamspaces, 'find'>,
  call: TeamspaceCall,
): Promise<Teamspace> {
  const teamspace = await readTeamspace(teamspaces, call);
  refuseUnlessManager(call.caller, teamspace.id);
  return teamspace;
}

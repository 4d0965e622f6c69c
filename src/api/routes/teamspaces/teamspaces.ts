import { defaultTeamspace, mayAct } from '../../../identity/access/caller.ts';
import type { Registry } from '../../../store/registry.ts';
import { alreadyExists, teamInUse } from '../../../identity/teamspaces/errors.ts';
import { integrationName } from '../../../libraries/integrations/settings.ts';
import type { Teamspace, TeamspaceChange, Teams } from '../../../identity/teamspaces/teamspaces.ts';
import type { Route } from '../../route.ts';
import { inTeamspace, retryWaiting } from '../add/retry-waiting.ts';
import { readTeamspace } from './readable.ts';

/** A teamspace as the API shows it (Teamspace of the OpenAPI document). */
export type TeamspaceView = Omit<Teamspace, 'createdAt'> & { createdAt: string };

/** The operations on teamspaces by their ids. */
export function teamspaceRoutes(
  { teamspaces }: Pick<Teams, 'teamspaces'>,
  registry: Pick<Registry, 'list' | 'patch'>,
): Record<string, Route> {
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
        const { id, name, plan, integrations }: { id: string } & TeamspaceChange = body;
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
        const { integrations, ...others }: TeamspaceChange = body;
        const granted = integrations && namesOf(integrations);
        const change = { ...others, ...(granted && { integrations: granted }) };
        const changed = await teamspaces.change(path('teamspace'), change);
        if (granted || others.plan) await retryWaiting(registry, inTeamspace(changed.id));
        return { json: viewOf(changed) };
      },
    },
    deleteTeamspace: {
      async handle({ path }) {
        const id = path('teamspace');
        if (id === defaultTeamspace) throw teamInUse(id, 'whoever is given no other is in it.');
        await refuseWithLibraries(registry, id);
        await teamspaces.remove(id, Date.now());
        return { json: { message: `Teamspace ${id} is deleted.` } };
      },
    },
  };
}

/** Each once, as integrations are named. Throws LecternError('validation_error') for what is no integration's name. */
function namesOf(integrations: string[]): string[] {
  return [...new Set(integrations.map(integrationName))].sort();
}

async function refuseWithLibraries(registry: Pick<Registry, 'list'>, id: string): Promise<void> {
  const libraries = (await registry.list()).filter(({ spec }) => spec.teamspace === id);
  const [first] = libraries;
  if (!first) return;
  const more = libraries.length > 1 ? ` and ${libraries.length - 1} more` : '';
  throw teamInUse(id, `it has the library ${first.spec.id}${more}; delete what is still its.`);
}

function viewOf({ createdAt, ...facts }: Teamspace): TeamspaceView {
  return { ...facts, createdAt: new Date(createdAt).toISOString() };
}

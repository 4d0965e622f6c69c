import { teamNotFound } from '../../../identity/teamspaces/errors.ts';
import { mayRead, refuseUnlessManager } from '../../../identity/teamspaces/rights.ts';
import type { Teamspace, Teamspaces } from '../../../identity/teamspaces/teamspaces.ts';
import type { Call } from '../../route.ts';

/** The teamspace in the path. Throws LecternError('team_not_found'), alike for one that the caller may not know of. */
export async function readTeamspace(
  teamspaces: Pick<Teamspaces, 'find'>,
  { path, caller }: Pick<Call, 'path' | 'caller'>,
): Promise<Teamspace> {
  const id = path('teamspace');
  const found = mayRead(caller, id) ? await teamspaces.find(id) : undefined;
  if (!found) throw teamNotFound(id);
  return found;
}

/** As readTeamspace, for what its owners and admins do. Throws LecternError('forbidden') to its other members too. */
export async function managedTeamspace(
  teamspaces: Pick<Teamspaces, 'find'>,
  call: Pick<Call, 'path' | 'caller'>,
): Promise<Teamspace> {
  const teamspace = await readTeamspace(teamspaces, call);
  refuseUnlessManager(call.caller, teamspace.id);
  return teamspace;
}

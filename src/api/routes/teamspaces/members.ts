import { refuseOwnersTo } from '../../../identity/teamspaces/rights.ts';
import type { TeamspaceRole, MemberCheck, Teams } from '../../../identity/teamspaces/teamspaces.ts';
import type { Route } from '../../route.ts';
import { managedTeamspace } from './readable.ts';

/** The operations on a teamspace's members by their ids. */
export function memberRoutes({
  teamspaces,
  members,
}: Pick<Teams, 'teamspaces' | 'members'>): Record<string, Route> {
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
        const { role }: { role: TeamspaceRole } = call.body;
        const check: MemberCheck = (held) => refuseOwnersTo(call.caller, [held, role]);
        return { json: await members.put(teamspace, userId, role, check) };
      },
    },
    removeMember: {
      async handle(call) {
        const { id: teamspace } = await managedTeamspace(teamspaces, call);
        const userId = call.path('userId');
        await members.remove(teamspace, userId, (held) => refuseOwnersTo(call.caller, [held]));
        const message = `${userId} is no member of ${teamspace} any more; their keys of it end within seconds everywhere.`;
        return { json: { message } };
      },
    },
  };
}

import { SqlKeys } from '../../src/store/metadata/access/keys.ts';
import type { MetadataDatabase } from '../../src/store/metadata/database.ts';
import { SqlMembers } from '../../src/store/metadata/teamspaces/members.ts';
import { SqlProjects } from '../../src/store/metadata/teamspaces/projects.ts';
import { SqlTeamspaces } from '../../src/store/metadata/teamspaces/teamspaces.ts';
import { SqlUsers } from '../../src/store/metadata/teamspaces/users.ts';
import type { PlanPorts } from '../../src/libraries/add/plan.ts';
import type { TeamsOfProcess } from '../contract/teams.ts';

/** Teamspaces that may have private libraries, by any id. */
export const enterpriseTeams: Pick<PlanPorts, 'teamspaces'> = {
  teamspaces: {
    find: async (id) => ({ id, name: id, plan: 'enterprise', integrations: [], createdAt: 0 }),
  },
};

/** Returns the stores of teamspaces in a database, as one process has them. */
export function teamsOf(database: MetadataDatabase): TeamsOfProcess {
  const nobodyAsks = (): void => undefined;
  return {
    keys: new SqlKeys(database),
    teams: {
      teamspaces: new SqlTeamspaces(database),
      users: new SqlUsers(database, nobodyAsks),
      members: new SqlMembers(database, nobodyAsks),
      projects: new SqlProjects(database),
    },
  };
}

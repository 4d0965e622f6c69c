import type { Registry } from '../../../store/registry.ts';
import type { Teams } from '../../../identity/teamspaces/teamspaces.ts';
import type { Route } from '../../route.ts';
import { memberRoutes } from './members.ts';
import { projectRoutes } from './projects.ts';
import { teamspaceRoutes } from './teamspaces.ts';
import { userRoutes } from './users.ts';

/** The operations of teamspaces.yaml by their ids. */
export function teamRoutes(
  teams: Teams,
  registry: Pick<Registry, 'list' | 'patch'>,
): Record<string, Route> {
  return {
    ...teamspaceRoutes(teams, registry),
    ...memberRoutes(teams),
    ...projectRoutes(teams),
    ...userRoutes(teams),
  };
}

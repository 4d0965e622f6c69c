import { mayAct, type Caller } from '../../identity/access/caller.ts';
import { LecternError } from '../../base/errors.ts';
import type { Projects, Teamspaces } from '../../identity/teamspaces/teamspaces.ts';
import { invalid } from './submission.ts';

/** The stores that these checks read. */
export interface PlanPorts {
  teamspaces: Pick<Teamspaces, 'find'>;
  projects: Pick<Projects, 'find'>;
}

/**
 * Throws LecternError('forbidden') if the caller may not add private libraries. The plan of the teamspace must include them, and a
 * member must be an owner or admin. Keys without a user may add them.
 */
export async function refusePrivate(
  teams: Pick<PlanPorts, 'teamspaces'>,
  caller: Caller,
): Promise<void> {
  const { teamspace, teamspaceRole } = caller;
  await refuseByPlan(teams, teamspace);
  if (teamspaceRole !== 'member' || mayAct(caller, 'admin')) return;
  const message = `Only owners and admins of teamspace ${teamspace} can add private libraries to it.`;
  throw new LecternError('forbidden', message);
}

/** Throws LecternError('forbidden') if the plan of a teamspace does not include private libraries. */
export async function refuseByPlan(
  { teamspaces }: Pick<PlanPorts, 'teamspaces'>,
  teamspace: string,
): Promise<void> {
  const { plan = 'free' } = (await teamspaces.find(teamspace)) ?? {};
  if (plan !== 'free') return;
  const message = `Private libraries require the plan pro or enterprise; teamspace ${teamspace} has the plan free.`;
  throw new LecternError('forbidden', message);
}

/** Throws LecternError('validation_error') if the teamspace has no such project. */
export async function refuseUnknownProject(
  { projects }: Pick<PlanPorts, 'projects'>,
  teamspace: string,
  project: string,
): Promise<void> {
  if (await projects.find(teamspace, project)) return;
  throw invalid(
    `Field "projectId" must be a project of teamspace ${teamspace}, not ${JSON.stringify(project)}; GET /api/v1/teamspaces/${teamspace}/projects lists them.`,
  );
}

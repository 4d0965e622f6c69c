import { LecternError } from '../../../base/errors.ts';
import { alreadyExists } from '../../../identity/teamspaces/errors.ts';
import type { Teams } from '../../../identity/teamspaces/teamspaces.ts';
import type { Route } from '../../route.ts';
import { managedTeamspace, readTeamspace } from './readable.ts';

/** The operations on a teamspace's projects by their ids. Its members read them, since they add libraries to them. */
export function projectRoutes({
  teamspaces,
  projects,
}: Pick<Teams, 'teamspaces' | 'projects'>): Record<string, Route> {
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
        const { id, name }: { id: string; name?: string } = call.body;
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
          throw new LecternError('project_not_found', 404, message);
        }
        return { json: { message: `Project ${id} is deleted; its libraries stay.` } };
      },
    },
  };
}

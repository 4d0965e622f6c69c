import { api } from '../../api/client.ts';
import type { Project } from '../../api/paths.gen.ts';
import { useSession } from '../../session/use-session.ts';

/** Returns the projects of the caller's teamspace; an empty list until they are known. */
export function useProjects(): Project[] {
  const { data } = useSession();
  const teamspace = data?.teamspace ?? '';
  const { data: found } = api.useQuery(
    'get',
    '/api/v1/teamspaces/{teamspace}/projects',
    { params: { path: { teamspace } } },
    { enabled: teamspace !== '' && data?.role !== 'anonymous' },
  );
  return found?.projects ?? [];
}

import type { TeamspaceRole } from '../../../src/identity/teamspaces/teamspaces.ts';
import type { CheckedResponse } from '../../support/openapi-check.ts';
import type { ApiServer } from '../api/api-server.ts';

/** Asks with a key. */
export type Asker = (method: string, path: string, body?: unknown) => Promise<CheckedResponse>;

/** Makes a user of an install, and a member of its teamspace docs where a role is given. */
export async function addUser(
  { send }: ApiServer,
  id: string,
  role?: TeamspaceRole,
): Promise<void> {
  await send('POST', '/api/v1/users', { id });
  if (role) await send('PUT', `/api/v1/teamspaces/docs/members/${id}`, { role });
}

/** Asks with a new key of which these things are said. */
export async function askerWith({ send }: ApiServer, facts: object): Promise<Asker> {
  const { json } = await send('POST', '/api/v1/keys', { name: 'a key', ...facts });
  const headers = { authorization: `Bearer ${json.key}` };
  return (method, path, body) => send(method, path, body, headers);
}

/** Asks as a new member of docs. */
export async function memberOfDocs(
  server: ApiServer,
  id: string,
  role: TeamspaceRole,
): Promise<Asker> {
  await addUser(server, id, role);
  return askerWith(server, { teamspace: 'docs', userId: id });
}

/** Status and error code of an answer. */
export function outcome({ status, json }: CheckedResponse): [number, string | undefined] {
  return [status, json.error];
}

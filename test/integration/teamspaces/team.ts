import type { TeamspaceRole } from '../../../src/identity/teamspaces/teamspaces.ts';
import type { CheckedResponse } from '../../support/openapi-check.ts';
import type { ApiServer } from '../api/api-server.ts';

/** Sends a request with a key. */
export type Asker = (method: string, path: string, body?: unknown) => Promise<CheckedResponse>;

/** Creates a user. With a role, also makes the user a member of the teamspace docs. */
export async function addUser(
  { send }: ApiServer,
  id: string,
  role?: TeamspaceRole,
): Promise<void> {
  await send('POST', '/api/v1/users', { id });
  if (role) await send('PUT', `/api/v1/teamspaces/docs/members/${id}`, { role });
}

/** Creates a key with these properties. Returns a function that sends requests with it. */
export async function askerWith({ send }: ApiServer, facts: object): Promise<Asker> {
  const { json } = await send('POST', '/api/v1/keys', { name: 'a key', ...facts });
  const headers = { authorization: `Bearer ${json.key}` };
  return (method, path, body) => send(method, path, body, headers);
}

/** Creates a member of docs with a key. Returns a function that sends requests with it. */
export async function memberOfDocs(
  server: ApiServer,
  id: string,
  role: TeamspaceRole,
): Promise<Asker> {
  await addUser(server, id, role);
  return askerWith(server, { teamspace: 'docs', userId: id });
}

/** Returns the status and the error code of an answer. */
export function outcome({ status, json }: CheckedResponse): [number, string | undefined] {
  return [status, json.error];
}

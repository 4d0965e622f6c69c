import type { UserView } from '../../api/routes/teamspaces/users.ts';
import { createClient } from '../client/client.ts';
import { formatTable, printJson, printLine } from './output.ts';
import type { TeamOptions } from './teamspaces.ts';

const all = '/api/v1/users';

/** `lectern users list`: prints one user per line. */
export async function listUsers(options: TeamOptions): Promise<void> {
  const { users } = await createClient(options).json<{ users: UserView[] }>(all);
  if (options.json) {
    printJson(users);
    return;
  }
  if (users.length === 0) {
    printLine('No users yet. Create one: lectern users create <id>');
    return;
  }
  const rows = users.map(({ id, name, email, createdAt }) => [
    id,
    name,
    email ?? '-',
    createdAt.slice(0, 10),
  ]);
  printLine(formatTable(['ID', 'NAME', 'EMAIL', 'CREATED'], rows));
}

/** `lectern users create <id>`. */
export async function createUser(
  id: string,
  { name, email, ...options }: TeamOptions & { name?: string; email?: string },
): Promise<void> {
  const made = await createClient(options).json<UserView>(all, {
    method: 'POST',
    body: { id, ...(name !== undefined && { name }), ...(email !== undefined && { email }) },
  });
  if (options.json) {
    printJson(made);
    return;
  }
  printLine(`Created user ${id}. Next, add the user to a teamspace and create a key:`);
  printLine(`  lectern teamspaces add-member default ${id}`);
  printLine(`  lectern keys create ${id} --user ${id}`);
}

/** `lectern users delete <id>`: also deletes the user's memberships and keys. */
export async function deleteUser(id: string, options: TeamOptions): Promise<void> {
  const path = `${all}/${encodeURIComponent(id)}`;
  const answer = await createClient(options).json<{ message: string }>(path, { method: 'DELETE' });
  if (options.json) printJson(answer);
  else printLine(answer.message);
}

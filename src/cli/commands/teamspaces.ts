import type { TeamspaceView } from '../../api/routes/teamspaces/teamspaces.ts';
import { createClient, type ClientOptions, type Request } from '../client/client.ts';
import { CommandError, exitCodes } from '../client/command-error.ts';
import type { Member, Project } from '../../identity/teamspaces/teamspaces.ts';
import { formatTable, printJson, printLine } from './output.ts';

/** The server to call. With `json`, commands print its answer instead of a table. */
export type TeamOptions = ClientOptions & { json?: boolean };

/** Options of a teamspace. */
interface TeamspaceFacts {
  name?: string;
  plan?: string;
}

const all = '/api/v1/teamspaces';

/** `lectern teamspaces list`: prints one teamspace per line, of those that the caller may see. */
export async function listTeamspaces(options: TeamOptions): Promise<void> {
  const { teamspaces } = await createClient(options).json<{ teamspaces: TeamspaceView[] }>(all);
  const rows = teamspaces.map(({ id, name, plan, createdAt }) => [
    id,
    name,
    plan,
    createdAt.slice(0, 10),
  ]);
  show(options, teamspaces, () => formatTable(['ID', 'NAME', 'PLAN', 'CREATED'], rows));
}

/** `lectern teamspaces create <id>`. */
export async function createTeamspace(
  id: string,
  { name, plan, ...options }: TeamOptions & TeamspaceFacts,
): Promise<void> {
  const body = { id, ...named(name), ...(plan !== undefined && { plan }) };
  const made = await ask<TeamspaceView>(options, all, { method: 'POST', body });
  show(options, made, () => `Teamspace ${id} has the plan ${made.plan}.`);
}

/** `lectern teamspaces set <id>`: changes the options that are given. */
export async function setTeamspace(
  id: string,
  { name, plan, ...options }: TeamOptions & TeamspaceFacts,
): Promise<void> {
  const body = { ...named(name), ...(plan !== undefined && { plan }) };
  if (Object.keys(body).length === 0) {
    throw new CommandError(exitCodes.usage, 'Give --name or --plan');
  }
  const now = await ask<TeamspaceView>(options, place(id), { method: 'PATCH', body });
  show(options, now, () => `Teamspace ${id} ("${now.name}") has the plan ${now.plan}.`);
}

/** `lectern teamspaces grant <id> <integration>`. */
export function grantIntegration(
  id: string,
  integration: string,
  options: TeamOptions,
): Promise<void> {
  return setIntegrations(id, (held) => [...held, integration], options);
}

/** `lectern teamspaces revoke <id> <integration>`. */
export function revokeIntegration(
  id: string,
  integration: string,
  options: TeamOptions,
): Promise<void> {
  const gone = integration.toLowerCase();
  return setIntegrations(id, (held) => held.filter((name) => name !== gone), options);
}

async function setIntegrations(
  id: string,
  change: (held: string[]) => string[],
  options: TeamOptions,
): Promise<void> {
  const held = await ask<TeamspaceView>(options, place(id));
  const body = { integrations: change(held.integrations) };
  const now = await ask<TeamspaceView>(options, place(id), { method: 'PATCH', body });
  const names = now.integrations.join(', ') || 'no integration';
  show(options, now, () => `Teamspace ${id} may use ${names}.`);
}

/** `lectern teamspaces delete <id>`. */
export function deleteTeamspace(id: string, options: TeamOptions): Promise<void> {
  return remove(options, place(id));
}

/** `lectern teamspaces members <teamspace>`: prints one member per line. */
export async function listMembers(teamspace: string, options: TeamOptions): Promise<void> {
  const { members } = await ask<{ members: Member[] }>(options, place(teamspace, 'members'));
  const rows = members.map(({ userId, name, email, role }) => [userId, role, name, email ?? '-']);
  show(options, members, () =>
    rows.length === 0
      ? `Teamspace ${teamspace} has no members. Add one: lectern teamspaces add-member ${teamspace} <user>`
      : formatTable(['USER', 'ROLE', 'NAME', 'EMAIL'], rows),
  );
}

/** `lectern teamspaces add-member <teamspace> <user>`: also changes the role of a member. */
export async function addMember(
  teamspace: string,
  userId: string,
  { role, ...options }: TeamOptions & { role: string },
): Promise<void> {
  const path = place(teamspace, 'members', userId);
  const member = await ask<Member>(options, path, { method: 'PUT', body: { role } });
  show(options, member, () => `${userId} is ${member.role} of ${teamspace}.`);
}

/** `lectern teamspaces remove-member <teamspace> <user>`. */
export function removeMember(
  teamspace: string,
  userId: string,
  options: TeamOptions,
): Promise<void> {
  return remove(options, place(teamspace, 'members', userId));
}

/** `lectern teamspaces projects <teamspace>`: prints one project per line. */
export async function listProjects(teamspace: string, options: TeamOptions): Promise<void> {
  const { projects } = await ask<{ projects: Project[] }>(options, place(teamspace, 'projects'));
  const rows = projects.map(({ id, name }) => [id, name]);
  show(options, projects, () =>
    rows.length === 0
      ? `Teamspace ${teamspace} has no projects. Create one: lectern teamspaces add-project ${teamspace} <project>`
      : formatTable(['ID', 'NAME'], rows),
  );
}

/** `lectern teamspaces add-project <teamspace> <project>`. */
export async function addProject(
  teamspace: string,
  id: string,
  { name, ...options }: TeamOptions & { name?: string },
): Promise<void> {
  const body = { id, ...named(name) };
  const made = await ask<Project>(options, place(teamspace, 'projects'), { method: 'POST', body });
  show(
    options,
    made,
    () => `Created project ${id} of ${teamspace}. To add libraries to it, set projectId.`,
  );
}

/** `lectern teamspaces remove-project <teamspace> <project>`. */
export function removeProject(teamspace: string, id: string, options: TeamOptions): Promise<void> {
  return remove(options, place(teamspace, 'projects', id));
}

function named(name: string | undefined): { name?: string } {
  return name === undefined ? {} : { name };
}

function place(...segments: string[]): string {
  return [all, ...segments.map(encodeURIComponent)].join('/');
}

function ask<Answer>(options: TeamOptions, path: string, request?: Request): Promise<Answer> {
  return createClient(options).json<Answer>(path, request);
}

async function remove(options: TeamOptions, path: string): Promise<void> {
  const answer = await ask<{ message: string }>(options, path, { method: 'DELETE' });
  show(options, answer, () => answer.message);
}

function show({ json }: TeamOptions, answer: unknown, inWords: () => string): void {
  if (json) printJson(answer);
  else printLine(inWords());
}

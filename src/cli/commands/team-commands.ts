import { Option, type Command } from 'commander';
import { serverCommand, type ServerOptions } from './server-command.ts';
import type { TeamspaceFacts } from './teamspaces.ts';

// As in main.ts, a command's module is imported when the command runs.

/** `lectern teamspaces ...` and `lectern users ...`. */
export function addTeamCommands(program: Command): void {
  const teamspaces = program
    .command('teamspaces')
    .description('Manage teamspaces, their members and projects');
  addTeamspaceCommands(teamspaces);
  addMemberCommands(teamspaces);
  addProjectCommands(teamspaces);
  addUserCommands(program.command('users').description('Create, list and delete users'));
}

function planOption(): Option {
  return new Option(
    '--plan <plan>',
    'Plan of the teamspace; free has no private libraries',
  ).choices(['free', 'pro', 'enterprise']);
}

function addTeamspaceCommands(teamspaces: Command): void {
  serverCommand(teamspaces, 'list', 'List the teamspaces').action(
    async (options: ServerOptions) => {
      const { listTeamspaces } = await import('./teamspaces.ts');
      await listTeamspaces(options);
    },
  );
  serverCommand(teamspaces, 'create <id>', 'Create a teamspace')
    .option('--name <name>', 'Display name (default: the ID)')
    .addOption(planOption())
    .action(async (id: string, options: ServerOptions & TeamspaceFacts) => {
      const { createTeamspace } = await import('./teamspaces.ts');
      await createTeamspace(id, options);
    });
  serverCommand(teamspaces, 'set <id>', 'Change the name or plan of a teamspace')
    .option('--name <name>', 'Display name')
    .addOption(planOption())
    .action(async (id: string, options: ServerOptions & TeamspaceFacts) => {
      const { setTeamspace } = await import('./teamspaces.ts');
      await setTeamspace(id, options);
    });
  serverCommand(
    teamspaces,
    'grant <id> <integration>',
    'Let the libraries of a teamspace use an integration, such as git/github.com',
  ).action(async (id: string, integration: string, options: ServerOptions) => {
    const { grantIntegration } = await import('./teamspaces.ts');
    await grantIntegration(id, integration, options);
  });
  serverCommand(
    teamspaces,
    'revoke <id> <integration>',
    'Revoke an integration from the next run on',
  ).action(async (id: string, integration: string, options: ServerOptions) => {
    const { revokeIntegration } = await import('./teamspaces.ts');
    await revokeIntegration(id, integration, options);
  });
  serverCommand(teamspaces, 'delete <id>', 'Delete an empty teamspace').action(
    async (id: string, options: ServerOptions) => {
      const { deleteTeamspace } = await import('./teamspaces.ts');
      await deleteTeamspace(id, options);
    },
  );
}

function addMemberCommands(teamspaces: Command): void {
  serverCommand(teamspaces, 'members <teamspace>', 'List the members of a teamspace').action(
    async (teamspace: string, options: ServerOptions) => {
      const { listMembers } = await import('./teamspaces.ts');
      await listMembers(teamspace, options);
    },
  );
  serverCommand(
    teamspaces,
    'add-member <teamspace> <user>',
    'Add a member, or change the role of a member',
  )
    .addOption(
      new Option('--role <role>', 'Role in the teamspace')
        .choices(['owner', 'admin', 'member'])
        .default('member'),
    )
    .action(async (teamspace: string, user: string, options: ServerOptions & { role: string }) => {
      const { addMember } = await import('./teamspaces.ts');
      await addMember(teamspace, user, options);
    });
  serverCommand(
    teamspaces,
    'remove-member <teamspace> <user>',
    'Remove a member and revoke their keys in the teamspace',
  ).action(async (teamspace: string, user: string, options: ServerOptions) => {
    const { removeMember } = await import('./teamspaces.ts');
    await removeMember(teamspace, user, options);
  });
}

function addProjectCommands(teamspaces: Command): void {
  serverCommand(teamspaces, 'projects <teamspace>', 'List the projects of a teamspace').action(
    async (teamspace: string, options: ServerOptions) => {
      const { listProjects } = await import('./teamspaces.ts');
      await listProjects(teamspace, options);
    },
  );
  serverCommand(teamspaces, 'add-project <teamspace> <project>', 'Create a project')
    .option('--name <name>', 'Display name (default: the ID)')
    .action(async (teamspace: string, id: string, options: ServerOptions & { name?: string }) => {
      const { addProject } = await import('./teamspaces.ts');
      await addProject(teamspace, id, options);
    });
  serverCommand(
    teamspaces,
    'remove-project <teamspace> <project>',
    'Delete a project and keep its libraries',
  ).action(async (teamspace: string, id: string, options: ServerOptions) => {
    const { removeProject } = await import('./teamspaces.ts');
    await removeProject(teamspace, id, options);
  });
}

function addUserCommands(users: Command): void {
  serverCommand(users, 'list', 'List the users').action(async (options: ServerOptions) => {
    const { listUsers } = await import('./users.ts');
    await listUsers(options);
  });
  serverCommand(users, 'create <id>', 'Create a user')
    .option('--name <name>', 'Display name (default: the ID)')
    .option('--email <address>', 'Email address')
    .action(async (id: string, options: ServerOptions & { name?: string; email?: string }) => {
      const { createUser } = await import('./users.ts');
      await createUser(id, options);
    });
  serverCommand(users, 'delete <id>', 'Delete a user, their memberships and keys').action(
    async (id: string, options: ServerOptions) => {
      const { deleteUser } = await import('./users.ts');
      await deleteUser(id, options);
    },
  );
}

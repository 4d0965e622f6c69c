import { Option, type Command } from 'commander';
import { serverCommand, type ServerOptions } from './server-command.ts';
import type { TeamspaceFacts } from './teamspaces.ts';

// As in cli.ts, what a command needs is imported when it runs.

/** `lectern teamspaces ...` and `lectern users ...`. */
export function addTeamCommands(program: Command): void {
  const teamspaces = program
    .command('teamspaces')
    .description('Teamspaces, their members and projects');
  addTeamspaceCommands(teamspaces);
  addMemberCommands(teamspaces);
  addProjectCommands(teamspaces);
  addUserCommands(program.command('users').description('Make, list and delete users'));
}

function planOption(): Option {
  return new Option('--plan <plan>', 'What it may; free has no private libraries').choices([
    'free',
    'pro',
    'enterprise',
  ]);
}

function addTeamspaceCommands(teamspaces: Command): void {
  serverCommand(teamspaces, 'list', 'List the teamspaces').action(
    async (options: ServerOptions) => {
      const { listTeamspaces } = await import('./teamspaces.ts');
      await listTeamspaces(options);
    },
  );
  serverCommand(teamspaces, 'create <id>', 'Make a teamspace')
    .option('--name <name>', 'Display name; the id otherwise')
    .addOption(planOption())
    .action(async (id: string, options: ServerOptions & TeamspaceFacts) => {
      const { createTeamspace } = await import('./teamspaces.ts');
      await createTeamspace(id, options);
    });
  serverCommand(teamspaces, 'set <id>', 'Change its name or plan')
    .option('--name <name>', 'Display name')
    .addOption(planOption())
    .action(async (id: string, options: ServerOptions & TeamspaceFacts) => {
      const { setTeamspace } = await import('./teamspaces.ts');
      await setTeamspace(id, options);
    });
  serverCommand(
    teamspaces,
    'grant <id> <integration>',
    "Let its members' libraries be read with an integration, such as git/github.com",
  ).action(async (id: string, integration: string, options: ServerOptions) => {
    const { grantIntegration } = await import('./teamspaces.ts');
    await grantIntegration(id, integration, options);
  });
  serverCommand(
    teamspaces,
    'revoke <id> <integration>',
    'Take an integration back, from the next run on',
  ).action(async (id: string, integration: string, options: ServerOptions) => {
    const { revokeIntegration } = await import('./teamspaces.ts');
    await revokeIntegration(id, integration, options);
  });
  serverCommand(teamspaces, 'delete <id>', 'Delete a teamspace that nothing belongs to').action(
    async (id: string, options: ServerOptions) => {
      const { deleteTeamspace } = await import('./teamspaces.ts');
      await deleteTeamspace(id, options);
    },
  );
}

function addMemberCommands(teamspaces: Command): void {
  serverCommand(teamspaces, 'members <teamspace>', 'List who belongs to it').action(
    async (teamspace: string, options: ServerOptions) => {
      const { listMembers } = await import('./teamspaces.ts');
      await listMembers(teamspace, options);
    },
  );
  serverCommand(
    teamspaces,
    'add-member <teamspace> <user>',
    'Make a user a member, or give a member another role',
  )
    .addOption(
      new Option('--role <role>', 'What they are there')
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
    'End a membership, and with it the keys of the user there',
  ).action(async (teamspace: string, user: string, options: ServerOptions) => {
    const { removeMember } = await import('./teamspaces.ts');
    await removeMember(teamspace, user, options);
  });
}

function addProjectCommands(teamspaces: Command): void {
  serverCommand(teamspaces, 'projects <teamspace>', 'List its projects').action(
    async (teamspace: string, options: ServerOptions) => {
      const { listProjects } = await import('./teamspaces.ts');
      await listProjects(teamspace, options);
    },
  );
  serverCommand(teamspaces, 'add-project <teamspace> <project>', 'Make a project')
    .option('--name <name>', 'Display name; the id otherwise')
    .action(async (teamspace: string, id: string, options: ServerOptions & { name?: string }) => {
      const { addProject } = await import('./teamspaces.ts');
      await addProject(teamspace, id, options);
    });
  serverCommand(
    teamspaces,
    'remove-project <teamspace> <project>',
    'Delete a project; its libraries stay',
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
  serverCommand(users, 'create <id>', 'Make a user')
    .option('--name <name>', 'Display name; the id otherwise')
    .option('--email <address>', 'Where to reach them')
    .action(async (id: string, options: ServerOptions & { name?: string; email?: string }) => {
      const { createUser } = await import('./users.ts');
      await createUser(id, options);
    });
  serverCommand(users, 'delete <id>', 'Delete a user, with their memberships and keys').action(
    async (id: string, options: ServerOptions) => {
      const { deleteUser } = await import('./users.ts');
      await deleteUser(id, options);
    },
  );
}

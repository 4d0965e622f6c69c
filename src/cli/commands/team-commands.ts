import { Option, type Command } from 'commander';
import { imported } from './imported.ts';
import { serverCommand } from './server-command.ts';

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
    imported(async () => (await import('./teamspaces.ts')).listTeamspaces),
  );
  serverCommand(teamspaces, 'create <id>', 'Create a teamspace')
    .option('--name <name>', 'Display name (default: the ID)')
    .addOption(planOption())
    .action(imported(async () => (await import('./teamspaces.ts')).createTeamspace));
  serverCommand(teamspaces, 'set <id>', 'Change the name or plan of a teamspace')
    .option('--name <name>', 'Display name')
    .addOption(planOption())
    .action(imported(async () => (await import('./teamspaces.ts')).setTeamspace));
  serverCommand(
    teamspaces,
    'grant <id> <integration>',
    'Let the libraries of a teamspace use an integration, such as git/github.com',
  ).action(imported(async () => (await import('./teamspaces.ts')).grantIntegration));
  serverCommand(
    teamspaces,
    'revoke <id> <integration>',
    'Revoke an integration from the next run on',
  ).action(imported(async () => (await import('./teamspaces.ts')).revokeIntegration));
  serverCommand(teamspaces, 'delete <id>', 'Delete an empty teamspace').action(
    imported(async () => (await import('./teamspaces.ts')).deleteTeamspace),
  );
}

function addMemberCommands(teamspaces: Command): void {
  serverCommand(teamspaces, 'members <teamspace>', 'List the members of a teamspace').action(
    imported(async () => (await import('./teamspaces.ts')).listMembers),
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
    .action(imported(async () => (await import('./teamspaces.ts')).addMember));
  serverCommand(
    teamspaces,
    'remove-member <teamspace> <user>',
    'Remove a member, whose keys of the teamspace then stop working',
  ).action(imported(async () => (await import('./teamspaces.ts')).removeMember));
}

function addProjectCommands(teamspaces: Command): void {
  serverCommand(teamspaces, 'projects <teamspace>', 'List the projects of a teamspace').action(
    imported(async () => (await import('./teamspaces.ts')).listProjects),
  );
  serverCommand(teamspaces, 'add-project <teamspace> <project>', 'Create a project')
    .option('--name <name>', 'Display name (default: the ID)')
    .action(imported(async () => (await import('./teamspaces.ts')).addProject));
  serverCommand(
    teamspaces,
    'remove-project <teamspace> <project>',
    'Delete a project and keep its libraries',
  ).action(imported(async () => (await import('./teamspaces.ts')).removeProject));
}

function addUserCommands(users: Command): void {
  serverCommand(users, 'list', 'List the users').action(
    imported(async () => (await import('./users.ts')).listUsers),
  );
  serverCommand(users, 'create <id>', 'Create a user')
    .option('--name <name>', 'Display name (default: the ID)')
    .option('--email <address>', 'Email address')
    .action(imported(async () => (await import('./users.ts')).createUser));
  serverCommand(users, 'delete <id>', 'Delete a user, their memberships and keys').action(
    imported(async () => (await import('./users.ts')).deleteUser),
  );
}

import { Command, CommanderError, Option } from 'commander';
import { CommandError, exitCodes } from './client/command-error.ts';
import { imported } from './commands/imported.ts';
import { printNote, redraw } from './commands/output.ts';
import {
  dataOption,
  serverCommand,
  urlOption,
  type ServerOptions,
} from './commands/server-command.ts';
import type { ProjectChoice } from './project/open-project.ts';
import { addTeamCommands } from './commands/team-commands.ts';
import { refuseTakenOptions, refuseUnfitOptions } from './commands/unfit-options.ts';
import { LecternError, messageOf } from '../base/errors.ts';
import { onLostOutput } from './lost-output.ts';
import type { IndexJobFiles } from './processes/index-job.ts';
import { settings, type SettingSchema, type SettingsCommand } from './settings/schema.ts';
import {
  environmentName,
  flagName,
  misspelledVariables,
  type SettingsSources,
} from './settings/settings.ts';
import { version } from '../base/version.ts';

/** Parses the command line and runs one command. Resolves with the exit code (docs/reference/cli.md). */
export async function main(argv: string[]): Promise<number> {
  const program = createProgram();
  try {
    await program.parseAsync(argv);
    return Number(process.exitCode ?? 0);
  } catch (error) {
    return explain(error);
  }
}

/** Prints an error in one line, with a stack trace if LECTERN_DEBUG is set. Returns the exit code. */
function explain(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitCodes.usage;
  // The command may have ended in the middle of showing progress.
  redraw();
  printNote(`lectern: ${messageOf(error)}`);
  if (process.env['LECTERN_DEBUG'] && error instanceof Error) {
    printNote(String(error.stack));
  }
  if (error instanceof CommandError) return error.exitCode;
  return error instanceof LecternError && error.status < 500 ? exitCodes.usage : exitCodes.failed;
}

function createProgram(): Command {
  const program = new Command('lectern')
    .description('Serves library documentation to programs and language-model tools')
    .version(version)
    .exitOverride()
    .hook('preAction', (_program, command) => {
      onLostOutput(command.name());
      refuseTakenOptions(command);
    });
  addProcesses(program);
  addLibraryCommands(program);
  addQuestionCommands(program);
  addToolServerCommands(program);
  addKeyCommands(program);
  addUsageCommand(program);
  addTeamCommands(program);
  addTransferCommands(program);
  addLicenseCommands(program);
  addBackupCommands(program);
  hintAtHelp(program, 'lectern');
  return program;
}

/** Adds the command `help` to each command that has commands, and lets errors name the help of their command. */
function hintAtHelp(command: Command, path: string): void {
  const hasCommands = command.commands.length > 0;
  const lists = hasCommands ? 'the commands' : 'its arguments and options';
  command.showHelpAfterError(`(run ${path} --help to list ${lists})`);
  if (hasCommands) {
    addHelp(command);
    // Commander prints the help of `command` for `lectern ad --help`, as if `ad` were not there.
    command.on('beforeHelp', () => refuseUnknown(command, command.args[0]));
  }
  for (const one of command.commands) hintAtHelp(one, `${path} ${one.name()}`);
}

/** Replaces commander's `help`, which does not name a command that it does not know. */
function addHelp(command: Command): void {
  command
    .helpCommand(false)
    .command('help [commands...]')
    .description('display help for command')
    .action((names: string[]) => showHelp(command, names));
}

function showHelp(command: Command, [name, ...further]: string[]): void {
  const named = command.commands.find((one) => one.name() === name);
  if (named) return showHelp(named, further);
  if (command.commands.length > 0) refuseUnknown(command, name);
  return command.help();
}

/** Throws CommanderError, which suggests a similar command, if `name` is the name of no command of `command`. */
function refuseUnknown(command: Command, name: string | undefined): void {
  if (name === undefined || name.startsWith('-')) return;
  if (command.commands.every((one) => one.name() !== name)) command.parse([name], { from: 'user' });
}

/** Returns the action of a long-running command. `start` resolves with the exit code. */
function running(start: (sources: SettingsSources) => Promise<number>) {
  return async (options: Record<string, unknown>): Promise<void> => {
    for (const warning of misspelledVariables(process.env)) printNote(`lectern: ${warning}`);
    process.exitCode = await start(sourcesOf(options));
  };
}

function addProcesses(program: Command): void {
  addProcess(program, 'up', 'Run everything in one process, on a data directory').action(
    running(async (sources) => (await import('./processes/up.ts')).up(sources)),
  );
  addProcess(
    program,
    'controller',
    'Run the operator of a cluster: reconcile Libraries and ManifestSyncs',
  ).action(
    running(async (sources) => (await import('./processes/controller.ts')).controller(sources)),
  );
  addProcess(program, 'serve', 'Run the HTTP API and MCP server of a cluster').action(
    running(async (sources) => (await import('./processes/serve.ts')).serve(sources)),
  );
  addProcess(
    program,
    'gateway',
    'Run the write gateway of a cluster, which writes to the stores for Jobs',
  ).action(running(async (sources) => (await import('./processes/gateway.ts')).gateway(sources)));
  addProcess(
    program,
    'embed',
    'Serve the built-in embedding model to the other processes of a cluster',
  ).action(running(async (sources) => (await import('./processes/embed.ts')).embed(sources)));
  addProcess(program, 'index', 'Index one library, as the container of a Job')
    .requiredOption('--job <file>', 'JSON file that describes the run')
    .requiredOption('--token <file>', 'File that holds the token for the write gateway')
    .option('--outcome <file>', 'File to write the outcome to', '/dev/termination-log')
    .option('--credentials <dir>', 'Folder that holds the credentials of the source')
    .option('--further <file>', 'File that holds the token for further runs')
    .action(async ({ job, token, outcome, credentials, further, ...options }: IndexOptions) => {
      const { index } = await import('./processes/index-job.ts');
      const files = { job, token, outcome, credentials, further };
      process.exitCode = await index(files, sourcesOf(options));
    });
}

type IndexOptions = IndexJobFiles & Record<string, unknown>;

/** Adds a long-running command, with a flag for each of its settings. */
function addProcess(program: Command, name: SettingsCommand, description: string): Command {
  const command = program
    .command(name)
    .description(description)
    .option('--config <file>', 'YAML file of settings (LECTERN_CONFIG)');
  for (const [setting, schema] of Object.entries<SettingSchema>(settings)) {
    const flag = flagName(setting, schema);
    if (!schema.commands.includes(name) || flag === undefined) continue;
    const value =
      schema.type === 'boolean' ? '' : schema.type === 'array' ? ' <items...>' : ' <value>';
    const help = `${schema.description} (${environmentName(setting)})`;
    command.addOption(new Option(`${flag}${value}`, help));
  }
  return command;
}

function sourcesOf({ config, ...flags }: Record<string, unknown>): SettingsSources {
  return { flags, ...(typeof config === 'string' && { file: config }) };
}

function addLibraryCommands(program: Command): void {
  projectOptions(
    serverCommand(
      program,
      'add [source]',
      'Add a library from a URL or a local path, or the dependencies of a project',
    ),
  )
    .option('--dry-run', 'Print what would be added (project)')
    .addOption(
      new Option('--type <type>', 'Kind of source (default: detected from the URL)').choices([
        'git',
        'website',
        'llmstxt',
        'openapi',
        'wiki',
        'pages',
      ]),
    )
    .option('--id <id>', 'Library ID, such as /owner/name (default: derived from the source)')
    .option('--title <title>', 'Display name')
    .option('--description <text>', 'One or two sentences about the library')
    .option('--alias <names...>', 'Other names that people search for')
    .option('--former-id <ids...>', 'Earlier IDs; requests for them are redirected')
    .option('--versions <refs...>', 'Tags and branches to index as versions (Git)')
    .addOption(
      new Option(
        '--owner-rules <allow|ignore>',
        "Whether answers include the rules in the repository's context7.json (Git)",
      ).choices(['allow', 'ignore']),
    )
    .option('--branch <branch>', 'Branch to read (Git)')
    .option('--folders <folders...>', 'Folders to read; all others are left out (Git)')
    .option('--exclude-folders <folders...>', 'Folders to leave out (Git)')
    .option('--exclude-files <files...>', 'File names to leave out (Git)')
    .option('--locales <languages...>', 'Languages to read, such as en or zh-CN (Git)')
    .option('--index-source-code', 'Also index doc comments and signatures (Git)')
    .option('--max-pages <n>', 'Maximum number of pages (website, llmstxt)')
    .option('--max-depth <n>', 'Maximum depth of links to follow (website)')
    .option('--exclude-patterns <globs...>', 'URL paths to leave out (website)')
    .option('--force', 'Replace the file of the library (file of an API description)')
    .option('--wait', 'Show progress, and return when the library is indexed')
    .option('--no-wait', 'Return while the libraries of a project are being indexed')
    .action(async (source: string | undefined, options: AddCommandOptions, command: Command) => {
      const folder = folderOf(options.project);
      if (folder !== undefined && source === undefined) {
        refuseUnfitOptions(command, 'project');
        const { addProject } = await import('./project/add-project.ts');
        await addProject(folder, options);
      } else if (source !== undefined && folder === undefined) {
        refuseUnfitOptions(command, 'source');
        const { add } = await import('./commands/add.ts');
        await add(source, options);
      } else {
        const message =
          source === undefined
            ? 'Give a source, before options that take several values such as --folders, or --project with a folder'
            : `Give a source or --project with a folder, not both; for a project in ${source}, give --project ${source}`;
        throw new CommandError(exitCodes.usage, message);
      }
    });
  projectOptions(
    program
      .command('manifest')
      .description('Print a manifest (repos.yaml) with the dependencies of a project'),
  )
    .option('--libraries', 'Print Library resources instead')
    .option('--join <files...>', 'Join manifests of several projects instead')
    .action(async (options: ManifestCommandOptions) => {
      const folder = folderOf(options.project);
      const { printJoined, printManifest } = await import('./project/print-manifest.ts');
      if (options.join) await printJoined(options.join);
      else if (folder !== undefined) await printManifest(folder, options);
      else throw new CommandError(exitCodes.usage, 'Give --project with a folder, or --join');
    });
  serverCommand(
    program,
    'remove',
    'Remove a project, and the libraries and versions that no other project uses. To delete a library, use delete',
  )
    .requiredOption('--project [folder]', 'Folder of the project')
    .option('--name <name>', 'Name of the project on the server')
    .action(async (options: ServerOptions & { project: string | true; name?: string }) => {
      const { removeProject } = await import('./project/add-project.ts');
      await removeProject(folderOf(options.project)!, options);
    });
  serverCommand(program, 'list', 'List the libraries').action(
    imported(async () => (await import('./commands/list.ts')).list),
  );
  serverCommand(program, 'status [library]', 'Show libraries, indexing runs and failures')
    .option('--watch', 'Update until no run is active')
    .action(imported(async () => (await import('./commands/status.ts')).status));
  serverCommand(program, 'refresh <library>', 'Index a library again')
    .option('--wait', 'Show progress, and return when the run ends')
    .action(imported(async () => (await import('./commands/refresh.ts')).refresh));
  serverCommand(program, 'delete <library>', 'Delete a library and its index').action(
    imported(async () => (await import('./commands/delete.ts')).deleteLibrary),
  );
}

type AddCommandOptions = ServerOptions &
  Record<string, unknown> & { project?: string | true; wait?: boolean };

interface ManifestCommandOptions extends ProjectChoice {
  project?: string | true;
  libraries?: boolean;
  join?: string[];
}

/** Adds the options of commands that read a project. */
function projectOptions(command: Command): Command {
  return command
    .option('--project [folder]', 'Folder of a project; adds the versions that its lock files name')
    .option('--name <name>', 'Name of the project on the server (default: the declared name)')
    .option('--dev', 'Include packages that only development needs')
    .option('--only <packages...>', 'Only these packages; a name may end with *')
    .option('--exclude <packages...>', 'Leave these packages out; a name may end with *')
    .option('--max <n>', 'Maximum number of packages (default: 50, at most 250)')
    .option('--nearest', 'Use the nearest tag of a version that has none')
    .option('--offline', 'Ask no package index, and read no tags')
    .addOption(
      new Option(
        '--package-indexes <addresses...>',
        'Addresses of package indexes in place of the public ones, such as npm=https://npm.example.com',
      ).env('LECTERN_PACKAGE_INDEXES'),
    )
    .addOption(
      new Option('--allowed-ranges <ranges...>', 'Private address ranges that may be read').env(
        'LECTERN_ALLOWED_RANGES',
      ),
    );
}

function folderOf(given: string | true | undefined): string | undefined {
  return given === true ? '.' : given;
}

function addQuestionCommands(program: Command): void {
  serverCommand(program, 'search <name>', 'Find a library by name')
    .option('--query <question>', 'What you want to do; ranks libraries with similar names')
    .action(imported(async () => (await import('./commands/search.ts')).search));
  serverCommand(
    program,
    'ask <library> <question>',
    'Ask a library a question; terms that its documentation may use help',
  )
    .option('--fast', 'Skip the reranker')
    .option('--tokens <n>', 'Token limit of the answer')
    .option('--project <name>', 'Answer from the versions that this project uses')
    .action(imported(async () => (await import('./commands/ask.ts')).ask));
  serverCommand(
    program,
    'benchmark <library>',
    'Show how a library earns its benchmark score',
  ).action(imported(async () => (await import('./commands/benchmark.ts')).benchmarkLibrary));
  serverCommand(
    program,
    'eval <questions>',
    'Measure retrieval with a file of questions and their expected headings',
  )
    .option('--fast', 'Skip the reranker')
    .option('--library <id>', 'Library for questions that do not name one')
    .action(imported(async () => (await import('./commands/eval.ts')).evaluate));
}

function addKeyCommands(program: Command): void {
  serverCommand(program, 'sign-in', 'Print a link that signs you in to the page, once').action(
    imported(async () => (await import('./commands/sign-in.ts')).printSignInLink),
  );
  const keys = program.command('keys').description('Create, list and revoke API keys');
  serverCommand(keys, 'create <name>', 'Create a key and show it once')
    .option('--admin', 'Give the key the admin role: it manages libraries and keys')
    .option('--teamspace <name>', 'Teamspace of the key (default: default)')
    .option('--user <id>', 'Member of the teamspace who owns the key (default: nobody)')
    .option('--expires <when>', 'When the key expires: 12h, 90d, 8w, or a date')
    .action(imported(async () => (await import('./commands/keys.ts')).createKey));
  serverCommand(keys, 'list', 'List the keys, without their secrets').action(
    imported(async () => (await import('./commands/keys.ts')).listKeys),
  );
  serverCommand(keys, 'revoke <key>', 'Revoke a key').action(
    imported(async () => (await import('./commands/keys.ts')).revokeKey),
  );
}

function addUsageCommand(program: Command): void {
  serverCommand(program, 'usage', 'Show the requests, tokens and cost of a teamspace')
    .option('--days <n>', 'Number of days to report (default: 30)')
    .option('--teamspace <id>', 'Teamspace to report (admins only; default: that of the key)')
    .action(imported(async () => (await import('./commands/usage.ts')).usage));
}

function addToolServerCommands(program: Command): void {
  program
    .command('mcp')
    .description('Connect an MCP client to a running server over stdin and stdout')
    .addOption(urlOption())
    .addOption(new Option('--api-key <key>', 'API key for the server').env('LECTERN_API_KEY'))
    .option('--allow-http', 'Allow the key to be sent to another machine over plain HTTP')
    .option(
      '--project <name>',
      'Answer from the versions that a project uses: its name, or its folder',
    )
    .action(imported(async () => (await import('./commands/mcp.ts')).mcp));
  program
    .command('setup [client]')
    .description('Add the server to the configuration of an editor or assistant')
    .addOption(urlOption())
    .option(
      '--project [name]',
      "Write the project's configuration file instead of yours, for the versions that the project uses",
    )
    .option('--stdio', 'Let the client start `lectern mcp` instead of calling the server')
    .option('--with-key', 'Let the client send the key in its environment variable LECTERN_API_KEY')
    .option('--print', 'Print the configuration instead of writing it')
    .action(imported(async () => (await import('./commands/setup.ts')).setup));
}

function addTransferCommands(program: Command): void {
  serverCommand(program, 'export <libraries...>', 'Export public libraries to a bundle')
    .option('--out <file>', 'File to create', 'lectern-libraries.zip')
    .option(
      '--versions <names...>',
      'Versions to export besides the default version (default: all)',
    )
    .option('--no-versions', 'Export only the default version')
    .action(imported(async () => (await import('./commands/export.ts')).exportLibraries));
  serverCommand(program, 'import <file>', 'Import libraries from a bundle or a JSON export')
    .option('--force', 'Replace libraries that exist')
    .action(imported(async () => (await import('./commands/import.ts')).importFile));
}

function addLicenseCommands(program: Command): void {
  const license = program.command('license').description('Issue and check licenses');
  license
    .command('keygen')
    .description('Create the key pair of a license issuer, and print the public key')
    .requiredOption('--out <file>', 'File to create for the private key')
    .action(imported(async () => (await import('./commands/license.ts')).licenseKeygen));
  license
    .command('issue')
    .description('Create a license and print it')
    .requiredOption('--key <file>', 'File that holds the private key of the issuer')
    .requiredOption('--holder <name>', 'Name of the license holder')
    .option('--offline', 'Allow offline use: libraries can be imported from files')
    .option('--seats <n>', 'Number of people who may use the install')
    .option('--days <n>', 'Days until the license expires')
    .action(imported(async () => (await import('./commands/license.ts')).licenseIssue));
  license
    .command('check [license]')
    .description('Show what a license allows (default: LECTERN_LICENSE; - reads stdin)')
    .addOption(
      new Option('--public-key <key>', 'Public key of the issuer').env(
        'LECTERN_LICENSE_PUBLIC_KEY',
      ),
    )
    .option('--json', 'Print JSON')
    .action(imported(async () => (await import('./commands/license.ts')).licenseCheck));
}

function addBackupCommands(program: Command): void {
  program
    .command('backup <file>')
    .description('Back up a data directory to a new archive; the server may run')
    .addOption(dataOption('Data directory'))
    .option('--json', 'Print JSON')
    .action(imported(async () => (await import('./commands/backup.ts')).backup));
  program
    .command('restore <file>')
    .description('Restore a backup to a data directory; the server must be stopped')
    .addOption(dataOption('Data directory'))
    .option('--replace', 'Move existing data to pre-restore-<time>')
    .option('--json', 'Print JSON')
    .action(imported(async () => (await import('./commands/restore.ts')).restore));
}

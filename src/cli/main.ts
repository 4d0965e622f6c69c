import { Command, CommanderError, Option } from 'commander';
import { CommandError, exitCodes } from './client/command-error.ts';
import type { BackupCommandOptions } from './commands/backup.ts';
import type { IssueOptions } from './commands/license.ts';
import type { KeyFacts } from './commands/keys.ts';
import type { RestoreCommandOptions } from './commands/restore.ts';
import { serverCommand, type ServerOptions } from './commands/server-command.ts';
import type { SetupOptions } from './commands/setup.ts';
import { addTeamCommands } from './commands/team-commands.ts';
import { LecternError, messageOf } from '../base/errors.ts';
import { settings, type SettingSchema, type SettingsCommand } from './settings/schema.ts';
import { environmentName, type SettingsSources } from './settings/settings.ts';
import { version } from '../base/version.ts';

/** Parses the command line and runs one command; resolves with the exit code (see docs/reference/cli.md). */
export async function main(argv: string[]): Promise<number> {
  const program = createProgram();
  try {
    await program.parseAsync(argv);
    return Number(process.exitCode ?? 0);
  } catch (error) {
    return explain(error);
  }
}

/** Errors end in one line that says what to do; a stack trace is for the developer who sets LECTERN_DEBUG. */
function explain(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitCodes.usage;
  process.stderr.write(`lectern: ${messageOf(error)}\n`);
  if (process.env['LECTERN_DEBUG'] && error instanceof Error) {
    process.stderr.write(`${error.stack}\n`);
  }
  if (error instanceof CommandError) return error.exitCode;
  return error instanceof LecternError && error.status < 500 ? exitCodes.usage : exitCodes.failed;
}

// Commands are imported when they run: a quick one does not wait for the models of a slow one to load.
function createProgram(): Command {
  const program = new Command('lectern')
    .description('Library documentation for programs and language-model tools')
    .version(version)
    .exitOverride()
    .showHelpAfterError('(lectern --help lists the commands)');
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
  return program;
}

function addProcesses(program: Command): void {
  addProcess(program, 'up', 'Index and answer in one process, on a data directory').action(
    async (options: Record<string, unknown>) => {
      const { up } = await import('./processes/up.ts');
      process.exitCode = await up(sourcesOf(options));
    },
  );
  addProcess(
    program,
    'controller',
    'Run the operator: reconcile Libraries and ManifestSyncs',
  ).action(async (options: Record<string, unknown>) => {
    const { controller } = await import('./processes/controller.ts');
    process.exitCode = await controller(sourcesOf(options));
  });
  addProcess(program, 'serve', 'Answer over HTTP from the stores of a cluster').action(
    async (options: Record<string, unknown>) => {
      const { serve } = await import('./processes/serve.ts');
      process.exitCode = await serve(sourcesOf(options));
    },
  );
  addProcess(program, 'gateway', 'Let Jobs write what they index to the stores').action(
    async (options: Record<string, unknown>) => {
      const { gateway } = await import('./processes/gateway.ts');
      process.exitCode = await gateway(sourcesOf(options));
    },
  );
  addProcess(program, 'index', 'Carry out one indexing run, as the body of a Job')
    .requiredOption('--job <file>', 'JSON file of the run')
    .requiredOption('--token <file>', 'File with the token for the write gateway')
    .option('--outcome <file>', 'Where the outcome is written', '/dev/termination-log')
    .option('--credentials <dir>', 'Folder of the credentials of the source')
    .action(async ({ job, token, outcome, credentials, ...options }: IndexOptions) => {
      const { index } = await import('./processes/index-job.ts');
      const files = { job, token, outcome, ...(credentials !== undefined && { credentials }) };
      process.exitCode = await index(files, sourcesOf(options));
    });
}

interface IndexOptions extends Record<string, unknown> {
  job: string;
  token: string;
  outcome: string;
  credentials?: string;
}

/** A command that is a process of its own, with a flag for each of its settings. */
function addProcess(program: Command, name: SettingsCommand, description: string): Command {
  const command = program
    .command(name)
    .description(description)
    .option('--config <file>', 'YAML file of settings (LECTERN_CONFIG)');
  for (const [setting, schema] of Object.entries<SettingSchema>(settings)) {
    // Secrets are read from the environment or the file only: a command line is seen by every process.
    if (!schema.commands.includes(name) || schema.secret) continue;
    const flag = `--${setting.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
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
  serverCommand(program, 'add <source>', 'Add a library from a URL or a local path')
    .addOption(
      new Option('--type <type>', 'Kind of source; recognised from the URL otherwise').choices([
        'git',
        'website',
        'llmstxt',
        'openapi',
        'wiki',
        'pages',
      ]),
    )
    .option('--id <id>', 'Library id such as /owner/name; made from the source otherwise')
    .option('--title <title>', 'Display name')
    .option('--description <text>', 'One or two sentences about it')
    .option('--alias <names...>', 'Other names people search for')
    .option('--former-id <ids...>', 'Ids it had before; requests for them are redirected')
    .option('--versions <refs...>', 'Tags and branches to index as versions (git)')
    .addOption(
      new Option(
        '--owner-rules <allow|ignore>',
        "Whether the rules of the repository's context7.json stand in answers (git)",
      ).choices(['allow', 'ignore']),
    )
    .option('--branch <branch>', 'Branch to read (git)')
    .option('--folders <folders...>', 'Only these folders (git)')
    .option('--exclude-folders <folders...>', 'Folders to leave out (git)')
    .option('--exclude-files <files...>', 'File names to leave out (git)')
    .option('--index-source-code', 'Also index doc comments and signatures (git)')
    .option('--max-pages <n>', 'Most pages to read (website, llmstxt)')
    .option('--max-depth <n>', 'Most links to follow (website)')
    .option('--exclude-patterns <globs...>', 'URL paths to leave out (website)')
    .option('--wait', 'Return when it is indexed, showing progress')
    .action(async (source: string, options: ServerOptions & Record<string, unknown>) => {
      const { add } = await import('./commands/add.ts');
      await add(source, options);
    });
  serverCommand(program, 'list', 'List the libraries').action(async (options: ServerOptions) => {
    const { list } = await import('./commands/list.ts');
    await list(options);
  });
  serverCommand(program, 'status [library]', 'Show runs and their progress')
    .option('--watch', 'Follow until nothing runs any more')
    .action(async (library: string | undefined, options: ServerOptions & { watch?: boolean }) => {
      const { status } = await import('./commands/status.ts');
      await status(library, options);
    });
  serverCommand(program, 'refresh <library>', 'Read a source again')
    .option('--wait', 'Return when the run has ended, showing progress')
    .action(async (library: string, options: ServerOptions & { wait?: boolean }) => {
      const { refresh } = await import('./commands/refresh.ts');
      await refresh(library, options);
    });
  serverCommand(
    program,
    'delete <library>',
    'Delete a library and everything indexed of it',
  ).action(async (library: string, options: ServerOptions) => {
    const { deleteLibrary } = await import('./commands/delete.ts');
    await deleteLibrary(library, options);
  });
}

function addQuestionCommands(program: Command): void {
  serverCommand(program, 'search <name>', 'Find a library by its name')
    .option('--query <question>', 'What you want to do with it; breaks ties')
    .action(async (name: string, options: ServerOptions & { query?: string }) => {
      const { search } = await import('./commands/search.ts');
      await search(name, options);
    });
  serverCommand(program, 'ask <library> <question>', 'Ask a library a question')
    .option('--fast', 'Skip reranking')
    .option('--tokens <n>', 'Most tokens of the answer')
    .action(
      async (
        library: string,
        question: string,
        options: ServerOptions & { fast?: boolean; tokens?: string },
      ) => {
        const { ask } = await import('./commands/ask.ts');
        await ask(library, question, options);
      },
    );
  serverCommand(
    program,
    'benchmark <library>',
    'Ask a library questions made of itself, and show how its benchmark score comes about',
  ).action(async (library: string, options: ServerOptions) => {
    const { benchmarkLibrary } = await import('./commands/benchmark.ts');
    await benchmarkLibrary(library, options);
  });
  serverCommand(
    program,
    'eval <questions>',
    'Measure retrieval with a file of questions and expected headings',
  )
    .option('--fast', 'Skip reranking')
    .option('--library <id>', 'Library of questions that do not name one themselves')
    .action(async (file: string, options: ServerOptions & { fast?: boolean; library?: string }) => {
      const { evaluate } = await import('./commands/eval.ts');
      await evaluate(file, options);
    });
}

function addKeyCommands(program: Command): void {
  serverCommand(program, 'sign-in', 'Print a link that signs you in to the page, once').action(
    async (options: ServerOptions) => {
      const { printSignInLink } = await import('./commands/sign-in.ts');
      await printSignInLink(options);
    },
  );
  const keys = program.command('keys').description('Make, list and revoke API keys');
  serverCommand(keys, 'create <name>', 'Make a key; it is shown this once')
    .option('--admin', 'A key that manages libraries and keys')
    .option('--teamspace <name>', 'Whose private libraries it sees; default otherwise')
    .option('--user <id>', 'Member of the teamspace whom it belongs to; nobody otherwise')
    .option('--expires <when>', 'When it ends by itself: 12h, 90d, 8w, or a date')
    .action(async (name: string, options: ServerOptions & KeyFacts) => {
      const { createKey } = await import('./commands/keys.ts');
      await createKey(name, options);
    });
  serverCommand(keys, 'list', 'List the keys, without their secrets').action(
    async (options: ServerOptions) => {
      const { listKeys } = await import('./commands/keys.ts');
      await listKeys(options);
    },
  );
  serverCommand(keys, 'revoke <key>', 'End a key for good').action(
    async (key: string, options: ServerOptions) => {
      const { revokeKey } = await import('./commands/keys.ts');
      await revokeKey(key, options);
    },
  );
}

function addUsageCommand(program: Command): void {
  serverCommand(program, 'usage', 'Show what a teamspace was answered, and what it cost')
    .option('--days <n>', 'How far to look back; 30 otherwise')
    .option('--teamspace <id>', 'For admins: another than that of the key')
    .action(async (options: ServerOptions & { days?: string; teamspace?: string }) => {
      const { usage } = await import('./commands/usage.ts');
      await usage(options);
    });
}

function addToolServerCommands(program: Command): void {
  program
    .command('mcp')
    .description('Serve the Model Context Protocol over stdin and stdout, from a running server')
    .addOption(
      new Option('--url <url>', 'Address of the server')
        .env('LECTERN_URL')
        .default('http://127.0.0.1:7700'),
    )
    .addOption(new Option('--api-key <key>', 'Key of the server').env('LECTERN_API_KEY'))
    .option('--allow-http', 'Send the key over plain HTTP to another machine too')
    .action(async (options: { url: string; apiKey?: string; allowHttp?: boolean }) => {
      const { mcp } = await import('./commands/mcp.ts');
      await mcp(options);
    });
  program
    .command('setup [client]')
    .description('Write this server into the configuration of an editor or assistant')
    .addOption(
      new Option('--url <url>', 'Address of the server')
        .env('LECTERN_URL')
        .default('http://127.0.0.1:7700'),
    )
    .option('--project', "Write the project's file instead of the user's")
    .option('--stdio', 'Let the client start `lectern mcp` instead of calling the address')
    .option('--with-key', 'Let the client send the key of its environment variable LECTERN_API_KEY')
    .option('--print', 'Show what would be written to a new file')
    .action(async (client: string | undefined, options: SetupOptions) => {
      const { setup } = await import('./commands/setup.ts');
      await setup(client, options);
    });
}

interface ExportOptions extends ServerOptions {
  out: string;
  versions?: string[] | false;
}

function addTransferCommands(program: Command): void {
  serverCommand(program, 'export <libraries...>', 'Write public libraries to a bundle for import')
    .option('--out <file>', 'New file for the bundle', 'lectern-libraries.zip')
    .option('--versions <names...>', 'Versions besides the default one (default: all)')
    .option('--no-versions', 'Take the default version alone')
    .action(async (libraries: string[], options: ExportOptions) => {
      const { exportLibraries } = await import('./commands/export.ts');
      await exportLibraries(libraries, options);
    });
  serverCommand(program, 'import <file>', 'Take in libraries of a bundle, or of a JSON export')
    .option('--force', 'Replace libraries that are there already')
    .action(async (file: string, options: ServerOptions & { force?: boolean }) => {
      const { importFile } = await import('./commands/import.ts');
      await importFile(file, options);
    });
}

function addLicenseCommands(program: Command): void {
  const license = program.command('license').description('Issue and check licences');
  license
    .command('keygen')
    .description('Make the key pair of an issuer; prints the public key')
    .requiredOption('--out <file>', 'New file for the private key')
    .action(async (options: { out: string }) => {
      const { licenseKeygen } = await import('./commands/license.ts');
      await licenseKeygen(options);
    });
  license
    .command('issue')
    .description('Print a new licence')
    .requiredOption('--key <file>', 'Private key of the issuer')
    .requiredOption('--holder <name>', 'Whom it is for')
    .option('--offline', 'Libraries may be imported from files')
    .option('--seats <n>', 'How many people may use the install')
    .option('--days <n>', 'How long it lasts')
    .action(async (options: IssueOptions) => {
      const { licenseIssue } = await import('./commands/license.ts');
      await licenseIssue(options);
    });
  license
    .command('check [license]')
    .description('Show what a licence grants (LECTERN_LICENSE, or - for stdin)')
    .addOption(
      new Option('--public-key <key>', 'Public key of the issuer').env(
        'LECTERN_LICENSE_PUBLIC_KEY',
      ),
    )
    .option('--json', 'Print JSON for machines')
    .action(async (token: string | undefined, options: { publicKey?: string; json?: boolean }) => {
      const { licenseCheck } = await import('./commands/license.ts');
      await licenseCheck(token, options);
    });
}

function addBackupCommands(program: Command): void {
  const data = (): Option =>
    new Option('--data <dir>', 'Data directory').env('LECTERN_DATA').default('./data');
  program
    .command('backup <file>')
    .description('Write a data directory to a new archive, also while a server uses it')
    .addOption(data())
    .option('--json', 'Print JSON for machines')
    .action(async (file: string, options: BackupCommandOptions) => {
      const { backup } = await import('./commands/backup.ts');
      await backup(file, options);
    });
  program
    .command('restore <file>')
    .description('Put a backup into a data directory that no server uses')
    .addOption(data())
    .option('--replace', 'Put data that are there aside, in pre-restore-<time>')
    .option('--json', 'Print JSON for machines')
    .action(async (file: string, options: RestoreCommandOptions) => {
      const { restore } = await import('./commands/restore.ts');
      await restore(file, options);
    });
}

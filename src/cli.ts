import { Command, CommanderError, Option } from 'commander';
import { CommandError, exitCodes } from './client/command-error.ts';
import { environmentName, settingsSchema } from './config.ts';
import { LecternError, messageOf } from './errors.ts';
import { version } from './version.ts';

interface ServerOptions {
  url: string;
  data: string;
  token?: string;
  json?: boolean;
}

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
  addUp(program);
  addLibraryCommands(program);
  addQuestionCommands(program);
  return program;
}

function addUp(program: Command): void {
  const up = program
    .command('up')
    .description('Index and answer in one process, on a data directory')
    .option('--config <file>', 'YAML file of settings (LECTERN_CONFIG)');
  for (const [name, schema] of Object.entries(settingsSchema.properties)) {
    const flag = `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    const value =
      schema.type === 'boolean' ? '' : schema.type === 'array' ? ' <items...>' : ' <value>';
    // Keys are read from the environment or the file only: a command line is seen by every process.
    if (name.endsWith('Key')) continue;
    up.addOption(new Option(`${flag}${value}`, `${schema.description} (${environmentName(name)})`));
  }
  up.action(async ({ config, ...flags }: Record<string, unknown>) => {
    const { up: run } = await import('./commands/up.ts');
    process.exitCode = await run({ flags, ...(typeof config === 'string' && { file: config }) });
  });
}

function serverCommand(parent: Command, usage: string, description: string): Command {
  return parent
    .command(usage)
    .description(description)
    .addOption(
      new Option('--url <url>', 'Address of the server')
        .env('LECTERN_URL')
        .default('http://127.0.0.1:7700'),
    )
    .addOption(
      new Option('--data <dir>', 'Data directory of a local server, for its operator token')
        .env('LECTERN_DATA')
        .default('./data'),
    )
    .addOption(new Option('--token <token>', 'Operator token of the server').env('LECTERN_TOKEN'))
    .option('--json', 'Print JSON for machines');
}

function addLibraryCommands(program: Command): void {
  serverCommand(program, 'add <source>', 'Add a library from a URL or a local path')
    .addOption(
      new Option('--type <type>', 'Kind of source; recognised from the URL otherwise').choices([
        'git',
        'website',
        'llmstxt',
        'openapi',
      ]),
    )
    .option('--id <id>', 'Library id such as /owner/name; made from the source otherwise')
    .option('--title <title>', 'Display name')
    .option('--description <text>', 'One or two sentences about it')
    .option('--alias <names...>', 'Other names people search for')
    .option('--former-id <ids...>', 'Ids it had before; requests for them are redirected')
    .option('--versions <refs...>', 'Tags and branches to index as versions (git)')
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

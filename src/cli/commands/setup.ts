import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { CommandError, exitCodes } from '../client/command-error.ts';
import { baseUrl } from '../client/server-access.ts';
import { messageOf } from '../../base/errors.ts';
import { withEntry } from '../../api/clients/client-file.ts';
import {
  clientConfigurations,
  type ClientConfiguration,
  type Connection,
  type Machine,
} from '../../api/clients/clients.ts';
import { projectNamePattern } from '../../store/code-projects.ts';
import { formatTable, printLine } from './output.ts';

/** The flags of `lectern setup`: how a client reaches the server, and which of its files gets the entry. */
interface SetupOptions {
  url: string;
  /** Writes the project's file instead of the user's. A text is the name of the project on the server. */
  project?: boolean | string;
  /** Lets the client start `lectern mcp`. Clients that cannot call a server always do. */
  stdio?: boolean;
  /** Lets the client send the key in LECTERN_API_KEY. The entry names the variable, not the key. */
  withKey?: boolean;
  /** Prints the entry and writes no file. */
  print?: boolean;
}

/** `lectern setup [client]`: adds the server to a client's configuration, or prints the entry. */
export async function setup(id: string | undefined, options: SetupOptions): Promise<void> {
  const machine: Machine = {
    platform: process.platform,
    home: homedir(),
    project: process.cwd(),
    env: process.env,
  };
  if (id === undefined) {
    printLine(overview(machine));
    return;
  }
  const client = clientConfigurations.find((one) => one.id === id);
  if (!client) {
    const known = clientConfigurations.map((one) => one.id).join(', ');
    throw new CommandError(exitCodes.usage, `Unknown client ${id}; known clients are ${known}`);
  }
  const project = await namedProject(options.project);
  const connection = connectionOf(client, options, project);
  const file = fileOf(client, machine, Boolean(options.project));
  const fresh = edited(client, { connection, file, text: '' });
  if (options.print) {
    printLine(`# ${file}`);
    printLine(fresh.trimEnd());
    return;
  }
  const before = await readIfThere(file);
  const after = edited(client, { connection, file, text: before, fresh });
  if (after === before) {
    printLine(`${client.name} already has this server (${file})`);
    return;
  }
  await replaceFile(file, after);
  printLine(`${client.name}: ${before === '' ? 'wrote' : 'edited'} ${file}`);
  printLine('Restart it, or reload its MCP servers, to use Lectern.');
  if (client.note && (options.project || !client.notesProject)) printLine(client.note);
}

function overview(machine: Machine): string {
  const rows = clientConfigurations.map((client) => [
    client.id,
    client.name,
    client.userFile(machine),
  ]);
  return `${formatTable(['CLIENT', 'NAME', 'FILE'], rows)}\n\nlectern setup <client> writes the entry; with --print, it prints the entry.`;
}

/** Returns the name of the project that the entry names; undefined for the user's file, and for folders without dependencies. */
async function namedProject(given: SetupOptions['project']): Promise<string | undefined> {
  if (typeof given === 'string') {
    if (projectNamePattern.test(given)) return given;
    const message = `--project takes the name of a project, as \`lectern add --project\` prints it, not ${given}. Without a name, it takes that of the folder in which you run the command.`;
    throw new CommandError(exitCodes.usage, message);
  }
  if (given !== true) return undefined;
  const { nameOfProject } = await import('../project/open-project.ts');
  return nameOfProject(process.cwd());
}

function connectionOf(
  client: ClientConfiguration,
  options: SetupOptions,
  project: string | undefined,
): Connection {
  const base = baseUrl(options.url);
  const withKey = options.withKey ?? false;
  const query = project === undefined ? '' : `?project=${encodeURIComponent(project)}`;
  const http: Connection = { kind: 'http', url: `${base}/mcp${query}`, withKey };
  const httpImpossible = client.entry({ ...http, withKey: false }) === undefined;
  if (!options.stdio && !httpImpossible) return http;
  // Clients start the program in any folder and with their own PATH, so both paths are absolute.
  const program = resolve(process.argv[1] ?? 'lectern');
  return {
    kind: 'stdio',
    command: process.execPath,
    args: [program, 'mcp', '--url', base, ...(project === undefined ? [] : ['--project', project])],
    withKey,
  };
}

function fileOf(client: ClientConfiguration, machine: Machine, project: boolean): string {
  if (project && !client.projectFile) {
    throw new CommandError(
      exitCodes.usage,
      `${client.name} has no configuration file for projects`,
    );
  }
  const file = (project && client.projectFile?.(machine)) || client.userFile(machine);
  // If a client reads both files, the one with comments takes precedence.
  const commented = file.replace(/opencode\.json$/, 'opencode.jsonc');
  return existsSync(commented) ? commented : file;
}

function edited(
  client: ClientConfiguration,
  {
    connection,
    file,
    text,
    fresh,
  }: { connection: Connection; file: string; text: string; fresh?: string },
): string {
  try {
    return withEntry(client, connection, text);
  } catch (error) {
    const byHand = fresh ? ` Add this yourself:\n${fresh.trimEnd()}` : '';
    throw new CommandError(
      exitCodes.failed,
      `${fresh ? `${file} was not changed: ` : ''}${messageOf(error)}.${byHand}`,
    );
  }
}

/** Returns the text of a file; '' if there is none. */
async function readIfThere(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw new CommandError(exitCodes.failed, `${file} cannot be read: ${error.message}`);
  });
}

/** Replaces a file atomically and keeps its mode. */
async function replaceFile(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const target = await realpath(file).catch(() => file);
  const mode = await stat(target).then(
    (found) => found.mode & 0o777,
    () => 0o600,
  );
  const written = join(dirname(target), `.lectern-setup-${process.pid}`);
  try {
    await writeFile(written, text, { mode });
    // The umask of the user may have left out a part of the mode.
    await chmod(written, mode);
    await rename(written, target);
  } finally {
    await rm(written, { force: true });
  }
}

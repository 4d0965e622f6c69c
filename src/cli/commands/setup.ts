import { isUtf8 } from 'node:buffer';
import { existsSync } from 'node:fs';
import { chmod, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { homedir, userInfo } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { CommandError, exitCodes } from '../client/command-error.ts';
import { baseUrl } from '../client/server-access.ts';
import { createFolder } from '../../base/create-folder.ts';
import { messageOf } from '../../base/errors.ts';
import { ignoreMissing } from '../../base/ignore-missing.ts';
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
    // An empty HOME would mean the current folder.
    home: homedir() || userInfo().homedir,
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
  const fresh = entryFor(client, connection);
  if (options.print) {
    printLine(`# ${file}`);
    printLine(fresh);
    return;
  }
  try {
    const before = await readIfThere(file);
    const after = withEntry(client, connection, before);
    if (after === before) {
      printLine(`${client.name} already has this server (${file})`);
      return;
    }
    await replaceFile(file, after);
    printLine(`${client.name}: ${before === '' ? 'wrote' : 'edited'} ${file}`);
  } catch (error) {
    const message = `${file} was not changed: ${messageOf(error)}. Add this yourself:\n${fresh}`;
    throw new CommandError(exitCodes.failed, message);
  }
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

/** Returns the text of a file that has the entry only. Throws CommandError if the client does not support the connection. */
function entryFor(client: ClientConfiguration, connection: Connection): string {
  try {
    return withEntry(client, connection, '').trimEnd();
  } catch (error) {
    throw new CommandError(exitCodes.failed, `${messageOf(error)}.`);
  }
}

/** Returns the text of a file; '' if there is none. Throws an Error if its bytes are not a text that can be written back. */
async function readIfThere(file: string): Promise<string> {
  const bytes = (await readFile(file).catch(ignoreMissing)) ?? Buffer.of();
  if (!isUtf8(bytes)) throw new Error('it is not UTF-8');
  return bytes.toString();
}

/** Replaces a file atomically and keeps its mode. */
async function replaceFile(file: string, text: string): Promise<void> {
  await createFolder(dirname(file), 0o777);
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

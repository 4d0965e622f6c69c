import { withEntry } from './client-file.ts';
import type { ClientConfiguration, Connection, Machine } from './clients.ts';

/** What a person does to connect a client (ClientGuide of the OpenAPI document). */
export interface ClientGuide {
  id: string;
  name: string;
  /** The client's files, as they are called on Linux, macOS and Windows, and in a project. */
  files: string[];
  /** What to put into one of them. */
  entry: string;
  /** What to run instead. */
  command?: string;
  note?: string;
  documentation: string;
}

/** How a client is connected to a server at this address. Pure. */
export function clientGuide(
  client: ClientConfiguration,
  { url, withKey }: { url: string; withKey: boolean },
): ClientGuide {
  const { id, name, note, documentation } = client;
  const http: Connection = { kind: 'http', url: `${url}/mcp`, withKey };
  const args = ['mcp', '--url', url];
  const stdio: Connection = { kind: 'stdio', command: 'lectern', args, withKey };
  const connection = [http, stdio].find((one) => client.entry(one)) ?? { ...stdio, withKey: false };
  // A command that says nothing of the key would set up a client that is refused.
  const command = withKey ? undefined : client.command?.(`${url}/mcp`);
  return {
    id,
    name,
    files: filesOf(client),
    entry: withEntry(client, connection, '').trimEnd(),
    ...(command !== undefined && { command }),
    ...(note !== undefined && { note }),
    documentation,
  };
}

/** The client's file on each system, once where they are the same. */
function filesOf({ userFile, projectFile }: ClientConfiguration): string[] {
  const machine: Machine = { platform: 'linux', home: '~', project: '.', env: {} };
  const user = [
    userFile(machine),
    userFile({ ...machine, platform: 'darwin' }),
    userFile({ ...machine, platform: 'win32', env: { APPDATA: '%APPDATA%' } }),
  ];
  return [...new Set(user), ...(projectFile ? [projectFile(machine)] : [])];
}

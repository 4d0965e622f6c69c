import { withEntry } from './client-file.ts';
import type { ClientConfiguration, Connection, Machine } from './clients.ts';

/** Instructions to connect a client (ClientGuide of the OpenAPI document). */
export interface ClientGuide {
  id: string;
  name: string;
  /** Paths of the client's files: of the user on Linux, macOS and Windows, and of a project. */
  files: string[];
  /** The entry for one of these files. */
  entry: string;
  /** A command that replaces editing the file. */
  command?: string;
  note?: string;
  documentation: string;
}

/** Returns the instructions to connect a client to a server at this address. Pure. */
export function clientGuide(
  client: ClientConfiguration,
  { url, withKey }: { url: string; withKey: boolean },
): ClientGuide {
  const { id, name, note, documentation } = client;
  const http: Connection = { kind: 'http', url: `${url}/mcp`, withKey };
  const args = ['mcp', '--url', url];
  const stdio: Connection = { kind: 'stdio', command: 'lectern', args, withKey };
  const connection = [http, stdio].find((one) => client.entry(one)) ?? { ...stdio, withKey: false };
  // These commands cannot set the key, so the server would refuse the client.
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

/** Returns the client's file paths on each system, without duplicates. */
function filesOf({ userFile, projectFile }: ClientConfiguration): string[] {
  const machine: Machine = { platform: 'linux', home: '~', project: '.', env: {} };
  const user = [
    userFile(machine),
    userFile({ ...machine, platform: 'darwin' }),
    userFile({ ...machine, platform: 'win32', env: { APPDATA: '%APPDATA%' } }),
  ];
  return [...new Set(user), ...(projectFile ? [projectFile(machine)] : [])];
}

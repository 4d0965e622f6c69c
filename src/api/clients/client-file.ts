import type { ClientConfiguration, Connection } from './clients.ts';
import { entryName } from './clients.ts';
import { setJsonEntry } from './edit-json.ts';
import { setTomlTable } from './edit-toml.ts';

/**
 * Returns a client's file with the entry in it; all other text stays. For an empty text, returns the entry alone, for
 * users to paste. Throws an Error if the text cannot be edited, or if the client does not support the connection.
 */
export function withEntry(
  client: ClientConfiguration,
  connection: Connection,
  text: string,
): string {
  const { format, path } = client;
  const made = client.entry(connection);
  if (!made) throw new Error(refusal(client, connection));
  if (format === 'json') return setJsonEntry(text, [...path, entryName], made);
  return setTomlTable(text, [path[0]!, entryName], made as Record<string, string | string[]>);
}

function refusal({ name, entry }: ClientConfiguration, { kind, withKey }: Connection): string {
  if (!withKey) return `${name} cannot connect over HTTP`;
  const program = entry({ kind: 'stdio', command: 'lectern', args: ['mcp'], withKey });
  const instead = kind === 'http' && program ? '; a program that it starts can: add --stdio' : '';
  return `${name} cannot take a key from the environment${instead}`;
}

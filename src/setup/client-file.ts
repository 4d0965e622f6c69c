import type { ClientConfiguration, Connection } from './clients.ts';
import { entryName } from './clients.ts';
import { setJsonEntry } from './edit-json.ts';
import { setTomlTable } from './edit-toml.ts';

/**
 * A client's file with the entry in it; everything else in the text stays. The empty text gives what a person pastes. Throws an
 * Error that says why a text cannot be edited, or that the client cannot connect that way.
 */
export function withEntry(
  { name, format, path, entry }: ClientConfiguration,
  connection: Connection,
  text: string,
): string {
  const made = entry(connection);
  if (!made) {
    throw new Error(
      connection.kind === 'http' && connection.withKey
        ? `${name} cannot take a key from the environment`
        : `${name} cannot connect over HTTP`,
    );
  }
  if (format === 'json') return setJsonEntry(text, [...path, entryName], made);
  return setTomlTable(text, [path[0]!, entryName], made as Record<string, string | string[]>);
}

import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newKey, parseKey } from '../../../identity/access/key.ts';
import { adoptAdminKey } from '../../../identity/access/keys.ts';
import type { OpenAccess } from '../open-access.ts';

/** File in the data directory that holds the first admin key. */
export const adminKeyFile = 'admin.key';

interface AdminKeyOptions {
  access: Pick<OpenAccess, 'store' | 'prefixes' | 'keyPrefix'>;
  /** Data directory. */
  directory: string;
  /** The value of LECTERN_ADMIN_KEY. If it is set, no key is created. */
  given: string | undefined;
}

/**
 * Ensures that an admin key exists. Resolves with the key if this call creates it. Writes the file first, so that the next
 * start finds the key if the process crashes. Does not replace a revoked key.
 */
export async function keepAdminKey(options: AdminKeyOptions): Promise<string | undefined> {
  const { access, directory, given } = options;
  const { store, prefixes, keyPrefix } = access;
  if (given !== undefined) {
    await adoptAdminKey(given, { store, prefixes, name: 'LECTERN_ADMIN_KEY' });
    return undefined;
  }
  const file = join(directory, adminKeyFile);
  const name = 'first admin key';
  const held = (await readFile(file, 'utf8').catch(() => '')).trim();
  if (parseKey(held, prefixes)) {
    await adoptAdminKey(held, { store, prefixes, name });
    return undefined;
  }
  if ((await store.list()).some(({ role }) => role === 'admin')) return undefined;
  const { text } = newKey(keyPrefix);
  await writeFile(`${file}.new`, `${text}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
  await adoptAdminKey(text, { store, prefixes, name });
  return text;
}

import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newKey, parseKey } from '../../../identity/access/key.ts';
import { adoptAdminKey } from '../../../identity/access/keys.ts';
import type { OpenAccess } from '../open-access.ts';

/** File of the data directory that holds the first admin key. */
export const adminKeyFile = 'admin.key';

export interface AdminKeyOptions {
  access: Pick<OpenAccess, 'store' | 'prefixes' | 'keyPrefix'>;
  /** Data directory. */
  directory: string;
  /** The key of LECTERN_ADMIN_KEY: then none is made. */
  given: string | undefined;
}

/**
 * Sees to it that there is an admin key, and resolves with one that was made now. The file is written first: should the
 * process die in between, the next start takes the key from there. A key that was revoked is not replaced.
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

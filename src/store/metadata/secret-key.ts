import { randomBytes } from 'node:crypto';
import { chmod, link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ignoreMissing } from '../../base/ignore-missing.ts';

/** File of the data directory with the key that secrets are encrypted with. */
export const secretKeyFile = 'secrets.key';

const keyBytes = 32;

/**
 * The key of a data directory's secrets, made at the first call and readable by its owner alone. Throws an error when
 * the file holds anything else than 32 bytes in base64: another key in its place would lose every secret.
 */
export async function readSecretKey(directory: string): Promise<Buffer> {
  const file = join(directory, secretKeyFile);
  const held = await readFile(file, 'utf8').catch(ignoreMissing);
  const key = Buffer.from((held ?? (await makeKey(file))).trim(), 'base64');
  if (key.length !== keyBytes) {
    throw new Error(
      `${file} does not hold a key of ${keyBytes} bytes in base64; restore it from a backup, or remove it and set the secrets anew`,
    );
  }
  // A file that came back from a backup may have lost its mode.
  await chmod(file, 0o600);
  return key;
}

/** Linked into place: a crash in between leaves no half a key, and a key that is there is never replaced. */
async function makeKey(file: string): Promise<string> {
  const made = `${file}.${process.pid}.new`;
  await writeFile(made, `${randomBytes(keyBytes).toString('base64')}\n`, { mode: 0o600 });
  try {
    await link(made, file);
  } finally {
    await rm(made, { force: true });
  }
  return readFile(file, 'utf8');
}

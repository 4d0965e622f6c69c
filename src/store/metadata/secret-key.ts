import { randomBytes } from 'node:crypto';
import { chmod, link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ignoreMissing } from '../../base/ignore-missing.ts';

/** File in the data directory with the encryption key of secrets. */
export const secretKeyFile = 'secrets.key';

const keyBytes = 32;

/**
 * Returns the encryption key of a data directory's secrets. Creates it at the first call, readable by its owner only. Throws
 * if the file does not hold 32 bytes in base64: a new key would make all secrets unreadable.
 */
export async function readSecretKey(directory: string): Promise<Buffer> {
  const file = join(directory, secretKeyFile);
  const held = await readFile(file, 'utf8').catch(ignoreMissing);
  const key = Buffer.from((held ?? (await makeKey(file))).trim(), 'base64');
  if (key.length !== keyBytes) {
    throw new Error(
      `${file} does not hold a key of ${keyBytes} bytes in base64; restore it from a backup, or remove it and set the secrets again`,
    );
  }
  // A restored file may have lost its mode.
  await chmod(file, 0o600);
  return key;
}

/** Links the new file into place: a crash leaves no partial key, and an existing key is never replaced. */
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

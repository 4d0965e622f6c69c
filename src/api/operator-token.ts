import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** File of the data directory that holds the operator token. */
export const operatorTokenFile = 'operator-token';

/** The token of this data directory, made on first use; only the file's owner can read it. */
export async function ensureOperatorToken(dataDir: string): Promise<string> {
  const path = join(dataDir, operatorTokenFile);
  const held = await readOperatorToken(dataDir);
  if (held !== undefined) {
    await chmod(path, 0o600);
    return held;
  }
  const token = randomBytes(32).toString('hex');
  await mkdir(dataDir, { recursive: true });
  // Written aside and renamed: a crash in between leaves no empty token behind.
  await writeFile(`${path}.new`, `${token}\n`, { mode: 0o600 });
  await rename(`${path}.new`, path);
  return token;
}

/** The token of this data directory, or undefined when it has none that is whole. */
export async function readOperatorToken(dataDir: string): Promise<string | undefined> {
  try {
    const token = (await readFile(join(dataDir, operatorTokenFile), 'utf8')).trim();
    return /^[0-9a-f]{64}$/.test(token) ? token : undefined;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Whether an Authorization header carries the token; the time it takes tells nothing of the token. */
export function carriesToken(authorization: string | undefined, token: string): boolean {
  const given = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
  return given !== undefined && timingSafeEqual(digest(given), digest(token));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

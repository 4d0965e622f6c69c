import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';

/** The file of a data directory whose lock shows that a process uses the directory. */
const lockFile = 'lock.db';
/** Milliseconds in which a command that only looks at the lock lets go of it. */
const lookMs = 500;

/**
 * Locks a data directory until `close` is called or this process ends, however it ends. SQLite does that where Node cannot. Returns
 * undefined if another process has locked it. The id of a process would not do: containers that share a volume have the same ids, and
 * a dead process's id can be that of another program.
 */
export async function lockDirectory(
  directory: string,
): Promise<Pick<Sqlite.Database, 'close'> | undefined> {
  const file = join(directory, lockFile);
  await writeFile(file, '', { flag: 'a', mode: 0o600 });
  const lock = new Sqlite(file, { timeout: lookMs });
  try {
    lock.pragma('journal_mode = memory');
    lock.exec('begin exclusive');
    return lock;
  } catch (error) {
    lock.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
}

/** Returns whether a running process has locked a data directory. */
export function isLocked(directory: string): boolean {
  let file: Sqlite.Database | undefined;
  try {
    file = new Sqlite(join(directory, lockFile), { readonly: true, timeout: 0 });
    file.prepare('select count(*) from sqlite_schema').get();
    return false;
  } catch (error) {
    return isBusy(error);
  } finally {
    file?.close();
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && error.code === 'SQLITE_BUSY';
}

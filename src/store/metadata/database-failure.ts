import Sqlite from 'better-sqlite3';
import { DatabaseError } from 'pg';

/** Values and rows that a statement may not have: what the caller sent, or a mistake of the program. */
const badData = /^(?:22|23)|^SQLITE_(?:CONSTRAINT|MISMATCH|RANGE|TOOBIG)/;

/**
 * Whether an error says that a database cannot do its work: a table is missing, a disk is full, a file is damaged, a right is
 * taken away. Errors about the values of a statement are none of these.
 */
export function isDatabaseFailure(error: unknown): boolean {
  const isOfDatabase = error instanceof DatabaseError || error instanceof Sqlite.SqliteError;
  return isOfDatabase && !badData.test(error.code ?? '');
}

import { LecternError } from '../../base/errors.ts';
import Sqlite from 'better-sqlite3';
import { DatabaseError } from 'pg';

/** The database is unreachable or temporarily refuses requests. Callers may retry; the API answers 503. */
export class DatabaseUnavailable extends LecternError {
  override readonly name = 'DatabaseUnavailable';

  constructor(reason: string, options?: ErrorOptions) {
    super('search_failed', `The database does not answer (${reason}); try again`, options);
  }
}

/** Error codes for wrong values: the caller's mistake, or a bug. */
const badData = /^(?:22|23)|^SQLITE_(?:CONSTRAINT|MISMATCH|RANGE|TOOBIG)/;

/**
 * Returns whether an error means that the database cannot work: a missing table, a full disk, a damaged file, or missing
 * permissions. Errors about the values of a statement do not count.
 */
export function isDatabaseFailure(error: unknown): boolean {
  const isOfDatabase = error instanceof DatabaseError || error instanceof Sqlite.SqliteError;
  return isOfDatabase && !badData.test(error.code ?? '');
}

/** Returns whether SQLite cannot read a file: it is no database, or a part of it is damaged. */
export function isDamage(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && /^SQLITE_(?:NOTADB|CORRUPT)/.test(error.code);
}

import { LecternError, type ErrorOptionsWithCause } from '../../base/errors.ts';
import Sqlite from 'better-sqlite3';
import { DatabaseError } from 'pg';

/** The database does not answer, or refuses for a while: what was asked may be asked again. 503 to callers of the API. */
export class DatabaseUnavailable extends LecternError {
  override readonly name = 'DatabaseUnavailable';

  constructor(reason: string, options?: ErrorOptionsWithCause) {
    super('search_failed', 503, `The database does not answer (${reason}); try again`, options);
  }
}

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

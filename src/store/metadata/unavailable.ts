import { LecternError, type ErrorOptionsWithCause } from '../../base/errors.ts';

/** The database does not answer, or refuses for a while: what was asked may be asked again. 503 to callers of the API. */
export class DatabaseUnavailable extends LecternError {
  override readonly name = 'DatabaseUnavailable';

  constructor(reason: string, options?: ErrorOptionsWithCause) {
    super('search_failed', 503, `The database does not answer (${reason}); try again`, options);
  }
}

import type { Error as ErrorBody, MissingGrant } from './paths.gen.ts';
import { peopleText } from './people-text.ts';

/** An answer that is an error, with the message of the API. `messageOf` has what a person reads. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  /** 0 where the server cannot be reached. */
  readonly status: number;
  /** A code of docs/reference/errors.md. */
  readonly code: string;
  /** The grant that the teamspace lacks, if that is the reason. */
  readonly missingGrant: MissingGrant | undefined;

  constructor(status: number, code: string, message: string, missingGrant?: MissingGrant) {
    super(message);
    this.missingGrant = missingGrant;
    this.status = status;
    this.code = code;
  }

  static async of(response: Response): Promise<ApiFailure> {
    const body: unknown = await response.json().catch(() => undefined);
    const { error, message, missingGrant } = (body ?? {}) as Partial<ErrorBody>;
    const said = typeof message === 'string' ? message : `The server answered ${response.status}.`;
    const code = typeof error === 'string' ? error : 'unknown';
    return new ApiFailure(response.status, code, said, missingGrant);
  }

  /** Whether who asks may not have this: signed out, or of too low a role. */
  get refused(): boolean {
    return this.status === 401 || this.status === 403;
  }

  /** Whether nobody was there to answer, or only a proxy that found nobody: its errors are not of the server's form. */
  get away(): boolean {
    if (this.status === 0) return true;
    return this.code === 'unknown' && [502, 503, 504].includes(this.status);
  }
}

/** What a person reads of whatever was thrown. */
export function messageOf(error: unknown): string {
  if (error instanceof ApiFailure) return peopleText(error.code, error.message, error.missingGrant);
  return error instanceof Error ? error.message : String(error);
}

import type { Error as ErrorBody } from './paths.gen.ts';
import { peopleText, type Missing } from './people-text.ts';

/** An error of the API with its message. `messageOf` returns the text for people. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  /** HTTP status. 0 if the server is unreachable. */
  readonly status: number;
  /** An error code. See docs/reference/errors.md. */
  readonly code: string;
  /** What the caller lacks, if that is the reason. */
  readonly missing: Missing;

  constructor(status: number, code: string, message: string, missing: Missing = {}) {
    super(message);
    this.missing = missing;
    this.status = status;
    this.code = code;
  }

  static async of(response: Response): Promise<ApiFailure> {
    const body: unknown = await response.json().catch(() => undefined);
    const { error, message, ...missing } = (body ?? {}) as Partial<ErrorBody>;
    const said = typeof message === 'string' ? message : `The server answered ${response.status}.`;
    const code = typeof error === 'string' ? error : 'unknown';
    return new ApiFailure(response.status, code, said, missing);
  }

  /** Whether the caller is not allowed to do this, because of no session or too low a role. */
  get refused(): boolean {
    return this.status === 401 || this.status === 403;
  }

  /** Whether the server did not answer. A proxy may answer in its place, but its errors do not have the server's format. */
  get away(): boolean {
    if (this.status === 0) return true;
    return this.code === 'unknown' && [502, 503, 504].includes(this.status);
  }
}

/** Returns the text for people of any thrown value. */
export function messageOf(error: unknown): string {
  if (error instanceof ApiFailure) return peopleText(error.code, error.message, error.missing);
  return error instanceof Error ? error.message : String(error);
}

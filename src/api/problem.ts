import { LecternError, RunError } from '../base/errors.ts';
import { isDatabaseFailure } from '../store/metadata/database-errors.ts';
import { LibraryRedirected } from '../search/served-library.ts';

/** An error as a caller sees it. */
export interface Problem {
  status: number;
  body: { error: string; message: string; redirectUrl?: string };
}

/** The answer to anything thrown. What is not meant for callers becomes an internal_error that tells nothing of its cause. */
export function problemOf(error: unknown): Problem {
  if (error instanceof LibraryRedirected) {
    const { code, message, redirectUrl, status } = error;
    return { status, body: { error: code, message, redirectUrl } };
  }
  if (error instanceof LecternError && !(error instanceof RunError)) {
    return { status: error.status, body: { error: error.code, message: error.message } };
  }
  if (isDatabaseFailure(error)) {
    const message =
      'The database cannot answer now. The log has the reason under the request id; try again later.';
    return { status: 503, body: { error: 'search_failed', message } };
  }
  return (
    bodyProblem(error) ?? {
      status: 500,
      body: {
        error: 'internal_error',
        message:
          'An error occurred while processing your request; the log has it under the request id.',
      },
    }
  );
}

/** Errors of express and its body parser carry a 4xx status; the body parser names the kind in `type`. */
function bodyProblem(error: unknown): Problem | undefined {
  if (!(error instanceof Error) || !('status' in error)) return undefined;
  const { status } = error;
  if (typeof status !== 'number' || status < 400 || status > 499) return undefined;
  if (status === 413) {
    const message = 'The body is too large; send at most 100 kB.';
    return { status, body: { error: 'payload_too_large', message } };
  }
  const malformed = 'type' in error && error.type === 'entity.parse.failed';
  const message = malformed
    ? 'The body is not JSON; send a JSON object.'
    : 'The request cannot be read; check its path, headers and body.';
  return { status: 400, body: { error: 'validation_error', message } };
}

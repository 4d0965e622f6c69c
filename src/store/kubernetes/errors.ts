import { LecternError } from '../../base/errors.ts';
import { ApiError } from '../../kubernetes/api-error.ts';

/** Runs a request to the Kubernetes API; its refusals become what the Registry's callers know. `name` is the resource's. */
export async function asLecternError<T>(name: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof ApiError ? lecternError(name, error) : error;
  }
}

function lecternError(name: string, cause: ApiError): LecternError {
  const { status, reason, message } = cause;
  if (status === 404) {
    return new LecternError('library_not_found', 404, `The resource ${name} does not exist`, {
      cause,
    });
  }
  if (reason === 'AlreadyExists') {
    return new LecternError('duplicate_repo', 409, `${name} already exists`, { cause });
  }
  if (status === 400 || status === 422) {
    return new LecternError('validation_error', 400, invalidity(message), { cause });
  }
  if (status === 403) {
    const told = `Kubernetes refused a change of ${name}: ${message}`;
    return new LecternError('access_denied', 403, told, { cause });
  }
  // Unreachable, overloaded, or a conflict that outlived its retries: later it may do.
  return new LecternError('search_failed', 503, `Kubernetes does not answer: ${message}`, {
    cause,
  });
}

/** Without the request and the kind that the API server puts before what is wrong. */
function invalidity(message: string): string {
  return message.replace(/^.*? is invalid: /, '');
}

import { LecternError } from '../../base/errors.ts';
import { ApiError, isApiError } from '../../kubernetes/api-error.ts';

/** Awaits a request to the Kubernetes API, and converts its errors to LecternErrors. `name` is that of the resource. */
export async function asLecternError<T>(name: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof ApiError ? lecternError(name, error) : error;
  }
}

/** Like asLecternError(), for a request that only reads: its caller can do nothing about missing rights of Lectern. */
export async function asReadError<T>(name: string, work: Promise<T>): Promise<T> {
  const reading = work.catch((cause: unknown) => {
    if (!isApiError(cause, 'Forbidden')) throw cause;
    const message = `Kubernetes does not let Lectern read ${name}. Its ServiceAccount needs the rights of the chart; the log names the missing one.`;
    throw new LecternError('search_failed', message, { cause });
  });
  return asLecternError(name, reading);
}

function lecternError(name: string, cause: ApiError): LecternError {
  const { status, reason, message } = cause;
  if (status === 404) {
    return new LecternError('library_not_found', `The resource ${name} does not exist`, {
      cause,
    });
  }
  if (reason === 'AlreadyExists') {
    return new LecternError('duplicate_repo', `${name} already exists`, { cause });
  }
  if (status === 400 || status === 422) {
    return new LecternError('validation_error', invalidity(message), { cause });
  }
  if (status === 403) {
    const refusal = `Kubernetes refused the request for ${name}: ${message}`;
    return new LecternError('access_denied', refusal, { cause });
  }
  // Unreachable, overloaded, or a conflict after all retries. A later attempt may succeed.
  return new LecternError('search_failed', `Kubernetes does not answer: ${message}`, {
    cause,
  });
}

/** Removes the kind and the name that the API server puts before the mistake. */
function invalidity(message: string): string {
  return message.replace(/^.*? is invalid: /, '');
}

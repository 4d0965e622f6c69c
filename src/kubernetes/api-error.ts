import { isObject } from '../base/json.ts';
import type { ErrorOptionsWithCause } from '../base/errors.ts';

/**
 * A request the Kubernetes API refused, or that never got an answer. `status` is the HTTP status, 0 where there was
 * none; `reason` is the API's own (NotFound, AlreadyExists, Conflict, Expired ...), or Timeout or Unreachable.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly reason: string;

  constructor(status: number, reason: string, message: string, options?: ErrorOptionsWithCause) {
    super(message, options);
    this.status = status;
    this.reason = reason;
  }
}

/** Whether the API refused for this reason, as in `isApiError(error, 'NotFound')`. */
export function isApiError(error: unknown, reason: string): error is ApiError {
  return error instanceof ApiError && error.reason === reason;
}

/** For the failure of reading an object: undefined when there is none, else the failure is thrown on. */
export function unlessNotFound(error: unknown): undefined {
  if (!isApiError(error, 'NotFound')) throw error;
}

/** The error in an answer's body, a `Status` object or, from a proxy on the way, any text. */
export function apiErrorOf(request: string, status: number, body: string): ApiError {
  const { reason, message } = statusOf(body);
  const said = message ?? body.slice(0, 200);
  return new ApiError(status, reason ?? `Http${status}`, `${request}: ${status} ${said}`.trim());
}

function statusOf(body: string): { reason?: string; message?: string } {
  try {
    const parsed: unknown = JSON.parse(body);
    return isObject(parsed) ? parsed : {};
  } catch {
    return {};
  }
}

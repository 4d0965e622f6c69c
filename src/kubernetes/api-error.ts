import { objectOf, parsedJson } from '../base/json.ts';

/**
 * A refused or unanswered request to the Kubernetes API. `status` is the HTTP status, or 0 without a response. `reason` is that
 * of the API (NotFound, AlreadyExists, Conflict, Expired ...), or Timeout, Silent or Unreachable.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly reason: string;

  constructor(status: number, reason: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
    this.reason = reason;
  }
}

/** Returns whether the API refused a request for this reason, such as NotFound. */
export function isApiError(error: unknown, reason: string): error is ApiError {
  return error instanceof ApiError && error.reason === reason;
}

/** Returns undefined for NotFound, and rethrows every other error. */
export function unlessNotFound(error: unknown): undefined {
  if (!isApiError(error, 'NotFound')) throw error;
}

/** Returns the error in a response's body: a `Status` object or, from a proxy, any text. */
export function apiErrorOf(request: string, status: number, body: string): ApiError {
  const { reason, message }: { reason?: string; message?: string } = objectOf(parsedJson(body));
  const said = message ?? body.slice(0, 200);
  return new ApiError(status, reason ?? `Http${status}`, `${request}: ${status} ${said}`.trim());
}

/** Codes that reach a caller in `{error, message}`, and the HTTP status of each. docs/reference/errors.md lists them. */
const statuses = {
  validation_error: 400,
  invalid_library_id: 400,
  invalid_api_key: 401,
  invalid_signature: 401,
  invalid_license_key: 401,
  invalid_sign_in_link: 401,
  access_denied: 403,
  offline_license_required: 403,
  forbidden: 403,
  library_not_finalized: 202,
  library_failed: 422,
  library_redirected: 301,
  library_not_found: 404,
  tag_not_found: 404,
  branch_not_found: 404,
  no_snippets_found: 404,
  no_libraries_found: 404,
  key_not_found: 404,
  team_not_found: 404,
  user_not_found: 404,
  project_not_found: 404,
  not_found: 404,
  method_not_allowed: 405,
  already_exists: 409,
  team_in_use: 409,
  last_owner: 409,
  duplicate_repo: 409,
  already_queued: 409,
  refresh_disabled: 409,
  manifest_invalid: 422,
  manifest_unreachable: 502,
  sync_in_progress: 409,
  payload_too_large: 413,
  rate_limit_exceeded: 429,
  spending_limit_exceeded: 402,
  source_failed: 502,
  timeout: 504,
  internal_error: 500,
  issuer_unreachable: 503,
  search_failed: 503,
} as const;

/** A code that reaches a caller in `{error, message}`. */
export type ErrorCode = keyof typeof statuses;

/**
 * Condition reasons of a failed run, in PascalCase as Kubernetes writes them. Only a cluster reports Evicted,
 * Interrupted, JobRefused and PodNotStarted. OutOfMemory is reported of a Pod and of a run's thread.
 */
export type FailureReason =
  | 'InvalidSource'
  | 'AddressRefused'
  | 'AccessDenied'
  | 'NotFound'
  | 'Unreachable'
  | 'Timeout'
  | 'TooLarge'
  | 'Malformed'
  | 'NoDocumentation'
  | 'ModelFailed'
  | 'StorageFailed'
  | 'OutOfMemory'
  | 'Evicted'
  | 'Interrupted'
  | 'JobRefused'
  | 'PodNotStarted'
  | 'Internal';

/** A failure with a code for the caller and an HTTP status; messages never carry secrets or credentialed URLs. */
export class LecternError extends Error {
  override readonly name: string = 'LecternError';
  readonly code: ErrorCode;
  readonly status: number;

  /** `options.status` is for the one operation that answers a code with another status than all others. */
  constructor(code: ErrorCode, message: string, options?: ErrorOptions & { status?: number }) {
    super(message, options);
    this.code = code;
    this.status = options?.status ?? statuses[code];
  }
}

/**
 * A failure of a run. `retry` tells the reconciler whether another run can succeed: 'backoff' for an unreachable host,
 * 'never' for a wrong URL, which needs an edit.
 */
export class RunError extends LecternError {
  override readonly name = 'RunError';
  readonly reason: FailureReason;
  readonly retry: 'never' | 'backoff';
  /** Seconds for which the host of the source asked to be left alone. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    reason: FailureReason,
    message: string,
    options?: ErrorOptions & { retry?: 'never' | 'backoff'; retryAfterSeconds?: number },
  ) {
    super('source_failed', message, options);
    this.reason = reason;
    this.retryAfterSeconds = options?.retryAfterSeconds;
    this.retry = options?.retry ?? (retryable.has(reason) ? 'backoff' : 'never');
  }
}

const retryable: ReadonlySet<FailureReason> = new Set([
  'Unreachable',
  'Timeout',
  'ModelFailed',
  'StorageFailed',
  'OutOfMemory',
  'Evicted',
  'Interrupted',
  'JobRefused',
  'PodNotStarted',
  'Internal',
]);

/** Returns the message of a thrown value, for logs and statuses. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

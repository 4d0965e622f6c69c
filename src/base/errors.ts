/** Codes that reach a caller in `{error, message}`. docs/reference/errors.md lists them. */
export type ErrorCode =
  | 'validation_error'
  | 'invalid_library_id'
  | 'invalid_api_key'
  | 'invalid_signature'
  | 'invalid_license_key'
  | 'invalid_sign_in_link'
  | 'access_denied'
  | 'offline_license_required'
  | 'forbidden'
  | 'library_not_finalized'
  | 'library_failed'
  | 'library_redirected'
  | 'library_not_found'
  | 'tag_not_found'
  | 'branch_not_found'
  | 'no_snippets_found'
  | 'no_libraries_found'
  | 'key_not_found'
  | 'team_not_found'
  | 'user_not_found'
  | 'project_not_found'
  | 'not_found'
  | 'method_not_allowed'
  | 'already_exists'
  | 'team_in_use'
  | 'last_owner'
  | 'duplicate_repo'
  | 'already_queued'
  | 'refresh_disabled'
  | 'manifest_invalid'
  | 'manifest_unreachable'
  | 'sync_in_progress'
  | 'payload_too_large'
  | 'rate_limit_exceeded'
  | 'spending_limit_exceeded'
  | 'source_failed'
  | 'timeout'
  | 'internal_error'
  | 'issuer_unreachable'
  | 'search_failed';

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

  constructor(code: ErrorCode, status: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.status = status;
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
    super('source_failed', 502, message, options);
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

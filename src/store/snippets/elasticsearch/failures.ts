import { errors } from '@elastic/elasticsearch';
import { LecternError, messageOf, RunError } from '../../../base/errors.ts';

/** Returns the RunError of a failed write; `doing` completes "Elasticsearch failed while ...". */
export function storageFailed(error: unknown, doing: string): RunError {
  if (error instanceof RunError) return error;
  const message = `Elasticsearch failed while ${doing}: ${reasonOf(error)}`;
  return new RunError('StorageFailed', message, { cause: error });
}

/** Returns the error of a failed read, or the signal's reason if the caller has aborted. */
export function searchFailed(error: unknown, signal?: AbortSignal): unknown {
  if (signal?.aborted) return signal.reason;
  if (error instanceof LecternError) return error;
  const message = 'The search index is unreachable. Try again in a moment.';
  return new LecternError('search_failed', 503, message, { cause: error });
}

/** Returns true if Elasticsearch answered with this error type or status. */
export function isAnswer(error: unknown, expected: string | number): boolean {
  if (!(error instanceof errors.ResponseError)) return false;
  if (error.statusCode === expected) return true;
  return error.body?.error?.type === expected;
}

/** Returns the reason in one line, without the request's content or address. */
function reasonOf(error: unknown): string {
  if (error instanceof errors.ResponseError) {
    const { type, reason } = error.body?.error ?? {};
    return `it answered ${error.statusCode}${type ? ` ${type}` : ''}${reason ? `: ${reason}` : ''}`;
  }
  if (error instanceof errors.TimeoutError) return 'it did not answer in time';
  if (error instanceof errors.ConnectionError || error instanceof errors.NoLivingConnectionsError) {
    return 'it cannot be reached';
  }
  return messageOf(error);
}

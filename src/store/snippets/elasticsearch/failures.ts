import type { errors } from '@elastic/elasticsearch';
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
  return new LecternError('search_failed', message, { cause: error });
}

/** Returns true if Elasticsearch answered with this error type or status. */
export function isAnswer(error: unknown, expected: string | number): boolean {
  if (!isResponseError(error)) return false;
  if (error.statusCode === expected) return true;
  return error.body?.error?.type === expected;
}

/** Returns what is wrong with the certificate of the server, and what helps; undefined if a request failed for another reason. */
export function untrustedCertificate(error: unknown): string | undefined {
  if (!hasName(error, 'ConnectionError') || !error.message.includes('certificate'))
    return undefined;
  // The client keeps no code. What follows a colon or semicolon has addresses, or is advice about Node.
  const [reason] = error.message.split(/[:;]/, 1);
  return `is not trusted (${reason}); check its authority, elasticsearchCaFile (elasticsearch.ca of the chart)`;
}

/** Returns the reason in one line, without the request's content or address. */
function reasonOf(error: unknown): string {
  if (isResponseError(error)) {
    const { type, reason } = error.body?.error ?? {};
    return `it answered ${error.statusCode}${type ? ` ${type}` : ''}${reason ? `: ${reason}` : ''}`;
  }
  const untrusted = untrustedCertificate(error);
  if (untrusted) return `its certificate ${untrusted}`;
  if (hasName(error, 'TimeoutError')) return 'it did not answer in time';
  if (hasName(error, 'ConnectionError') || hasName(error, 'NoLivingConnectionsError')) {
    return 'it cannot be reached';
  }
  return messageOf(error);
}

// By name: a Job writes through the gateway, and must not load the client for its classes. That takes a third of its modules.
function isResponseError(error: unknown): error is errors.ResponseError {
  return hasName(error, 'ResponseError');
}

function hasName(error: unknown, name: string): error is Error {
  return error instanceof Error && error.name === name;
}

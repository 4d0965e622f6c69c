import { LecternError } from '../base/errors.ts';

/** Ignores a write to a resource that is gone; the watch may report that later. Rethrows other errors. */
export function unlessGone(error: unknown): undefined {
  if (!(error instanceof LecternError && error.code === 'library_not_found')) throw error;
}

/** Ignores also a refused write: a namespace that is being deleted may have lost its roles. Rethrows other errors. */
export function unlessRefused(error: unknown): undefined {
  if (!(error instanceof LecternError && error.code === 'access_denied')) unlessGone(error);
}

/** Returns whether a store or the cluster does not answer, or cannot write. Everybody who may see a resource may know the message. */
export function isOutage(error: unknown): error is LecternError {
  const codes: LecternError['code'][] = ['source_failed', 'search_failed'];
  return error instanceof LecternError && codes.includes(error.code);
}

import type { RunError } from '../../base/errors.ts';
import { describeUrl } from '../../base/http/http-url.ts';

/** A limit of a run or of one document: bytes or memory, number of documents, seconds. */
export type Limit = 'size' | 'count' | 'time';

/** A document that a source does not read, with the reason. */
export interface SkippedItem {
  type: 'skipped';
  path: string;
  reason: string;
  /** The document could not be read this time (a page's server failed), so its served content stays. */
  keep?: boolean;
  /** This program failed to read the document. */
  fault?: true;
  /** The limit that left out the document. */
  limit?: Limit;
  /** The number of documents that the path stands for; absent: 1. */
  documents?: number;
}

/** Returns the item for a document that cannot be read. Keeps its served content if another run can read it. Pure. */
export function unreadable(path: string, error: RunError): SkippedItem {
  const limit = limitOf(error);
  const keep = error.retry === 'backoff';
  const reason = withoutPath(path, error.message);
  return { type: 'skipped', path, reason, keep, ...(limit && { limit }) };
}

/** Removes a page's address from the beginning of a message, because warnings begin with the path. */
function withoutPath(path: string, message: string): string {
  const address = `${describeUrl(path)} `;
  return message.startsWith(address) ? message.slice(address.length) : message;
}

/** Returns the item for a link that leads to a page that was already read. */
export function readAlready(path: string): SkippedItem {
  return { type: 'skipped', path, reason: 'another page led to the same address' };
}

/** Returns the limit that a document exceeds; undefined if the error has another reason. Pure. */
export function limitOf({ reason }: Pick<RunError, 'reason'>): Limit | undefined {
  if (reason === 'TooLarge') return 'size';
  return reason === 'Timeout' ? 'time' : undefined;
}

import { createHash } from 'node:crypto';

/** Returns the sha256 of a content (hex), for a revision or SourceDocument.hash if the host sends no better one. */
export function contentHash(content: Buffer | string): string {
  return createHash('sha256').update(content).digest('hex');
}

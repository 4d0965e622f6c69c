import { createHash } from 'node:crypto';

/** sha256 of a document's bytes (hex): its revision, or SourceDocument.hash, where the host tells no better one. */
export function contentHash(content: Buffer | string): string {
  return createHash('sha256').update(content).digest('hex');
}

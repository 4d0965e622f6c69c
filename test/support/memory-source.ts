import { createHash } from 'node:crypto';
import type { OpenSource, SourceItem } from '../../src/indexing/sources/source.ts';
import { RunError } from '../../src/base/errors.ts';

/**
 * A source whose documents a test writes, as a map from path to Markdown. Its revision is the hash of all documents.
 */
export class MemorySource {
  documents: Record<string, string>;
  /** Paths of documents that cannot be read. */
  broken = new Set<string>();
  /** Number of documents after which the source fails. */
  failAfter = Infinity;
  /** Number of documents that the source has returned. */
  delivered = 0;

  constructor(documents: Record<string, string>) {
    this.documents = documents;
  }

  readonly open: OpenSource = async () => {
    const documents = { ...this.documents };
    return {
      revision: sha(JSON.stringify(documents)),
      facts: { title: 'Memory' },
      linkTemplate: 'https://example.org/{path}',
      total: Object.keys(documents).length,
      documents: () => this.items(documents),
      close: async () => undefined,
    };
  };

  private async *items(documents: Record<string, string>): AsyncIterable<SourceItem> {
    for (const [path, content] of Object.entries(documents)) {
      if (this.delivered >= this.failAfter) {
        throw new RunError('Unreachable', 'The host went away');
      }
      if (this.broken.has(path)) {
        yield { type: 'skipped', path, reason: 'it answered 500', keep: true };
        continue;
      }
      this.delivered += 1;
      yield {
        type: 'document',
        document: { path, format: 'markdown', content, hash: sha(content) },
      };
    }
  }
}

function sha(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

import type { Snapshot, SourceItem } from '../source.ts';
import type { SourceFacts } from '../source-facts.ts';

/** The snapshot of a description, which is one document; its hash is the revision. */
export function oneDocument(description: {
  /** Its URL, or the name of its file. */
  path: string;
  content: string;
  hash: string;
  facts: SourceFacts;
}): Snapshot {
  const { path, content, hash, facts } = description;
  const item: SourceItem = {
    type: 'document',
    document: {
      path,
      format: 'openapi',
      content,
      hash,
      ...(facts.title && { title: facts.title }),
    },
  };
  return {
    revision: hash,
    facts,
    linkTemplate: '{path}',
    total: 1,
    documents: () => one(item),
    close: () => Promise.resolve(),
  };
}

async function* one(item: SourceItem): AsyncGenerator<SourceItem> {
  yield item;
}

import type { ContentWarnings } from './safety/safe-snippets.ts';
import type { Embedder } from '../models/embedder.ts';
import type { GenerationWriter, SnippetToWrite } from '../store/snippet-index.ts';

/** A parsed document that is ready to be embedded and written. */
export interface PreparedDocument {
  path: string;
  hash: string;
  validator?: string;
  /** See safety/safe-snippets.ts. */
  warnings: ContentWarnings;
  snippets: (Omit<SnippetToWrite, 'vectors'> & { texts: string[] })[];
}

/**
 * Embeds the texts for which the library has no vectors, each distinct text once, and writes the documents. Returns the
 * number of snippets with new vectors.
 */
export async function writeBatch(
  documents: PreparedDocument[],
  { writer, embedder }: { writer: GenerationWriter; embedder: Embedder },
  signal: AbortSignal,
): Promise<number> {
  const wanted = new Map<string, string[]>();
  for (const { snippets } of documents) {
    for (const { embeddingHash, texts } of snippets) wanted.set(embeddingHash, texts);
  }
  const held = await writer.embedded([...wanted.keys()]);
  for (const hash of held) wanted.delete(hash);
  const vectors = await embedAll(wanted, embedder, signal);
  let embedded = 0;
  for (const { snippets, warnings: _, ...document } of documents) {
    const rows = snippets.map(({ snippet, embeddingHash }): SnippetToWrite => {
      const made = vectors.get(embeddingHash);
      if (!made) return { snippet, embeddingHash };
      // Later snippets with the same texts find the vectors in the index.
      vectors.delete(embeddingHash);
      embedded += 1;
      return { snippet, embeddingHash, vectors: made };
    });
    await writer.write(document, rows);
  }
  return embedded;
}

async function embedAll(
  wanted: Map<string, string[]>,
  embedder: Embedder,
  signal: AbortSignal,
): Promise<Map<string, Float32Array[]>> {
  const texts = [...wanted.values()].flat();
  if (texts.length === 0) return new Map();
  const all = await embedder.embed(texts, 'document', signal);
  let at = 0;
  return new Map([...wanted].map(([hash, { length }]) => [hash, all.slice(at, (at += length))]));
}

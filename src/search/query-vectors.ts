import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import {
  type Embedder,
  type EmbeddingPurpose,
  embedTexts,
  type TextEmbedding,
} from '../models/embedder.ts';
import { orWithout } from './or-without.ts';

/** Questions in the cache. A question takes about 5 kB: its vector, and those of its tokens. */
const remembered = 500;
/** Milliseconds to wait for a vector before the answer continues without it. */
const timeLimitMs = 5_000;

/** Returns the vector of a question with those of its tokens, or the vector of a topic. Returns undefined if the embedder fails or takes too long. */
export type QueryVector = (
  question: string,
  signal: AbortSignal,
) => Promise<TextEmbedding | undefined>;

/**
 * Returns an embedder of questions, or of topics, with a cache of the latest. If embedding fails, answers continue without a
 * vector.
 */
export function createQueryVectors({
  embedder,
  purpose = 'query',
  log,
}: {
  embedder: Embedder;
  purpose?: Exclude<EmbeddingPurpose, 'document'>;
  log: Pick<Logger, 'warn'>;
}): QueryVector {
  const known = new LRUCache<string, TextEmbedding>({ max: remembered });
  return async (question, signal) => {
    const embedded = known.get(question) ?? (await embed(question, signal));
    if (embedded) known.set(question, embedded);
    return embedded;
  };

  async function embed(question: string, signal: AbortSignal): Promise<TextEmbedding | undefined> {
    const texts = { texts: [question], purpose, withTokens: purpose === 'query' };
    const message = 'question not embedded; answering by words alone';
    const embedded = await orWithout<TextEmbedding[]>(
      (limited) => embedTexts(embedder, texts, limited),
      { limitMs: timeLimitMs, otherwise: [], log, message },
      signal,
    );
    return embedded[0];
  }
}

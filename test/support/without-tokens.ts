import type { Embedder } from '../../src/models/embedder.ts';

/** Returns the embedder as one whose model gives no vectors of tokens, so that a test needs to replace only `embed`. */
export function withoutTokens(embedder: Embedder): Embedder {
  return {
    id: embedder.id,
    dimensions: embedder.dimensions,
    window: embedder.window,
    embed: (...call) => embedder.embed(...call),
    close: () => embedder.close(),
  };
}

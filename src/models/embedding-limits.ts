import { Counter, Gauge, type Registry } from 'prom-client';

/** What the embedding service holds at a time. */
export interface EmbeddingLimits {
  /** Texts of documents that wait or are being embedded. */
  documents: number;
  /** Texts of questions that wait or are being embedded. */
  questions: number;
  /** Bytes of request bodies that are larger than those of a question. */
  bytes: number;
}

/** The part of a request in the service. */
export interface HeldRequest {
  /** Counts an amount for this request. Returns false, and counts nothing, if the service would hold too much. */
  take(limit: keyof EmbeddingLimits, amount: number): boolean;
  /** Ends the request. */
  release(): void;
}

/** Returns a function that counts a new request against the limits, with metrics of what waits and of what was refused. */
export function createEmbeddingLimits(
  limits: EmbeddingLimits,
  registry: Registry,
): () => HeldRequest {
  const held: EmbeddingLimits = { documents: 0, questions: 0, bytes: 0 };
  const registers = [registry];
  const refused = new Counter({
    name: 'lectern_embedding_refused_total',
    help: 'Requests that the embedding service refused with 429, by the limit that was reached.',
    labelNames: ['limit'],
    registers,
  });
  // Otherwise a series would begin at 1, and an alert on its increase would miss the first refusal.
  for (const limit of Object.keys(held)) refused.inc({ limit }, 0);
  const waiting = new Gauge({
    name: 'lectern_embedding_waiting_texts',
    help: 'Texts that wait or are being embedded in the embedding service.',
    labelNames: ['purpose'],
    registers,
    collect() {
      waiting.set({ purpose: 'question' }, held.questions);
      waiting.set({ purpose: 'document' }, held.documents);
    },
  });
  return () => {
    const own: EmbeddingLimits = { documents: 0, questions: 0, bytes: 0 };
    return {
      take(limit, amount) {
        // A request that is alone is never too large: others would otherwise keep it out for ever.
        const others = held[limit] - own[limit];
        if (others > 0 && held[limit] + amount > limits[limit]) {
          refused.inc({ limit });
          return false;
        }
        held[limit] += amount;
        own[limit] += amount;
        return true;
      },
      release() {
        held.documents -= own.documents;
        held.questions -= own.questions;
        held.bytes -= own.bytes;
      },
    };
  };
}

import type { MessagePort } from 'node:worker_threads';
import { orAbort } from '../base/abort.ts';
import { messageOf, RunError } from '../base/errors.ts';
import type { Embedder } from '../models/embedder.ts';

/** Properties of the embedder that a run's thread needs. */
export interface EmbedderFacts {
  id: string;
  dimensions: number;
  window: number;
}

interface EmbedRequest {
  type: 'embed';
  call: number;
  texts: string[];
}

interface EmbedAnswer {
  type: 'embedded';
  call: number;
  vectors?: Float32Array[];
  error?: string;
}

/** Serves a run's thread with this process's embedder, so that models are loaded once and queries have priority. */
export function lendEmbedder(port: MessagePort, embedder: Embedder, signal: AbortSignal): void {
  port.on('message', (message: EmbedRequest) => {
    if (message.type !== 'embed') return;
    const answer = (fields: Omit<EmbedAnswer, 'type' | 'call'>): void =>
      port.postMessage({ type: 'embedded', call: message.call, ...fields } satisfies EmbedAnswer);
    embedder.embed(message.texts, 'document', signal).then(
      (vectors) => answer({ vectors }),
      (error: unknown) => answer({ error: messageOf(error) }),
    );
  });
}

/** Returns an Embedder for a run's thread that calls the main thread's embedder. */
export function borrowEmbedder(port: MessagePort, facts: EmbedderFacts): Embedder {
  const calls = new Map<number, (answer: EmbedAnswer) => void>();
  let last = 0;
  port.on('message', (message: EmbedAnswer) => {
    if (message.type !== 'embedded') return;
    calls.get(message.call)?.(message);
    calls.delete(message.call);
  });
  return {
    ...facts,
    embed(texts, _purpose, signal) {
      const answered = new Promise<Float32Array[]>((resolve, reject) => {
        last += 1;
        calls.set(last, ({ vectors, error }) => {
          if (vectors) resolve(vectors);
          else reject(new RunError('ModelFailed', error ?? 'The embedder gave no answer'));
        });
        port.postMessage({ type: 'embed', call: last, texts } satisfies EmbedRequest);
      });
      // After an abort the thread ends, and its end aborts the work in the main thread.
      return signal ? orAbort(answered, signal) : answered;
    },
    close: async () => undefined,
  };
}

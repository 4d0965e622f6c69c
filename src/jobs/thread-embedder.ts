import type { MessagePort, Worker } from 'node:worker_threads';
import { orAbort } from '../base/abort.ts';
import { messageOf, RunError } from '../base/errors.ts';
import type { Embedder } from '../models/embedder.ts';

/** What a run's thread must know of the embedder it borrows. */
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

/** Serves a run's thread with this process's embedder, so that one set of models is loaded and queries go first. */
export function lendEmbedder(worker: Worker, embedder: Embedder, signal: AbortSignal): void {
  worker.on('message', (message: EmbedRequest) => {
    if (message.type !== 'embed') return;
    const answer = (fields: Omit<EmbedAnswer, 'type' | 'call'>): void =>
      worker.postMessage({ type: 'embedded', call: message.call, ...fields } satisfies EmbedAnswer);
    embedder.embed(message.texts, 'document', signal).then(
      (vectors) => answer({ vectors }),
      (error: unknown) => answer({ error: messageOf(error) }),
    );
  });
}

/** The run's side: an Embedder that asks the main thread. */
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
      // A thread that waits no longer ends, and its end is what aborts the work on the other side.
      return signal ? orAbort(answered, signal) : answered;
    },
    close: async () => undefined,
  };
}

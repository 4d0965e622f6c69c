import type { MessagePort } from 'node:worker_threads';
import { orAbort } from '../base/abort.ts';
import { messageOf, RunError } from '../base/errors.ts';
import { type Embedder, embedTexts, type TextEmbedding } from '../models/embedder.ts';

/** Properties of the embedder that a run's thread needs. */
export interface EmbedderFacts {
  id: string;
  dimensions: number;
  window: number;
  /** The embedder gives vectors of tokens. */
  hasTokens: boolean;
}

interface EmbedRequest {
  type: 'embed';
  call: number;
  texts: string[];
  withTokens: boolean;
}

interface EmbedAnswer {
  type: 'embedded';
  call: number;
  embedded?: TextEmbedding[];
  error?: string;
}

/** Serves a run's thread with this process's embedder, so that models are loaded once and queries have priority. */
export function lendEmbedder(port: MessagePort, embedder: Embedder, signal: AbortSignal): void {
  port.on('message', (message: EmbedRequest) => {
    if (message.type !== 'embed') return;
    const answer = (fields: Omit<EmbedAnswer, 'type' | 'call'>): void =>
      port.postMessage({ type: 'embedded', call: message.call, ...fields } satisfies EmbedAnswer);
    const { texts: given, withTokens } = message;
    embedTexts(embedder, { texts: given, purpose: 'document', withTokens }, signal).then(
      (texts) => answer({ embedded: texts }),
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
  const ask = (
    request: Pick<EmbedRequest, 'texts' | 'withTokens'>,
    signal: AbortSignal | undefined,
  ): Promise<TextEmbedding[]> => {
    const answered = new Promise<TextEmbedding[]>((resolve, reject) => {
      last += 1;
      calls.set(last, ({ embedded: texts, error }) => {
        if (texts) resolve(texts);
        else reject(new RunError('ModelFailed', error ?? 'The embedder gave no answer'));
      });
      port.postMessage({ type: 'embed', call: last, ...request } satisfies EmbedRequest);
    });
    // After an abort the thread ends, and its end aborts the work in the main thread.
    return signal ? orAbort(answered, signal) : answered;
  };
  const { hasTokens, ...rest } = facts;
  return {
    ...rest,
    embed: async (texts, _purpose, signal) =>
      (await ask({ texts, withTokens: false }, signal)).map(({ vector }) => vector),
    ...(hasTokens && {
      embedTokens: (texts: string[], _purpose: unknown, signal?: AbortSignal) =>
        ask({ texts, withTokens: true }, signal),
    }),
    close: async () => undefined,
  };
}

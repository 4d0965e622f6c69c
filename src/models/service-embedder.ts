import { APIError } from 'openai';
import { RunError } from '../base/errors.ts';
import { createConcurrencyLimit } from '../base/concurrency-limit.ts';
import { isObject } from '../base/json.ts';
import type { Embedder, TextEmbedding } from './embedder.ts';
import { decodeFloats, type EmbeddingRequest } from './embedding-protocol.ts';
import type { ModelFacts } from './model-files.ts';
import { openEndpoint } from './openai-client.ts';
import { readablePart } from './word-pieces.ts';

/** Texts of one request: enough for all threads of a service, few enough to answer within seconds. */
const textsAtOnce = 32;
const maxBytes = 64 * 1024 * 1024;
/** Retries for a question or a topic, because a person waits for the answer. */
const queryRetries = 1;

interface ServiceEmbedderOptions {
  /** Address of `lectern embed`, such as `http://lectern-embed:7702`. */
  url: string;
  key?: string;
  /** The model that the service must have. */
  facts: ModelFacts;
  /** Maximum number of concurrent requests for documents. Questions do not wait for them. */
  concurrency?: number;
  timeoutMs?: number;
  retries?: number;
  /** Milliseconds since the last answer for which documents wait for a full service. */
  patienceMs?: number;
}

/**
 * Returns an embedder that calls `lectern embed`. Its id is that of the built-in model, so vectors of both are the same. Connects
 * with the first texts. A service with another model refuses each call.
 */
export function createServiceEmbedder(options: ServiceEmbedderOptions): Embedder {
  const { facts, concurrency = 4, timeoutMs = 120_000, retries = 6 } = options;
  const { url, patienceMs = 600_000 } = options;
  const endpoint = openEndpoint({
    ...options,
    url: new URL('v1', `${url.replace(/\/+$/, '')}/`).href,
    model: facts.id,
    timeoutMs,
    retries,
    maxBytes,
  });
  const limit = createConcurrencyLimit({ total: concurrency, perKey: concurrency });
  const closed = new AbortController();
  /** When the service last embedded documents. */
  let answeredAt = performance.now();

  const ask = async (
    batch: string[],
    { purpose, tokens }: Required<NonNullable<EmbeddingRequest['lectern']>>,
    signal: AbortSignal,
  ): Promise<TextEmbedding[]> => {
    const body: EmbeddingRequest & { encoding_format: 'base64' } = {
      model: facts.id,
      input: batch,
      encoding_format: 'base64',
      lectern: { purpose, tokens },
    };
    const maxRetries = purpose === 'document' ? retries : Math.min(retries, queryRetries);
    const since = performance.now();
    for (;;) {
      try {
        signal.throwIfAborted();
        const request = { body, signal, maxRetries };
        const answer: unknown = await endpoint.client.post('/embeddings', request);
        if (purpose === 'document') answeredAt = performance.now();
        checkModel(answer, { id: facts.id, url });
        return readItems(answer, { count: batch.length, dimensions: facts.dimensions, tokens });
      } catch (error) {
        const waitedMs = performance.now() - Math.max(since, answeredAt);
        const mayWait = purpose === 'document' && isFull(error) && waitedMs < patienceMs;
        // A full service slows a run and fails none. Many clients may compete for room, so one request can lose often.
        if (!mayWait || signal.aborted) throw endpoint.failure(error, signal);
      }
    }
  };

  const embed = async (
    texts: string[],
    extension: Required<NonNullable<EmbeddingRequest['lectern']>>,
    signal?: AbortSignal,
  ): Promise<TextEmbedding[]> => {
    const failed = new AbortController();
    const stop = AbortSignal.any([closed.signal, failed.signal, ...(signal ? [signal] : [])]);
    const batches: string[][] = [];
    for (let at = 0; at < texts.length; at += textsAtOnce) {
      const batch = texts.slice(at, at + textsAtOnce);
      batches.push(batch.map((text) => readablePart(text, facts.window).toWellFormed()));
    }
    try {
      const answers = batches.map((batch) =>
        extension.purpose === 'document'
          ? limit('', stop, () => ask(batch, extension, stop))
          : ask(batch, extension, stop),
      );
      return (await Promise.all(answers)).flat();
    } catch (error) {
      // If one request of a list fails, do not send the others.
      failed.abort(error);
      throw error;
    }
  };

  return {
    ...facts,
    embed: async (texts, purpose, signal) =>
      (await embed(texts, { purpose, tokens: false }, signal)).map(({ vector }) => vector),
    embedTokens: (texts, purpose, signal) => embed(texts, { purpose, tokens: true }, signal),
    async close() {
      closed.abort(new RunError('ModelFailed', 'The embedder was closed'));
    },
  };
}

function isFull(error: unknown): boolean {
  return error instanceof APIError && error.status === 429;
}

/**
 * Refuses the answer of another model. The service does so itself, but an address can also be that of another server, which
 * ignores the name in the request.
 */
function checkModel(answer: unknown, { id, url }: { id: string; url: string }): void {
  const model = isObject(answer) ? answer['model'] : undefined;
  if (model === id) return;
  const given = typeof model === 'string' ? `the model ${model.slice(0, 100)}` : 'no model';
  throw new RunError(
    'ModelFailed',
    `The embedding service ${url} answered with ${given}, not with ${id}. Run lectern embed of the same version there`,
  );
}

function readItems(
  answer: unknown,
  expected: { count: number; dimensions: number; tokens: boolean },
): TextEmbedding[] {
  const data = isObject(answer) ? answer['data'] : undefined;
  const items: unknown[] = Array.isArray(data) ? data : [];
  if (items.length !== expected.count) {
    throw unusable(`${items.length} vectors for ${expected.count} texts`);
  }
  return items.map((item, at) => {
    const { embedding, tokens: own } = isObject(item) ? item : {};
    const vector = decodeFloats(embedding);
    if (vector?.length !== expected.dimensions) {
      throw unusable(`no vector of ${expected.dimensions} numbers for text ${at}`);
    }
    if (!expected.tokens) return { vector };
    const tokens = decodeFloats(own);
    if (!tokens) throw unusable(`no vectors of tokens for text ${at}`);
    return { vector, tokens };
  });
}

function unusable(what: string): RunError {
  return new RunError('ModelFailed', `The embedding service answered ${what}`);
}

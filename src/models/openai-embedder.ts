import { createConcurrencyLimit } from '../base/concurrency-limit.ts';
import { RunError } from '../base/errors.ts';
import type { Embedder } from './embedder.ts';
import { readEmbeddings } from './embeddings-answer.ts';
import { countTokens, type Endpoint, openEndpoint } from './openai-client.ts';

/** Texts per request: below the published limits of 2,048 texts and 300,000 tokens, with a response of a few MB. */
const textsAtOnce = 64;
const charsAtOnce = 200_000;
const charsPerToken = 8;
const maxBytes = 32 * 1024 * 1024;
/** Retries for a question or a topic, because a person waits for the answer. */
const queryRetries = 1;

interface OpenaiEmbedderOptions {
  /** Base of an OpenAI-compatible API, such as `https://api.openai.com/v1`. */
  url: string;
  model: string;
  key?: string;
  /** Vector length to request. Default: the length in the first response. */
  dimensions?: number;
  /** Maximum tokens of one text. The indexer cuts texts to it. */
  window?: number;
  /** Maximum number of concurrent requests for documents. Questions do not wait for them. */
  concurrency?: number;
  timeoutMs?: number;
  retries?: number;
  /** Receives the token count that the endpoint reports for a call. */
  onTokens?: (count: number) => void;
}

interface Connection {
  onTokens: ((count: number) => void) | undefined;
  endpoint: Endpoint;
  model: string;
  /** Sent in each request. */
  asked: number | undefined;
  dimensions: number | undefined;
}

/** Opens an OpenAI-compatible embeddings endpoint. Throws RunError('ModelFailed') if it cannot read its dimensions. */
export async function createOpenaiEmbedder(options: OpenaiEmbedderOptions): Promise<Embedder> {
  const { model, window = 512, concurrency = 4, timeoutMs = 60_000, retries = 4 } = options;
  const endpoint = openEndpoint({ ...options, timeoutMs, retries, maxBytes });
  const asked = options.dimensions;
  const { onTokens } = options;
  const connection: Connection = { endpoint, model, asked, dimensions: asked, onTokens };
  const dimensions = asked ?? (await learnDimensions(connection));
  connection.dimensions = dimensions;
  const limit = createConcurrencyLimit({ total: concurrency, perKey: concurrency });
  const closed = new AbortController();
  return {
    id: `openai:${endpoint.name}@${dimensions}`,
    dimensions,
    window,
    async embed(texts, purpose, signal) {
      const failed = new AbortController();
      const signals = [closed.signal, failed.signal, ...(signal ? [signal] : [])];
      const stop = AbortSignal.any(signals);
      // An answer works without the vector of its question, but a run needs the vectors of its documents.
      const maxRetries = purpose === 'document' ? retries : Math.min(retries, queryRetries);
      const send = (batch: string[]): Promise<Float32Array[]> =>
        request(connection, batch, { signal: stop, maxRetries });
      const batches = batchesOf(texts.map((text) => text.slice(0, window * charsPerToken)));
      try {
        const answers = batches.map((batch) =>
          purpose === 'document' ? limit('', stop, () => send(batch)) : send(batch),
        );
        return (await Promise.all(answers)).flat();
      } catch (error) {
        // If one request of a list fails, do not send the others.
        failed.abort(error);
        throw error;
      }
    },
    async close() {
      closed.abort(new RunError('ModelFailed', 'The embedder was closed'));
    },
  };
}

async function learnDimensions(connection: Connection): Promise<number> {
  const [vector] = await request(connection, ['dimensions']);
  return vector?.length ?? 0;
}

async function request(
  { endpoint, model, asked, dimensions, onTokens }: Connection,
  input: string[],
  options: { signal?: AbortSignal; maxRetries?: number } = {},
): Promise<Float32Array[]> {
  options.signal?.throwIfAborted();
  try {
    const answer = await endpoint.client.embeddings.create(
      { model, input, encoding_format: 'float', ...(asked && { dimensions: asked }) },
      options,
    );
    countTokens(answer, onTokens);
    return readEmbeddings(answer, { count: input.length, dimensions });
  } catch (error) {
    throw endpoint.failure(error, options.signal);
  }
}

function batchesOf(texts: string[]): string[][] {
  const batches: string[][] = [];
  let batch: string[] = [];
  let chars = 0;
  for (const text of texts) {
    if (batch.length === textsAtOnce || chars + text.length > charsAtOnce) batch = [];
    if (batch.length === 0) {
      batches.push(batch);
      chars = 0;
    }
    // OpenAI's API refuses an empty text.
    batch.push(text === '' ? ' ' : text);
    chars += text.length;
  }
  return batches;
}

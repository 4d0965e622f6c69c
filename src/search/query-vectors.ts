import { orAbort } from '../base/abort.ts';
import type { Logger } from 'pino';
import { messageOf } from '../base/errors.ts';
import type { Embedder } from '../models/embedder.ts';

/** Questions in the cache. A vector takes about 1.5 kB. */
const remembered = 500;
/** Milliseconds to wait for a vector before the answer continues without it. */
const timeLimitMs = 5_000;

/** Returns the vector of a question, or undefined if the embedder fails or takes too long. */
export type QueryVector = (
  question: string,
  signal: AbortSignal,
) => Promise<Float32Array | undefined>;

/** Returns an embedder of questions with a cache of the latest. If embedding fails, answers continue without a vector. */
export function createQueryVectors({
  embedder,
  log,
}: {
  embedder: Embedder;
  log: Pick<Logger, 'warn'>;
}): QueryVector {
  const known = new Map<string, Float32Array>();
  return async (question, signal) => {
    const held = known.get(question);
    // A Map keeps insertion order, so deleting and setting a key makes it the youngest.
    known.delete(question);
    const vector = held ?? (await embed(question, signal));
    if (!vector) return undefined;
    known.set(question, vector);
    if (known.size > remembered) known.delete(known.keys().next().value ?? '');
    return vector;
  };

  async function embed(question: string, signal: AbortSignal): Promise<Float32Array | undefined> {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(timeLimitMs)]);
    try {
      const [vector] = await orAbort(embedder.embed([question], 'query', limited), limited);
      return vector;
    } catch (error) {
      signal.throwIfAborted();
      log.warn({ reason: messageOf(error) }, 'question not embedded; answering by words alone');
      return undefined;
    }
  }
}

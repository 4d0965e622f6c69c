import { orAbort } from '../base/abort.ts';
import type { Logger } from 'pino';
import { messageOf } from '../base/errors.ts';
import type { Embedder } from '../models/embedder.ts';

/** Questions whose vectors are remembered; one vector is about 1.5 kB. */
const remembered = 500;
/** Milliseconds a question's vector may take before the answer goes on without it. */
const timeLimitMs = 5_000;

/** Gives the vector of a question, or undefined when none can be had in time. */
export type QueryVector = (
  question: string,
  signal: AbortSignal,
) => Promise<Float32Array | undefined>;

/** Embeds questions, remembers the latest, and lets an answer go on without a vector when the embedder fails. */
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
    // A Map keeps insertion order: taken out and put back, the question is the youngest again.
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

import { messageOf } from '../../../base/errors.ts';
import type { SeenModels } from '../../last-seen.ts';
import type { Route } from '../../route.ts';

/** Milliseconds that a model may take to be tried. */
const limitMs = 15_000;

const question = 'Where is the configuration kept?';
const candidates = ['The configuration is kept in a file.', 'Birds sing in the morning.'];

/** POST /api/v1/models/test: embeds a question and orders two passages, as an answer would. */
export function testModels({ embedder, reranker }: SeenModels): Route {
  return {
    async handle({ signal }) {
      const [embedding, reranking] = await Promise.all([
        tried(signal, async (limited) => {
          const [vector] = await embedder.embed([question], 'query', limited);
          return `It answers with a vector of ${vector?.length ?? 0} numbers`;
        }),
        reranker &&
          tried(signal, async (limited) => {
            const order = await reranker.rerank(question, candidates, limited);
            const right = order[0] === 0 ? 'rightly' : 'wrongly';
            return `It orders two passages, ${right}`;
          }),
      ]);
      signal.throwIfAborted();
      return { json: { embedding, ...(reranking && { reranking }) } };
    },
  };
}

async function tried(signal: AbortSignal, call: (limited: AbortSignal) => Promise<string>) {
  const late = AbortSignal.timeout(limitMs);
  const began = performance.now();
  const milliseconds = (): number => Math.round(performance.now() - began);
  try {
    const message = await call(AbortSignal.any([signal, late]));
    return { ok: true, message, milliseconds: milliseconds() };
  } catch (error) {
    const message = late.aborted ? `No answer within ${limitMs / 1000} seconds` : messageOf(error);
    return { ok: false, message, milliseconds: milliseconds() };
  }
}

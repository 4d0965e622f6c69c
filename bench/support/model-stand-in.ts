import { startOpenaiServer } from '../../test/doubles/openai-server.ts';
import { pseudoRandom } from '../../src/cli/eval/pseudo-random.ts';

const dimensions = 384;

/** Settings for a `lectern up` that embeds with a stand-in. */
export interface ModelStandIn {
  env: { LECTERN_EMBEDDING_URL: string; LECTERN_EMBEDDING_MODEL: string };
  close(): Promise<void>;
}

/**
 * Starts an embeddings endpoint in this process that quickly returns arbitrary numbers for each text. It allows
 * measuring the other work of a run without the minutes that the model takes.
 */
export async function startModelStandIn(): Promise<ModelStandIn> {
  const server = await startOpenaiServer({
    embed: async (texts) => {
      server.requests.length = 0;
      return texts.map(numbersFor);
    },
  });
  return {
    env: { LECTERN_EMBEDDING_URL: server.url, LECTERN_EMBEDDING_MODEL: 'stand-in' },
    close: () => server.close(),
  };
}

/** Returns multiples of 1/16, which are short in JSON. */
function numbersFor(text: string): Float32Array {
  let seed = 1;
  for (let at = 0; at < text.length; at += 1) seed = (seed * 31 + text.charCodeAt(at)) | 0;
  const random = pseudoRandom(seed);
  return Float32Array.from({ length: dimensions }, () => Math.round(random() * 16 - 8) / 16);
}

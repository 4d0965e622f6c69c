import { createHash } from 'node:crypto';
import type { IndexedSnippet } from '../../src/store/snippet.ts';
import { type Embedder, embedTexts } from '../../src/models/embedder.ts';
import { encodeTokens } from '../../src/models/token-codes.ts';
import type { SnippetToWrite } from '../../src/store/snippet-index.ts';
import { pseudoRandom } from '../../src/cli/eval/pseudo-random.ts';
import { realSnippets } from './real-documents.ts';
import { reworded, wordsOf } from './reworded.ts';
import { vary } from './vectors.ts';

/** Number of snippets whose texts are embedded. All vectors derive from theirs. */
const embedded = 400;
const snippetsOfDocument = 10;

/** A generated library. */
export interface MadeLibrary {
  /** Yields the documents, the same ones in every call. */
  documents: () => Generator<{ path: string; snippets: SnippetToWrite[] }>;
  /** Distinct questions about the library. */
  questions: string[];
}

/**
 * Returns a library of `count` snippets: those of the installed packages' documentation, and variations of them.
 * Vectors are the built-in model's for some of these texts, each varied by the difference of two others. This keeps the
 * model's directions and densities. Codes of tokens are those of the embedded texts, in turn.
 */
export async function makeLibrary({
  id,
  count,
  embedder,
}: {
  id: string;
  count: number;
  embedder: Embedder;
}): Promise<MadeLibrary> {
  const real = await realSnippets(id);
  const step = Math.floor(real.length / embedded);
  const texts = real.filter((_, at) => at % step === 0).map(({ texts: [text = ''] }) => text);
  const embedding = await embedTexts(
    embedder,
    { texts, purpose: 'document', withTokens: true },
    new AbortController().signal,
  );
  const vectors = vary(
    embedding.map(({ vector }) => vector),
    count,
  );
  const codes = embedding.map(({ tokens }) => tokens && encodeTokens(tokens));
  const vocabulary = [...new Set(wordsOf(real))];
  const asked = real.map(({ snippet: { title, pageTitle } }) => `how to ${title} in ${pageTitle}`);
  return {
    documents: function* () {
      const random = pseudoRandom(4);
      for (let start = 0; start < count; start += snippetsOfDocument) {
        const path = `docs/page-${start}.md`;
        const snippets = vectors.slice(start, start + snippetsOfDocument).map((vector, at) => {
          const number = start + at;
          const { snippet } = real[number % real.length]!;
          const own = { ...snippet, path, id: createHash('md5').update(`${number}`).digest('hex') };
          const tokenCodes = codes[number % codes.length];
          return {
            ...toWrite(number < real.length ? own : reworded(own, vocabulary, random), vector),
            ...(tokenCodes && { tokenCodes }),
          };
        });
        yield { path, snippets };
      }
    },
    questions: [...new Set(asked.map((text) => text.slice(0, 200)))],
  };
}

function toWrite(snippet: IndexedSnippet, vector: Float32Array): SnippetToWrite {
  return { snippet, embeddingHash: snippet.id, vectors: [vector] };
}

import { availableParallelism } from 'node:os';
import { EmbedPool } from '../../src/models/embed-pool.ts';
import { EmbedThread } from '../../src/models/embed-thread.ts';
import { ExitGate } from '../../src/models/exit-gate.ts';
import { builtInModelDir, readModelFacts } from '../../src/models/model-files.ts';
import { loadWordPieces } from '../../src/models/word-pieces.ts';

/** Tokens of a plain chunk, and the most that the model can read. */
const plainTokens = 512;
/** Start and end token of each text. */
const special = 2;
const pieces = loadWordPieces(builtInModelDir);

/** Returns the number of tokens that the model reads of a text, with its start and end tokens. */
export function tokensRead(text: string, window: number): number {
  return Math.min(window, pieces.count(text) + special);
}

/** Splits a text at white space into chunks of at most `plainTokens` tokens. */
export function plainChunks(text: string): string[] {
  const chunks: string[] = [];
  let chunk = '';
  let used = special;
  for (const part of text.match(/\S+[^\S\n]*\n?|\s+/g) ?? []) {
    const tokens = pieces.count(part);
    if (used + tokens > plainTokens && chunk.trim() !== '') {
      chunks.push(chunk);
      [chunk, used] = ['', special];
    }
    chunk += part;
    used += tokens;
  }
  if (chunk.trim() !== '') chunks.push(chunk);
  return chunks;
}

/**
 * Embeds plain chunks with the model for questions, in as many threads as Lectern uses by default. It has the six layers of
 * all-MiniLM-L6-v2, which other products use. The model for documents has five.
 */
export interface PlainEmbedder {
  /** Maximum tokens that the model reads of a chunk. */
  window: number;
  embed(chunks: string[]): Promise<Float32Array[]>;
  close(): Promise<void>;
}

/** Starts the threads and loads the model in each. */
export async function openPlainEmbedder(): Promise<PlainEmbedder> {
  const { dimensions, files } = await readModelFacts(builtInModelDir);
  const gate = new ExitGate();
  const size = availableParallelism();
  const pool = new EmbedPool({
    size,
    dimensions,
    idleMs: Infinity,
    start: () =>
      new EmbedThread({
        modelDir: builtInModelDir,
        modelFile: files.queries,
        window: plainTokens,
        dimensions,
        gate: gate.memory,
        isBackground: true,
      }),
  });
  await Promise.all(Array.from({ length: size }, () => pool.embed(['warm up'])));
  const embed = async (chunks: string[]): Promise<Float32Array[]> =>
    (await pool.embed(chunks)).map(({ vector }) => vector);
  return { window: plainTokens, embed, close: () => pool.close() };
}

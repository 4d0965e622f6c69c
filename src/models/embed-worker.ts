import { constants, getPriority, setPriority } from 'node:os';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { messageOf } from '../base/errors.ts';
import { ExitGate } from './exit-gate.ts';
import { loadWordPieces, type WordPieces } from './word-pieces.ts';

/** Initial data of an embedding thread. */
export interface EmbedWorkerData {
  modelDir: string;
  /** The model to run, in that folder. */
  modelFile: string;
  window: number;
  dimensions: number;
  gate: SharedArrayBuffer;
  /** The thread gives way to threads of normal priority, on Linux. */
  isBackground: boolean;
}

/** Texts to embed, or the request to end: ending a thread by force while the model runs would crash the process. */
export type EmbedWorkerOrder = { texts: string[]; withTokens: boolean } | 'close';

/** The vectors of a list of texts. */
export interface EmbeddedTexts {
  /** One vector for each text, one after the other. */
  vectors: Float32Array<ArrayBuffer>;
  /** For each text, the unit vectors of its words' tokens, one after the other. */
  tokens?: Float32Array<ArrayBuffer>[];
}

/** The vectors, or the reason of a failure. */
export type EmbedWorkerAnswer = EmbeddedTexts | { error: string };

interface Model {
  session: InferenceSession;
  pieces: WordPieces;
}

const port = parentPort;
if (!port) throw new Error('embed-worker.ts runs in a worker thread');
const { modelDir, modelFile, window, dimensions, gate, isBackground }: EmbedWorkerData = workerData;
const low = constants.priority.PRIORITY_BELOW_NORMAL;
// On Linux, this sets the priority of the calling thread, and the model runs in it. Elsewhere, it would slow the whole
// process. A process that already has a lower priority may not raise it.
if (isBackground && process.platform === 'linux' && getPriority() < low) setPriority(low);
const exitGate = new ExitGate(gate);

let model: Promise<Model> | undefined;

let closing = false;
port.on('message', (order: EmbedWorkerOrder) => {
  if (order === 'close') {
    closing = true;
    port.close();
    return;
  }
  embedAll(order).then(
    (embedded) =>
      answer(
        embedded,
        [embedded.vectors, ...(embedded.tokens ?? [])].map(({ buffer }) => buffer),
      ),
    (error: unknown) => answer({ error: messageOf(error) }),
  );
});

function answer(message: EmbedWorkerAnswer, transfer: ArrayBuffer[] = []): void {
  port?.postMessage(message, transfer);
}

// One text in each run: the model's int8 rounding spans the whole input, so texts in one run would change each other's
// vectors. On a CPU it is as fast as batches, and memory stays small.
async function embedAll({
  texts,
  withTokens,
}: Exclude<EmbedWorkerOrder, 'close'>): Promise<EmbeddedTexts> {
  model ??= exitGate.pass(load).catch((error: unknown) => {
    model = undefined;
    throw error;
  });
  const { session, pieces } = await model;
  const vectors = new Float32Array(texts.length * dimensions);
  const tokensOf: Float32Array<ArrayBuffer>[] = [];
  // The session does not compute an output that nobody asks for.
  const hasTokens = withTokens && session.outputNames.includes('tokens');
  const outputs = hasTokens ? ['embedding', 'tokens'] : ['embedding'];
  for (const [index, text] of texts.entries()) {
    if (closing) break;
    const ids = pieces.ids(text, window);
    const input_ids = new Tensor('int64', BigInt64Array.from(ids, BigInt), [1, ids.length]);
    const { embedding, tokens } = await exitGate.pass(() => session.run({ input_ids }, outputs));
    if (!(embedding?.data instanceof Float32Array))
      throw new Error(`${modelFile} has no float output named embedding`);
    vectors.set(embedding.data, index * dimensions);
    if (tokens) tokensOf.push(wordVectors(tokens, ids, pieces));
  }
  return hasTokens ? { vectors, tokens: tokensOf } : { vectors };
}

/** Returns the vectors of the tokens that belong to words, scaled to unit length. */
function wordVectors(
  { data, dims: [, , width = 0] }: Tensor,
  ids: number[],
  pieces: WordPieces,
): Float32Array<ArrayBuffer> {
  if (!(data instanceof Float32Array))
    throw new Error(`${modelFile} has no float output named tokens`);
  const words = [...ids.keys()].filter((at) => pieces.isWord(ids[at]!));
  const vectors = new Float32Array(words.length * width);
  for (const [place, at] of words.entries()) {
    const [from, to] = [at * width, place * width];
    // An iterator or a spread would take a thirtieth of the model's time.
    let squares = 0;
    for (let index = 0; index < width; index += 1) squares += data[from + index]! ** 2;
    const length = Math.sqrt(squares) || 1;
    for (let index = 0; index < width; index += 1) {
      vectors[to + index] = data[from + index]! / length;
    }
  }
  return vectors;
}

async function load(): Promise<Model> {
  // Without the arena and the memory pattern, memory is freed after each text; neither made it faster.
  const session = await InferenceSession.create(join(modelDir, modelFile), {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    enableCpuMemArena: false,
    enableMemPattern: false,
    logSeverityLevel: 3,
  });
  return { session, pieces: loadWordPieces(modelDir) };
}

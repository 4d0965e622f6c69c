import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { messageOf } from '../base/errors.ts';
import { ExitGate } from './exit-gate.ts';
import { loadWordPieces, type WordPieces } from './word-pieces.ts';

/** What an embedding thread is started with. */
export interface EmbedWorkerData {
  modelDir: string;
  window: number;
  dimensions: number;
  gate: SharedArrayBuffer;
}

/** Texts to embed, or the order to end: a thread ended by force while the model runs takes the process with it. */
export type EmbedWorkerOrder = string[] | 'close';

/** The answer to a list of texts: their vectors one after the other, or why there are none. */
export type EmbedWorkerAnswer = { vectors: Float32Array } | { error: string };

interface Model {
  session: InferenceSession;
  pieces: WordPieces;
}

const port = parentPort;
if (!port) throw new Error('embed-worker.ts runs in a worker thread');
const { modelDir, window, dimensions, gate }: EmbedWorkerData = workerData;
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
    (vectors) => answer({ vectors }, [vectors.buffer]),
    (error: unknown) => answer({ error: messageOf(error) }),
  );
});

function answer(message: EmbedWorkerAnswer, transfer: ArrayBuffer[] = []): void {
  port?.postMessage(message, transfer);
}

// One text a run: the model's int8 rounding spans the whole input, so texts run together would change each other's
// vectors; on a CPU it is as fast as batches, and memory stays at what one text needs.
async function embedAll(texts: string[]): Promise<Float32Array<ArrayBuffer>> {
  model ??= exitGate.pass(load).catch((error: unknown) => {
    model = undefined;
    throw error;
  });
  const { session, pieces } = await model;
  const vectors = new Float32Array(texts.length * dimensions);
  for (const [index, text] of texts.entries()) {
    if (closing) break;
    const ids = pieces.ids(text, window);
    const shape = [1, ids.length];
    const inputs = {
      input_ids: new Tensor('int64', BigInt64Array.from(ids, BigInt), shape),
      attention_mask: new Tensor('int64', new BigInt64Array(ids.length).fill(1n), shape),
    };
    const { embedding } = await exitGate.pass(() => session.run(inputs));
    if (!(embedding?.data instanceof Float32Array))
      throw new Error('model.onnx has no float output named embedding');
    vectors.set(embedding.data, index * dimensions);
  }
  return vectors;
}

async function load(): Promise<Model> {
  // Without the arena and the memory pattern, memory goes back after each text; neither made it faster.
  const session = await InferenceSession.create(join(modelDir, 'model.onnx'), {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    enableCpuMemArena: false,
    enableMemPattern: false,
    logSeverityLevel: 3,
  });
  return { session, pieces: loadWordPieces(modelDir) };
}

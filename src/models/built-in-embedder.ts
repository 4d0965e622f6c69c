import { availableParallelism } from 'node:os';
import { EmbedPool } from './embed-pool.ts';
import { EmbedThread } from './embed-thread.ts';
import type { Embedder, EmbeddingPurpose } from './embedder.ts';
import { ExitGate } from './exit-gate.ts';
import { builtInModelDir, readModelFacts } from './model-files.ts';
import { readablePart } from './word-pieces.ts';

/** Default maximum of threads for documents. Each needs about 60 MB. They give way to answers. */
const mostThreads = 4;
/** Milliseconds after which the idle thread for topics frees its memory. Few searches need it, and it starts in .3 seconds. */
const topicIdleMs = 600_000;

interface BuiltInEmbedderOptions {
  /** Folder with the files of `ModelFacts`, tokenizer.json, config.json and checksums.txt. Default: the built-in model. */
  modelDir?: string;
  /** Threads for documents. Questions and topics have a thread each. */
  threads?: number;
  /** Milliseconds after which idle threads for documents free their memory. */
  idleMs?: number;
}

/**
 * Runs all-MiniLM-L6-v2 in worker threads, which start at first use. Questions and topics have a thread each, so they do not wait
 * for documents. Questions have their own weights (ADR 3). They were not trained for topics, so topics have those of documents
 * (ADR 22). Cuts texts to the window (256 tokens).
 */
export async function createBuiltInEmbedder(
  options: BuiltInEmbedderOptions = {},
): Promise<Embedder> {
  const { modelDir = builtInModelDir, idleMs = 30_000 } = options;
  const threads = options.threads ?? Math.min(mostThreads, availableParallelism());
  const { id, dimensions, window, files } = await readModelFacts(modelDir);
  const gate = new ExitGate();
  const shutGate = (): void => gate.shut();
  process.on('exit', shutGate);
  const common = { modelDir, window, dimensions, gate: gate.memory };
  const documents = new EmbedPool({
    size: threads,
    dimensions,
    idleMs,
    start: () => new EmbedThread({ ...common, modelFile: files.documents, isBackground: true }),
  });
  const waitedFor = (modelFile: string, idle: number): EmbedPool =>
    new EmbedPool({
      size: 1,
      dimensions,
      idleMs: idle,
      start: () => new EmbedThread({ ...common, modelFile, isBackground: false }),
    });
  const pools: Record<EmbeddingPurpose, EmbedPool> = {
    document: documents,
    query: waitedFor(files.queries, Infinity),
    topic: waitedFor(files.documents, topicIdleMs),
  };
  const readable = (texts: string[]): string[] => texts.map((text) => readablePart(text, window));
  return {
    id,
    dimensions,
    window,
    async embed(texts, purpose, signal) {
      const embedded = await pools[purpose].embed(readable(texts), { signal });
      return embedded.map(({ vector }) => vector);
    },
    embedTokens: (texts, purpose, signal) =>
      pools[purpose].embed(readable(texts), { withTokens: true, signal }),
    async close() {
      await Promise.all(Object.values(pools).map((pool) => pool.close()));
      process.off('exit', shutGate);
    },
  };
}

import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { messageOf, RunError } from '../base/errors.ts';
import type { EmbedWorkerAnswer, EmbedWorkerData, EmbedWorkerOrder } from './embed-worker.ts';

/** Runs as TypeScript from the sources and as JavaScript once compiled. */
const modelScript = new URL(`./embed-worker${extname(import.meta.url)}`, import.meta.url);

/** One worker thread that holds the model. It takes one list of texts at a time. */
export class EmbedThread {
  readonly #worker: Worker;
  #held: PromiseWithResolvers<Float32Array> | undefined;
  readonly #gone = Promise.withResolvers<void>();
  #ended = false;
  #closing = false;

  constructor(workerData: EmbedWorkerData, script = modelScript) {
    // Since 1.29 the official ONNX Runtime keeps a device id and sends what it runs to its maker, unless it finds this when
    // it loads (microsoft/onnxruntime#27379). It reads the environment of the process: a thread's own is a copy.
    process.env['ORT_DISABLE_TELEMETRY'] = '1';
    this.#worker = new Worker(script, {
      // Not the flags of the process: some, such as those of `node -e`, no thread can start with.
      execArgv: [],
      workerData,
    });
    this.#worker.on('message', (answer: EmbedWorkerAnswer) => this.#settle(answer));
    this.#worker.on('error', (error) => this.#end(messageOf(error), error));
    this.#worker.on('exit', (code) => {
      this.#end(`exit code ${code}`);
      this.#gone.resolve();
    });
    this.#worker.unref();
  }

  get busy(): boolean {
    return this.#held !== undefined;
  }

  /** True once the thread is gone; another one must be started. */
  get ended(): boolean {
    return this.#ended;
  }

  /** The vectors of the texts, one after the other. Throws RunError('ModelFailed'). */
  async embed(texts: string[]): Promise<Float32Array> {
    if (this.#held || this.#ended) throw new Error('This thread takes no texts now');
    this.#held = Promise.withResolvers();
    // A thread at work keeps the process alive, an idle one does not.
    this.#worker.ref();
    this.#worker.postMessage(texts satisfies EmbedWorkerOrder);
    return this.#held.promise;
  }

  /** Resolves once the thread has ended, which it does after the text it is at. */
  async close(): Promise<void> {
    this.#closing = true;
    this.#worker.ref();
    this.#worker.postMessage('close' satisfies EmbedWorkerOrder);
    await this.#gone.promise;
  }

  #settle(answer: EmbedWorkerAnswer): void {
    const held = this.#release();
    if ('vectors' in answer) held?.resolve(answer.vectors);
    else held?.reject(new RunError('ModelFailed', `The built-in model failed: ${answer.error}`));
  }

  #end(why: string, cause?: unknown): void {
    this.#ended = true;
    this.#release()?.reject(
      new RunError('ModelFailed', `The embedding thread ended: ${why}`, { cause }),
    );
  }

  #release(): PromiseWithResolvers<Float32Array> | undefined {
    const held = this.#held;
    this.#held = undefined;
    // Whoever closes it waits for its end, which must not be the end of the process.
    if (!this.#closing) this.#worker.unref();
    return held;
  }
}

import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { messageOf, RunError } from '../base/errors.ts';
import type {
  EmbeddedTexts,
  EmbedWorkerAnswer,
  EmbedWorkerData,
  EmbedWorkerOrder,
} from './embed-worker.ts';

/** TypeScript when run from the sources, JavaScript when compiled. */
const modelScript = new URL(`./embed-worker${extname(import.meta.url)}`, import.meta.url);

/** One worker thread with the model. It handles one list of texts at a time. */
export class EmbedThread {
  private readonly worker: Worker;
  private held: PromiseWithResolvers<EmbeddedTexts> | undefined;
  private readonly gone = Promise.withResolvers<void>();
  private hasEnded = false;
  private closing = false;

  constructor(workerData: EmbedWorkerData, script = modelScript) {
    // Since 1.29 the official ONNX Runtime sends telemetry with a device id, unless this variable is set when it loads
    // (microsoft/onnxruntime#27379). It reads the environment of the process, because a thread's own is a copy.
    process.env['ORT_DISABLE_TELEMETRY'] = '1';
    this.worker = new Worker(script, {
      // Without the flags of the process: a thread cannot start with some of them, such as those of `node -e`.
      execArgv: [],
      workerData,
    });
    this.worker.on('message', (answer: EmbedWorkerAnswer) => this.settle(answer));
    this.worker.on('error', (error) => this.end(messageOf(error), error));
    this.worker.on('exit', (code) => {
      this.end(`exit code ${code}`);
      this.gone.resolve();
    });
    this.worker.unref();
  }

  get busy(): boolean {
    return this.held !== undefined;
  }

  /** True after the thread has ended; start another one. */
  get ended(): boolean {
    return this.hasEnded;
  }

  /** Embeds a list of texts. Throws RunError('ModelFailed'). */
  async embed(order: Exclude<EmbedWorkerOrder, 'close'>): Promise<EmbeddedTexts> {
    if (this.held || this.ended) throw new Error('The embedding thread is busy or has ended');
    this.held = Promise.withResolvers();
    // A busy thread keeps the process alive, an idle one does not.
    this.worker.ref();
    this.worker.postMessage(order satisfies EmbedWorkerOrder);
    return this.held.promise;
  }

  /** Resolves when the thread has ended. It completes the current text first. */
  async close(): Promise<void> {
    this.closing = true;
    this.worker.ref();
    this.worker.postMessage('close' satisfies EmbedWorkerOrder);
    await this.gone.promise;
  }

  private settle(answer: EmbedWorkerAnswer): void {
    const held = this.release();
    if ('vectors' in answer) held?.resolve(answer);
    else held?.reject(new RunError('ModelFailed', `The built-in model failed: ${answer.error}`));
  }

  private end(why: string, cause?: unknown): void {
    this.hasEnded = true;
    this.release()?.reject(
      new RunError('ModelFailed', `The embedding thread ended: ${why}`, { cause }),
    );
  }

  private release(): PromiseWithResolvers<EmbeddedTexts> | undefined {
    const held = this.held;
    this.held = undefined;
    // The caller of close() waits for the thread's end, so the process must not end before.
    if (!this.closing) this.worker.unref();
    return held;
  }
}

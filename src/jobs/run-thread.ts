import { extname } from 'node:path';
import { MessageChannel, Worker, type MessagePort } from 'node:worker_threads';
import { RunError } from '../base/errors.ts';
import type { RunOrder, RunThreadMessage } from './run-worker.ts';

/**
 * A run streams, and another process parses, so it needs about 100 MB. Without a limit, V8's young generation takes
 * 100 MB more and makes nothing faster.
 */
const resourceLimits = { maxOldGenerationSizeMb: 1_024, maxYoungGenerationSizeMb: 32 };

const outOfMemory = 'ERR_WORKER_OUT_OF_MEMORY';

/** Milliseconds that a thread without a run has to end, before it is terminated. */
const closeMs = 5_000;

// Sources run as .ts, the published package as .js.
const workerFile = new URL(`./run-worker${extname(import.meta.url)}`, import.meta.url);

/** A worker thread with its own parse process. It carries out one run at a time. */
export class RunThread {
  private readonly worker: Worker;
  private readonly exit = Promise.withResolvers<void>();
  private onError: ((error: unknown) => void) | undefined;
  private hasEnded = false;

  constructor(script: URL = workerFile) {
    this.worker = new Worker(script, { resourceLimits });
    this.worker.on('error', (error) => this.onError?.(errorOf(error)));
    this.worker.once('exit', () => {
      this.hasEnded = true;
      this.exit.resolve();
    });
  }

  /** True after the thread has ended. Start another one. */
  get ended(): boolean {
    return this.hasEnded;
  }

  /**
   * Carries out a run. Returns the port for its messages, and a promise that resolves after the last one, when the thread can
   * take another run or has ended. Calls `onError` with the error that ends the thread.
   */
  run(
    order: RunOrder,
    onError: (error: unknown) => void,
  ): { port: MessagePort; over: Promise<void> } {
    const { port1: port, port2 } = new MessageChannel();
    this.onError = onError;
    this.worker.ref();
    this.worker.postMessage({ type: 'run', order, port: port2 } satisfies RunThreadMessage, [
      port2,
    ]);
    return { port, over: this.whenOver(port) };
  }

  /** Ends the thread at once, with its run. Resolves when it has ended. */
  async terminate(): Promise<void> {
    await this.worker.terminate();
  }

  /** Ends a thread without a run. Resolves when it has ended. */
  async close(): Promise<void> {
    this.worker.ref();
    this.worker.postMessage({ type: 'close' } satisfies RunThreadMessage);
    const timer = setTimeout(() => void this.terminate(), closeMs);
    await this.exit.promise;
    clearTimeout(timer);
  }

  private async whenOver(port: MessagePort): Promise<void> {
    const closed = Promise.withResolvers<void>();
    // Node emits it after the last message, and also when the thread ends.
    port.once('close', () => closed.resolve());
    const done = Promise.withResolvers<void>();
    const take = (): void => done.resolve();
    // A race with `exit.promise` would leave a reaction of each run with it while the thread lives.
    const events = ['message', 'exit'] as const;
    for (const event of events) this.worker.on(event, take);
    if (this.ended) take();
    await done.promise;
    for (const event of events) this.worker.off(event, take);
    // A thread that ended before it had the port did not close it.
    if (this.ended) setImmediate(() => port.close());
    await closed.promise;
    // A thread without a run does not keep the program running.
    this.worker.unref();
  }
}

/** Returns the run's error for an error of its thread. */
function errorOf(error: unknown): unknown {
  const isMemory = error instanceof Error && Reflect.get(error, 'code') === outOfMemory;
  if (!isMemory) return error;
  const { maxOldGenerationSizeMb } = resourceLimits;
  return new RunError('OutOfMemory', `The run needed more than ${maxOldGenerationSizeMb} MB`);
}

import { Worker, type ResourceLimits } from 'node:worker_threads';

export interface WorkerOptions {
  data: unknown;
  resourceLimits: ResourceLimits;
  signal: AbortSignal;
}

/**
 * The one message that a thread sends about what it is given; undefined where it ends without one, as it does when it needs
 * more memory than it may. Rejects with the signal's reason; the thread is gone by then.
 */
export async function answerOfWorker<Answer>(
  file: URL,
  { data, resourceLimits, signal }: WorkerOptions,
): Promise<Answer | undefined> {
  signal.throwIfAborted();
  const worker = new Worker(file, { workerData: data, resourceLimits, execArgv: [] });
  const ended = Promise.withResolvers<Answer | undefined>();
  worker.once('message', ended.resolve);
  worker.once('error', () => ended.resolve(undefined));
  worker.once('exit', () => ended.resolve(undefined));
  const stop = (): void => ended.reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await ended.promise;
  } finally {
    signal.removeEventListener('abort', stop);
    await worker.terminate();
  }
}

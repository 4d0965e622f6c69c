import { flushCompileCache } from 'node:module';
import { parentPort, Worker } from 'node:worker_threads';
import { extname } from 'node:path';
import { RunError, type FailureReason } from '../errors.ts';
import type { TaskTable } from './task-runner.ts';
import type { WatchdogData } from './watchdog.ts';

/** A task, as the parent sends it. */
export interface Order {
  /** Distinguishes the answers. */
  id: number;
  name: string;
  input: unknown;
  /** Milliseconds of processor time. */
  limitMs: number;
}

/** A fault of this program, as the parse process reports it. */
export interface Fault {
  /** As in `TypeError: x is not a function`. */
  message: string;
  stack: string;
}

/** An answer to an order. */
export type Answer = (
  | { output: unknown }
  /** The input is refused. */
  | { refused: { reason: FailureReason; message: string; retry: 'never' | 'backoff' } }
  /** A fault of this program. */
  | { fault: Fault }
) & {
  /** The process cannot be used again. */
  spent?: true;
};

/** A message from the process: `ready` once, then the answers, in the order of the orders. */
export type Message = { ready: true } | { id: number; answer: Answer };

// A process, because a thread that runs out of memory can end the whole program (docs/adr/0017).
if (parentPort || !process.send) throw new Error('parse-process.ts is started by a parse child');
const send = (message: Message): void => void process.send?.(message);

const [maxBytes, longestMs] = process.argv.slice(2, 4).map(Number);
// The parent names the module. It is a constant of the program, never input.
const { tasks } = (await import(process.argv[4]!)) as { tasks: TaskTable };
const work = new Int32Array(new SharedArrayBuffer(8));
const watched: WatchdogData = {
  parent: process.ppid,
  maxBytes: maxBytes!,
  longestMs: longestMs!,
  work,
};
const watchdog = new URL(`./watchdog${extname(import.meta.url)}`, import.meta.url);
new Worker(watchdog, { workerData: watched, execArgv: [] }).unref();

/** The order that runs. */
let current = 0;
let queue = Promise.resolve();
process.on('disconnect', () => process.exit());
// A task of which a part failed like this may never end.
process.on('uncaughtException', (error) =>
  send({ id: current, answer: { ...fault(error), spent: true } }),
);
process.on('message', (order: Order) => {
  queue = queue.then(() => carryOut(order));
});
send({ ready: true });

async function carryOut({ id, name, input, limitMs }: Order): Promise<void> {
  current = id;
  Atomics.store(work, 1, limitMs);
  Atomics.add(work, 0, 1);
  try {
    // TaskRunner.run checks names and inputs by type.
    send({ id, answer: { output: await tasks[name]!(input as never) } });
  } catch (error) {
    send({ id, answer: refusal(error) ?? fault(error) });
  } finally {
    Atomics.add(work, 0, 1);
  }
  // Readers load with their first document, and the process ends without notice.
  flushCompileCache();
}

function refusal(error: unknown): Answer | undefined {
  if (error instanceof RunError) {
    const { reason, message, retry } = error;
    return { refused: { reason, message, retry } };
  }
  if (error instanceof Error && error.name === 'RuntimeError') {
    // A grammar that ran out of memory cannot be used again.
    const message = `its grammar failed on it (${error.message.slice(0, 100)})`;
    return { refused: { reason: 'Malformed', message, retry: 'never' }, spent: true };
  }
  if (!(error instanceof RangeError)) return undefined;
  // A stack overflow, or a string or list over the maximum length. The input causes it.
  const message = `it nests too deep or unfolds too far to be parsed (${error.message})`;
  return { refused: { reason: 'Malformed', message, retry: 'never' } };
}

function fault(error: unknown): { fault: Fault } {
  const stack = (error instanceof Error && error.stack) || '';
  return { fault: { message: String(error), stack } };
}

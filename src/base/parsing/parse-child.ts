import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { extname } from 'node:path';
import { RunError } from '../errors.ts';
import type { Answer, Fault, Message, Order } from './parse-process.ts';
import { slowSignal } from './slow-signal.ts';

/** Memory limits of one parse process. */
export interface ParseMemory {
  /** Heap, in MB. */
  heapMb: number;
  /** Resident memory with buffers and code, in MB. */
  totalMb: number;
}

/** Default limits. An API description of 5 MB in YAML takes 400 MB, more than any other document. */
export const usualMemory: ParseMemory = { heapMb: 448, totalMb: 640 };

/** Maximum milliseconds for the start of a process, on a busy machine. */
const startMs = 60_000;
/**
 * Maximum milliseconds until an answer. A busy machine can give a task little processor time. That is not the document's
 * fault, so this limit is far above the limit of processor time.
 */
const answerMs = 180_000;
/** Maximum milliseconds of a task whose parent no longer ends it. */
const longestMs = 2 * answerMs;

// Sources run as .ts, the published package as .js.
const program = new URL(`./parse-process${extname(import.meta.url)}`, import.meta.url);

/** Signals by which V8 and the watchdog end a process that exceeds its memory limits. */
const memorySignals = new Set<unknown>(['SIGABRT', 'SIGTRAP', 'SIGILL', 'SIGKILL']);

/** The process ended while a task waited for the tasks before it. Another process can run the task. */
export class TaskNotRun extends Error {}

/** A task that has no answer yet. */
interface Held {
  limitMs: number;
  answer: PromiseWithResolvers<Answer>;
}

function cacheOnly(): NodeJS.ProcessEnv {
  const { NODE_COMPILE_CACHE } = process.env;
  return NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {};
}

/** One parse process. It runs one task at a time, in the order of `ask`, and cannot be used again after its end. */
export class ParseChild {
  private readonly memory: ParseMemory;
  private readonly child: ChildProcess;
  private readonly ready = Promise.withResolvers<void>();
  private readonly gone: Promise<unknown>;
  /** By id. The process works on the first one. */
  private readonly held = new Map<number, Held>();
  private lastId = 0;
  private timer: NodeJS.Timeout | undefined;
  private isReady = false;
  private hasEnded = false;

  /** `tasks`: the module that exports the table of tasks as `tasks`. */
  constructor(tasks: URL, memory: ParseMemory) {
    this.memory = memory;
    const { heapMb, totalMb } = memory;
    this.child = fork(program, [String(totalMb * 1_000_000), String(longestMs), tasks.href], {
      execArgv: [`--max-old-space-size=${heapMb}`, '--max-semi-space-size=16'],
      // The environment can hold credentials, which parsers must not reach. The cache of compiled modules holds none, and
      // with it a process takes half the time until its first answer.
      env: cacheOnly(),
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.gone = once(this.child, 'exit').catch(() => undefined);
    this.child.on('message', (message: Message) => this.take(message));
    this.child.once('error', (error) => this.end(error));
    // Unlike `exit`, `close` comes after the last message. Otherwise, a task with an answer could be blamed for the end.
    this.child.once('close', (code, signal) => this.end(this.causeOf(code, signal)));
    // The task that waits for the start handles the rejection.
    this.ready.promise.catch(() => undefined);
  }

  /** Whether the process has ended or is ending. */
  get ended(): boolean {
    return this.hasEnded;
  }

  /** Number of tasks without an answer. */
  get load(): number {
    return this.held.size;
  }

  /**
   * Sends one order and returns its answer. Rejects if the process ends first: on the signal, or after `limitMs` of processor
   * time. Rejects with TaskNotRun if another task ended the process.
   */
  async ask(
    order: Pick<Order, 'name' | 'input'>,
    { signal, limitMs }: { signal: AbortSignal; limitMs: number },
  ): Promise<Answer> {
    const id = (this.lastId += 1);
    const answer = Promise.withResolvers<Answer>();
    this.held.set(id, { limitMs, answer });
    if (this.load === 1) this.expectMessage();
    this.child.ref();
    this.child.channel?.ref();
    const abort = (): void => {
      answer.reject(signal.reason);
      this.kill(new TaskNotRun('Another task was aborted'));
    };
    signal.addEventListener('abort', abort, { once: true });
    try {
      await Promise.race([this.ready.promise, answer.promise]);
      this.child.send({ ...order, id, limitMs }, (error) => {
        // If another task runs, the process ended on it, and 'close' brings the cause.
        if (error && this.load === 1) this.kill(error);
      });
      return await answer.promise;
    } finally {
      signal.removeEventListener('abort', abort);
      this.held.delete(id);
      if (this.load === 0) {
        clearTimeout(this.timer);
        this.child.unref();
        this.child.channel?.unref();
      }
    }
  }

  /** Ends the process. Resolves when it has ended. */
  async close(): Promise<void> {
    this.kill(new Error('The parse process was closed'));
    // Keeps the program running until the process has ended.
    this.child.ref();
    await this.gone;
  }

  private take(message: Message): void {
    if ('ready' in message) {
      this.isReady = true;
      this.ready.resolve();
    } else {
      this.held.get(message.id)?.answer.resolve(message.answer);
      this.held.delete(message.id);
      if (message.answer.spent) this.kill(new TaskNotRun('The parse process is spent'));
    }
    this.expectMessage();
  }

  /** Limits the time until the next message. */
  private expectMessage(): void {
    clearTimeout(this.timer);
    if (this.load === 0 || this.ended) return;
    const [ms, late] = this.isReady
      ? [answerMs, `The parse process gave no answer in ${answerMs / 1000} seconds`]
      : [startMs, 'The parse process did not start'];
    this.timer = setTimeout(() => this.kill(new Error(late)), ms);
  }

  private kill(reason: unknown): void {
    this.end(reason);
    this.child.kill('SIGKILL');
  }

  /** `reason` is that of the task that runs. The other tasks did not run. */
  private end(reason: unknown): void {
    if (this.ended) return;
    this.hasEnded = true;
    clearTimeout(this.timer);
    this.ready.reject(reason);
    const [running, ...waiting] = this.held.values();
    running?.answer.reject(reason);
    for (const { answer } of waiting) answer.reject(new TaskNotRun('Another task ended it'));
  }

  private causeOf(code: number | null, signal: NodeJS.Signals | null): Error {
    const [running] = this.held.values();
    if (signal === slowSignal && running) return tooSlow(running.limitMs);
    if (memorySignals.has(signal)) {
      const { heapMb, totalMb } = this.memory;
      // V8 ends the process for its heap, the watchdog for its memory in total.
      const limitMb = signal === 'SIGKILL' ? totalMb : heapMb;
      const message = `parsing needed more than ${limitMb} MB of memory`;
      return new RunError('TooLarge', message);
    }
    if (signal) return new RunError('Malformed', `the parser crashed on it (${signal})`);
    const message = `The parse process ended with code ${code}`;
    // A process that never was ready failed for a reason other than its input.
    return this.isReady ? parserFault({ message, stack: '' }) : new Error(message);
  }
}

function tooSlow(limitMs: number): RunError {
  const message = `parsing took longer than ${limitMs / 1000} seconds`;
  return new RunError('Timeout', message, { retry: 'never' });
}

/** Maximum length of a fault's message, because it can quote the document. */
const shownLength = 200;

/**
 * Returns the error for a fault of this program in one text: RunError('Internal'), so that the caller can skip that text.
 * Its cause has the stack from the parse process.
 */
export function parserFault({ message, stack }: Fault): RunError {
  const cause = new Error(message);
  cause.stack = stack;
  const shown = message.slice(0, shownLength);
  return new RunError('Internal', `Lectern failed to parse it (${shown}); report this as a bug`, {
    retry: 'never',
    cause,
  });
}

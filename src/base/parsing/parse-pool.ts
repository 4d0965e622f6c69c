import { RunError } from '../errors.ts';
import { createConcurrencyLimit, type ConcurrencyLimit } from '../concurrency-limit.ts';
import {
  ParseChild,
  parserFault,
  TaskNotRun,
  usualMemory,
  type ParseMemory,
} from './parse-child.ts';
import type { Answer } from './parse-process.ts';
import type { TaskInput, TaskOptions, TaskOutput, TaskRunner, TaskTable } from './task-runner.ts';

/** The tasks of a pool, and how much of the machine it may use. */
export interface ParsePoolOptions {
  /** The module that exports the table of tasks as `tasks`. */
  tasks: URL;
  /** Maximum number of processes. Two by default, so that one slow task does not block all others. */
  size?: number;
  /**
   * Maximum number of tasks that wait in a process while it runs another one. None by default. With such tasks, a process has
   * work while a long step blocks the thread of the caller, but a task can wait for a slow one.
   */
  ahead?: number;
  /** Limits of each process. Default: `usualMemory`. */
  memory?: ParseMemory;
}

/** Default time limit of a task. */
const usualLimitMs = 20_000;
/** Milliseconds without work after which a process ends, to free its memory. */
const idleMs = 60_000;

/** A pool of parse processes. Each starts when it is needed, and is replaced after its end. */
export class ParsePool<Tasks extends TaskTable> implements TaskRunner<Tasks> {
  private readonly tasks: URL;
  private readonly memory: ParseMemory;
  private readonly size: number;
  private readonly limit: ConcurrencyLimit;
  private readonly children = new Set<ParseChild>();
  private timer: NodeJS.Timeout | undefined;
  private closed = false;

  constructor({ tasks, size = 2, ahead = 0, memory = usualMemory }: ParsePoolOptions) {
    this.tasks = tasks;
    this.memory = memory;
    this.size = size;
    const total = size * (1 + ahead);
    this.limit = createConcurrencyLimit({ total, perKey: total });
  }

  async run<Name extends keyof Tasks & string>(
    name: Name,
    input: TaskInput<Tasks, Name>,
    { signal, limitMs = usualLimitMs }: TaskOptions,
  ): Promise<TaskOutput<Tasks, Name>> {
    return this.limit('', signal, async () => {
      for (;;) {
        signal.throwIfAborted();
        const answer = await this.ask({ name, input }, { signal, limitMs });
        if (answer === undefined) continue;
        if ('output' in answer) return answer.output as TaskOutput<Tasks, Name>;
        throw errorOf(answer);
      }
    });
  }

  /** Ends all processes, including those that run a task. */
  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.timer);
    await Promise.all([...this.children].map((child) => child.close()));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  /** Returns undefined if another task ended the process before this one ran. */
  private async ask(...asked: Parameters<ParseChild['ask']>): Promise<Answer | undefined> {
    if (this.closed) throw new Error('The parser is closed');
    clearTimeout(this.timer);
    const child = this.leastLoaded();
    try {
      return await child.ask(...asked);
    } catch (error) {
      if (error instanceof TaskNotRun) return undefined;
      throw error;
    } finally {
      if (child.ended) this.children.delete(child);
      clearTimeout(this.timer);
      this.timer = setTimeout(() => void this.closeIdle(), idleMs).unref();
    }
  }

  private leastLoaded(): ParseChild {
    const running = [...this.children].filter((child) => !child.ended);
    const [least] = running.sort((a, b) => a.load - b.load);
    if (least && (least.load === 0 || running.length >= this.size)) return least;
    const child = new ParseChild(this.tasks, this.memory);
    this.children.add(child);
    return child;
  }

  private async closeIdle(): Promise<void> {
    const idle = [...this.children].filter((child) => child.load === 0);
    for (const child of idle) this.children.delete(child);
    await Promise.all(idle.map((child) => child.close()));
  }
}

/** Returns the error for an answer without output. A fault of this program is a RunError too, so that callers can skip the text. */
function errorOf(answer: Exclude<Answer, { output: unknown }>): Error {
  if ('refused' in answer) {
    const { reason, message, retry } = answer.refused;
    return new RunError(reason, message, { retry });
  }
  return parserFault(answer.fault);
}

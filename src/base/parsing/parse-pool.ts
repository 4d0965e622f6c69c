import { RunError } from '../errors.ts';
import { createConcurrencyLimit, type ConcurrencyLimit } from '../concurrency-limit.ts';
import { ParseChild, usualMemory, type ParseMemory, parserFault } from './parse-child.ts';
import type { Answer } from './parse-process.ts';
import type { TaskInput, TaskOptions, TaskOutput, TaskRunner, TaskTable } from './task-runner.ts';

export interface ParsePoolOptions {
  /** The module that exports the table of tasks as `tasks`. */
  tasks: URL;
  /** Maximum number of processes. Two by default, so that one slow task does not block all others. */
  size?: number;
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
  private readonly limit: ConcurrencyLimit;
  private readonly children = new Set<ParseChild>();
  private idle: ParseChild[] = [];
  private timer: NodeJS.Timeout | undefined;
  private closed = false;

  constructor({ tasks, size = 2, memory = usualMemory }: ParsePoolOptions) {
    this.tasks = tasks;
    this.memory = memory;
    this.limit = createConcurrencyLimit({ total: size, perKey: size });
  }

  async run<Name extends keyof Tasks & string>(
    name: Name,
    input: TaskInput<Tasks, Name>,
    { signal, limitMs = usualLimitMs }: TaskOptions,
  ): Promise<TaskOutput<Tasks, Name>> {
    return this.limit('', signal, async () => {
      if (this.closed) throw new Error('The parser is closed');
      clearTimeout(this.timer);
      const child = this.idle.pop() ?? this.start();
      try {
        const answer = await child.ask({ name, input }, { signal, limitMs });
        if ('output' in answer) return answer.output as TaskOutput<Tasks, Name>;
        throw errorOf(answer);
      } finally {
        this.putBack(child);
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

  private start(): ParseChild {
    const child = new ParseChild(this.tasks, this.memory);
    this.children.add(child);
    return child;
  }

  private putBack(child: ParseChild): void {
    if (child.ended) this.children.delete(child);
    else this.idle.push(child);
    this.timer = setTimeout(() => void this.closeIdle(), idleMs).unref();
  }

  private async closeIdle(): Promise<void> {
    const idle = this.idle;
    this.idle = [];
    for (const child of idle) this.children.delete(child);
    await Promise.all(idle.map((child) => child.close()));
  }
}

/** Returns the error for an answer without output. A fault of this program is a RunError too, so that callers can skip the text. */
function errorOf(answer: Answer): Error {
  if ('refused' in answer) {
    const { reason, message, retry } = answer.refused;
    return new RunError(reason, message, { retry });
  }
  if ('fault' in answer) return parserFault(answer.fault);
  return new Error('The parse process gave no answer');
}

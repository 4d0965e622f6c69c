import type { Tasks } from '../../indexing/parse-tasks.ts';

/** What a parser can be asked for; see tasks.ts. */
export type TaskName = keyof Tasks;
export type TaskInput<Name extends TaskName> = Parameters<Tasks[Name]>[0];
export type TaskOutput<Name extends TaskName> = Awaited<ReturnType<Tasks[Name]>>;

export interface TaskOptions {
  /** Ends the parser with the signal's reason. */
  signal: AbortSignal;
  /** Milliseconds that the task may take; 20 seconds when absent. */
  limitMs?: number;
}

/** Parses what a stranger wrote where it can be ended. */
export interface Parser {
  /**
   * Carries out one task. Throws the RunError of a task that refuses its input, RunError('Timeout') and RunError('TooLarge')
   * for a task that was ended, RunError('Internal') for a fault of this program in the task, and any other Error if no task
   * can be carried out.
   */
  run<Name extends TaskName>(
    name: Name,
    input: TaskInput<Name>,
    options: TaskOptions,
  ): Promise<TaskOutput<Name>>;
}

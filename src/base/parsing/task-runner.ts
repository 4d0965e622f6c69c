/** Tasks by name. Inputs and outputs go to another process, so they are plain data. */
export type TaskTable = Record<string, (input: never) => Promise<unknown>>;

/** The input of a named task. */
export type TaskInput<Tasks extends TaskTable, Name extends keyof Tasks> = Parameters<
  Tasks[Name]
>[0];

/** The output of a named task, without its promise. */
export type TaskOutput<Tasks extends TaskTable, Name extends keyof Tasks> = Awaited<
  ReturnType<Tasks[Name]>
>;

/** What ends a task early. Untrusted text can make a parser run without end. */
export interface TaskOptions {
  /** Ends the task. `run` then rejects with the signal's reason. */
  signal: AbortSignal;
  /** Limit of processor time in milliseconds; 20 seconds if absent. */
  limitMs?: number;
}

/** Runs tasks on untrusted text in a process that can be ended at any time. */
export interface TaskRunner<Tasks extends TaskTable> {
  /**
   * Runs one task. Throws the RunError of a task that refuses its input. Throws RunError('Timeout') and RunError('TooLarge') for a
   * task that was ended, and RunError('Internal') for a fault of this program in the task. Throws any other Error if no task can
   * run.
   */
  run<Name extends keyof Tasks & string>(
    name: Name,
    input: TaskInput<Tasks, Name>,
    options: TaskOptions,
  ): Promise<TaskOutput<Tasks, Name>>;
}

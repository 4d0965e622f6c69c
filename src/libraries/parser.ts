import { extname } from 'node:path';
import { ParsePool, type ParsePoolOptions } from '../base/parsing/parse-pool.ts';
import type { TaskInput as InputOf, TaskRunner } from '../base/parsing/task-runner.ts';
import type { tasks } from './parse-tasks.ts';

/** Parses the content of sources and manifests in other processes. */
export type Parser = TaskRunner<typeof tasks>;

/** Names and inputs of the tasks. */
export type TaskName = keyof typeof tasks;
/** What a task of this name takes. Another process gets a structured clone of it. */
export type TaskInput<Name extends TaskName> = InputOf<typeof tasks, Name>;

// Sources run as .ts, the published package as .js.
const tasksModule = new URL(`./parse-tasks${extname(import.meta.url)}`, import.meta.url);

/** Returns a pool of processes for these tasks. The caller closes it. */
export function createParser(
  options: Omit<ParsePoolOptions, 'tasks'> = {},
): ParsePool<typeof tasks> {
  return new ParsePool({ ...options, tasks: tasksModule });
}

import { extname } from 'node:path';
import { ParsePool } from '../base/parsing/parse-pool.ts';
import type { TaskRunner } from '../base/parsing/task-runner.ts';
import type { tasks } from './parse-tasks.ts';

/** Runs the parse tasks of sources. */
export type Parser = TaskRunner<typeof tasks>;

// Sources run as .ts, the published package as .js.
const tasksModule = new URL(`./parse-tasks${extname(import.meta.url)}`, import.meta.url);

/** Maximum number of documents that a run reads ahead of the one that it writes. Then the parse process seldom waits for the run. */
export const documentsAhead = 16;

/** Returns a parser for runs, with one process. The caller closes it. */
export function createRunParser(): ParsePool<typeof tasks> {
  return new ParsePool({ size: 1, ahead: documentsAhead, tasks: tasksModule });
}

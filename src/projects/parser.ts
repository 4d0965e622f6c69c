import { extname } from 'node:path';
import { ParsePool } from '../base/parsing/parse-pool.ts';
import type { TaskRunner } from '../base/parsing/task-runner.ts';
import type { tasks } from './parse-tasks.ts';

/** Parses the files of projects in other processes. */
export type ProjectParser = TaskRunner<typeof tasks>;

/** A lock file of 64 MB takes more memory than a document. */
const memory = { heapMb: 768, totalMb: 1_200 };

// Sources run as .ts, the published package as .js.
const tasksModule = new URL(`./parse-tasks${extname(import.meta.url)}`, import.meta.url);

/** Returns a pool of processes for these tasks. The caller closes it. */
export function createProjectParser(): ParsePool<typeof tasks> {
  return new ParsePool({ memory, tasks: tasksModule });
}

import { workerData } from 'node:worker_threads';

/** Limits that the watchdog of a parse process enforces. */
export interface WatchdogData {
  /** Id of the process that started the parse process. */
  parent: number;
  /** Maximum resident memory in bytes. The heap's limit does not count buffers and strings outside of it. */
  maxBytes: number;
  /** Maximum milliseconds of a task. */
  longestMs: number;
  /** Number of starts and ends of tasks: odd while a task runs. */
  work: Int32Array;
}

const everyMs = 100;
const { parent, maxBytes, longestMs, work } = workerData as WatchdogData;
let task = 0;
let since = 0;

// The parsing thread is blocked while it parses, so this thread watches it.
setInterval(() => {
  const now = Atomics.load(work, 0);
  if (now !== task) [task, since] = [now, performance.now()];
  const stuck = task % 2 === 1 && performance.now() - since > longestMs;
  const orphaned = process.ppid !== parent;
  if (stuck || orphaned || process.memoryUsage.rss() > maxBytes) {
    process.kill(process.pid, 'SIGKILL');
  }
}, everyMs);

import { workerData } from 'node:worker_threads';

/** What the watchdog of a parse process goes by. */
export interface WatchdogData {
  /** Process that started the parse process. */
  parent: number;
  /** Bytes of memory that the process may have in all: the heap's limit does not count buffers and strings outside of it. */
  maxBytes: number;
  /** Milliseconds after which a task has outlived whoever waited for it. */
  longestMs: number;
  /** Odd while a task is carried out; another number with each. */
  work: Int32Array;
}

const everyMs = 100;
const { parent, maxBytes, longestMs, work } = workerData as WatchdogData;
let task = 0;
let since = 0;

// The thread that parses answers nobody while it parses, so another one has to look at it.
setInterval(() => {
  const now = Atomics.load(work, 0);
  if (now !== task) [task, since] = [now, performance.now()];
  const stuck = task % 2 === 1 && performance.now() - since > longestMs;
  const orphaned = process.ppid !== parent;
  if (stuck || orphaned || process.memoryUsage.rss() > maxBytes) {
    process.kill(process.pid, 'SIGKILL');
  }
}, everyMs);

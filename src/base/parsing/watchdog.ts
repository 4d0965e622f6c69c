import { workerData } from 'node:worker_threads';
import { slowSignal } from './slow-signal.ts';

/** Limits that the watchdog of a parse process enforces. */
export interface WatchdogData {
  /** Id of the process that started the parse process. */
  parent: number;
  /** Maximum resident memory in bytes. The heap's limit does not count buffers and strings outside of it. */
  maxBytes: number;
  /** Maximum milliseconds of a task. */
  longestMs: number;
  /** Number of starts and ends of tasks, odd while a task runs; and the task's limit of processor time in milliseconds. */
  work: Int32Array;
}

const everyMs = 100;
const { parent, maxBytes, longestMs, work } = workerData as WatchdogData;
let task = 0;
let since = 0;
let spentBefore = 0;

/** Milliseconds of processor time of all threads: unlike a clock, it stands still while others have the processor. */
const spent = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

// The parsing thread is blocked while it parses, so this thread watches it.
setInterval(() => {
  const now = Atomics.load(work, 0);
  if (now !== task) [task, since, spentBefore] = [now, performance.now(), spent()];
  const isAtWork = task % 2 === 1;
  if (isAtWork && spent() - spentBefore > Atomics.load(work, 1)) {
    process.kill(process.pid, slowSignal);
  }
  const stuck = isAtWork && performance.now() - since > longestMs;
  const orphaned = process.ppid !== parent;
  if (stuck || orphaned || process.memoryUsage.rss() > maxBytes) {
    process.kill(process.pid, 'SIGKILL');
  }
}, everyMs);

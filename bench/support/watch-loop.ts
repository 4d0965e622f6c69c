import { readFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/** The longest time that a process's event loop was blocked since the last report, in milliseconds. */
export interface LoopReport {
  delay: number;
  /** The same time, without the time in which the thread was ready but the machine was busy. */
  own: number;
  /** The longest computation without a break. */
  computing: number;
}

const intervalMs = 5;

// This module is loaded into a process with --import. It answers every message of the parent with a report. Threads
// inherit --import.
if (isMainThread && process.send) {
  let watching: NodeJS.Timeout | undefined;
  let report: LoopReport = { delay: 0, own: 0, computing: 0 };
  process.on('message', () => {
    // Measuring starts with the first request, because it costs a little time.
    watching ??= watch(({ delay, own, computing }) => {
      report.delay = Math.max(report.delay, delay);
      report.own = Math.max(report.own, own);
      report.computing = Math.max(report.computing, computing);
    });
    process.send?.(report);
    report = { delay: 0, own: 0, computing: 0 };
  });
  process.channel?.unref();
  // Ends the process if the benchmark fails.
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
}

function watch(tell: (report: LoopReport) => void): NodeJS.Timeout {
  let last = readClocks();
  const look = (): void => {
    const clocks = readClocks();
    const delay = Math.max(0, clocks.now - last.now - intervalMs);
    const own = Math.max(0, delay - (clocks.waited - last.waited));
    tell({ delay, own, computing: clocks.computed - last.computed });
    last = clocks;
  };
  return setInterval(look, intervalMs).unref();
}

/** Returns the times of the main thread, in milliseconds. */
function readClocks(): { now: number; waited: number; computed: number } {
  const { user, system } = process.threadCpuUsage();
  // Nanoseconds in which the thread was ready without a processor (Linux: proc(5), schedstat).
  const waited = Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[1]) / 1e6;
  return { now: performance.now(), waited, computed: (user + system) / 1e3 };
}

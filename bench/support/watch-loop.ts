import { readFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/** How long a process's event loop was held up at most since the last report, in milliseconds. */
export interface LoopReport {
  delay: number;
  /** The same without the time the thread was ready to go on and the machine busy with others. */
  own: number;
  /** The longest it computed without a break. */
  computing: number;
}

const intervalMs = 5;

// Loaded into a process with --import: answers every message of its parent with a report. Threads inherit --import.
if (isMainThread && process.send) {
  let watching: NodeJS.Timeout | undefined;
  let report: LoopReport = { delay: 0, own: 0, computing: 0 };
  process.on('message', () => {
    // Not before it is asked for: the watching itself costs a little.
    watching ??= watch(({ delay, own, computing }) => {
      report.delay = Math.max(report.delay, delay);
      report.own = Math.max(report.own, own);
      report.computing = Math.max(report.computing, computing);
    });
    process.send?.(report);
    report = { delay: 0, own: 0, computing: 0 };
  });
  process.channel?.unref();
  // A benchmark that fails leaves nothing running.
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

/** Times of the main thread, in milliseconds. */
function readClocks(): { now: number; waited: number; computed: number } {
  const { user, system } = process.threadCpuUsage();
  // Nanoseconds it was ready to run without a processor (Linux: proc(5), schedstat).
  const waited = Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[1]) / 1e6;
  return { now: performance.now(), waited, computed: (user + system) / 1e3 };
}

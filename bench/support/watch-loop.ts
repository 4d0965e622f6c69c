import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

/** What a watched process tells when it is asked. */
export interface LoopReport {
  /** The longest the event loop was held up since the last report, in milliseconds; 0 the first time. */
  longestDelay: number;
}

// Loaded into a process with --import: answers every message of its parent with a report. Threads inherit --import.
if (isMainThread) {
  const delay = monitorEventLoopDelay({ resolution: 2 });
  process.on('message', () => {
    // Not before it is asked for: the watching itself costs a little.
    const started = delay.enable();
    const report: LoopReport = { longestDelay: started ? 0 : delay.max / 1e6 };
    delay.reset();
    process.send?.(report);
  });
  process.channel?.unref();
  // A benchmark that fails leaves nothing running.
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
}

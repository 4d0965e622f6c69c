import { RunError } from '../base/errors.ts';
import { defaultRunTimeout } from '../resources/library.ts';
import { durationMs } from '../resources/schedule.ts';

/** Milliseconds that a run may take. */
export function runLimitMs(timeout = defaultRunTimeout): number {
  return durationMs(timeout);
}

/** What a run that took too long fails with. */
export function runTookTooLong(timeout = defaultRunTimeout): RunError {
  const message = `The run took longer than ${timeout}; raise the library's timeout, or index less of the source`;
  return new RunError('Timeout', message);
}

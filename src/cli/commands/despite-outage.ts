import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../../base/errors.ts';
import { printNote, redraw } from './output.ts';
import { CommandError, exitCodes } from '../client/command-error.ts';

/** Milliseconds for which a server may be away, such as during its restart. */
const patienceMs = 30_000;
const pauseMs = 1_000;

/**
 * Repeats a read while the server is away, busy or fails. A command that follows a run for hours outlives a restart of the server
 * or of a proxy. Throws the last error if that takes too long, and other errors at once.
 */
export async function despiteOutage<Answer>(read: () => Promise<Answer>): Promise<Answer> {
  const until = performance.now() + patienceMs;
  for (let isTold = false; ; isTold = true) {
    try {
      return await read();
    } catch (error) {
      if (!mayPass(error) || performance.now() >= until) throw error;
      redraw();
      if (!isTold) printNote(`${messageOf(error)} Trying again for ${patienceMs / 1_000} seconds.`);
    }
    await sleep(pauseMs);
  }
}

/** Returns whether the same request may succeed later: there was no answer, or one of a server that fails or is busy. */
function mayPass(error: unknown): boolean {
  const codes: readonly number[] = [exitCodes.unreachable, exitCodes.failed];
  return error instanceof CommandError && codes.includes(error.exitCode);
}

import { exitCodes } from './client/command-error.ts';
import { printNote } from './commands/output.ts';
import { requiredSettings } from './settings/schema.ts';

/**
 * Handles that stdout or stderr cannot be written, because its reader has ended, its terminal is closed or its disk is full.
 * Without this, the error ends the process with a stack trace. A server goes on without its output. A command ends, without an
 * error if its reader has ended, as that of `lectern list | head`.
 */
export function onLostOutput(command: string): void {
  process.stderr.on('error', () => undefined);
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (command in requiredSettings) return;
    if (error.code === 'EPIPE') process.exit(exitCodes.ok);
    printNote(`lectern: Cannot write the output: ${error.message}`);
    process.exit(exitCodes.failed);
  });
}

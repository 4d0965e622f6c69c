import { messageOf } from '../../base/errors.ts';

/** Exit codes of every command, for scripts; documented in docs/reference/cli.md. */
export const exitCodes = {
  ok: 0,
  failed: 1,
  usage: 2,
  notFound: 3,
  unreachable: 4,
  notReady: 5,
  denied: 6,
} as const;

/** An error that ends a command with a one-line message and an exit code. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: number;

  constructor(exitCode: number, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

/** Returns what throws a CommandError that names a file of the command line and why it cannot be read. */
export function unreadable(file: string): (cause: unknown) => never {
  return (cause) => {
    throw new CommandError(exitCodes.usage, `Cannot read ${file}: ${messageOf(cause)}`, { cause });
  };
}

import { RunError } from '../errors.ts';

/** What failed in a parse process, as that process tells it. */
export interface Fault {
  /** As in `TypeError: x is not a function`. */
  message: string;
  stack: string;
}

/** Characters of a fault's message: it may quote the document. */
const shownLength = 200;

/**
 * A fault of this program in one text: RunError('Internal'), since whoever asked can go on without that text. Its cause has
 * the stack from the parse process.
 */
export function parserFault({ message, stack }: Fault): RunError {
  const cause = new Error(message);
  cause.stack = stack;
  const shown = message.slice(0, shownLength);
  return new RunError('Internal', `Lectern failed to parse it (${shown}); report this as a bug`, {
    retry: 'never',
    cause,
  });
}

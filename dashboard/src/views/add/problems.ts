import type { AddProblem } from '../../api/paths.gen.ts';

/** Returns a message of the server without the name of its field, because the message stands beside the field. */
export function atField(message: string): string {
  return capitalized(message.replace(/^Field "[^"]+"(:\s*|\s+)/, ''));
}

/** Returns the reason of a failure as a sentence. */
export function sentence(message: string): string {
  return `${capitalized(message)}${/[.!?]$/.test(message) ? '' : '.'}`;
}

/** Begins a text with a capital letter, unless it begins with an address, a host or another name. */
function capitalized(text: string): string {
  return /^[a-z]+(?=\s|$)/.test(text) ? `${text.slice(0, 1).toUpperCase()}${text.slice(1)}` : text;
}

/** Returns the mistake in a field or in a part of it; undefined if there is none. */
export type ProblemAt = (...fields: string[]) => string | undefined;

/** Returns a function that finds the mistakes of fields. */
export function problemsAt(problems: readonly AddProblem[]): ProblemAt {
  return (...fields) => {
    const found = problems.find(({ field = '' }) =>
      fields.some((name) => field === name || field.startsWith(`${name}.`)),
    );
    return found && atField(found.message);
  };
}

/** Returns the problem in an error of the server. */
export function problemOf(code: string, message: string): AddProblem {
  const field = /^Field "([^"]+)"/.exec(message)?.[1];
  return { code, message, ...(field !== undefined && { field }) };
}

import type { AddProblem } from '../../api/paths.gen.ts';

/** Returns a message of the server without the name of its field, because the message stands beside the field. */
export function atField(message: string): string {
  const rest = message.replace(/^Field "[^"]+"(:\s*|\s+)/, '');
  return `${rest.slice(0, 1).toUpperCase()}${rest.slice(1)}`;
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

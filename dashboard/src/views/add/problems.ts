import type { AddProblem } from '../../api/paths.gen.ts';

/** A sentence of the server as it stands at the field that it names: without the field, which is there already. */
export function atField(message: string): string {
  const rest = message.replace(/^Field "[^"]+"(:\s*|\s+)/, '');
  return `${rest.slice(0, 1).toUpperCase()}${rest.slice(1)}`;
}

/** What is wrong with a field, in whichever part of it; undefined where nothing is. */
export type ProblemAt = (...fields: string[]) => string | undefined;

/** Finds the problems of fields. */
export function problemsAt(problems: readonly AddProblem[]): ProblemAt {
  return (...fields) => {
    const found = problems.find(({ field = '' }) =>
      fields.some((name) => field === name || field.startsWith(`${name}.`)),
    );
    return found && atField(found.message);
  };
}

/** The problem that a refusal of the server tells of. */
export function problemOf(code: string, message: string): AddProblem {
  const field = /^Field "([^"]+)"/.exec(message)?.[1];
  return { code, message, ...(field !== undefined && { field }) };
}

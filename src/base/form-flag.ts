import { LecternError } from './errors.ts';

/**
 * Returns the value of a form field that is `true` or `false`; false if the field is absent. Throws
 * LecternError('validation_error') for any other text, including an empty one.
 */
export function formFlag(fields: Readonly<Record<string, string>>, name: string): boolean {
  const text = fields[name] ?? 'false';
  if (text === 'true' || text === 'false') return text === 'true';
  const given = JSON.stringify(text.slice(0, 20));
  const message = `Field "${name}" must be true or false, not ${given}.`;
  throw new LecternError('validation_error', message);
}

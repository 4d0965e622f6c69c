import { LecternError } from './errors.ts';

/**
 * A field of a form that says true or false; false where the form has none. Throws LecternError('validation_error') for
 * any other text, an empty one as well.
 */
export function formFlag(fields: Readonly<Record<string, string>>, name: string): boolean {
  const text = fields[name] ?? 'false';
  if (text === 'true' || text === 'false') return text === 'true';
  const given = JSON.stringify(text.slice(0, 20));
  const message = `Field "${name}" must be true or false, not ${given}.`;
  throw new LecternError('validation_error', 400, message);
}

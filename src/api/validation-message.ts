import type { ErrorObject } from 'ajv';
import type { ErrorCode } from '../base/errors.ts';
import { schemaProblem } from '../base/schema-problem.ts';

/** Maximum mistakes in one message. */
const shownMistakes = 5;

/** A request's mistakes as a message for the caller, with an error code. */
export interface Mistakes {
  code: ErrorCode;
  message: string;
}

/** The part of the request with the checked values. */
type Place = 'path' | 'query' | 'body' | 'arguments';

/** Turns ajv's errors (created with `verbose`) into sentences: the parameter or field, the mistake, and what is expected. */
export function validationMessage(errors: ErrorObject[], place: Place): Mistakes {
  const plain = errors.filter((error) => errorCode(error) === undefined);
  const shown = plain.length > 0 ? plain : errors.slice(0, 1);
  const sentences = new Set(
    shown.map((error) => `${subject(error, place)} ${schemaProblem(error)}`),
  );
  return {
    code: (plain.length === 0 && shown[0] && errorCode(shown[0])) || 'validation_error',
    message: `${[...sentences].slice(0, shownMistakes).join('; ')}.`,
  };
}

function errorCode({ parentSchema }: ErrorObject): ErrorCode | undefined {
  return parentSchema?.['x-error'] === 'invalid_library_id' ? 'invalid_library_id' : undefined;
}

function subject({ instancePath, keyword, params }: ErrorObject, place: Place): string {
  const missing = keyword === 'required' ? `/${String(params['missingProperty'])}` : '';
  const field = `${instancePath}${missing}`.slice(1).replaceAll('/', '.');
  if (place === 'query') return `Query parameter "${field}"`;
  if (place === 'path') return `Path parameter "${field}"`;
  if (field === '') return `The ${place}`;
  return place === 'body' ? `Field "${field}"` : `Argument "${field}"`;
}

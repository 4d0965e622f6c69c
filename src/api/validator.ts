import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { LecternError } from '../base/errors.ts';
import { documentId, type ApiDocument, type Operation } from './description.ts';
import { validationMessage } from './validation-message.ts';

/** Validates a request against the document. All methods throw LecternError('validation_error' | 'invalid_library_id'). */
export interface RequestValidator {
  /** Returns the operation's query parameters with the document's defaults. Ignores others. */
  query(given: URLSearchParams): Map<string, string>;
  /** Validates the parameters in the path. */
  path(given: Record<string, string>): void;
  body(given: unknown): void;
}

/** Returns cached validators of operations. They share one ajv, because it holds the whole document. */
export function createValidators(
  document: ApiDocument,
): (operation: Operation) => RequestValidator {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    verbose: true,
    validateFormats: false,
    // The document is not a schema itself; it only contains schemas.
    validateSchema: false,
  });
  ajv.addSchema(document, documentId);
  const made = new Map<string, RequestValidator>();
  const make = ({ parameters, bodyRef }: Operation): RequestValidator => {
    const inQuery = parameters.filter((parameter) => parameter.in === 'query');
    const checkQuery = ajv.compile(schemaOf(inQuery));
    const checkPath = ajv.compile(schemaOf(parameters.filter((one) => one.in === 'path')));
    const checkBody = bodyRef === undefined ? undefined : ajv.compile({ $ref: bodyRef });
    return {
      query: (given) => readQuery(given, inQuery, checkQuery),
      path(given) {
        if (!checkPath(given)) refuse(checkPath, 'path');
      },
      body(given) {
        if (checkBody && !checkBody(given)) refuse(checkBody, 'body');
      },
    };
  };
  return (operation) => {
    const validator = made.get(operation.id) ?? make(operation);
    made.set(operation.id, validator);
    return validator;
  };
}

function schemaOf(parameters: Operation['parameters']): object {
  return {
    type: 'object',
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
    properties: Object.fromEntries(
      parameters.map(({ name, schemaRef }) => [name, { $ref: schemaRef }]),
    ),
  };
}

function refuse({ errors }: ValidateFunction, place: 'path' | 'query' | 'body'): never {
  const { code, message } = validationMessage(errors ?? [], place);
  throw new LecternError(code, 400, message);
}

function readQuery(
  given: URLSearchParams,
  parameters: Operation['parameters'],
  check: ValidateFunction,
): Map<string, string> {
  const values = new Map<string, string>();
  const checked: Record<string, string | number> = {};
  for (const { name, numeric, default: fallback } of parameters) {
    const [value = fallback, ...more] = given.getAll(name);
    if (more.length > 0) {
      const message = `Query parameter "${name}" is given ${more.length + 1} times; give it once.`;
      throw new LecternError('validation_error', 400, message);
    }
    if (value === undefined) continue;
    values.set(name, value);
    checked[name] = numeric && /^\d{1,9}$/.test(value) ? Number(value) : value;
  }
  if (!check(checked)) refuse(check, 'query');
  return values;
}

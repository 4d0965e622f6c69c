import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { LecternError } from '../base/errors.ts';
import { makeOnce } from '../base/make-once.ts';
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

/**
 * Returns cached validators of operations. They share one ajv, because it holds the whole document. The first request of an
 * operation compiles its schemas, because a start would wait a quarter of a second for those of all operations.
 */
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
  const compiled = (schema: object): (() => ValidateFunction) =>
    makeOnce(() => ajv.compile(schema));
  const validators = new Map<string, RequestValidator>();
  const make = ({ parameters, bodyRef }: Operation): RequestValidator => {
    const inQuery = parameters.filter((parameter) => parameter.in === 'query');
    const inPath = parameters.filter((parameter) => parameter.in === 'path');
    const checkQuery = compiled(schemaOf(inQuery));
    const checkPath = compiled(schemaOf(inPath));
    const checkBody = bodyRef === undefined ? undefined : compiled({ $ref: bodyRef });
    return {
      query: (given) => readQuery(given, inQuery, checkQuery()),
      path: (given) => check(checkPath(), given, 'path'),
      body(given) {
        if (checkBody) check(checkBody(), given, 'body');
      },
    };
  };
  return (operation) => {
    const validator = validators.get(operation.id) ?? make(operation);
    validators.set(operation.id, validator);
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

function check(validate: ValidateFunction, given: unknown, place: 'path' | 'query' | 'body'): void {
  if (validate(given)) return;
  const { code, message } = validationMessage(validate.errors ?? [], place);
  throw new LecternError(code, message);
}

function readQuery(
  given: URLSearchParams,
  parameters: Operation['parameters'],
  validate: ValidateFunction,
): Map<string, string> {
  const values = new Map<string, string>();
  const checked: Record<string, string | number> = {};
  for (const { name, numeric, default: fallback } of parameters) {
    const [value = fallback, ...more] = given.getAll(name);
    if (more.length > 0) {
      const message = `Query parameter "${name}" is given ${more.length + 1} times; give it once.`;
      throw new LecternError('validation_error', message);
    }
    if (value === undefined) continue;
    values.set(name, value);
    checked[name] = numeric && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
  }
  check(validate, checked, 'query');
  return values;
}

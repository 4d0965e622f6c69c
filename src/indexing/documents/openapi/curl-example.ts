import { isObject } from '../../../base/json.ts';
import { bodyExample, isJson } from './bodies.ts';
import type { Body } from './bodies.ts';
import { boundedJsonLine, boundedJson } from './bounded-json.ts';
import { entriesOf, field, textOf } from './json-values.ts';
import type { JsonObject } from './json-values.ts';
import { parameterSchema, parametersOf } from './operations.ts';
import type { Operation } from './operations.ts';
import type { Resolve } from './refs.ts';
import { givenValue } from './schema-example.ts';
import { credentials } from './security.ts';

/** The parts of a call. */
export interface Call {
  operation: Operation;
  baseUrl: string;
  body: Body | undefined;
  requirements: string[][];
  schemes: ReadonlyMap<string, JsonObject>;
}

const maxQuery = 5;
const maxBody = 900;
const maxFormFields = 10;

/** Returns a `curl` command for the call, with the example values of the description. */
export function curlExample(call: Call, resolve: Resolve): string {
  const { operation, body } = call;
  const auth = credentials(call.requirements, call.schemes);
  const parameters = parametersOf(operation, resolve);
  const query = [...queryOf(parameters, resolve), ...auth.query];
  const url = `${call.baseUrl}${pathOf(operation.path, parameters, resolve)}`;
  const method = operation.method === 'GET' ? '' : ` -X ${operation.method}`;
  const lines = [
    `curl${method} ${quote(query.length > 0 ? `${url}?${query.join('&')}` : url)}`,
    ...(auth.user ? ["-u 'USER:PASSWORD'"] : []),
    ...withoutRepeats([...auth.headers, ...headersOf(parameters, resolve)]).map(
      (header) => `-H ${quote(header)}`,
    ),
    ...(body ? bodyArguments(body, resolve) : []),
  ];
  return lines.join(' \\\n  ');
}

/** Leaves out a header that is there already: many descriptions have the credential as a parameter too. */
function withoutRepeats(headers: string[]): string[] {
  const byName = new Map(headers.toReversed().map((header) => [nameOf(header), header]));
  return headers.filter((header) => byName.get(nameOf(header)) === header);
}

function nameOf(header: string): string {
  return header.slice(0, header.indexOf(':')).toLowerCase();
}

function pathOf(path: string, parameters: JsonObject[], resolve: Resolve): string {
  let filled = path.slice(0, 500);
  for (const parameter of parameters.filter((one) => field(one, 'in') === 'path')) {
    const value = valueOf(parameter, resolve);
    if (value !== '')
      filled = filled.replaceAll(`{${textOf(field(parameter, 'name'))}}`, encode(value));
  }
  return filled.startsWith('/') || filled === '' ? filled : `/${filled}`;
}

function queryOf(parameters: JsonObject[], resolve: Resolve): string[] {
  return parameters
    .filter((parameter) => field(parameter, 'in') === 'query')
    .map((parameter) => ({ parameter, value: valueOf(parameter, resolve) }))
    .filter(
      ({ parameter, value }) =>
        field(parameter, 'required') === true || isExample(parameter, value),
    )
    .slice(0, maxQuery)
    .map(({ parameter, value }) => {
      const name = textOf(field(parameter, 'name')).slice(0, 100);
      return `${encode(name)}=${value === '' ? `{${name}}` : encode(value)}`;
    });
}

/**
 * Returns whether to show an optional parameter: only if the description has an example value. The
 * server applies defaults itself.
 */
function isExample(parameter: JsonObject, value: string): boolean {
  return (
    value !== '' &&
    (field(parameter, 'example') !== undefined || isObject(field(parameter, 'examples')))
  );
}

function headersOf(parameters: JsonObject[], resolve: Resolve): string[] {
  return parameters
    .filter(
      (parameter) => field(parameter, 'in') === 'header' && field(parameter, 'required') === true,
    )
    .filter(
      (parameter) =>
        !/^(authorization|content-type|accept)$/i.test(textOf(field(parameter, 'name'))),
    )
    .slice(0, maxQuery)
    .map((parameter) => {
      const name = textOf(field(parameter, 'name')).slice(0, 100);
      return `${name}: ${valueOf(parameter, resolve) || `{${name}}`}`;
    });
}

function valueOf(parameter: JsonObject, resolve: Resolve): string {
  const { value: schema } = resolve(parameterSchema(parameter));
  const [named] = entriesOf(field(parameter, 'examples'), 1);
  const listed = named ? field(resolve(named[1]).value, 'value') : undefined;
  const given =
    field(parameter, 'example') ?? listed ?? field(parameter, 'x-example') ?? givenValue(schema);
  if (Array.isArray(given)) return given.slice(0, 3).map(textOf).join(',').slice(0, 100);
  const isInteger = field(schema, 'type') === 'integer' && given === undefined;
  return (isInteger ? '1' : textOf(given)).slice(0, 100);
}

function bodyArguments(body: Body, resolve: Resolve): string[] {
  const value = bodyExample(body, resolve, 'request');
  if (/multipart\/form-data/i.test(body.mediaType)) return formArguments('-F', value);
  if (/x-www-form-urlencoded/i.test(body.mediaType))
    return formArguments('--data-urlencode', value);
  const header = `-H ${quote(`Content-Type: ${body.mediaType}`)}`;
  if (typeof value === 'string' && !isJson(body.mediaType)) {
    return [header, `-d ${quote(value.length > maxBody ? '@body' : value)}`];
  }
  const json = boundedJson(value, maxBody) || boundedJsonLine(value, maxBody);
  return json === '' ? [header, '-d @body'] : [header, `-d ${quote(json)}`];
}

function formArguments(option: string, value: unknown): string[] {
  return entriesOf(value, maxFormFields).map(([name, item]) => {
    const text = textOf(item).slice(0, 100) || boundedJsonLine(item, 200);
    return `${option} ${quote(text === '<binary>' || text === '' ? `${name}=@file` : `${name}=${text}`)}`;
  });
}

function encode(text: string): string {
  // encodeURIComponent throws for lone surrogates.
  return encodeURIComponent(text.toWellFormed()).replace(/%2C/g, ',').replace(/%3A/g, ':');
}

/** Quotes a text as one word of a POSIX shell. */
function quote(text: string): string {
  return `'${text.replace(/'/g, `'\\''`)}'`;
}

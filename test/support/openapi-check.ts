import { Ajv2020 } from 'ajv/dist/2020.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { loadDescription } from '../../src/api/load-description.ts';

interface HeaderObject {
  $ref?: string;
  required?: boolean;
  schema?: { type?: string };
}

/** The fields of a response or a header that the check reads. */
interface ResponseObject {
  $ref?: string;
  required?: boolean;
  headers?: Record<string, HeaderObject>;
  content?: Record<string, object>;
}

/** A response that matches the document. */
export interface CheckedResponse {
  status: number;
  headers: Headers;
  text: string;
  /** The parsed body; undefined if it is not JSON. */
  json: any; // oxlint-disable-line typescript/no-explicit-any -- tests look into bodies of every shape
}

const document: any = loadDescription(); // oxlint-disable-line typescript/no-explicit-any -- walked by path
const ajv = new Ajv2020({ strict: false, allErrors: true, formats: fullFormats });
// Below, strings name its schemas, because ajv compiles a schema that an object names with each call.
ajv.addSchema(document, 'openapi');

/**
 * Sends a request without following redirects. Asserts that status, headers and body match the
 * OpenAPI document.
 */
export async function checkedFetch(
  url: string | URL,
  init: RequestInit = {},
): Promise<CheckedResponse> {
  const response = await fetch(url, { redirect: 'manual', ...init });
  const text = await response.text();
  const method = (init.method ?? 'GET').toUpperCase();
  const at = documented(method, new URL(url).pathname, response.status);
  const found: ResponseObject = lookUp(at);
  const failures: string[] = [];
  checkHeaders(found, at, response.headers, failures);
  const json = checkBody(found, { at, response, text, failures });
  if (failures.length > 0) {
    const told = `${method} ${String(url)} answered ${response.status}:`;
    throw new Error([told, ...failures, text.slice(0, 500)].join('\n'));
  }
  return { status: response.status, headers: response.headers, text, json };
}

/** Returns the violations of a schema of the document; '' if there are none. */
export function violations(schema: string, value: unknown): string {
  const valid = ajv.validate(`openapi#/components/schemas/${schema}`, value);
  return valid ? '' : ajv.errorsText();
}

/** Returns the JSON pointer to the response in the document. */
function documented(method: string, path: string, status: number): string {
  const template = templateOf(path);
  const item = document.paths[template];
  if (!item && status === 404) return '#/components/responses/NotFound';
  const operation = item?.[method.toLowerCase()];
  if (item && !operation && status === 405) return '#/components/responses/MethodNotAllowed';
  const found = operation?.responses[status];
  if (!found) throw new Error(`${method} ${path} answered ${status}, which is not documented`);
  const own = `#/paths/${template.replaceAll('/', '~1')}/${method.toLowerCase()}/responses/${status}`;
  return found.$ref ?? own;
}

/** Returns the path template of the document that matches a request's path. */
function templateOf(path: string): string {
  if (document.paths[path]) return path;
  const templates = Object.keys(document.paths).filter((one) => one.includes('{'));
  const patternOf = (template: string): RegExp =>
    new RegExp(`^${template.replaceAll(/\{\*\w+\}/g, '.+').replaceAll(/\{\w+\}/g, '[^/]+')}$`);
  const found = templates.filter((template) => patternOf(template).test(path));
  // The longest template is the most specific one.
  return found.sort((a, b) => b.length - a.length)[0] ?? path;
}

function lookUp(ref: string): ResponseObject {
  const keys = ref.slice(2).split('/');
  return keys.reduce((found, key) => found[key.replaceAll('~1', '/')], document);
}

function checkHeaders(
  { headers = {} }: ResponseObject,
  at: string,
  given: Headers,
  failures: string[],
): void {
  for (const [name, header] of Object.entries(headers)) {
    const place = header.$ref ?? `${at}/headers/${name}`;
    const { required = false, schema }: HeaderObject = header.$ref ? lookUp(header.$ref) : header;
    const value = given.get(name);
    if (value === null && required) failures.push(`header ${name} is missing`);
    const typed = schema?.type === 'integer' && /^\d+$/.test(value ?? '') ? Number(value) : value;
    const valid = value === null || ajv.validate(`openapi${place}/schema`, typed);
    if (!valid) failures.push(`header ${name}: ${ajv.errorsText()}`);
  }
}

function checkBody(
  { content = {} }: ResponseObject,
  {
    at,
    response,
    text,
    failures,
  }: { at: string; response: Response; text: string; failures: string[] },
): unknown {
  const [type = '', ...parameters] = (response.headers.get('content-type') ?? '').split(/; */);
  if (!content[type]) {
    failures.push(`content type ${type} is not documented`);
    return undefined;
  }
  if (!parameters.includes('charset=utf-8')) failures.push('the charset is not utf-8');
  const body: unknown = type === 'application/json' ? JSON.parse(text) : text;
  const valid = ajv.validate(`openapi${at}/content/${type.replace('/', '~1')}/schema`, body);
  if (!valid) failures.push(`body: ${ajv.errorsText()}`);
  return type === 'application/json' ? body : undefined;
}

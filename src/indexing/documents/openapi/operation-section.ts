import { objectOf } from '../../../base/json.ts';
import { totalSize } from '../block-size.ts';
import type { Block, CodeBlock, Section } from '../document.ts';
import { bodyExample, requestBody, responseBody } from './bodies.ts';
import type { Body } from './bodies.ts';
import { boundedJson } from './bounded-json.ts';
import { responsesOf } from './common-responses.ts';
import type { Response } from './common-responses.ts';
import { curlExample } from './curl-example.ts';
import type { DescriptionFiles } from './description-files.ts';
import { briefDescription, descriptionPieces, readableLength } from './description-blocks.ts';
import { entriesOf, field, listOf, textOf } from './json-values.ts';
import type { JsonObject } from './json-values.ts';
import { parameterSchema, parametersOf } from './operations.ts';
import type { Operation } from './operations.ts';
import type { Resolve } from './refs.ts';
import {
  describeProperty,
  isCutInList,
  propertyItems,
  propertyTable,
  schemaProperties,
  type Property,
} from './schema-properties.ts';
import { typeLabel, valueNotes } from './schema-type.ts';
import { requirementsOf, securityLine } from './security.ts';
import { baseUrl } from './servers.ts';
import { boundedLines, brief, code, countThatFit, paragraphs, sentences } from './words.ts';

/** State that the sections of one description share. */
export interface DescriptionContext {
  root: JsonObject;
  files: DescriptionFiles;
  resolve: Resolve;
  schemes: ReadonlyMap<string, JsonObject>;
  /** Counts the operations whose body uses each schema. */
  bodies: Map<JsonObject, number>;
  /** Failures of most operations, with their status. */
  common: ReadonlyMap<JsonObject, string>;
  /** Parameters and answers that a section has in full. */
  shown: WeakSet<JsonObject>;
  /** Descriptions of fields of answers that a table has. */
  shownTexts: Set<string>;
  /** Characters that the further sections of operations may still have, because many can refer to the same long texts. */
  left: number;
  /** Path or URL of the description. */
  path: string;
}

/** Maximum characters of each part of an operation, about 1,600 tokens together. */
const limits = { description: 1000, parameters: 1700, body: 1200, responses: 800, example: 900 };

/** Maximum characters of a parameter in the list of an operation. */
const maxParameterText = 250;
/** Maximum characters of an answer in the list of an operation, if all of the list fits or if it does not, and in a list of its own. */
const maxFullResponse = 400;
const maxResponseText = 150;
const maxLongResponse = 2_000;
/** Maximum characters of a parameter in a table, if another table has all of its text. */
const maxKnownText = 120;

/**
 * Maximum number of operations that list the properties of one schema. Further operations only name
 * the schema, which has a section.
 */
const mostListed = 200;

/**
 * Returns one operation as one atomic section: its purpose, parameters, responses, example call and
 * example answer. Further sections have what the first one cuts and no other section has.
 */
export function operationSections(operation: Operation, context: DescriptionContext): Section[] {
  const tag = textOf(listOf(field(operation.operation, 'tags'), 1)[0]);
  const title = operationTitle(operation);
  const [described = [], ...rest] = descriptionPieces(
    field(operation.operation, 'description'),
    limits.description,
  );
  const own: Section = {
    headings: tag === '' ? [title] : [brief(tag, 100), title],
    level: tag === '' ? 2 : 3,
    anchor: operation.pointer.toWellFormed(),
    blocks: operationBlocks(operation, described, context),
    atomic: true,
  };
  const below: [string, Block[]][] = [
    ['Details', rest.flat()],
    ['Parameters', textBlocks(parameterTable(operation, context))],
    ['Request body', textBlocks(bodyTable(operation, context))],
    ['Responses', textBlocks(longResponses(operation, context))],
    ['Response', textBlocks(responseTable(operation, context))],
  ];
  const parts = below.filter(([, blocks]) => isAffordable(blocks, context));
  return [
    own,
    ...parts.map(([part, blocks]): Section => {
      const heading = brief(`${part} of ${nameOf(operation)}`, 200);
      return { ...own, headings: [...own.headings, heading], level: own.level + 1, blocks };
    }),
  ];
}

/** Returns whether there are blocks, and as many characters left as they have. Takes these. */
function isAffordable(blocks: Block[], context: DescriptionContext): boolean {
  const size = totalSize(blocks);
  if (size === 0 || size > context.left) return false;
  context.left -= size;
  return true;
}

function textBlocks(text: string): Block[] {
  return text === '' ? [] : [{ kind: 'text', text }];
}

/** Returns the parameters that the list of an operation leaves out, and those of which it is the first to cut the description. */
function parameterTable(operation: Operation, { resolve, shown }: DescriptionContext): string {
  const parameters = listedParameters(operation, resolve);
  const items = parameters.map((parameter) => parameterItem(parameter, resolve));
  const listed = countThatFit(items, limits.parameters);
  const rows = parameters.flatMap((parameter, at): Property[] => {
    const text = parameterText(parameter, resolve);
    const isKnown = shown.has(parameter);
    if (at < listed && (isKnown || !isCutParameter(parameter, text, resolve))) return [];
    shown.add(parameter);
    return [parameterProperty(parameter, isKnown ? brief(text, maxKnownText) : text, resolve)];
  });
  return rows.length === 0 ? '' : propertyTable(rows, 'Parameter');
}

/** Returns whether the list of an operation cuts the text of a parameter, or its values, which a schema with a name has in full. */
function isCutParameter(parameter: JsonObject, text: string, resolve: Resolve): boolean {
  if (readableLength(text) > maxParameterText) return true;
  const schema = parameterSchema(parameter);
  if ([schema, field(objectOf(schema), 'items')].some(isNamed)) return false;
  const { value } = resolve(schema);
  return valueNotes(value, resolve) !== valueNotes(value, resolve, 'list');
}

/** Returns a parameter as a row of a table of properties. */
function parameterProperty(parameter: JsonObject, description: string, resolve: Resolve): Property {
  const written = parameterSchema(parameter);
  const deprecated = field(parameter, 'deprecated');
  const property = { ...resolve(written).value, description, deprecated };
  const name = brief(textOf(field(parameter, 'name')), 100);
  const required = field(parameter, 'required') === true;
  const type = `${textOf(field(parameter, 'in'))}, ${typeLabel(written, resolve)}`;
  return { ...describeProperty({ name, property, required }, resolve), type };
}

/** Returns the properties of a body that no schema with a name has; '' if the operation lists all of them. */
function bodyTable(operation: Operation, { resolve, root, bodies }: DescriptionContext): string {
  const body = requestBody(operation, resolve, root);
  const schema = resolve(body?.schema).value;
  // Several operations can have one body.
  if (!body || isNamed(body.schema) || bodies.get(schema) !== 1) return '';
  const inner = field(schema, 'items') ?? schema;
  if (isNamed(inner)) return '';
  const properties = schemaProperties(inner, resolve);
  const items = propertyItems(properties);
  const isListed =
    countThatFit(items, limits.body) === items.length && !properties.some(isCutInList);
  return isListed ? '' : propertyTable(properties);
}

/** Returns the answers of which the operation is the first to cut the description. */
function longResponses({ operation }: Operation, context: DescriptionContext): string {
  const { resolve, shown, common } = context;
  const { most } = responseLines(operation, context);
  const long = responsesOf(operation, resolve).filter(({ value }) => {
    const isLong = readableLength(textOf(field(value, 'description'))) > most && !common.has(value);
    if (!isLong || shown.has(value)) return false;
    shown.add(value);
    return true;
  });
  const items = long.map(({ status, value }) => {
    const text = briefDescription(field(value, 'description'), maxLongResponse);
    return `- ${code(brief(status, 20))}: ${text}`;
  });
  return items.join('\n');
}

/** Returns the properties of a successful answer that no schema with a name has, if one of them says something new. Many answers have the same fields for pages. */
function responseTable(
  { operation }: Operation,
  { resolve, shownTexts }: DescriptionContext,
): string {
  const schema = goodResponse(operation, resolve)?.body?.schema;
  const { value } = resolve(schema);
  const inner = field(value, 'items') ?? value;
  if (schema === undefined || isNamed(schema) || isNamed(inner)) return '';
  const properties = schemaProperties(inner, resolve);
  const texts = properties.flatMap(({ type, description }) =>
    description !== '' && plainType.test(type) ? [description] : [],
  );
  const isNew = texts.some((text) => !shownTexts.has(text));
  for (const text of texts) shownTexts.add(text);
  return isNew ? propertyTable(properties) : '';
}

/** The type of a property that no schema with a name describes. */
const plainType = /^(?:string|integer|number|boolean|object|array)\b/;

function isNamed(schema: unknown): boolean {
  return Object.hasOwn(objectOf(schema), '$ref');
}

/** `GET /users/{id} - Get a user`. */
function operationTitle(described: Operation): string {
  const { operation, owner } = described;
  const of = owner ? ` of ${owner}` : '';
  const summary =
    textOf(field(operation, 'summary')) ||
    firstSentence(textOf(field(operation, 'description'))) ||
    textOf(field(operation, 'operationId'));
  return `${brief(nameOf(described) + of, 200)}${summary === '' ? '' : ` - ${brief(summary, 120)}`}`;
}

function nameOf({ kind, method, path }: Operation): string {
  return kind === 'operation' ? `${method} ${path}` : `${method} ${kind} ${path}`;
}

function firstSentence(text: string): string {
  const line = text
    .slice(0, 300)
    .split('\n', 1)[0]!
    .replace(/<[^>]*>|[#*`]/g, '')
    .trim();
  return /^.*?[.!?](?=\s|$)/.exec(line)?.[0].replace(/\.$/, '') ?? line;
}

function operationBlocks(
  operation: Operation,
  described: Block[],
  context: DescriptionContext,
): Block[] {
  const { resolve, root, schemes } = context;
  const body = requestBody(operation, resolve, root);
  const requirements = requirementsOf(operation, root);
  const facts = paragraphs([
    factLine(operation),
    parameterList(operation, resolve),
    body ? bodyText(body, context) : '',
    responseList(operation, context),
    securityLine(requirements, schemes),
  ]);
  const base = baseUrl([operation.operation, operation.item, root], context.path);
  const call = curlExample({ operation, baseUrl: base, body, requirements, schemes }, resolve);
  const examples: CodeBlock[] =
    operation.kind === 'operation'
      ? [{ kind: 'code', language: 'bash', code: call }, ...responseExample(operation, resolve)]
      : payloadExample(body, resolve);
  return [...withText(described, facts), ...examples];
}

function withText(blocks: Block[], text: string): Block[] {
  if (text === '') return blocks;
  const last = blocks.at(-1);
  if (last?.kind !== 'text') return [...blocks, { kind: 'text', text }];
  return [...blocks.slice(0, -1), { kind: 'text', text: `${last.text}\n\n${text}` }];
}

function factLine({ operation }: Operation): string {
  const id = textOf(field(operation, 'operationId'));
  return [
    field(operation, 'deprecated') === true ? '**Deprecated.**' : '',
    id === '' ? '' : `Operation id: ${code(brief(id, 120))}`,
  ]
    .filter((fact) => fact !== '')
    .join(' ');
}

const withoutPlace = new Set(['body', 'formData']);

function listedParameters(operation: Operation, resolve: Resolve): JsonObject[] {
  return parametersOf(operation, resolve).filter(
    (parameter) => !withoutPlace.has(textOf(field(parameter, 'in'))),
  );
}

function parameterList(operation: Operation, resolve: Resolve): string {
  const parameters = listedParameters(operation, resolve);
  if (parameters.length === 0) return '';
  const items = parameters.map((parameter) => parameterItem(parameter, resolve));
  return `Parameters:\n\n${boundedLines(items, limits.parameters)}`;
}

function parameterItem(parameter: JsonObject, resolve: Resolve): string {
  const written = parameterSchema(parameter);
  const facts = [
    textOf(field(parameter, 'in')),
    typeLabel(written, resolve),
    field(parameter, 'required') === true ? 'required' : '',
    field(parameter, 'deprecated') === true ? 'deprecated' : '',
  ].filter((fact) => fact !== '');
  const description = briefDescription(parameterText(parameter, resolve), maxParameterText);
  const about = sentences([description, valueNotes(resolve(written).value, resolve, 'list')]);
  const name = code(brief(textOf(field(parameter, 'name')), 100));
  return `- ${name} (${facts.join(', ')})${about ? `: ${about}` : ''}`;
}

function parameterText(parameter: JsonObject, resolve: Resolve): string {
  const schema = resolve(parameterSchema(parameter)).value;
  return textOf(field(parameter, 'description')) || textOf(field(schema, 'description'));
}

function bodyText(body: Body, { resolve, bodies }: DescriptionContext): string {
  const facts = [
    code(brief(body.mediaType, 80)),
    typeLabel(body.schema, resolve),
    body.required ? 'required' : 'optional',
  ];
  const about = briefDescription(body.description, 300);
  const schema = resolve(body.schema).value;
  const inner = field(schema, 'items') ?? schema;
  const count = (bodies.get(schema) ?? 0) + 1;
  bodies.set(schema, count);
  const items = count > mostListed ? [] : propertyItems(schemaProperties(inner, resolve));
  const head = `Request body (${facts.join(', ')})${about ? `: ${about}` : ''}`;
  return items.length === 0 ? head : `${head}\n\n${boundedLines(items, limits.body)}`;
}

type ResponseContext = Pick<DescriptionContext, 'resolve' | 'common'>;

/** Returns a line for each answer, and the characters that its description can have: more if all lines fit. Failures of most operations have a line together. */
function responseLines(
  operation: JsonObject,
  { resolve, common }: ResponseContext,
): { lines: string[]; most: number } {
  const all = responsesOf(operation, resolve);
  const failures = all.filter(({ value }) => common.has(value));
  const own = failures.length < 2 ? all : all.filter((response) => !failures.includes(response));
  const last = failures.length < 2 ? [] : failureLines(failures, resolve);
  const linesWith = (most: number): string[] => [
    ...own.map((response) => responseLine(response, most, resolve)),
    ...last,
  ];
  const lines = linesWith(maxFullResponse);
  return countThatFit(lines, limits.responses) === lines.length
    ? { lines, most: maxFullResponse }
    : { lines: linesWith(maxResponseText), most: maxResponseText };
}

/** Returns a line for the failures of each body: ``- `401`, `500`: Body: `error` ``. A section of the description has their texts. */
function failureLines(failures: readonly Response[], resolve: Resolve): string[] {
  const byBody = new Map<string, string[]>();
  for (const { status, value } of failures) {
    const type = bodyType(value, resolve);
    byBody.set(type, [...(byBody.get(type) ?? []), code(brief(status, 20))]);
  }
  return [...byBody].map(([type, codes]) => `- ${codes.join(', ')}${type && `: ${type}`}`);
}

/** Returns the failures of most operations as a section of the description. */
export function failureSection(title: string, { resolve, common }: ResponseContext): Section[] {
  const lines = [...common].map(([value, status]) =>
    responseLine({ status, value }, maxLongResponse, resolve),
  );
  if (lines.length === 0) return [];
  const text = `Most operations can have these answers:\n\n${lines.join('\n')}`;
  return [{ headings: [title, 'Error responses'], level: 2, blocks: [{ kind: 'text', text }] }];
}

function responseLine({ status, value }: Response, most: number, resolve: Resolve): string {
  const about = briefDescription(field(value, 'description'), most);
  const words = sentences([about, bodyType(value, resolve)]);
  return `- ${code(brief(status, 20))}${words === '' ? '' : `: ${words}`}`;
}

function bodyType(response: JsonObject, resolve: Resolve): string {
  const body = responseBody(response, resolve);
  return body && body.schema !== undefined ? `Body: ${code(typeLabel(body.schema, resolve))}` : '';
}

function responseList({ operation }: Operation, context: ResponseContext): string {
  const { lines } = responseLines(operation, context);
  return lines.length === 0 ? '' : `Responses:\n\n${boundedLines(lines, limits.responses)}`;
}

/** Returns the first successful response with its status. */
function goodResponse(
  operation: JsonObject,
  resolve: Resolve,
): { status: string; body: Body | undefined } | undefined {
  const responses = entriesOf(field(operation, 'responses'), 50);
  const good =
    responses.find(([status]) => status.startsWith('2')) ??
    responses.find(([status]) => status === 'default');
  return good && { status: good[0], body: responseBody(resolve(good[1]).value, resolve) };
}

/** Returns the example of a successful response, as JSON. */
function responseExample({ operation }: Operation, resolve: Resolve): CodeBlock[] {
  const good = goodResponse(operation, resolve);
  if (!good?.body) return [];
  return jsonBlock(bodyExample(good.body, resolve, 'response'), `Response ${good.status}`);
}

function payloadExample(body: Body | undefined, resolve: Resolve): CodeBlock[] {
  return body ? jsonBlock(bodyExample(body, resolve, 'request'), 'Payload') : [];
}

function jsonBlock(value: unknown, label: string): CodeBlock[] {
  const isEmpty =
    typeof value !== 'object' || value === null || Object.keys(objectOf(value)).length === 0;
  if (isEmpty && !(Array.isArray(value) && value.length > 0)) return [];
  const json = boundedJson(value, limits.example);
  return json === '' ? [] : [{ kind: 'code', language: 'json', code: json, label }];
}

import type { ErrorObject } from 'ajv';

/**
 * Returns what is wrong with a value by its JSON schema, and what is right. The text continues a sentence that begins
 * with the field's name. The validator must be `verbose`. Pure.
 */
export function schemaProblem(error: ErrorObject): string {
  const { keyword, params, parentSchema, message } = error;
  const own: unknown = parentSchema?.['x-must'];
  if (typeof own === 'string' && ownWords.has(keyword)) return own;
  return problems[keyword]?.(params, error) ?? message ?? 'is not valid';
}

/** What the patterns of custom resources ask for. Their definitions cannot say it by `x-must`. */
const patternWords: Readonly<Record<string, string>> = {
  '^/[^/@\\s\\x00-\\x1f]+/[^/@\\s\\x00-\\x1f]+$': '/owner/name without spaces and @',
  '^[a-z0-9]([a-z0-9-]*[a-z0-9])?$': 'lower-case letters, digits and hyphens, such as team-a',
  '^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8}){0,2}$': 'a language such as en or zh-CN',
  '^[0-9]+$': 'digits',
  '^[0-9a-fA-F]{8}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{12}$':
    '32 hexadecimal digits',
  '^[0-9a-f]{64}$': '64 hexadecimal digits',
  '^[a-z0-9][a-z0-9.-]*$': 'lower-case letters, digits, dots and hyphens',
};

/** Keywords whose message a schema can replace with `x-must`. */
const ownWords: ReadonlySet<string> = new Set(['pattern', 'minProperties', 'maxProperties']);

type Explain = (params: ErrorObject['params'], error: ErrorObject) => string;

const comparisons: Readonly<Record<string, string>> = {
  '>=': 'or more',
  '<=': 'or less',
  '>': 'more than',
  '<': 'less than',
};

const compared: Explain = ({ comparison, limit }, { data }) => {
  const words = comparisons[comparison] ?? '';
  const wanted = words.startsWith('or') ? `${limit} ${words}` : `${words} ${limit}`;
  return `must be ${wanted}, not ${quoted(data)}`;
};

const sized =
  (most: 'at most' | 'at least', one: string, many: string): Explain =>
  ({ limit }, { data }) =>
    `must have ${most} ${limit} ${limit === 1 ? one : many}, not ${sizeOf(data)}`;

const counted =
  (most: 'at most' | 'at least'): Explain =>
  (params, error) => {
    const { parentSchema: { minProperties, maxProperties } = {} } = error;
    const names = known(error.parentSchema);
    if (minProperties === 1 && maxProperties === 1) return `must have exactly one of ${names}`;
    return sized(most, 'field', 'fields')(params, error);
  };

const problems: Readonly<Record<string, Explain>> = {
  type: ({ type }, { data }) => `must be ${typeNames([type].flat())}, not ${kindOf(data, type)}`,
  required: () => 'is required',
  enum: ({ allowedValues }, { data }) =>
    `must be one of ${allowedValues.join(', ')}, not ${quoted(data)}`,
  const: ({ allowedValue }, { data }) => `must be ${quoted(allowedValue)}, not ${quoted(data)}`,
  pattern: ({ pattern }, { data }) => {
    const words = patternWords[String(pattern)];
    return words
      ? `must be ${words}, not ${quoted(data)}`
      : `must match ${pattern}, unlike ${quoted(data)}`;
  },
  minLength: (params, error) =>
    params['limit'] === 1
      ? 'must not be empty'
      : sized('at least', 'character', 'characters')(params, error),
  maxLength: sized('at most', 'character', 'characters'),
  minItems: sized('at least', 'entry', 'entries'),
  maxItems: sized('at most', 'entry', 'entries'),
  minProperties: counted('at least'),
  maxProperties: counted('at most'),
  uniqueItems: ({ i }, { data }) =>
    `must name each entry once; ${quoted((data as unknown[])[Number(i)])} is there twice`,
  minimum: compared,
  maximum: compared,
  exclusiveMinimum: compared,
  exclusiveMaximum: compared,
  multipleOf: ({ multipleOf }, { data }) =>
    `must be a multiple of ${multipleOf}, not ${quoted(data)}`,
  additionalProperties: ({ additionalProperty }, { parentSchema }) =>
    `has the unknown field "${additionalProperty}"; known are ${known(parentSchema)}`,
};

const types: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

function typeNames(names: readonly string[]): string {
  return names.map((name) => types[name] ?? name).join(' or ');
}

function kindOf(data: unknown, wanted: string): string {
  if (data === null) return 'null';
  if (Array.isArray(data)) return 'a list';
  if (typeof data === 'number' && wanted === 'integer') return quoted(data);
  return types[typeof data] ?? 'that';
}

function sizeOf(data: unknown): number {
  if (typeof data === 'string') return Array.from(data).length;
  return Object.keys(data as object).length;
}

function known(schema: ErrorObject['parentSchema']): string {
  return Object.keys(schema?.['properties'] ?? {}).join(', ');
}

function quoted(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 60)}...` : text;
}

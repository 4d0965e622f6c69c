import { Ajv, type ErrorObject, type SchemaValidateFunction } from 'ajv';
import { makeOnce } from '../base/make-once.ts';
import { schemaProblem } from '../base/schema-problem.ts';

interface CelRule {
  rule: string;
  message: string;
}

// Kubernetes evaluates rules in CEL. Those of the form self.matches('...') are the same here; the few others are
// functions of the kind's own validator.
const matches = /^self\.matches\('(?<pattern>.*)'\)$/;

const keepsRules: SchemaValidateFunction = (rules: CelRule[], value: unknown): boolean => {
  const broken = rules.find(({ rule }) => {
    const pattern = matches.exec(rule)?.groups?.['pattern'];
    return pattern !== undefined && typeof value === 'string' && !new RegExp(pattern).test(value);
  });
  keepsRules.errors = broken
    ? [{ keyword: 'x-kubernetes-validations', message: broken.message, params: {} }]
    : [];
  return broken === undefined;
};

// The schemas are Kubernetes ones: formats such as int64 are their own, hence strict off. They are constants, so a test checks
// that they are schemas, and no start does.
const kubernetesSchemas = { strict: false, validateFormats: false, validateSchema: false };

/**
 * Checks a spec against its CRD schema: a sentence with the field's path for every mistake, none when it has the shape. The first
 * check compiles the schema, because most processes start without one.
 */
export function createSpecValidator(schema: object): (spec: unknown) => string[] {
  const compiled = makeOnce(() => {
    const ajv = new Ajv({ ...kubernetesSchemas, allErrors: true, verbose: true });
    ajv.addKeyword({ keyword: 'x-kubernetes-validations', validate: keepsRules, errors: true });
    return ajv.compile(closed(schema));
  });
  return (spec) => {
    const validate = compiled();
    return validate(spec) ? [] : (validate.errors ?? []).map(sentence);
  };
}

/** A copy of the value with the schema's defaults, as the API server stores it. The first copy compiles the schema. */
export function createDefaulter<Spec extends object>(schema: object): (spec: Spec) => Spec {
  const compiled = makeOnce(() => {
    const ajv = new Ajv({ ...kubernetesSchemas, useDefaults: true });
    ajv.addKeyword('x-kubernetes-validations');
    return ajv.compile(schema);
  });
  return (spec) => {
    const copy = structuredClone(spec);
    compiled()(copy);
    return copy;
  };
}

function sentence(error: ErrorObject): string {
  const { instancePath, message = '', keyword, params } = error;
  const missing = keyword === 'required' ? `/${String(params['missingProperty'])}` : '';
  const field = `${instancePath}${missing}`.slice(1).split('/').map(unescaped).join('.') || 'spec';
  if (keyword !== 'x-kubernetes-validations') return `${field} ${schemaProblem(error)}`;
  // The rules of a kind begin with the field's own name.
  const name = field.slice(field.lastIndexOf('.') + 1);
  if (message.startsWith('must ')) return `${field} ${message}`;
  return message.startsWith(`${name} `)
    ? `${field}${message.slice(name.length)}`
    : `${field}: ${message}`;
}

/** A part of a JSON pointer as the user wrote it. */
function unescaped(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** A CRD leaves unknown fields to pruning; here they are mistakes. */
function closed<Schema>(schema: Schema): Schema {
  if (Array.isArray(schema)) return schema.map(closed) as Schema;
  if (typeof schema !== 'object' || schema === null) return schema;
  const copy = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, closed(value)]),
  ) as Record<string, unknown>;
  if (copy['type'] === 'object' && copy['properties']) copy['additionalProperties'] ??= false;
  return copy as Schema;
}

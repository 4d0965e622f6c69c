import { Ajv, type ErrorObject } from 'ajv';
import { librarySpecSchema, type LibrarySpec } from '../../resources/library.gen.ts';
import type { LibrarySource } from '../../resources/library.ts';

// The schema is a Kubernetes one: formats such as int64 are its own, hence strict off.
const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
const validate = ajv.compile<LibrarySpec>(closed(librarySpecSchema));

/** Every mistake of a Library's spec in one sentence each, or undefined. `path` names fields as the user wrote them. */
export function specMistake(spec: unknown): string | undefined {
  if (!validate(spec)) return (validate.errors ?? []).map(sentence).join('; ');
  const { versions, source } = spec;
  if (versions?.length && !source.git) {
    return 'versions belong to a git source only; remove them';
  }
  const twice = versions?.find((version, at) => versions.indexOf(version) !== at);
  if (twice !== undefined) return `versions names ${twice} twice; name each once`;
  return sourceMistake(source);
}

/** Sources other than Git are read over HTTP only. */
function sourceMistake({ website, llmstxt, openapi }: LibrarySource): string | undefined {
  const given = Object.entries({ website, llmstxt, openapi }).find(([, source]) => source);
  const [type, source] = given ?? [];
  if (!source || /^https?:$/.test(URL.parse(source.url)?.protocol ?? '')) return undefined;
  return `source.${type}.url must be a URL that begins with http:// or https://`;
}

function sentence({ instancePath, message, keyword, params }: ErrorObject): string {
  const field = instancePath.slice(1).replaceAll('/', '.') || 'spec';
  if (keyword === 'additionalProperties') {
    return `${field} has the unknown field ${String(params['additionalProperty'])}`;
  }
  if (field === 'source' && keyword.endsWith('Properties')) {
    return 'source must have exactly one of git, website, llmstxt, openapi';
  }
  return `${field} ${message}`;
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

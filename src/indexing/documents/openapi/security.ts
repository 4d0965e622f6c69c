import { objectOf } from '../../../base/json.ts';
import { entriesOf, field, listOf, textOf } from './json-values.ts';
import type { JsonObject } from './json-values.ts';
import type { Operation } from './operations.ts';
import type { Resolve } from './refs.ts';
import { code } from './words.ts';

/** Returns the security schemes of OpenAPI 3 or Swagger 2.0 by name. */
export function securitySchemes(root: JsonObject, resolve: Resolve): Map<string, JsonObject> {
  const schemes =
    field(resolve(field(root, 'components')).value, 'securitySchemes') ??
    field(root, 'securityDefinitions');
  return new Map(
    entriesOf(resolve(schemes).value, 50).map(([name, scheme]) => [name, resolve(scheme).value]),
  );
}

/** Describes the use of a scheme in a few words. */
export function schemeWords(scheme: JsonObject): string {
  const type = textOf(field(scheme, 'type'));
  if (type === 'apiKey')
    return `API key in ${textOf(field(scheme, 'in'))} ${code(textOf(field(scheme, 'name')))}`;
  if (type === 'http') return `HTTP ${textOf(field(scheme, 'scheme')) || 'authentication'}`;
  if (type === 'basic') return 'HTTP basic';
  if (type === 'oauth2') return 'OAuth 2';
  return type === 'openIdConnect' ? 'OpenID Connect' : type || 'see the description';
}

/**
 * Returns the names of the schemes that an operation requires, as alternatives; [] if it requires
 * none.
 */
export function requirementsOf({ operation }: Operation, root: JsonObject): string[][] {
  const requirements = listOf(field(operation, 'security') ?? field(root, 'security'), 10);
  return requirements.map((requirement) => Object.keys(objectOf(requirement)).slice(0, 10));
}

/** Returns a line on the credentials that a caller needs; '' if the operation requires none. */
export function securityLine(
  alternatives: string[][],
  schemes: ReadonlyMap<string, JsonObject>,
): string {
  const named = alternatives
    .filter((names) => names.length > 0)
    .map((names) => names.map(words).join(' and '));
  if (named.length === 0) return '';
  const optional = named.length < alternatives.length ? ' (optional)' : '';
  return `Authentication: ${named.join(', or ')}${optional}`;

  function words(name: string): string {
    const scheme = schemes.get(name);
    return scheme ? `${code(name)} (${schemeWords(scheme)})` : code(name);
  }
}

/** Returns the headers and parameters that the first alternative adds to a request. */
export function credentials(
  [first = []]: string[][],
  schemes: ReadonlyMap<string, JsonObject>,
): { headers: string[]; query: string[]; user: boolean } {
  const given = { headers: [] as string[], query: [] as string[], user: false };
  for (const scheme of first.map((name) => schemes.get(name) ?? {})) {
    const type = textOf(field(scheme, 'type'));
    const name = textOf(field(scheme, 'name'));
    const kind = textOf(field(scheme, 'scheme')).toLowerCase();
    if (type === 'apiKey' && field(scheme, 'in') === 'query')
      given.query.push(`${name}=YOUR_API_KEY`);
    else if (type === 'apiKey' && field(scheme, 'in') === 'header')
      given.headers.push(`${name}: YOUR_API_KEY`);
    else if (type === 'basic' || kind === 'basic') given.user = true;
    else if (['http', 'oauth2', 'openIdConnect'].includes(type))
      given.headers.push('Authorization: Bearer YOUR_TOKEN');
  }
  return given;
}

import { isObject } from '../../../base/json.ts';
import type { JsonObject } from '../../documents/openapi/json-values.ts';
import { RunError } from '../../../base/errors.ts';
import type { SourceFacts } from '../source-facts.ts';
import { readWithFacts } from './description-facts.ts';

/** Maximum bytes of an uploaded description. */
export const maxDescriptionBytes = 10_000_000;

/**
 * Checks that a text is an OpenAPI 3 or Swagger 2 description with content, and returns its title and description. Throws
 * RunError('Malformed') with the mistake. Pure. Large YAML takes seconds.
 */
export function checkDescription(where: string, text: string): SourceFacts {
  const { root, facts } = readWithFacts(where, text);
  const mistake = versionMistake(root) ?? contentMistake(root);
  if (mistake !== undefined) throw new RunError('Malformed', `${where}: ${mistake}`);
  return facts;
}

function versionMistake({ openapi, swagger }: JsonObject): string | undefined {
  // YAML reads 3.0 and 2.0 without quotes as the numbers 3 and 2.
  const version = String(openapi ?? swagger);
  const known = openapi === undefined ? /^2(\.0)?$/ : /^3(\.\d+(\.|$)|$)/;
  if (known.test(version)) return undefined;
  const found = openapi === undefined ? `swagger: ${brief(swagger)}` : `openapi: ${brief(openapi)}`;
  return `it has \`${found}\`; expected \`openapi: 3.x\` or \`swagger: "2.0"\``;
}

function contentMistake(root: JsonObject): string | undefined {
  const parts = ['paths', 'webhooks', 'components', 'definitions'];
  const hasContent = parts.some((name) => {
    const part = root[name];
    return isObject(part) && Object.keys(part).length > 0;
  });
  return hasContent
    ? undefined
    : `it describes nothing; expected \`paths\`, \`webhooks\` or schemas`;
}

function brief(value: unknown): string {
  return (JSON.stringify(value) ?? 'nothing').slice(0, 40);
}

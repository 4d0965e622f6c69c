import { descriptionEnding } from './description-ending.ts';

const jsonVersion = /"(?:openapi|swagger)"\s*:\s*"(?:3\.\d|2\.0)/;
const jsonPart = /"(?:paths|webhooks|components|definitions)"\s*:\s*\{/;
const yamlVersion = /^['"]?(?:openapi|swagger)['"]?\s*:\s*['"]?(?:3\.\d|2\.0)/m;
const yamlPart = /^['"]?(?:paths|webhooks|components|definitions)['"]?\s*:/m;

/**
 * Returns true if a file is an OpenAPI 3 or Swagger 2.0 description by its name and two words in
 * it. Parses nothing.
 */
export function sniffOpenapi(path: string, content: string): boolean {
  if (!descriptionEnding.test(path)) return false;
  if (/^\s*\{/.test(content.slice(0, 200)))
    return jsonVersion.test(content) && jsonPart.test(content);
  return yamlVersion.test(content) && yamlPart.test(content);
}

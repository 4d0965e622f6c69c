import { singleSpaced } from '../../documents/clean.ts';
import { isObject } from '../../../base/json.ts';
import type { JsonObject } from '../../documents/openapi/json-values.ts';
import { readDescription } from '../../documents/openapi/read-description.ts';
import { RunError } from '../../../base/errors.ts';
import type { SourceFacts } from '../source-facts.ts';

const maxFactLength = 500;

/** Time limit for parsing a description. One of 10 MB in YAML takes ten seconds on a fast core. */
export const descriptionMs = 60_000;

/**
 * Returns title and description of an OpenAPI or Swagger description. Throws RunError('Malformed') with what was found
 * instead; `where` names the text in it.
 */
export function descriptionFacts(where: string, text: string): SourceFacts {
  return readWithFacts(where, text).facts;
}

/** As `descriptionFacts`, with the parsed description. */
export function readWithFacts(
  where: string,
  text: string,
): { root: JsonObject; facts: SourceFacts } {
  const markup = /^\s*<(!doctype|html|\?xml|[a-z]+>)/i.exec(text.slice(0, 1000));
  if (markup)
    throw unexpected(where, /\?xml/i.test(markup[0]) ? 'an XML document' : 'an HTML page');
  const root = readDescription(where, text);
  if (root['openapi'] === undefined && root['swagger'] === undefined) {
    const fields = Object.keys(root)
      .slice(0, 5)
      .map((field) => field.slice(0, 40));
    throw unexpected(where, `an object with the fields ${fields.join(', ')}`);
  }
  const title = infoText(root['info'], 'title');
  const description = infoText(root['info'], 'description');
  return { root, facts: { ...(title && { title }), ...(description && { description }) } };
}

function unexpected(where: string, found: string): RunError {
  const expected =
    'an OpenAPI or Swagger description in JSON or YAML, with an `openapi` or `swagger` field';
  return new RunError('Malformed', `${where} is ${found}; expected ${expected}`);
}

/** Returns the first paragraph of a text in `info` as one line. */
function infoText(info: unknown, field: string): string {
  const value = isObject(info) ? info[field] : undefined;
  if (typeof value !== 'string') return '';
  const paragraph =
    value
      .slice(0, 10_000)
      .trim()
      .split(/\n\s*\n/, 1)[0] ?? '';
  return singleSpaced(paragraph).slice(0, maxFactLength);
}

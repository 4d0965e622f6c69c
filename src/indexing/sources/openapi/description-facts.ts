import { isObject } from '../../../base/json.ts';
import type { JsonObject } from '../../documents/openapi/json-values.ts';
import { readDescription } from '../../documents/openapi/read-description.ts';
import { RunError } from '../../../base/errors.ts';
import type { SourceFacts } from '../source-facts.ts';

const maxFactLength = 500;

/** Milliseconds that the reading of a description may take: one of 10 MB in YAML takes ten seconds of a fast core. */
export const descriptionMs = 60_000;

/**
 * What an OpenAPI or Swagger description says about itself. Throws RunError('Malformed') that says what was found
 * instead of one, with `where` to name it.
 */
export function descriptionFacts(where: string, text: string): SourceFacts {
  return readWithFacts(where, text).facts;
}

/** As descriptionFacts, with the description itself. */
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

/** The first paragraph of a text in `info`, on one line. */
function infoText(info: unknown, field: string): string {
  const value = isObject(info) ? info[field] : undefined;
  if (typeof value !== 'string') return '';
  const paragraph =
    value
      .slice(0, 10_000)
      .trim()
      .split(/\n\s*\n/, 1)[0] ?? '';
  return paragraph.replace(/\s+/g, ' ').trim().slice(0, maxFactLength);
}

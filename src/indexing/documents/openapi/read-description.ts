import { RunError, messageOf } from '../../../base/errors.ts';
import { isObject } from '../../../base/json.ts';
import { maxDepth, nestsTooDeep, parseYaml } from '../../../base/parse-yaml.ts';
import type { JsonObject } from './json-values.ts';

/**
 * Maximum number of YAML aliases. Aliases share their target, so many aliases of one anchor are
 * cheap. Nested anchors multiply and exceed the limit.
 */
const maxAliasCount = 5000;

/**
 * Parses the description into an object. Throws RunError('Malformed'), with the line if it is
 * known.
 */
export function readDescription(path: string, content: string): JsonObject {
  const value = readObject(path, content);
  if (!looksLikeDescription(value)) {
    throw malformed(
      path,
      'it is no API description',
      '`openapi: 3.x` or `swagger: "2.0"` with `paths` at the top',
    );
  }
  return value;
}

/** Parses a part of a description in a file of its own. Throws as `readDescription`. */
export function readObject(path: string, content: string): JsonObject {
  const text = content.replace(/^\uFEFF/, '');
  if (text.trim() === '')
    throw malformed(path, 'it is empty', 'an OpenAPI description in JSON or YAML');
  if (nestsTooDeep(text))
    throw malformed(path, `it nests deeper than ${maxDepth} levels`, 'a flatter description');
  const value = text.trimStart().startsWith('{') ? fromJson(path, text) : fromYaml(path, text);
  if (!isObject(value))
    throw malformed(
      path,
      'it is not an object at the top',
      'an object with `openapi` or `swagger`',
    );
  return value;
}

function looksLikeDescription(value: JsonObject): boolean {
  const knownFields = ['openapi', 'swagger', 'paths', 'webhooks', 'components', 'definitions'];
  return knownFields.some((name) => Object.hasOwn(value, name));
}

function fromJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const message = messageOf(error);
    const position = /position (\d+)/.exec(message)?.[1];
    const line = position ? ` on line ${lineAt(text, Number(position))}` : '';
    throw malformed(
      path,
      `its JSON is broken${line}: ${shortMessage(message)}`,
      'valid JSON',
      error,
    );
  }
}

function fromYaml(path: string, text: string): unknown {
  try {
    const document = parseYaml(text, { merge: true });
    const [error] = document.errors;
    if (error) {
      const wrong = `its YAML is broken on line ${lineAt(text, error.pos[0])}: ${shortMessage(error.message)}`;
      throw malformed(path, wrong, 'valid YAML', error);
    }
    return document.toJS({ maxAliasCount });
  } catch (error) {
    if (error instanceof RunError) throw error;
    throw malformed(
      path,
      `its YAML cannot be read: ${shortMessage(messageOf(error))}`,
      'plain YAML',
      error,
    );
  }
}

function malformed(path: string, wrong: string, right: string, cause?: unknown): RunError {
  return new RunError(
    'Malformed',
    `${path}: ${wrong}; expected ${right}.`,
    cause === undefined ? {} : { cause },
  );
}

function shortMessage(message: string): string {
  if (message.includes('call stack')) return 'it nests too deep';
  return message
    .split('\n', 1)[0]!
    .replace(/ at line \d+, column \d+:?$/, '')
    .slice(0, 200);
}

function lineAt(text: string, position: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < position; at = text.indexOf('\n', at + 1))
    line += 1;
  return line;
}

import { objectOf } from '../../../base/json.ts';
import { entriesOf, field, textOf, type JsonObject } from '../openapi/json-values.ts';
import { givenValue } from '../openapi/schema-example.ts';
import { typesOf } from '../openapi/schema-type.ts';
import { brief } from '../openapi/words.ts';
import type { Definition } from './definitions.ts';
import { innerObject, requiredOf } from './kubernetes-types.ts';

const mostLines = 40;
const deepest = 6;

/** Returns the YAML of a resource with its required fields, and with their types as values. */
export function smallManifest({ group, version, kind, schema }: Definition): string {
  const lines = [
    `apiVersion: ${brief(`${group}/${version}`, 200)}`,
    `kind: ${brief(kind, 100)}`,
    'metadata:',
    '  name: example',
  ];
  const spec = field(objectOf(field(schema, 'properties')), 'spec');
  const below = requiredLines(objectOf(spec), 1);
  if (below.length > 0) lines.push('spec:', ...below);
  return lines.slice(0, mostLines).join('\n');
}

function requiredLines(schema: JsonObject, depth: number): string[] {
  const required = requiredOf(schema);
  if (required.size === 0 || depth > deepest) return [];
  const indent = '  '.repeat(depth);
  return entriesOf(field(schema, 'properties'), 300)
    .filter(([name]) => required.has(name))
    .slice(0, mostLines)
    .flatMap(([name, property]) => {
      const inner = innerObject(property);
      const below = inner ? requiredLines(inner.schema, depth + 1 + inner.suffix.length / 2) : [];
      if (inner?.suffix === '' && below.length > 0) return [`${indent}${name}:`, ...below];
      if (inner?.suffix === '[]' && below.length > 0)
        return [`${indent}${name}:`, ...asItem(below, depth)];
      return [`${indent}${name}: ${placeholder(objectOf(property))}`];
    });
}

/** Returns lines of an object, which are two steps deeper than the list, as its item. */
function asItem([first = '', ...more]: string[], depth: number): string[] {
  const indent = '  '.repeat(depth + 1);
  return [`${indent}- ${first.slice(indent.length + 2)}`, ...more];
}

function placeholder(schema: JsonObject): string {
  const given = givenValue(schema);
  if (typeof given !== 'object' && given !== undefined) return scalar(given);
  const [type] = typesOf(schema);
  if (type === 'array') return '[]';
  if (type === 'object') return '{}';
  return `<${textOf(type) || 'value'}>`;
}

function scalar(value: unknown): string {
  const text = brief(String(value), 80);
  return typeof value === 'string' && !/^[A-Za-z][\w./-]*$/.test(text)
    ? JSON.stringify(text)
    : text;
}

import { isObject } from '../../../base/json.ts';
import { entriesOf } from './json-values.ts';

interface Shape {
  depth: number;
  items: number;
  fields: number;
  chars: number;
}

const shapes: readonly Shape[] = [
  { depth: 10, items: 3, fields: 60, chars: 500 },
  { depth: 6, items: 2, fields: 25, chars: 120 },
  { depth: 4, items: 1, fields: 12, chars: 60 },
  { depth: 2, items: 1, fields: 8, chars: 40 },
];

/**
 * Returns indented JSON of at most `max` characters. Shortens lists, fields and strings until it
 * fits; returns '' if nothing fits.
 */
export function boundedJson(value: unknown, max: number): string {
  for (const shape of shapes) {
    const text = JSON.stringify(shrink(value, shape), null, 2) ?? '';
    if (text.length <= max) return text;
  }
  return '';
}

/** Returns JSON within the same bounds on one line, for a shell. */
export function boundedJsonLine(value: unknown, max: number): string {
  const fits = shapes
    .map((shape) => JSON.stringify(shrink(value, shape)) ?? '')
    .find((text) => text.length <= max);
  return fits ?? '';
}

function shrink(value: unknown, shape: Shape): unknown {
  if (typeof value === 'string')
    return value.length > shape.chars ? `${value.slice(0, shape.chars)}…` : value;
  if (typeof value !== 'object' || value === null) return value;
  if (shape.depth <= 0) return '…';
  const inner = { ...shape, depth: shape.depth - 1 };
  if (Array.isArray(value)) return value.slice(0, shape.items).map((item) => shrink(item, inner));
  if (!isObject(value)) return undefined;
  return Object.fromEntries(
    entriesOf(value, shape.fields).map(([name, item]) => [name, shrink(item, inner)]),
  );
}

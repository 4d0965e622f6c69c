import { objectOf } from '../../../base/json.ts';
import { entriesOf, field } from './json-values.ts';
import type { JsonObject } from './json-values.ts';
import type { Operation } from './operations.ts';
import type { Resolve } from './refs.ts';

/** Minimum number and share of the operations with an answer that says nothing about one of them. */
const leastOperations = 10;
const leastShare = 0.5;
/** Minimum number of common failures. One alone stays with its operations. */
const leastFailures = 2;

/** An answer of an operation. */
export interface Response {
  status: string;
  value: JsonObject;
}

/** Returns the answers of an operation, 50 at most, without extensions. */
export function responsesOf(operation: JsonObject, resolve: Resolve): Response[] {
  return entriesOf(field(operation, 'responses'), 50)
    .filter(([status]) => !status.startsWith('x-'))
    .map(([status, response]) => ({ status, value: resolve(response).value }));
}

/** Returns the failures that at least half of the operations have by a reference, such as "401: The token is wrong", and their status. Returns none if only one failure is common. */
export function commonFailures(
  operations: readonly Operation[],
  resolve: Resolve,
): ReadonlyMap<JsonObject, string> {
  const counts = new Map<JsonObject, { status: string; count: number }>();
  for (const { operation } of operations) {
    const written = objectOf(field(operation, 'responses'));
    for (const { status, value } of responsesOf(operation, resolve)) {
      const isReference = Object.hasOwn(objectOf(field(written, status)), '$ref');
      if (!isReference || /^[123]/.test(status)) continue;
      const known = counts.get(value);
      counts.set(value, { status: known?.status ?? status, count: (known?.count ?? 0) + 1 });
    }
  }
  const least = Math.max(leastOperations, operations.length * leastShare);
  const common = [...counts].filter(([, { count }]) => count >= least);
  if (common.length < leastFailures) return new Map();
  return new Map(common.map(([value, { status }]) => [value, status]));
}

import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { schemaProblem } from './schema-problem.ts';

const ajv = new Ajv2020({ strict: false, allErrors: true, verbose: true });

function problemsOf(schema: object, value: unknown): string[] {
  const check = ajv.compile(schema);
  return check(value) ? [] : (check.errors ?? []).map(schemaProblem);
}

describe('schemaProblem', () => {
  test.each<[schema: object, value: unknown, problem: string]>([
    [{ type: 'string' }, 7, 'must be text, not a number'],
    [{ type: 'integer' }, 'many', 'must be a whole number, not text'],
    [{ type: 'integer' }, 1.5, 'must be a whole number, not 1.5'],
    [{ type: 'number' }, true, 'must be a number, not true or false'],
    [{ type: 'boolean' }, 'yes', 'must be true or false, not text'],
    [{ type: 'array' }, {}, 'must be a list, not an object'],
    [{ type: 'object' }, [], 'must be an object, not a list'],
    [{ type: ['string', 'null'] }, 7, 'must be text or null, not a number'],
    [{ minItems: 1 }, [], 'must have at least 1 entry, not 0'],
    [{ minItems: 2 }, [1], 'must have at least 2 entries, not 1'],
    [{ maxItems: 2 }, [1, 2, 3], 'must have at most 2 entries, not 3'],
    [{ uniqueItems: true }, ['a', 'b', 'a'], 'must name each entry once; "a" is there twice'],
    [{ minimum: 1 }, 0, 'must be 1 or more, not 0'],
    [{ maximum: 5 }, 6, 'must be 5 or less, not 6'],
    [{ exclusiveMinimum: 0 }, 0, 'must be more than 0, not 0'],
    [{ exclusiveMaximum: 5 }, 5, 'must be less than 5, not 5'],
    [{ multipleOf: 5 }, 7, 'must be a multiple of 5, not 7'],
    [{ minLength: 1 }, '', 'must not be empty'],
    [{ minLength: 20 }, 'abc', 'must have at least 20 characters, not 3'],
    [{ maxLength: 2 }, 'abc', 'must have at most 2 characters, not 3'],
    [{ enum: ['a', 'b'] }, 'c', 'must be one of a, b, not "c"'],
    [{ const: 'a' }, 'c', 'must be "a", not "c"'],
    [{ pattern: '^a' }, 'b', 'must match ^a, unlike "b"'],
    [{ pattern: '^a', 'x-must': 'must begin with a' }, 'b', 'must begin with a'],
    [{ required: ['a'] }, {}, 'is required'],
    [
      { properties: { a: {} }, additionalProperties: false },
      { b: 1 },
      'has the unknown field "b"; known are a',
    ],
    [{ maxProperties: 1 }, { a: 1, b: 2 }, 'must have at most 1 field, not 2'],
    [{ minProperties: 1 }, {}, 'must have at least 1 field, not 0'],
    [
      { properties: { a: {}, b: {} }, minProperties: 1, maxProperties: 1 },
      {},
      'must have exactly one of a, b',
    ],
  ])('of %j with %j is: %3$s', (schema, value, problem) => {
    expect(problemsOf(schema, value)).toEqual([problem]);
  });

  test('never repeats more than the beginning of a value', () => {
    expect(problemsOf({ enum: ['a'] }, 'x'.repeat(500))[0]!.length).toBeLessThan(100);
  });
});

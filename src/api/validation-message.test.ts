import { Ajv2020 } from 'ajv/dist/2020.js';
import { anything, assert, property } from 'fast-check';
import { expect, test } from 'vitest';
import { librarySpecSchema } from '../resources/library.gen.ts';
import { validationMessage } from './validation-message.ts';

const ajv = new Ajv2020({ strict: false, allErrors: true, verbose: true });
const check = ajv.compile(librarySpecSchema);

test('mistakes in any input become a short sentence with the code of a validation error', () => {
  assert(
    property(anything(), (body) => {
      const { code, message } = check(body) ? valid : validationMessage(check.errors ?? [], 'body');
      expect(code).toBe('validation_error');
      expect(message).toMatch(/^(The body|Field ").+\.$/s);
      expect(message.length).toBeLessThan(1500);
    }),
  );
});

test('a value is repeated only in part, and at most five mistakes are reported', () => {
  const long = validationMessage(
    errorsOf({ id: 'x'.repeat(299), source: { git: { url: 'y' } } }),
    'body',
  );
  expect(long.message.length).toBeLessThan(200);
  const many = {
    id: 1,
    title: 2,
    description: 3,
    aliases: 4,
    formerIds: 5,
    versions: 6,
    source: 7,
  };
  expect(validationMessage(errorsOf(many), 'body').message.split('; ')).toHaveLength(5);
});

const valid = { code: 'validation_error', message: 'The body is right.' };

function errorsOf(body: unknown): NonNullable<typeof check.errors> {
  return check(body) ? [] : (check.errors ?? []);
}

import { Ajv } from 'ajv';
import { describe, expect, test, vi } from 'vitest';
import { librarySpecSchema } from './library.gen.ts';
import { manifestSyncSpecSchema } from './manifest-sync.gen.ts';
import { createDefaulter, createSpecValidator } from './validator.ts';

const schemas: [kind: string, schema: object][] = [
  ['Library', librarySpecSchema],
  ['ManifestSync', manifestSyncSpecSchema],
];

test.each(schemas)('the definition of a %s is a schema', (_, schema) => {
  const ajv = new Ajv({ strict: false });

  expect(ajv.validateSchema(schema), ajv.errorsText()).toBe(true);
});

describe('a schema', () => {
  test.each(schemas)(
    'of a %s costs a start nothing, and its first check compiles it',
    (_, schema) => {
      using compile = vi.spyOn(Ajv.prototype, 'compile');

      const mistakesOf = createSpecValidator(schema);
      const withDefaults = createDefaulter(schema);

      expect(compile).not.toHaveBeenCalled();
      expect(mistakesOf({ colour: 'red' })).toContainEqual(expect.stringContaining('colour'));
      withDefaults({});
      mistakesOf({});
      withDefaults({});
      expect(compile).toHaveBeenCalledTimes(2);
    },
  );
});

import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { codes, section, sizeOf, text } from '../../../../test/support/sections.ts';
import { RunError } from '../../../base/errors.ts';
import type { ParsedDocument, Section } from '../document.ts';
import { parseOpenapi } from './parse-openapi.ts';

async function parse(content: unknown, path = 'api/openapi.yaml'): Promise<ParsedDocument> {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  return parseOpenapi({ path, format: 'openapi', content: text, hash: '' });
}

describe('a malformed description', () => {
  test.each([
    [
      'broken JSON',
      '{\n "openapi": "3.0.0",\n "paths": {,}\n}',
      /api\.yaml: its JSON is broken on line 3/,
    ],
    ['broken YAML', 'openapi: 3.0.0\npaths:\n  /a: [1\n  b: "', /its YAML is broken on line \d+/],
    ['an empty file', ' \n', /it is empty; expected an OpenAPI description/],
    ['a list', '- a\n- b\n', /not an object at the top/],
    [
      'some other YAML',
      'name: ci\non: push\n',
      /it is no API description; expected `openapi: 3\.x`/,
    ],
    ['deep brackets', `{"paths":${'['.repeat(100_000)}`, /nests deeper than 200 levels/],
    [
      'deep indentation',
      Array.from({ length: 1900 }, (_, i) => `${' '.repeat(i)}a:`).join('\n'),
      /nests too deep/,
    ],
    ['a YAML bomb', bomb(), /cannot be read: Excessive alias count/],
  ])('%s is refused with its name and what would be right', async (_, content, message) => {
    const error = await parse(content, 'api.yaml').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(RunError);
    expect(error).toMatchObject({ reason: 'Malformed', message: expect.stringMatching(message) });
  });

  function bomb(): string {
    const letters = 'abcdefghijk'.split('');
    const lines = letters
      .slice(1)
      .map((letter, i) => `${letter}: &${letter} [${Array(9).fill(`*${letters[i]}`).join(', ')}]`);
    return ['openapi: 3.0.0', 'a: &a [x, x]', ...lines, 'paths: *k'].join('\n');
  }
});

describe('a description with mistakes', () => {
  test.each([
    ['paths that are a list', { openapi: '3.0.0', paths: [1, 2] }],
    ['no info', { openapi: '3.0.0', paths: {} }],
    ['info that is a string', { swagger: '2.0', info: 'x', paths: null }],
    ['a path that is a number', { openapi: '3.0.0', paths: { '/a': 1 } }],
  ])('%s yields no operation and no error', async (_, content) => {
    expect((await parse(content, 'a.json')).sections).toEqual([]);
  });

  test('what can be read of an operation is read', async () => {
    const document = await parse({
      openapi: '3.0.0',
      paths: {
        '/a': {
          get: {
            tags: 'x',
            parameters: [
              'limit',
              null,
              { name: 'q', in: 'query', schema: 'string' },
              { $ref: '#/nowhere' },
            ],
            responses: { '200': 'ok', '201': { content: { 'application/json': null } } },
            requestBody: 7,
          },
        },
      },
    });
    expect(text(section(document, 'GET /a'))).toContain('- `q` (query, any)');
    expect(codes(section(document, 'GET /a'))[0]!.code).toBe("curl 'https://HOST/a'");
  });

  test('an operation in another file keeps its name', async () => {
    const document = await parse({
      openapi: '3.0.0',
      paths: { '/a': { get: { $ref: 'ops/list_things.yml' } } },
    });
    expect(document.sections.map(({ headings }) => headings[0])).toEqual(['GET /a - list_things']);
  });

  test('references that lead round in a circle end', async () => {
    const document = await parse({
      openapi: '3.0.0',
      paths: {
        '/a': { $ref: '#/paths/~1a' },
        '/b': { get: { responses: { '200': { $ref: '#/paths/~1b/get/responses/200' } } } },
      },
      components: {
        schemas: {
          A: { $ref: '#/components/schemas/B' },
          B: { $ref: '#/components/schemas/A' },
          Self: {
            allOf: [{ $ref: '#/components/schemas/Self' }],
            properties: {
              a: { $ref: '#/components/schemas/Self' },
              b: { type: 'array', items: { $ref: '#/components/schemas/Self' } },
            },
          },
          Any: {
            anyOf: [{ $ref: '#/components/schemas/Any' }, { $ref: '#/components/schemas/Any' }],
          },
          Root: {
            properties: {
              all: { $ref: '#' },
              self: { $ref: '#/components/schemas/Root/properties/self' },
            },
          },
        },
      },
    });
    expect(document.sections.map(({ headings }) => headings.at(-1))).toEqual([
      'GET /b',
      'Self schema',
      'Any schema',
      'Root schema',
    ]);
    expect(text(section(document, 'Self schema'))).toContain('| `a` | Self | no |  |');
  });

  test('names such as __proto__ are names', async () => {
    const content =
      '{"openapi":"3.0.0","paths":{"/a":{"get":{"parameters":[{"$ref":"#/__proto__/toString"}]}}},"components":{"schemas":{"__proto__":{"enum":["a"],"properties":{"__proto__":{"type":"string"}}}}}}';
    expect((await parse(content)).sections.map(({ headings }) => headings.at(-1))).toEqual([
      'GET /a',
      '__proto__ schema',
    ]);
  });
});

describe('a large description', () => {
  test('lists the properties of one schema in 200 operations, and names it in the others', async () => {
    const schema = { $ref: '#/components/schemas/Pencil' };
    const post = {
      summary: 'Sharpen',
      requestBody: { content: { 'application/json': { schema } } },
    };
    const paths = Object.fromEntries(
      Array.from({ length: 300 }, (_, at) => [`/pencils${at}`, { post }]),
    );
    const properties = { hardness: { type: 'string', description: 'How hard the lead is.' } };

    const { sections } = await parse({
      openapi: '3.0.0',
      paths,
      components: { schemas: { Pencil: { type: 'object', properties } } },
    });

    const operations = sections.filter(({ anchor }) => anchor?.includes('/paths/'));
    const listing = operations.filter((one) => text(one).includes('How hard the lead is.'));
    expect(operations).toHaveLength(300);
    expect(listing).toHaveLength(200);
    expect(text(operations[299]!)).toContain('Request body (`application/json`, Pencil');
  });

  test('a thousand operations with endless parts each stay within bounds', async () => {
    const wide = Object.fromEntries(
      Array.from({ length: 300 }, (_, i) => [
        `field${i}`,
        { type: 'string', description: 'word '.repeat(40) },
      ]),
    );
    const operation = {
      summary: 'word '.repeat(100),
      description: 'A sentence of some words.\n\n'.repeat(200),
      parameters: Array.from({ length: 100 }, (_, i) => ({
        name: `p${i}`,
        in: 'query',
        required: true,
        description: 'word '.repeat(50),
        schema: { type: 'string' },
      })),
      requestBody: {
        content: {
          'application/json': {
            schema: { type: 'object', properties: { deep: { $ref: '#/components/schemas/Wide' } } },
            example: Array.from({ length: 200 }, () => ({ text: 'x'.repeat(2000) })),
          },
        },
      },
      responses: Object.fromEntries(
        Array.from({ length: 40 }, (_, i) => [
          String(200 + i),
          {
            description: 'word '.repeat(50),
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Wide' } } },
          },
        ]),
      ),
    };
    const paths = Object.fromEntries(
      Array.from({ length: 1000 }, (_, i) => [
        `/things${i}`,
        { post: i < 20 ? operation : { ...operation, parameters: [] } },
      ]),
    );
    const document = await parse({
      openapi: '3.0.0',
      paths,
      components: { schemas: { Wide: { type: 'object', properties: wide } } },
    });
    const isOperation = ({ headings }: Section): boolean => headings.at(-1)!.startsWith('POST ');
    const operations = document.sections.filter(isOperation);
    const others = document.sections.filter((one) => !isOperation(one));
    expect(operations).toHaveLength(1000);
    expect(Math.max(...operations.map(sizeOf))).toBeLessThan(8000);
    expect(Math.max(...others.map(sizeOf))).toBeLessThan(30_000);
    expect(others.reduce((sum, one) => sum + sizeOf(one), 0)).toBeLessThan(4_100_000);
    expect(document.sections.every(({ blocks }) => blocks.length > 0)).toBe(true);
  });
});

test('operations that share long texts repeat them within bounds', async () => {
  const post = {
    description: 'A sentence of some words.\n\n'.repeat(700),
    parameters: Array.from({ length: 100 }, (_, i) => ({
      $ref: `#/components/parameters/p${i}`,
    })),
  };
  const parameters = Object.fromEntries(
    post.parameters.map((_, i) => [
      `p${i}`,
      { name: `p${i}`, in: 'query', description: 'word '.repeat(400) },
    ]),
  );
  const shared = { $ref: '#/components/pathItems/Shared' };
  const paths = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`/a${i}`, shared]));
  const components = { pathItems: { Shared: { post } }, parameters };
  const { sections } = await parse({ openapi: '3.1.0', paths, components });
  expect(sections.reduce((sum, one) => sum + sizeOf(one), 0)).toBeLessThan(8_000_000);
});

describe('any JSON at all', () => {
  const words = fc.constantFrom(
    'openapi',
    'swagger',
    'info',
    'title',
    'paths',
    '/a/{id}',
    'get',
    'post',
    'parameters',
    'name',
    'in',
    'schema',
    '$ref',
    'type',
    'items',
    'properties',
    'allOf',
    'oneOf',
    'enum',
    'example',
    'examples',
    'requestBody',
    'content',
    'application/json',
    'responses',
    '200',
    'required',
    'components',
    'schemas',
    'securitySchemes',
    'security',
    'servers',
    'url',
    'tags',
    'description',
    'callbacks',
    'webhooks',
    'definitions',
    'format',
  );
  const values = fc.oneof(
    fc.constantFrom(
      '#',
      '#/paths',
      '#/components/schemas/a',
      '#/paths/~1a~1%7Bid%7D/get',
      'x.yml#/a',
      'object',
      'array',
      'string',
      'query',
      'path',
      'body',
      'formData',
    ),
    fc.string({ maxLength: 12 }),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
  );
  const { node } = fc.letrec((tie) => ({
    node: fc.oneof(
      { maxDepth: 6, withCrossShrink: true },
      values,
      fc.dictionary(words, tie('node'), { maxKeys: 6 }),
      fc.array(tie('node'), { maxLength: 3 }),
    ),
  }));

  test('says nothing of a webhook of which nothing is said', async () => {
    const { sections } = await parse(
      { openapi: '3.1.0', webhooks: { sent: { post: {} } } },
      'x.json',
    );

    expect(sections).toEqual([]);
  });

  test('gives whole sections or a RunError', async () => {
    await fc.assert(
      fc.asyncProperty(fc.dictionary(words, node, { maxKeys: 8 }), async (object) => {
        const document = await parse({ ...object, openapi: '3.0.0' }, 'x.json');
        for (const one of document.sections) {
          expect(one.headings.every((heading) => heading.trim() !== '')).toBe(true);
          expect(one.blocks.length).toBeGreaterThan(0);
          expect(sizeOf(one)).toBeLessThan(12_000);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('any text is read or refused with a RunError', async () => {
    const pieces = fc.constantFrom(
      'openapi: 3.0.0\n',
      'paths:\n',
      '  /a:\n',
      '    get: {}\n',
      '{',
      '}',
      '[',
      ']',
      '- ',
      '"',
      "'",
      '&a ',
      '*a',
      '<<: ',
      ': ',
      '\n',
      '\t',
      '|',
      '>',
      '#',
      'x',
      '%',
      '@',
      '`',
      '!',
      '? ',
      ', ',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(pieces, { maxLength: 40 }), async (all) => {
        const outcome = await parse(all.join('')).catch((thrown: unknown) => thrown);
        expect(
          outcome instanceof RunError || Array.isArray((outcome as ParsedDocument).sections),
        ).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

import { describe, expect, test } from 'vitest';
import { codes, section, text } from '../../../../test/support/sections.ts';
import type { ParsedDocument } from '../document.ts';
import { parseOpenapi } from './parse-openapi.ts';

async function parse(content: unknown, path = 'api/openapi.yaml'): Promise<ParsedDocument> {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  return parseOpenapi({ path, format: 'openapi', content: text, hash: '' });
}

const store = `
openapi: 3.0.3
info:
  title: Book store
  version: 1.4.0
  description: |
    Sells books.

    # Paging
    Pass \`cursor\`.

    \`\`\`bash
    curl x
    \`\`\`
servers:
  - url: https://{region}.books.example/v1
    description: Production
    variables: { region: { default: eu } }
security: [{ token: [] }]
tags: [{ name: books, description: All about books }]
paths:
  /books/{id}:
    parameters:
      - { name: id, in: path, required: true, schema: { type: integer }, example: 42 }
    get:
      tags: [books]
      summary: Get a book
      operationId: getBook
      description: Returns <b>one</b> book.<br>Or none.
      parameters:
        - $ref: '#/components/parameters/Fields'
        - { name: lang, in: query, required: true, description: Language, schema: { type: string, enum: [en, de], default: en } }
        - { name: X-Trace, in: header, required: true, schema: { type: string } }
      responses:
        '200':
          description: The book
          content:
            application/json:
              schema: { $ref: '#/components/schemas/Book' }
              example: { id: 42, title: Emma }
        '404': { $ref: '#/components/responses/NotFound' }
    put:
      tags: [books]
      summary: Replace a book
      deprecated: true
      security: []
      requestBody:
        required: true
        content:
          application/json:
            schema: { $ref: '#/components/schemas/Book' }
      responses:
        default: { description: Whatever }
      callbacks:
        onChanged:
          '{$request.body#/url}':
            post:
              summary: Told of the change
              requestBody:
                content:
                  application/json:
                    schema: { type: object, properties: { id: { type: integer, example: 7 } } }
              responses: { '204': { description: Heard } }
  /upload:
    post:
      operationId: uploadCover
      requestBody:
        content:
          multipart/form-data:
            schema:
              type: object
              properties:
                file: { type: string, format: binary }
                name: { type: string, example: it's }
      responses: {}
components:
  securitySchemes:
    token: { type: http, scheme: bearer, description: Ask for one. }
  parameters:
    Fields: { name: fields, in: query, description: Which fields, schema: { type: array, items: { type: string } } }
  responses:
    NotFound: { description: No such book }
  schemas:
    Alias: { $ref: '#/components/schemas/Book' }
    Isbn: { type: string, description: A number. }
    Kind: { type: string, enum: [novel, poem] }
    Book:
      description: A book on sale.
      required: [title]
      properties:
        id: { type: integer, format: int64, readOnly: true }
        title: { type: string, example: Emma, maxLength: 100 }
        kind: { $ref: '#/components/schemas/Kind' }
        isbn: { $ref: '#/components/schemas/Isbn' }
        authors: { type: array, items: { $ref: '#/components/schemas/Author' } }
        sequel: { $ref: '#/components/schemas/Book' }
        price:
          type: object
          properties:
            amount: { type: number, minimum: 0 }
            currency: { type: string, nullable: true, description: 'EUR | USD' }
    Author:
      type: object
      properties:
        name: { type: string }
        books: { type: array, items: { $ref: '#/components/schemas/Book' } }
    Novel:
      allOf:
        - $ref: '#/components/schemas/Book'
        - { type: object, required: [pages], properties: { pages: { type: integer } } }
    Item: { oneOf: [{ $ref: '#/components/schemas/Novel' }, { $ref: '#/components/schemas/Author' }] }
`;

describe('an OpenAPI 3.0 description', () => {
  test('begins with the description, the servers and the authentication, cut at the headings of the description', async () => {
    const document = await parse(store);
    expect(document.title).toBe('Book store');
    const [overview, paging] = document.sections;
    expect(overview!.headings).toEqual(['Book store']);
    expect(text(overview!)).toBe(
      [
        'Sells books.',
        'Version: 1.4.0\n\nServers:\n\n- https://eu.books.example/v1: Production\n\nAuthentication:\n\n- `token`: HTTP bearer. Ask for one.\n\nTags:\n\n- books: All about books',
      ].join('\n'),
    );
    expect(paging).toMatchObject({ headings: ['Book store', 'Paging'], level: 2 });
    expect(codes(paging!)).toEqual([{ kind: 'code', language: 'bash', code: 'curl x' }]);
  });

  test('keeps the long sections of its description', async () => {
    const guide = Array.from({ length: 150 }, (_, at) => `Error ${at} has a cause and a remedy.`);
    const sample = Array.from({ length: 150 }, (_, at) => `curl https://example.org/${at}`);
    const description = `## Errors\n\n${guide.join('\n\n')}\n\n\`\`\`sh\n${sample.join('\n')}\n\`\`\`\n`;
    const parsed = await parse({ openapi: '3.0.3', info: { title: 'Saws', description } });

    const errors = section(parsed, 'Errors');
    expect(text(errors)).toContain(guide.join('\n\n'));
    expect(codes(errors)).toEqual([{ kind: 'code', language: 'sh', code: sample.join('\n') }]);
  });

  test('shows the long description of a tag as sections, cut at its headings', async () => {
    const guide = 'Every answer counts the calls that are left. '.repeat(5);
    const document = await parse({
      openapi: '3.0.0',
      info: { title: 'Shop' },
      tags: [
        { name: 'Introduction', description: `Read this.\n\n## Rate limits\n\n${guide}` },
        { name: 'orders', description: 'All orders' },
      ],
      paths: {},
    });
    expect(document.sections.map(({ headings }) => headings)).toEqual([
      ['Shop'],
      ['Shop', 'Introduction'],
      ['Shop', 'Introduction', 'Rate limits'],
    ]);
    expect(text(section(document, 'Rate limits'))).toBe(guide.trim());
  });

  test('makes an operation one atomic section with a call that can be run', async () => {
    const get = section(await parse(store), 'GET /books/{id} - Get a book');
    expect(get).toMatchObject({
      headings: ['books', 'GET /books/{id} - Get a book'],
      atomic: true,
      anchor: '/paths/~1books~1{id}/get',
    });
    expect(text(get).trim()).toBe(`Returns **one** book.
Or none.

Operation id: \`getBook\`

Parameters:

- \`id\` (path, integer, required)
- \`fields\` (query, string[]): Which fields
- \`lang\` (query, string, required): Language. Default: \`en\`. One of: \`en\`, \`de\`.
- \`X-Trace\` (header, string, required)

Responses:

- \`200\`: The book. Body: \`Book\`
- \`404\`: No such book

Authentication: \`token\` (HTTP bearer)`);
    expect(codes(get)).toEqual([
      {
        kind: 'code',
        language: 'bash',
        code: `curl 'https://eu.books.example/v1/books/42?lang=en' \\
  -H 'Authorization: Bearer YOUR_TOKEN' \\
  -H 'X-Trace: {X-Trace}'`,
      },
      {
        kind: 'code',
        language: 'json',
        code: '{\n  "id": 42,\n  "title": "Emma"\n}',
        label: 'Response 200',
      },
    ]);
  });

  test('makes a body of the schema, without what only the server sets and without going round in circles', async () => {
    const put = section(await parse(store), 'PUT /books/{id} - Replace a book');
    expect(text(put)).toContain('**Deprecated.**');
    expect(text(put)).toContain(
      'Request body (`application/json`, Book, required)\n\n- `id` (integer (int64)): Read-only.',
    );
    expect(text(put)).toContain('- `price.amount` (number): At least 0.');
    expect(text(put)).not.toContain('Authentication');
    const [call] = codes(put);
    const body: unknown = JSON.parse(/-d '([^']*)'/.exec(call!.code)![1]!);
    expect(body).toMatchObject({ title: 'Emma', kind: 'novel', authors: [{ name: 'string' }] });
    expect(body).not.toHaveProperty('id');
  });

  test('shows no HTML of the descriptions of parameters, properties and responses', async () => {
    const description =
      'A <a href="https://a.dev">saw</a>.<br><br>Requires <nobr>`cut`</nobr>.<!-- Oil? -->';
    const schema = { type: 'object', properties: { id: { type: 'integer', description } } };
    const operation = {
      summary: 'Cut',
      parameters: [{ name: 'saw', in: 'query', description, schema: { type: 'string' } }],
      requestBody: { description, content: { 'application/json': { schema } } },
      responses: { 200: { description } },
    };
    const document = await parse({ openapi: '3.0.0', paths: { '/cut': { post: operation } } });
    const shown = text(section(document, 'POST /cut - Cut'));
    expect(shown.split('A [saw](https://a.dev). Requires `cut`.')).toHaveLength(5);
    expect(shown).not.toContain('<');
    const brief = {
      ...operation,
      parameters: [{ ...operation.parameters[0], description: 'A saw. <!-- Oil? -->' }],
    };
    const other = await parse({ openapi: '3.0.0', paths: { '/cut': { post: brief } } });
    expect(text(section(other, 'POST /cut - Cut'))).not.toContain('Oil?');
  });

  test('sends forms as forms and quotes them for the shell', async () => {
    const upload = section(await parse(store), 'POST /upload - uploadCover');
    expect(codes(upload)[0]!.code).toBe(
      `curl -X POST 'https://eu.books.example/v1/upload' \\
  -H 'Authorization: Bearer YOUR_TOKEN' \\
  -F 'file=@file' \\
  -F 'name=it'\\''s'`,
    );
  });

  test('reads callbacks as operations with their payload', async () => {
    const callback = section(
      await parse(store),
      'POST callback onChanged of PUT /books/{id} - Told of the change',
    );
    expect(codes(callback)).toEqual([
      { kind: 'code', language: 'json', code: '{\n  "id": 7\n}', label: 'Payload' },
    ]);
  });

  test('shows schemas that say something as tables, and neither aliases nor bare strings', async () => {
    const document = await parse(store);
    const schemas = document.sections.filter(({ headings }) => headings[1]?.endsWith(' schema'));
    expect(schemas.map(({ headings }) => headings)).toEqual(
      ['Kind', 'Book', 'Author', 'Novel', 'Item'].map((name) => [document.title, `${name} schema`]),
    );
    const book = text(section(document, 'Book schema'));
    expect(book).toContain('A book on sale.');
    expect(book).toContain('| `title` | string | yes | At most 100 characters. |');
    expect(book).toContain('| `kind` | string | no | One of: `novel`, `poem`. |');
    expect(book).toContain('| `price.currency` | string \\| null | no | EUR \\| USD |');
    expect(book).toContain('| `authors` | Author[] | no |  |');
    expect(text(section(document, 'Novel schema'))).toContain('| `pages` | integer | yes |  |');
    expect(text(section(document, 'Novel schema'))).toContain('| `title` |');
    expect(text(section(document, 'Item schema'))).toContain('One of:\n\n- Novel\n- Author');
    expect(JSON.parse(codes(section(document, 'Author schema'))[0]!.code)).toMatchObject({
      name: 'string',
    });
  });
});

describe('a schema with many properties', () => {
  const words = 'word '.repeat(70).trim();
  const properties = Object.fromEntries(
    Array.from({ length: 60 }, (_, at) => [`p${at}`, { type: 'string', description: words }]),
  );
  const schemas = { Wide: { type: 'object', properties } };
  const body = { $ref: '#/components/schemas/Wide' };
  const post = { requestBody: { content: { 'application/json': { schema: body } } } };
  const document = { openapi: '3.0.0', paths: { '/a': { post } }, components: { schemas } };

  test('has a table of all of them with whole descriptions, and a body begins with some', async () => {
    const parsed = await parse(document);

    const table = text(section(parsed, 'Wide schema'));
    expect(table.match(/^\| `p\d+` \|/gm)).toHaveLength(60);
    expect(table).toContain(`| ${words} |`);
    const operation = text(section(parsed, 'POST /a'));
    expect(operation).toContain('- `p0` (string): word word');
    expect(operation).not.toContain(words);
  });

  test('has a table below an operation if it has no name', async () => {
    const inline = { content: { 'application/json': { schema: schemas.Wide } } };
    const paths = { '/a': { post: { requestBody: inline } } };
    const parsed = await parse({ openapi: '3.0.0', paths });

    const table = text(section(parsed, 'Request body of POST /a'));
    expect(table.match(/^\| `p\d+` \|/gm)).toHaveLength(60);
  });
});

describe('the bounds of a property', () => {
  test('say what they count', async () => {
    const properties = {
      name: { type: 'string', minLength: 1, maxLength: 9 },
      tags: { type: 'array', items: { type: 'string' }, maxItems: 3 },
      age: { type: 'integer', minimum: 18 },
    };
    const schemas = { Person: { type: 'object', properties } };
    const table = text(
      section(
        await parse({ openapi: '3.0.0', paths: {}, components: { schemas } }),
        'Person schema',
      ),
    );

    expect(table).toContain('| From 1 to 9 characters. |');
    expect(table).toContain('| At most 3 items. |');
    expect(table).toContain('| At least 18. |');
  });
});

describe('an OpenAPI 3.1 description', () => {
  const document = {
    openapi: '3.1.0',
    info: { title: 'Events', version: '1' },
    paths: {
      '/events': {
        post: {
          description: 'Sends an event. More words.',
          requestBody: {
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  properties: {
                    kind: { const: 'click' },
                    at: { type: ['string', 'null'], format: 'date-time' },
                    size: { type: 'integer', examples: [5] },
                    shape: {
                      $ref: '#/components/schemas/Shape/$defs/Point',
                      description: 'Where.',
                    },
                  },
                },
              },
            },
          },
          responses: { '202': { description: 'Taken' } },
        },
      },
    },
    webhooks: {
      shipped: {
        post: {
          summary: 'A parcel left',
          requestBody: { content: { 'application/json': { example: { id: 1 } } } },
        },
      },
    },
    components: {
      schemas: {
        Shape: {
          $defs: {
            Point: { type: 'object', properties: { x: { type: 'number' }, y: { type: 'number' } } },
          },
          enum: ['a'],
        },
      },
    },
  };

  test('understands type lists, constants, examples, $defs and descriptions beside references', async () => {
    const post = section(
      await parse(document, 'https://api.example.com/docs/openapi.json'),
      'POST /events - Sends an event',
    );
    expect(text(post)).toContain('- `kind` (click)');
    expect(text(post)).toContain('- `at` (string (date-time) | null)');
    expect(text(post)).toContain('- `shape` (Point): Where.');
    const [call] = codes(post);
    expect(call!.code).toContain("curl -X POST 'https://api.example.com/events'");
    expect(JSON.parse(/-d '([^']*)'/.exec(call!.code)![1]!)).toEqual({
      kind: 'click',
      at: '2024-01-31T12:00:00Z',
      size: 5,
      shape: { x: 1, y: 1 },
    });
  });

  test('keeps a server whose percent-encoding is broken, and its variables', async () => {
    const servers = [{ url: '/%zz/{tenant}' }];
    const post = section(
      await parse({ ...document, servers }, 'https://api.example.com/docs/openapi.json'),
      'POST /events - Sends an event',
    );
    expect(codes(post)[0]!.code).toContain("'https://api.example.com/%zz/{tenant}/events'");
  });

  test('reads webhooks as operations', async () => {
    const hook = section(await parse(document), 'POST webhook shipped - A parcel left');
    expect(codes(hook).map(({ label, code }) => [label, code])).toEqual([
      ['Payload', '{\n  "id": 1\n}'],
    ]);
  });
});

test('a credential that is a parameter too is once in the example', async () => {
  const key = (name: string) => ({
    name,
    in: 'header',
    required: true,
    schema: { type: 'string' },
  });
  const document = {
    openapi: '3.0.0',
    info: { title: 'Saws', version: '1' },
    components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
    paths: {
      '/saws': { get: { security: [{ key: [] }], parameters: [key('x-key'), key('x-id')] } },
    },
  };
  const [call] = codes(section(await parse(document), 'GET /saws'));
  expect(call!.code).toBe(
    "curl 'https://HOST/saws' \\\n  -H 'X-Key: YOUR_API_KEY' \\\n  -H 'x-id: {x-id}'",
  );
});

describe('a Swagger 2.0 description', () => {
  const swagger = {
    swagger: '2.0',
    info: { title: 'Old', version: '2' },
    host: 'old.example',
    basePath: '/api/',
    schemes: ['http', 'https'],
    consumes: ['application/json'],
    securityDefinitions: {
      key: { type: 'apiKey', in: 'query', name: 'k' },
      login: { type: 'basic' },
    },
    paths: {
      '/pets': {
        post: {
          summary: 'Add',
          security: [{ key: [] }],
          parameters: [
            {
              name: 'body',
              in: 'body',
              required: true,
              description: 'The pet',
              schema: { $ref: '#/definitions/Pet' },
            },
            { name: 'dry', in: 'query', type: 'boolean', default: false },
          ],
          responses: {
            200: {
              description: 'ok',
              schema: { $ref: '#/definitions/Pet' },
              examples: { 'application/json': { name: 'Rex' } },
            },
          },
        },
      },
      '/photo': {
        post: {
          security: [{ login: [] }],
          parameters: [
            { name: 'photo', in: 'formData', type: 'file', required: true },
            { name: 'title', in: 'formData', type: 'string' },
          ],
          responses: {},
        },
      },
    },
    definitions: {
      Pet: { type: 'object', properties: { name: { type: 'string' }, age: { type: 'integer' } } },
    },
  };

  test('reads host, body and form parameters, definitions and response examples', async () => {
    const document = await parse(swagger);
    const post = section(document, 'POST /pets - Add');
    expect(text(post)).toContain('- `dry` (query, boolean): Default: `false`.');
    expect(text(post)).toContain('Request body (`application/json`, Pet, required): The pet');
    expect(text(post)).toContain('Authentication: `key` (API key in query `k`)');
    expect(codes(post)[0]!.code).toContain("'https://old.example/api/pets?k=YOUR_API_KEY'");
    expect(codes(post)[1]!.code).toBe('{\n  "name": "Rex"\n}');
    expect(codes(section(document, 'POST /photo'))[0]!.code).toBe(
      "curl -X POST 'https://old.example/api/photo' \\\n  -u 'USER:PASSWORD' \\\n  -F 'photo=@file' \\\n  -F 'title=string'",
    );
    expect(section(document, 'Pet schema').atomic).toBe(true);
  });
});

import { describe, expect, test } from 'vitest';
import { codes, section, text } from '../../../../test/support/sections.ts';
import type { ParsedDocument } from '../document.ts';
import { neededIncludes } from '../includes/expand-includes.ts';
import { parseOpenapi } from './parse-openapi.ts';

const path = 'spec/openapi.yaml';
const files: Record<string, string> = {
  [path]: `
openapi: 3.1.0
info:
  title: Pets
  description: { $ref: about.md }
tags:
  - { name: pets, description: { $ref: 'texts.yaml#/pets' } }
paths:
  /pets: { $ref: "paths/pets.yaml" }
  '/pets/{id}': { $ref: 'paths/pets_{id}.yaml' }
components:
  schemas:
    $ref: 'schemas/_index.yaml'
`,
  'spec/about.md': 'Keeps **pets**.\n',
  'spec/texts.yaml': 'pets: All the animals\n',
  'spec/paths/pets.yaml': `
post:
  $ref: operations/create.json
`,
  'spec/paths/operations/create.json': JSON.stringify({
    summary: 'Add a pet',
    requestBody: {
      content: { 'application/json': { schema: { $ref: '../../schemas/Pet.yaml' } } },
    },
    responses: { '201': { $ref: '../responses.yaml#/Created' } },
  }),
  'spec/paths/responses.yaml': `
Created: { description: The new pet, content: { application/json: { schema: { $ref: '#/Body' } } } }
Body: { $ref: '../openapi.yaml#/components/schemas/Pet' }
`,
  'spec/paths/pets_{id}.yaml': `
get:
  summary: Get a pet
  parameters:
    - $ref: ../parameters.yaml#/Id
`,
  'spec/parameters.yaml': 'Id: { name: id, in: path, required: true, schema: { type: integer } }\n',
  'spec/schemas/_index.yaml': 'Pet: { $ref: ./Pet.yaml }\n',
  'spec/schemas/Pet.yaml': `
type: object
description: An animal at home
properties:
  name: { type: string, description: Its call name }
  parent: { $ref: ./Pet.yaml }
`,
};

/** Reads the files as a source does: in rounds, until no further file is needed. */
function withFiles(all = files): Promise<ParsedDocument> {
  const document = { path, format: 'openapi' as const, content: all[path]!, hash: '' };
  const included: Record<string, string> = {};
  for (let round = 0; round < 10; round += 1) {
    for (const [file = ''] of neededIncludes({ ...document, included })) {
      if (all[file] !== undefined) included[file] = all[file];
    }
  }
  return Promise.resolve(parseOpenapi({ ...document, included }));
}

describe('an API description in several files', () => {
  test('shows operations, bodies, responses and parameters of other files', async () => {
    const document = await withFiles();
    const create = section(document, 'POST /pets - Add a pet');
    expect(text(create)).toContain('- `name` (string): Its call name');
    expect(text(create)).toContain('- `201`: The new pet');
    expect(codes(create)[0]!.code).toContain('"name": "string"');
    expect(text(section(document, 'GET /pets/{id} - Get a pet'))).toContain(
      '- `id` (path, integer, required)',
    );
  });

  test('shows the schemas and the texts of other files', async () => {
    const document = await withFiles();
    expect(text(section(document, 'Pet schema'))).toContain('An animal at home');
    const overview = text(section(document, 'Pets'));
    expect(overview).toContain('Keeps **pets**.');
    expect(overview).toContain('- pets: All the animals');
  });

  test('needs each file of the repository once, and no URL or file outside of it', () => {
    const content = `
openapi: 3.0.0
paths:
  /a: { $ref: 'a.yaml#/x' }
  /b: { "$ref": "a.yaml#/y" }
  /c: { $ref: 'https://example.com/c.yaml' }
  /d: { $ref: ../../../d.yaml }
  /e: { $ref: /etc/e.yaml }
  /f: { $ref: f.sh }
  /g: { $ref: '#/components/pathItems/g' }
  /h: { $ref: ../h.yml }
`;
    const document = { path, format: 'openapi' as const, content, hash: '' };
    expect(neededIncludes(document)).toEqual([['spec/a.yaml'], ['h.yml']]);
  });

  test('keeps the name of a file that is missing or broken', async () => {
    const document = await withFiles({
      ...files,
      'spec/paths/operations/create.json': '{ broken',
    });
    expect(document.sections.map(({ headings }) => headings.at(-1))).toContain(
      'POST /pets - create',
    );
  });

  test('ends if thousands of files refer to the next one each', async () => {
    const chain = Array.from({ length: 4_000 }, (_, at): [string, string] => [
      `spec/${at}.yaml`,
      `description: { $ref: '${at + 1}.yaml#/description' }\nx: { $ref: '${at + 1}.yaml#/x/x' }\n`,
    ]);
    const content = `
openapi: 3.0.0
paths: { /a: { get: { summary: Read, description: { $ref: '0.yaml#/description' } } }, /b: { $ref: '0.yaml#/x' } }
`;
    const included = Object.fromEntries(chain);
    const parsed = parseOpenapi({ path, format: 'openapi', content, hash: '', included });
    const { sections } = await parsed;
    expect(sections.map(({ headings }) => headings.at(-1))).toEqual(['GET /a - Read']);
  });

  test('ends if a file has a long chain of references', async () => {
    const chain = Array.from({ length: 50_000 }, (_, at) => [`a${at}`, { $ref: `#/a${at + 1}/x` }]);
    const content = JSON.stringify({
      openapi: '3.0.0',
      paths: { '/a': { get: { summary: 'Read', responses: { '200': { $ref: '#/a0/x' } } } } },
      ...Object.fromEntries(chain),
    });
    const { sections } = await parseOpenapi({ path, format: 'openapi', content, hash: '' });
    expect(sections.map(({ headings }) => headings.at(-1))).toEqual(['GET /a - Read']);
  });

  test('ends if files refer to each other in a circle', async () => {
    const document = await withFiles({
      [path]: `
openapi: 3.0.0
info: { title: Pets, description: { $ref: 'a.yaml#/text' } }
paths:
  /a: { $ref: 'a.yaml#/item' }
`,
      'spec/a.yaml': `
text: { $ref: 'b.yaml#/text' }
item: { get: { summary: Read, responses: { '200': { $ref: 'b.yaml#/answer' } } } }
`,
      'spec/b.yaml': `
text: { $ref: 'a.yaml#/text' }
answer: { $ref: 'a.yaml#/item/get/responses/200' }
`,
    });
    expect(document.sections.map(({ headings }) => headings.at(-1))).toEqual(['GET /a - Read']);
  });

  test('has a section for each schema in a file of its own, without a list of its names', async () => {
    const unlisted = {
      ...files,
      [path]: 'openapi: 3.1.0\npaths: { /pets: { $ref: paths/pets.yaml } }\n',
      'spec/paths/responses.yaml':
        'Created: { content: { application/json: { schema: { $ref: ../schemas/Pet.yaml } } } }\n',
      'spec/schemas/Pet.yaml':
        'type: object\nproperties: { name: { type: string }, owner: { $ref: Owner.yaml } }\n',
      'spec/schemas/Owner.yaml': 'type: object\nproperties: { email: {}, age: {} }\n',
    };
    const { sections } = await withFiles(unlisted);

    const headings = sections.map(({ headings: [, second = ''] }) => second);
    expect(headings.filter((heading) => heading.endsWith(' schema'))).toEqual([
      'Pet schema',
      'Owner schema',
    ]);
  });
});

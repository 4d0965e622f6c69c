import { describe, expect, test } from 'vitest';
import { section, text } from '../../../../test/support/sections.ts';
import type { ParsedDocument } from '../document.ts';
import { parseOpenapi } from './parse-openapi.ts';

const sentences = (subject: string, count: number): string =>
  Array.from({ length: count }, (_, at) => `The ${subject} has tooth number ${at}.`).join(' ');
const last = 'Oil it at last.';

async function parse(operation: object, others: object = {}): Promise<ParsedDocument> {
  const description = {
    openapi: '3.0.3',
    info: { title: 'Saws', version: '1' },
    paths: { '/saws': { get: { summary: 'List saws', ...operation } } },
    ...others,
  };
  const content = JSON.stringify(description);
  return parseOpenapi({ path: 'openapi.json', format: 'openapi', content, hash: '' });
}

const names = ({ sections }: ParsedDocument): (string | undefined)[] =>
  sections.map(({ headings }) => headings.at(-1));

describe('an operation of OpenAPI', () => {
  test('continues a long description below', async () => {
    const description = `${sentences('saw', 30)}\n\n${sentences('blade', 60)}\n\n${last}`;
    const document = await parse({ description });

    expect(names(document)).toContain('Details of GET /saws');
    expect(text(section(document, 'GET /saws - List saws'))).toContain(
      'The saw has tooth number 0.',
    );
    const details = text(section(document, 'Details of GET /saws'));
    expect(details).toContain('The blade has tooth number 59.');
    expect(details).toContain(last);
    expect(details).not.toContain('The saw has tooth number 0.');
  });

  test('keeps a description that is a little long in one piece', async () => {
    const document = await parse({ description: `${sentences('saw', 45)}\n\n${last}` });

    expect(names(document)).not.toContain('Details of GET /saws');
    expect(text(section(document, 'GET /saws - List saws'))).toContain(last);
  });

  test('has a table of the parameters that its list cuts or leaves out', async () => {
    const long = {
      name: 'long',
      in: 'query',
      required: true,
      description: `${sentences('saw', 20)} ${last}`,
    };
    const many = Array.from({ length: 30 }, (_, at) => ({
      name: `p${at}`,
      in: 'query',
      description: sentences('bow', 5),
    }));
    const document = await parse({
      parameters: [long, { name: 'short', in: 'path', description: 'A saw.' }, ...many],
    });

    const table = text(section(document, 'Parameters of GET /saws'));
    expect(table).toContain('| Parameter | Type | Required | Description |');
    expect(table).toMatch(/^\| `long` \| query, .* \| yes \| The saw has .*Oil it at last\. \|$/m);
    expect(table).toContain('| `p29` |');
    expect(table).not.toContain('`short`');
  });

  test('names the values of the items of a list, and all of many in a table', async () => {
    const kinds = Array.from({ length: 20 }, (_, at) => `SAW.${at}`);
    const many = { type: 'array', items: { type: 'string', enum: kinds } };
    const named = { $ref: '#/components/schemas/Kind' };
    const few = { type: 'array', items: { type: 'string', enum: ['oak', 'ash'] } };
    const body = { type: 'object', properties: { kinds: many, woods: few } };
    const document = await parse(
      {
        parameters: [
          { name: 'kinds', in: 'query', schema: many },
          { name: 'kind', in: 'query', schema: named },
        ],
        requestBody: { content: { 'application/json': { schema: body } } },
      },
      { components: { schemas: { Kind: { type: 'string', enum: kinds } } } },
    );

    const own = text(section(document, 'GET /saws - List saws'));
    expect(own).toContain('- `kinds` (query, string[]): Each one of: `SAW.0`, `SAW.1`,');
    expect(own).toContain('`SAW.14`, ….');
    expect(own).toContain('- `woods` (string[]): Each one of: `oak`, `ash`.');
    for (const part of ['Parameters', 'Request body']) {
      const table = text(section(document, `${part} of GET /saws`));
      expect(table).toMatch(/\| `kinds` \| .* Each one of: `SAW\.0`, .*, `SAW\.19`\. \|/);
      expect(table).not.toContain('`kind`');
    }
    expect(text(section(document, 'Kind schema'))).toContain('`SAW.18`, `SAW.19`.');
  });

  test('has the long text of a parameter that several share once', async () => {
    const shared = { name: 'long', in: 'query', description: `${sentences('saw', 20)} ${last}` };
    const parameters = [{ $ref: '#/components/parameters/Long' }];
    const document = await parse(
      { parameters },
      {
        paths: {
          '/saws': { get: { summary: 'List saws', parameters } },
          '/bows': { get: { summary: 'List bows', parameters } },
        },
        components: { parameters: { Long: shared } },
      },
    );

    expect(names(document)).toContain('Parameters of GET /saws');
    expect(names(document)).not.toContain('Parameters of GET /bows');
  });

  test('has a table of the properties of an answer that has no name', async () => {
    const properties = {
      teeth: { type: 'integer', description: 'How many teeth the saw has.' },
      next: { type: 'string' },
    };
    const answer = {
      description: 'Saws',
      content: { 'application/json': { schema: { type: 'object', properties } } },
    };
    const document = await parse({ responses: { 200: answer } });

    const table = text(section(document, 'Response of GET /saws'));
    expect(table).toContain('| `teeth` | integer | no | How many teeth the saw has. |');
  });

  test('has no table of an answer whose fields another one has described', async () => {
    const properties = { more: { type: 'boolean', description: 'Whether there are more.' } };
    const schema = { type: 'object', properties };
    const responses = { 200: { description: 'Saws', content: { 'application/json': { schema } } } };
    const other = structuredClone(responses);
    const paths = { '/saws': { get: { responses } }, '/bows': { get: { responses: other } } };
    const shown = names(await parse({}, { paths }));

    expect(shown).toContain('Response of GET /saws');
    expect(shown).not.toContain('Response of GET /bows');
  });

  test('has no table of an answer with a name, or without descriptions', async () => {
    const named = { $ref: '#/components/schemas/Saw' };
    for (const schema of [named, { type: 'object', properties: { data: named } }]) {
      const answer = { description: 'A saw', content: { 'application/json': { schema } } };
      const document = await parse(
        { responses: { 200: answer } },
        {
          components: {
            schemas: { Saw: { type: 'object', properties: { teeth: { description: 'Many.' } } } },
          },
        },
      );
      expect(names(document)).not.toContain('Response of GET /saws');
    }
  });
});

test('an operation of OpenAPI has the long texts of its answers once', async () => {
  const broken = { description: `${sentences('saw', 30)} ${last}` };
  const responses = {
    204: { description: 'Cut.' },
    409: { $ref: '#/components/responses/Broken' },
  };
  const paths = { '/saws': { get: { responses } }, '/bows': { get: { responses } } };
  const document = await parse({}, { paths, components: { responses: { Broken: broken } } });

  const list = text(section(document, 'Responses of GET /saws'));
  expect(list).toMatch(/^- `409`: The saw has .*Oil it at last\.$/m);
  expect(list).not.toContain('204');
  expect(names(document)).not.toContain('Responses of GET /bows');
});

test('an operation of OpenAPI shows the whole texts of its answers if they are short enough for its list', async () => {
  const about = `${sentences('saw', 6)} ${last}`;
  const answers = (count: number): unknown =>
    Object.fromEntries(
      Array.from({ length: count }, (_, at) => [String(200 + at), { description: about }]),
    );
  const paths = {
    '/saws': { get: { responses: answers(1) } },
    '/bows': { get: { responses: answers(5) } },
  };
  const document = await parse({}, { paths });

  expect(text(section(document, 'GET /saws'))).toContain('Oil it at last.');
  expect(names(document)).toContain('Responses of GET /bows');
  expect(names(document)).not.toContain('Responses of GET /saws');
});

test('operations of OpenAPI name the failures that most of them have, and one section has their texts', async () => {
  const failures = { 401: 'No key fits the lock.', 500: 'The saw is broken.', 404: 'No such saw.' };
  const reference = (status: string): object => ({ $ref: `#/components/responses/F${status}` });
  const operation = (at: number): object => ({
    200: { description: 'Cut.' },
    401: reference('401'),
    ...(at < 3 && { 404: reference('404') }),
    500: reference('500'),
  });
  const paths = Object.fromEntries(
    Array.from({ length: 12 }, (_, at) => [`/saws/${at}`, { get: { responses: operation(at) } }]),
  );
  const responses = Object.fromEntries(
    Object.entries(failures).map(([status, description]) => [`F${status}`, { description }]),
  );
  const document = await parse({}, { paths, components: { responses } });

  expect(text(section(document, 'GET /saws/0'))).toContain(
    'Responses:\n\n- `200`: Cut.\n- `404`: No such saw.\n- `401`, `500`',
  );
  const shared = text(section(document, 'Error responses'));
  expect(shared).toContain('- `401`: No key fits the lock.\n- `500`: The saw is broken.');
  expect(shared).not.toContain('404');
});

test('the only failure that most operations of OpenAPI share keeps its whole text', async () => {
  const get = { responses: { 401: { $ref: '#/components/responses/Locked' } } };
  const paths = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`/saws/${at}`, { get }]));
  const description = `${sentences('key', 20)} Ask for a new key.`;
  const document = await parse(
    {},
    { paths, components: { responses: { Locked: { description } } } },
  );

  expect(names(document)).not.toContain('Error responses');
  expect(document.sections.map(text).join('\n')).toContain('Ask for a new key.');
});

describe('a schema of OpenAPI', () => {
  test('has the whole description of itself and of its properties', async () => {
    const Saw = {
      type: 'object',
      description: `${sentences('saw', 80)}\n\n${last}`,
      properties: {
        teeth: { type: 'integer', description: `${sentences('tooth', 20)} Count them.` },
        oil: { type: 'string' },
      },
    };
    const document = await parse({}, { components: { schemas: { Saw } } });

    const shown = text(section(document, 'Saw schema'));
    expect(shown).toContain(last);
    expect(shown).toContain('Count them.');
  });
});

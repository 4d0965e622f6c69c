import { describe, expect, test } from 'vitest';
import { openSource } from '../../../src/indexing/sources/open-source.ts';
import { openOpenapi } from '../../../src/indexing/sources/openapi/open-openapi.ts';
import { startWebServer, type Page } from '../../support/web-server.ts';
import { optionsWith, readAll, type ReadSource } from './read-source.ts';

const json = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Petstore', version: '1', description: 'Sells\npets.\n\nAnd more.' },
  paths: {},
});
const yaml = 'swagger: "2.0"\ninfo:\n  title: Petstore\n  version: "1"\npaths: {}\n';

async function read(page: Page): Promise<ReadSource> {
  await using web = await startWebServer({ '/openapi': page });
  return await readAll(openOpenapi({ url: `${web.origin}/openapi` }, optionsWith()));
}

describe('openOpenapi', () => {
  test.each([
    ['JSON', 'application/json', json],
    ['YAML', 'application/yaml', yaml],
    ['YAML without a type', 'text/plain', yaml],
    ['JSON after a byte order mark', 'application/json', `\uFEFF${json}`],
  ])('%s is one document', async (_name, type, body) => {
    const source = await read({ headers: { 'content-type': type }, body });
    expect(source.documents).toMatchObject([{ format: 'openapi', title: 'Petstore' }]);
    expect(source.documents[0]?.content).toBe(body.replace('\uFEFF', ''));
    expect(source.facts.title).toBe('Petstore');
    expect(source.revision).toBe(source.documents[0]?.hash);
  });

  test('the description is its first paragraph', async () => {
    expect((await read(json)).facts).toEqual({ title: 'Petstore', description: 'Sells pets.' });
  });

  test('the same bytes are the same revision, others another', async () => {
    const revisions = [await read(json), await read(json), await read(yaml)].map(
      (one) => one.revision,
    );
    expect(revisions[0]).toBe(revisions[1]);
    expect(revisions[0]).not.toBe(revisions[2]);
  });

  test.each([
    ['a web page', '<!DOCTYPE html><title>Docs</title>', 'is an HTML page; expected an OpenAPI'],
    ['an XML document', '<?xml version="1.0"?><wsdl/>', 'is an XML document; expected an OpenAPI'],
    [
      'another object',
      '{"name":"x","definitions":{}}',
      'an object with the fields name, definitions',
    ],
    ['a list', '[1]', 'expected an object'],
    ['prose', 'just words', 'expected an object'],
    ['nothing', '', 'it is empty'],
    ['broken JSON', '{"openapi": "3.0.0",', 'its JSON is broken'],
    ['broken YAML', 'openapi: "3.0.0\n', 'its YAML is broken'],
    ['deep nesting', `{"openapi":${'['.repeat(100_000)}`, 'nests deeper'],
  ])('%s is malformed, and the error says so', async (_name, body, message) => {
    await expect(read(body)).rejects.toMatchObject({
      reason: 'Malformed',
      message: expect.stringContaining(message),
    });
  });

  test('a description may be larger than other documents, up to 16 MB', async () => {
    const large = JSON.stringify({ ...JSON.parse(json), 'x-more': ['y'.repeat(13_000_000)] });
    expect((await read(large)).documents).toMatchObject([{ title: 'Petstore' }]);

    await expect(read('y'.repeat(16_000_001))).rejects.toMatchObject({
      reason: 'TooLarge',
      message: expect.stringContaining('is larger than 16000000 bytes'),
    });
  });

  test('a private address is refused', async () => {
    const opening = openOpenapi({ url: 'http://10.0.0.1/openapi.json' }, optionsWith());
    await expect(opening).rejects.toMatchObject({ reason: 'AddressRefused' });
  });
});

describe('openSource', () => {
  test('opens each type by its field', async () => {
    await using web = await startWebServer({
      '/openapi.json': json,
      '/llms.txt': { headers: { 'content-type': 'text/plain' }, body: '# Acme\n\nText.' },
      '/': `<p>${'Words. '.repeat(50)}`,
    });
    const options = optionsWith();
    const formats = [];
    for (const source of [
      { openapi: { url: `${web.origin}/openapi.json` } },
      { llmstxt: { url: `${web.origin}/llms.txt` } },
      { website: { url: `${web.origin}/` } },
    ]) {
      const { documents } = await readAll(openSource(source, options));
      formats.push(documents.map((document) => document.format));
    }
    expect(formats).toEqual([['openapi'], ['markdown'], ['html']]);
  });

  test('a source without a type is refused', async () => {
    await expect(openSource({}, optionsWith())).rejects.toMatchObject({ reason: 'InvalidSource' });
  });
});

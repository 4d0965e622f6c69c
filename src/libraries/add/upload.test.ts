import { describe, expect, test } from 'vitest';
import { uploadFileName, uploadId, uploadWords } from './upload.ts';

describe('the id of an uploaded description', () => {
  test.each([
    [{ title: 'Pet Store v2.1' }, { title: 'Other' }, 'a.json', '/docs/pet_store_v2_1'],
    [
      {},
      { title: 'Swagger Petstore - OpenAPI 3.0' },
      'a.json',
      '/docs/swagger_petstore_openapi_3_0',
    ],
    [{}, {}, 'Billing.API.yml', '/docs/billing_api'],
    [{ title: '---' }, { title: '@/' }, 'Ä b.yaml', '/docs/ä_b'],
    [{}, { title: '//' }, '__.json', '/docs/api'],
  ])('of %j that calls itself %j in %s is %s', (words, facts, fileName, id) => {
    expect(uploadId(words, facts, fileName)).toBe(id);
  });
});

describe('the fields of an upload', () => {
  test('are read, and absent ones are absent', () => {
    const fields = { libraryTitle: ' Pets ', description: 'All of them', force: 'true' };
    expect(uploadWords(fields, 'libraryTitle')).toEqual({
      title: 'Pets',
      description: 'All of them',
      force: true,
    });
    expect(uploadWords({ projectTitle: ' ' }, 'projectTitle')).toEqual({ force: false });
  });

  test.each<[Record<string, string>, string]>([
    [{ libraryTitle: 'x'.repeat(201) }, '"libraryTitle" must have at most 200 characters'],
    [{ description: 'x'.repeat(1001) }, '"description" must have at most 1000 characters'],
    [
      { libraryTitle: 'a\u0000b' },
      '"libraryTitle" must not contain control or bidirectional characters',
    ],
    [{ force: 'yes' }, '"force" must be true or false'],
    [{ title: 'x' }, 'unknown field "title"; known are openapiFile, libraryTitle'],
    [{ constructor: 'x' }, 'unknown field "constructor"'],
  ])('%j are refused by what is wrong', (fields, message) => {
    expect(() => uploadWords(fields, 'libraryTitle')).toThrow(message);
  });
});

describe('the name of an uploaded file', () => {
  test.each([
    ['api.json', 'api.json'],
    ['My API.YAML', 'My API.YAML'],
    ['a#b?.yml', 'a_b_.yml'],
    ['a\u0000\u202Eb.json', 'a_b.json'],
  ])('%j is shown as %j', (given, shown) => {
    expect(uploadFileName(given)).toBe(shown);
  });

  test.each(['', 'api', 'api.json.exe', `${'x'.repeat(200)}.json`])('%j is refused', (given) => {
    expect(() => uploadFileName(given)).toThrow(/ends in \.json, \.yaml or \.yml/);
  });
});

import { readFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { operationsOf, type Operation } from './description.ts';
import { loadDescription, publishedDescription } from './load-description.ts';

const document = loadDescription();
const text = JSON.stringify(document);

test('every operation has a unique id, and its parameters have a valid schema', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, validateSchema: false });
  ajv.addSchema(document, 'openapi');
  const operations = operationsOf(document);
  expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length);
  const refs = operations.flatMap(({ parameters, bodyRef }) => [
    ...parameters.map(({ schemaRef }) => schemaRef),
    ...(bodyRef ? [bodyRef] : []),
  ]);
  expect(refs.length).toBeGreaterThan(10);
  for (const $ref of refs) expect(ajv.compile({ $ref })).toBeTypeOf('function');
});

test('every reference has a target', () => {
  const refs = new Set([...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path]) => path ?? ''));
  expect(refs.size).toBeGreaterThan(20);
  for (const ref of refs) expect(document).toHaveProperty(ref.split('/'));
});

test('parameters of a shared path and defaults are read', () => {
  const operations = new Map(operationsOf(document).map((one) => [one.id, one]));
  expect(operations.get('deleteLibrary')?.parameters.map(({ name }) => name)).toEqual(['id']);
  const context = operations.get('getContext')?.parameters ?? [];
  expect(
    context.map(({ name, required, default: fallback }) => [name, required, fallback]),
  ).toEqual([
    ['libraryId', true, undefined],
    ['query', true, undefined],
    ['type', false, 'txt'],
    ['fast', false, 'false'],
    ['tokens', false, '3300'],
    ['project', false, undefined],
  ]);
});

test('a misspelled field of a source is a mistake, although the resource would drop it', () => {
  expect(document.components.schemas['LibrarySpec']).toMatchObject({
    additionalProperties: false,
    properties: { source: { properties: { git: { additionalProperties: false } } } },
  });
});

test('docs/reference/http.md lists every operation, and who may call it', async () => {
  const page = await readFile(new URL('../../docs/reference/http.md', import.meta.url), 'utf8');
  const section = page.slice(page.indexOf('## Every operation'));
  const listed = [...section.matchAll(/^\| `([A-Z]+ \S+)` \| ([^|]+) \| \S/gm)];
  const rows = new Map(listed.map(([, operation = '', who = '']) => [operation, who]));
  const operations = operationsOf(publishedDescription(document));
  const nameOf = ({ method, path }: Operation): string => `${method.toUpperCase()} ${path}`;
  expect([...rows.keys()].toSorted()).toEqual(operations.map(nameOf).toSorted());
  for (const one of operations) {
    const { role, anonymous } = one.requirement ?? {};
    const open = anonymous === undefined ? /everybody|license|secret/ : `\`${anonymous}\``;
    const who = role === undefined || role === 'anonymous' ? open : new RegExp(`^${role}$`);
    expect(rows.get(nameOf(one))).toMatch(who);
  }
});

test('docs/reference/errors.md explains every code that the document names', async () => {
  const page = await readFile(new URL('../../docs/reference/errors.md', import.meta.url), 'utf8');
  const codes = new Set(
    [...text.matchAll(/"error":\{"enum":\[([^\]]+)\]/g)].flatMap(([, list]) =>
      JSON.parse(`[${list}]`),
    ),
  );
  expect(codes.size).toBeGreaterThan(14);
  for (const code of codes) expect(page).toContain(`\`${String(code)}\``);
});

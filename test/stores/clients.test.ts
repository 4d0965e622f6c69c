import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createElasticsearchClient } from '../../src/store/elasticsearch/client.ts';
import { createElasticsearchSnippetIndex } from '../../src/store/elasticsearch/snippet-index.ts';
import { SqlCatalog } from '../../src/store/sql/catalog.ts';
import { startApi, type ApiServer } from '../integration/api/api-server.ts';
import { elasticsearchUrl, removeIndices } from '../support/elasticsearch.ts';
import { fakeEmbedder, record, snippet } from '../support/fake-stores.ts';
import { programs } from '../support/known-programs.ts';
import { createPostgresDatabase, type PostgresDatabase } from '../support/postgres-database.ts';
import { storeSnippets } from '../support/stores.ts';

/** What the person in front of a program sees. */
interface Shown {
  found: RegExp;
  nobody: RegExp;
  unknownLibrary: RegExp;
  unknownVersion: RegExp;
  moved: RegExp;
  badKey: RegExp;
}

const inWords: Shown = {
  found: /Title: Handbook\n/,
  nobody: /^No libraries found for "qqqqzzzz"\./,
  unknownLibrary: /^Library "\/no\/body" not found\./,
  unknownVersion: /^Tag "v9" not found for library "\/acme\/handbook"\./,
  moved: /redirected to this library: \/acme\/handbook\./,
  badKey: /Invalid API key: it is unknown, revoked or expired\./,
};

// The others take the same ways; over SQLite they are all asked.
const shown: Record<string, Shown> = {
  'the MCP SDK over HTTP': inWords,
  'context7-sdk': {
    found: /^\[\{"id":"\/acme\/handbook","name":"Handbook"/,
    nobody: /no_libraries_found$/,
    unknownLibrary: /library_not_found$/,
    unknownVersion: /tag_not_found$/,
    moved: /library_redirected$/,
    badKey: /invalid_api_key$/,
  },
  ctx7: {
    ...inWords,
    found: /Handbook/,
    nobody: /No libraries found/,
    unknownLibrary: /not found/,
    unknownVersion: /Tag "v9" not found/,
    moved: /New ID: \/acme\/handbook\n/,
  },
};

let server: ApiServer;
let key: string;
let database: PostgresDatabase;
const prefix = `test-${randomUUID().slice(0, 8)}`;
const client = await createElasticsearchClient({
  url: elasticsearchUrl(),
  requestTimeoutMs: 30_000,
});
beforeAll(async () => {
  database = await createPostgresDatabase();
  const metadata = await database.open();
  const index = createElasticsearchSnippetIndex({ client, prefix });
  const catalog = new SqlCatalog(metadata);
  await catalog.put(record('/acme/handbook', { title: 'Handbook', formerIds: ['/old/handbook'] }));
  const rotation = snippet('rotation', {
    title: 'Rotate an API key',
    description: 'How a service gets another key.',
    codeList: [{ language: 'sh', code: 'acme keys rotate --service billing' }],
  });
  const place = { libraryId: '/acme/handbook', version: '' };
  await storeSnippets({ index, embedder: fakeEmbedder() }, place, [rotation]);
  server = await startApi({
    parts: { index, catalog },
    database: metadata,
    settings: { keyPrefix: 'ctx7sk-' },
  });
  ({ key } = await server.keys.create({ name: 'a', role: 'member', teamspace: 'default' }));
});
afterAll(async () => {
  await server.close();
  await database.cleanUp();
  await removeIndices(client, prefix);
  await client.close();
});

describe.each(Object.entries(shown))('%s over Elasticsearch and Postgres', (name, expected) => {
  const { search, docs } = programs[name]!;

  it('finds a library and answers from it', async () => {
    expect(await search(server.url, 'handbok', key)).toMatch(expected.found);
    const answer = await docs(server.url, '/acme/handbook', key);
    expect(answer).toContain('acme keys rotate --service billing');
  });
  it('says what is not there, and what moved', async () => {
    expect(await search(server.url, 'qqqqzzzz', key)).toMatch(expected.nobody);
    expect(await docs(server.url, '/no/body', key)).toMatch(expected.unknownLibrary);
    expect(await docs(server.url, '/acme/handbook/v9', key)).toMatch(expected.unknownVersion);
    expect(await docs(server.url, '/old/handbook', key)).toMatch(expected.moved);
  });
  it('says that its key is not good', async () => {
    const unknown = `ctx7sk-0123456789abcdef_${'u'.repeat(43)}`;
    expect(await docs(server.url, '/acme/handbook', unknown)).toMatch(expected.badKey);
  });
});

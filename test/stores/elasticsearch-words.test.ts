import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createElasticsearchSnippetIndex } from '../../src/store/snippets/elasticsearch/snippet-index.ts';
import type { SnippetIndex } from '../../src/store/snippet-index.ts';
import { createSqliteSnippetIndex } from '../../src/store/snippets/sqlite/snippet-index.ts';
import { snippetOf, toWrite, vectorAlong } from '../contract/snippet-index/snippets.ts';
import { openIndices } from '../support/elasticsearch.ts';

const LIBRARY = '/words/test';
const contents = [
  'useEffectEvent runs an effect event',
  'set max_old_space in the configuration',
  'call it with --dry-run first',
  'fs.promises.readFile reads files',
  'src/store/sqlite.ts',
  'Next.js pages',
  'class HTTPServer',
  'std::vector of numbers',
  '@tanstack/react-query caches queries',
  'C# and C++ compile',
  'a café that is naïve',
  '日本語のドキュメント',
  '安装和配置指南',
  '설치 방법을 설명합니다',
  'การติดตั้งโปรแกรม',
  'React入門',
];
let dataDir = '';
let elastic: SnippetIndex;
let sqlite: SnippetIndex;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'words-'));
  const { client, prefix, cleanUp } = await openIndices();
  elastic = createElasticsearchSnippetIndex({ client, prefix });
  sqlite = createSqliteSnippetIndex({ dataDir });
  for (const index of [elastic, sqlite]) {
    const writer = await index.open(LIBRARY, '', 'model');
    for (const [n, content] of contents.entries()) {
      const snippet = snippetOf('page', `part ${n}`, { content });
      await writer.write({ path: `${n}.md`, hash: 'h' }, [toWrite(snippet, vectorAlong(n))]);
    }
    await writer.activate({ revision: 'r', fingerprint: 'f', linkTemplate: '{path}' });
  }
  return cleanUp;
});
afterAll(async () => {
  await sqlite.close();
  await rm(dataDir, { recursive: true });
});

async function found(index: SnippetIndex, question: string): Promise<string[]> {
  const hits = await index.search({ libraryId: LIBRARY, version: '', question, limit: 20 });
  return [...(hits?.snippets.values() ?? [])].map(({ content }) => content).sort();
}

test.each([
  ['useeffectevent', 'effect events', 'running effects'],
  ['maxOldSpace', 'max-old-space', 'old spaces configured'],
  ['dryrun', '--dry-run', 'calls'],
  ['readFile', 'reading a file', 'fs.promises'],
  ['sqlite.ts', 'stores'],
  ['nextjs', 'NEXT page'],
  ['http servers', 'httpserver'],
  ['std::vector', 'vectors', 'number'],
  ['react query', 'caching', 'tanstack'],
  ['c++', 'csharp', 'compiled'],
  ['cafe', 'NAIVE', 'CAFÉ'],
  ['日本語', '語', 'ドキュメント'],
  ['如何配置', '装'],
  ['설치', '방법'],
  ['入門', 'react入門'],
  ['"(*) AND NOT', 'title:part', '__proto__', ''],
])('finds for %s what the SQLite adapter finds', async (...questions) => {
  for (const question of questions) {
    expect(await found(elastic, question), question).toEqual(await found(sqlite, question));
  }
});

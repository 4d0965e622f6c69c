import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { IndexedSnippet } from '../../src/documents/snippet.ts';
import type { Embedder } from '../../src/models/embedder.ts';
import type { LibraryRecord } from '../../src/store/catalog.ts';
import { SqlCatalog } from '../../src/store/sql/catalog.ts';
import { openSqliteDatabase } from '../../src/store/sql/database.ts';
import { createSqliteSnippetIndex } from '../../src/store/sqlite/snippet-index.ts';
import type { SnippetToWrite } from '../../src/store/snippet-index.ts';
import { pseudoRandom } from '../../src/eval/pseudo-random.ts';
import { realSnippets } from './real-documents.ts';
import { vary } from './vectors.ts';

/** Snippets whose texts are embedded for the vectors of all. */
const embedded = 400;
const snippetsOfDocument = 10;
/** Share of the words that another real word replaces, so that no two snippets say the same. */
const replaced = 0.2;

/** Writes a served library of `count` snippets into a data directory. Returns questions about it, all different. */
export async function loadLibrary(
  data: string,
  { id, count, embedder }: { id: string; count: number; embedder: Embedder },
): Promise<string[]> {
  const real = await realSnippets(id);
  const step = Math.floor(real.length / embedded);
  const texts = real.filter((_, at) => at % step === 0).map(({ texts: [text = ''] }) => text);
  const vectors = vary(await embedder.embed(texts, 'document'), count);
  mkdirSync(data, { recursive: true });
  const index = createSqliteSnippetIndex({ dataDir: data });
  const writer = await index.open(id, '', embedder.id);
  const vocabulary = [...new Set(real.flatMap(({ texts: [text = ''] }) => text.match(word) ?? []))];
  const random = pseudoRandom(4);
  const spoil = (text: string): string =>
    text.replaceAll(word, (found) =>
      random() < replaced ? vocabulary[Math.floor(random() * vocabulary.length)]! : found,
    );
  for (let start = 0; start < count; start += snippetsOfDocument) {
    const path = `docs/page-${start}.md`;
    const snippets = vectors.slice(start, start + snippetsOfDocument).map((vector, at) => {
      const number = start + at;
      const { snippet } = real[number % real.length]!;
      const own = { ...snippet, path, id: createHash('md5').update(`${number}`).digest('hex') };
      return toWrite(number < real.length ? own : varied(own, spoil), vector);
    });
    await writer.write({ path, hash: 'h' }, snippets);
  }
  await writer.activate({ revision: 'r', fingerprint: 'f', linkTemplate: '{path}' });
  await index.close();
  await putRecord(data, id);
  const asked = real.map(({ snippet: { title, pageTitle } }) => `how to ${title} in ${pageTitle}`);
  return [...new Set(asked.map((text) => text.slice(0, 200)))];
}

const word = /[A-Za-z]{4,}/g;

function varied(snippet: IndexedSnippet, spoil: (text: string) => string): IndexedSnippet {
  return {
    ...snippet,
    title: spoil(snippet.title),
    description: spoil(snippet.description),
    content: spoil(snippet.content),
    codeList: snippet.codeList.map(({ language, code }) => ({ language, code: spoil(code) })),
  };
}

function toWrite(snippet: IndexedSnippet, vector: Float32Array): SnippetToWrite {
  return { snippet, embeddingHash: snippet.id, vectors: [vector] };
}

async function putRecord(data: string, id: string): Promise<void> {
  const record: LibraryRecord = {
    id,
    title: 'Benchmark',
    description: '',
    aliases: [],
    formerIds: [],
    branch: 'main',
    state: 'finalized',
    lastUpdateDate: '2026-01-01T00:00:00.000Z',
    totalTokens: 0,
    totalSnippets: 0,
    stars: 0,
    trustScore: 5,
    benchmarkScore: 0,
    versions: [],
    topics: '',
  };
  const database = await openSqliteDatabase(join(data, 'lectern.db'));
  await new SqlCatalog(database).put(record);
  await database.destroy();
}

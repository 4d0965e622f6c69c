import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Embedder } from '../../src/models/embedder.ts';
import { SqlCatalog } from '../../src/store/metadata/catalog.ts';
import { openSqliteDatabase } from '../../src/store/metadata/database.ts';
import { createSqliteSnippetIndex } from '../../src/store/snippets/sqlite/snippet-index.ts';
import { libraryRecord } from './library-record.ts';
import { makeLibrary } from './made-library.ts';

/** Writes a served library of `count` snippets into a data directory. Returns distinct questions about it. */
export async function loadLibrary(
  data: string,
  { id, count, embedder }: { id: string; count: number; embedder: Embedder },
): Promise<string[]> {
  const { documents, questions } = await makeLibrary({ id, count, embedder });
  mkdirSync(data, { recursive: true });
  const index = createSqliteSnippetIndex({ dataDir: data });
  const writer = await index.open(id, '', embedder.id);
  for (const { path, snippets } of documents()) await writer.write({ path, hash: 'h' }, snippets);
  await writer.activate({ revision: 'r', fingerprint: 'f', linkTemplate: '{path}' });
  await index.close();
  const database = await openSqliteDatabase(join(data, 'lectern.db'));
  await new SqlCatalog(database).put(libraryRecord(id));
  await database.destroy();
  return questions;
}

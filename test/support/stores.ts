import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IndexedSnippet } from '../../src/store/snippet.ts';
import type { Embedder } from '../../src/models/embedder.ts';
import type { Library } from '../../src/resources/library.ts';
import type { ManifestSync } from '../../src/resources/manifest-sync.ts';
import type { Catalog } from '../../src/store/catalog.ts';
import type { Registry } from '../../src/store/registry.ts';
import type { SnippetIndex } from '../../src/store/snippet-index.ts';
import { SqlCatalog } from '../../src/store/metadata/catalog.ts';
import { type MetadataDatabase, openSqliteDatabase } from '../../src/store/metadata/database.ts';
import { SqlRegistry } from '../../src/store/metadata/registry.ts';
import { createSqliteSnippetIndex } from '../../src/store/snippets/sqlite/snippet-index.ts';

/** The stores of the laptop platform in a directory of their own. */
export interface Stores {
  catalog: Catalog;
  index: SnippetIndex;
  registry: Registry;
  /** Directory of the stores. */
  dataDir: string;
  manifests: Registry<ManifestSync>;
  /** Contains catalog and registry. */
  database: MetadataDatabase;
  /** Closes the stores and removes the directory. */
  close: () => Promise<void>;
}

/** Opens empty stores in a new directory. */
export async function openStores(): Promise<Stores> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-stores-'));
  const database = await openSqliteDatabase(join(dataDir, 'lectern.db'));
  const index = createSqliteSnippetIndex({ dataDir });
  return {
    catalog: new SqlCatalog(database),
    index,
    dataDir,
    registry: new SqlRegistry(database, 'libraries'),
    manifests: new SqlRegistry<ManifestSync>(database, 'manifest_syncs'),
    database,
    async close() {
      await index.close();
      await database.destroy();
      await rm(dataDir, { recursive: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}

/**
 * Stores snippets as one version of a library, each as a document of its own, and activates the
 * version.
 */
export async function storeSnippets(
  { index, embedder }: { index: SnippetIndex; embedder: Embedder },
  { libraryId, version }: { libraryId: string; version: string },
  snippets: IndexedSnippet[],
): Promise<void> {
  const writer = await index.open(libraryId, version, embedder.id);
  for (const snippet of snippets) {
    const text = [snippet.title, snippet.description, snippet.content].join('\n');
    const vectors = await embedder.embed([text], 'document');
    const hash = createHash('sha256').update(JSON.stringify(snippet)).digest('hex');
    await writer.write({ path: snippet.path, hash }, [{ snippet, embeddingHash: hash, vectors }]);
  }
  const linkTemplate = 'https://example.com/blob/r1/{path}';
  await writer.activate({ revision: 'r1', fingerprint: 'f1', linkTemplate });
}

/** Stores a Library in a registry in any state. */
export async function storeLibrary(registry: Registry, library: Library): Promise<void> {
  const { metadata, spec, status } = library;
  const { name, annotations, labels, finalizers, deletionTimestamp } = metadata;
  await registry.create({
    metadata: {
      name,
      ...(annotations && { annotations }),
      ...(labels && { labels }),
      ...(finalizers && { finalizers }),
    },
    spec,
  });
  await registry.patch(name, { status });
  if (deletionTimestamp) await registry.delete(name);
}

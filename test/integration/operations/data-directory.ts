import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { createFileUploads } from '../../../src/store/file-uploads.ts';
import { SqlCatalog } from '../../../src/store/metadata/catalog.ts';
import { openSqliteDatabase } from '../../../src/store/metadata/database.ts';
import { SqlRegistry } from '../../../src/store/metadata/registry.ts';
import { readSecretKey } from '../../../src/store/metadata/secret-key.ts';
import { SqlSecretStore } from '../../../src/store/metadata/secrets.ts';
import { createSqliteSnippetIndex } from '../../../src/store/snippets/sqlite/snippet-index.ts';
import { fakeEmbedder, record, snippet } from '../../support/fake-stores.ts';
import { makeLibrary } from '../../support/library.ts';
import { storeLibrary, storeSnippets } from '../../support/stores.ts';

/** Returns a new folder, which is removed when the test ends. */
export async function scratchFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-backup-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** An open data directory. */
export interface OpenDirectory {
  /** Stores the library /acme/<name> with one snippet of this title. */
  add(name: string, title: string): Promise<void>;
  /** Returns everything that a server would return from the directory. */
  contents(): Promise<unknown>;
  close(): Promise<void>;
}

/** Opens a data directory as `lectern up` does. */
export async function openDirectory(dataDir: string): Promise<OpenDirectory> {
  const database = await openSqliteDatabase(join(dataDir, 'lectern.db'));
  const registry = new SqlRegistry(database, 'libraries');
  const catalog = new SqlCatalog(database);
  const index = createSqliteSnippetIndex({ dataDir });
  const secrets = new SqlSecretStore(database, await readSecretKey(dataDir));
  const uploads = createFileUploads({ dataDir });
  const embedder = fakeEmbedder();
  const [embedding] = await embedder.embed(['Declare a route'], 'query');
  return {
    async add(name, title) {
      const id = `/acme/${name}`;
      await storeLibrary(registry, makeLibrary({ metadata: { name }, spec: { id } }));
      await catalog.put(record(id));
      await secrets.put(`git-${name}`, { password: `password of ${name}` });
      const content = Readable.from([Buffer.from(`upload of ${name}`)]);
      const limits = { maxBytes: 1_000, signal: new AbortController().signal };
      await uploads.put(`${name}.json`, content, limits);
      await storeSnippets({ index, embedder }, { libraryId: id, version: '' }, [
        snippet(`${name}-1`, { title }),
      ]);
    },
    async contents() {
      const libraries = await registry.list();
      const found = libraries.map(async ({ metadata: { name }, spec: { id } }) => {
        const hits = await index.search({
          libraryId: id,
          version: '',
          question: 'declare a route',
          embedding: embedding!,
          limit: 10,
        });
        const upload = await uploads.open(`${name}.json`);
        return {
          id,
          record: await catalog.get(id),
          lexical: hits?.lexical,
          dense: hits?.dense,
          titles: [...(hits?.snippets.values() ?? [])].map(({ title }) => title),
          secret: await secrets.get(`git-${name}`),
          upload: upload && (await buffer(upload)).toString('utf8'),
        };
      });
      return Promise.all(found);
    },
    async close() {
      await index.close();
      await database.destroy();
    },
  };
}

/** Creates a data directory with two libraries, and closes it. */
export async function makeDirectory(): Promise<string> {
  const dataDir = await scratchFolder();
  const open = await openDirectory(dataDir);
  await open.add('anvil', 'Declare a route');
  await open.add('bellows', 'Declare another route');
  await open.close();
  await writeFile(join(dataDir, 'operator.token'), 'token of the operator\n', { mode: 0o600 });
  await writeFile(join(dataDir, 'admin.key'), 'key of the admin\n', { mode: 0o600 });
  return dataDir;
}

import { benchmark } from '../../../src/search/benchmark.ts';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { operator } from '../../../src/identity/access/caller.ts';
import type { IndexedSnippet } from '../../../src/store/snippet.ts';
import { runIndexing } from '../../../src/indexing/run.ts';
import type { Library } from '../../../src/resources/library.ts';
import { openSource } from '../../../src/indexing/sources/open-source.ts';
import { createFileUploads } from '../../../src/store/file-uploads.ts';
import { importLibraries, type ImportAnswer } from '../../../src/transfer/import-libraries.ts';
import type { TransferredLibrary } from '../../../src/indexing/sources/import/transferred-library.ts';
import { exportBody } from '../../../src/transfer/open-export.ts';
import { readBundle } from '../../../src/transfer/read-bundle.ts';
import { stageBody } from '../../../src/transfer/stage-body.ts';
import { enterpriseTeams } from '../../support/teams.ts';
import { fakeEmbedder } from '../../support/fake-stores.ts';
import { runParser } from '../../support/parser.ts';
import { openStores, storeSnippets, type Stores } from '../../support/stores.ts';

/** The signal of a caller who does not disconnect. */
export const { signal } = new AbortController();
/** The exporter may see all libraries. */
export const sees = (): boolean => true;

/** The stores of an install, and actions of a person. */
export interface Install extends Stores {
  library(id: string): Promise<Library | undefined>;
  add(id: string, snippets: IndexedSnippet[], spec?: Partial<Library['spec']>): Promise<void>;
  /** Adds a served version to a library. */
  addVersion(id: string, version: string, snippets: IndexedSnippet[]): Promise<void>;
  /** Exports these versions besides the default one. Exports all versions if the list is absent. */
  export(
    id: string,
    versions?: string[],
  ): Promise<{ libraries: TransferredLibrary[]; force: boolean }>;
  import(body: unknown, force?: boolean): Promise<ImportAnswer>;
  importZip(file: string): Promise<ImportAnswer>;
  /** Executes the requested run of an imported Library. */
  run(id: string): Promise<void>;
  uploads(): Promise<string[]>;
}

/** Creates an install for the current test. */
export async function install(): Promise<Install> {
  const stores = await openStores();
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-transfer-'));
  onTestFinished(async () => {
    await stores.close();
    await rm(dataDir, { recursive: true });
  });
  const { index, registry, catalog } = stores;
  const embedder = fakeEmbedder();
  const uploads = createFileUploads({ dataDir });
  const importer = { registry, uploads, teams: enterpriseTeams, workDir: dataDir };
  const library = async (id: string): Promise<Library | undefined> =>
    (await registry.list()).find(({ spec }) => spec.id === id);
  return {
    ...stores,
    library,
    async add(id, snippets, spec = { source: { git: { url: `https://example.org${id}.git` } } }) {
      const name = id.slice(1).replace('/', '-');
      const source = { git: { url: 'https://example.org/x' } };
      await registry.create({ metadata: { name }, spec: { id, source, ...spec } });
      const writer = await index.open(id, '', embedder.id);
      for (const [path, ofPage] of Map.groupBy(snippets, (one) => one.path)) {
        const vectors = await embedder.embed(
          ofPage.map(({ title }) => title),
          'document',
        );
        const rows = ofPage.map((one, at) => ({
          snippet: one,
          embeddingHash: one.id,
          vectors: [vectors[at]!],
        }));
        await writer.write({ path, hash: path }, rows);
      }
      const linkTemplate = 'https://example.com/blob/r1/{path}';
      await writer.activate({ revision: 'r1', fingerprint: 'f1', linkTemplate });
    },
    addVersion: (id, version, snippets) =>
      storeSnippets({ index, embedder }, { libraryId: id, version }, snippets),
    export: async (library, versions) => {
      const wanted = { library, ...(versions && { versions }) };
      const body = await json(await exportBody({ registry, index, catalog, sees }, wanted, signal));
      return body as Awaited<ReturnType<Install['export']>>;
    },
    import: (body, force = false) =>
      importLibraries(
        (options) => stageBody(Readable.from([Buffer.from(JSON.stringify(body))]), 'body', options),
        { force, caller: operator, signal },
        importer,
      ),
    importZip: (file) =>
      importLibraries(
        (options) => readBundle(file, options),
        { force: false, caller: operator, signal },
        importer,
      ),
    async run(id) {
      const { spec, metadata } = (await library(id))!;
      await runIndexing(
        { id: 'r1', library: metadata.name, uid: metadata.uid, spec, allowLocal: false },
        {
          benchmark,
          openSource,
          index,
          embedder,
          uploads,
          limits: {
            maxDocumentBytes: 1_000_000,
            maxTotalBytes: 10_000_000,
            maxDocuments: 1_000,
            requestTimeoutMs: 1_000,
          },
          allowedRanges: [],
          parser: runParser,
          workDir: dataDir,
        },
        () => undefined,
        signal,
      );
    },
    uploads: () => readdir(join(dataDir, 'uploads')).catch(() => []),
  };
}

/** Stores a bundle in a file until the test ends. */
export async function keptBundle(bundle: Buffer | NodeJS.ReadableStream): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-bundle-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'bundle.zip');
  await writeFile(file, bundle);
  return file;
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { LecternError } from '../../../src/base/errors.ts';
import { createBuiltInEmbedder } from '../../../src/models/built-in-embedder.ts';
import type { Embedder } from '../../../src/models/embedder.ts';
import { createLibrarySearch } from '../../../src/search/libraries.ts';
import { createLibraryMeaning, type LibraryMeaning } from '../../../src/search/library-meaning.ts';
import { createShownNaming } from '../../../src/search/shown-naming.ts';
import { SqlCatalog } from '../../../src/store/metadata/catalog.ts';
import { type MetadataDatabase, openSqliteDatabase } from '../../../src/store/metadata/database.ts';
import { SqlLibraryVectors } from '../../../src/store/metadata/library-vectors.ts';
import { record } from '../../support/fake-stores.ts';
import { withoutTokens } from '../../support/without-tokens.ts';

const described: Record<string, string> = {
  '/celery/celery': 'Distributed task queue for Python',
  '/typeorm/typeorm':
    'Maps objects to tables of relational databases, in TypeScript and JavaScript',
  '/microsoft/TypeScript': 'JavaScript with syntax for types',
  '/leaflet/leaflet': 'Mobile-friendly interactive maps',
  '/lovell/sharp': 'High-performance image processing for Node.js',
  '/getsentry/sentry': 'Error tracking and performance monitoring',
};

const titleOf = (id: string): string => id.split('/')[2]!;
/** The scale of closeness embeds other texts. */
const isLibrary = (text: string): boolean =>
  Object.keys(described).some((id) => text.endsWith(` (${titleOf(id)})`));

describe('library search by meaning', () => {
  let model: Embedder;
  let folder: string;
  let db: MetadataDatabase;
  let catalog: SqlCatalog;
  let meaning: LibraryMeaning;
  let embedded: string[];
  let failing: boolean;
  let warnings: unknown[];

  const signal = AbortSignal.timeout(60_000);

  beforeAll(async () => {
    model = await createBuiltInEmbedder({ threads: 1 });
  });
  afterAll(() => model.close());

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'library-meaning-'));
    db = await openSqliteDatabase(join(folder, 'lectern.db'));
    catalog = new SqlCatalog(db);
    for (const [id, description] of Object.entries(described)) await put(id, { description });
    embedded = [];
    failing = false;
    warnings = [];
    meaning = open();
  });
  afterEach(async () => {
    await db.destroy();
    await rm(folder, { recursive: true });
  });

  /** Opens the meaning as a process with its own memory would. */
  function open(): LibraryMeaning {
    const embedder: Embedder = {
      ...withoutTokens(model),
      async embed(texts, purpose, aborted) {
        if (failing) throw new Error('the model is gone');
        if (purpose === 'document') embedded.push(...texts.filter(isLibrary));
        return model.embed(texts, purpose, aborted);
      },
    };
    const vectors = new SqlLibraryVectors(db, model.id);
    const log = { warn: (...line: unknown[]) => void warnings.push(line) };
    return createLibraryMeaning({ catalog, vectors, embedder, log });
  }

  async function put(id: string, parts: Parameters<typeof record>[1]): Promise<void> {
    await catalog.put({ ...record(id, parts), title: titleOf(id) });
  }

  async function ids(libraryName: string, query = libraryName): Promise<string[]> {
    const naming = createShownNaming();
    const log = { warn: () => undefined };
    const search = createLibrarySearch({ catalog, meaning, naming, log });
    return search
      .search({ libraryName, query, sees: () => true, filtered: false, fast: true }, signal)
      .then(({ results }) => results.map(({ id }) => id))
      .catch((error: unknown) => {
        if (error instanceof LecternError && error.code === 'no_libraries_found') return [];
        throw error;
      });
  }

  test.each([
    ['run background jobs python', '/celery/celery'],
    ['typescript orm', '/typeorm/typeorm'],
    ['show markers on a map', '/leaflet/leaflet'],
    ['fast picture processing', '/lovell/sharp'],
  ])('finds a library for the topic "%s"', async (topic, id) => {
    await meaning.fill(signal);
    expect((await ids(topic))[0]).toBe(id);
  });

  test.each(['sourdough bread recipes', 'asdf qwer zxcv', 'dental clinic software', 'tensorrt'])(
    'finds nothing for "%s"',
    async (topic) => {
      await meaning.fill(signal);
      expect(await ids(topic)).toEqual([]);
    },
  );

  test('does not find an absent library by the question about it', async () => {
    await meaning.fill(signal);
    expect(await ids('sap hana', 'How do I track errors and monitor performance?')).toEqual([]);
  });

  test('embeds each library once, and again only if its text changes', async () => {
    await meaning.fill(signal);
    expect(embedded).toHaveLength(Object.keys(described).length);
    await put('/lovell/sharp', { description: described['/lovell/sharp']!, stars: 9 });
    await open().fill(signal);
    expect(embedded).toHaveLength(Object.keys(described).length);
    await put('/lovell/sharp', { description: 'Crash reports for mobile apps' });
    await meaning.fill(signal);
    expect(embedded.slice(-1)).toEqual(['Crash reports for mobile apps (sharp)']);
    expect(await ids('fast picture processing')).toEqual([]);
  });

  test('uses only words until vectors exist, and while the model fails', async () => {
    expect(await ids('show markers on a map')).toEqual([]);
    expect(await ids('interactive maps')).toEqual(['/leaflet/leaflet']);
    await meaning.fill(signal);
    failing = true;
    expect(await ids('display markers on a map')).toEqual([]);
    expect(await ids('leaflet')).toEqual(['/leaflet/leaflet']);
    expect(warnings).not.toEqual([]);
  });

  test('keeps filling until it is stopped', async () => {
    const stopped = new AbortController();
    const keeping = meaning.keepFilled(stopped.signal);
    await expect.poll(() => ids('show markers on a map')).toEqual(['/leaflet/leaflet']);
    stopped.abort();
    await keeping;
  });

  test('reports a failing model once, and stops while it waits', async () => {
    failing = true;
    const stopped = new AbortController();
    const keeping = meaning.keepFilled(stopped.signal);
    await expect.poll(() => warnings).toHaveLength(1);
    stopped.abort();
    await keeping;
    expect(warnings).toHaveLength(1);
  });
});

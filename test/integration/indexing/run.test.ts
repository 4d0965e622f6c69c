import { benchmark } from '../../../src/search/benchmark.ts';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { IndexingJob, IndexingResult } from '../../../src/indexing/job.ts';
import type { MadeSnippet } from '../../../src/indexing/documents/document.ts';
import type { OpenSource, SourceItem, SourceLimits } from '../../../src/indexing/sources/source.ts';
import { RunError } from '../../../src/base/errors.ts';
import { runIndexing } from '../../../src/indexing/run.ts';
import type { Progress } from '../../../src/indexing/progress.ts';
import { createBuiltInEmbedder } from '../../../src/models/built-in-embedder.ts';
import type { Embedder } from '../../../src/models/embedder.ts';
import type { SnippetIndex, VectorShare } from '../../../src/store/snippet-index.ts';
import { createSqliteSnippetIndex } from '../../../src/store/snippets/sqlite/snippet-index.ts';
import { MemorySource } from '../../support/memory-source.ts';
import { runParser } from '../../support/parser.ts';
import { runLimits } from '../../support/working-controller.ts';
import { withGit } from '../git/harness.ts';
import { withoutTokens } from '../../support/without-tokens.ts';

const page = (title: string, text: string): string =>
  `# ${title}\n\n## How to ${title}\n\n${text}\n`;
const anvils = page(
  'forge an anvil',
  'Heat the iron until it glows, then strike it with the hammer.',
);
const pies = page('bake a pie', 'Roll the dough out thin and bake it for forty minutes.');

describe('an indexing run', () => {
  let model: Embedder;
  let embedder: Embedder;
  let embedded: string[];
  let dataDir: string;
  let index: SnippetIndex;
  let source: MemorySource;
  let previousModel: string | undefined;
  let share: VectorShare | undefined;
  let limits: SourceLimits;
  let onSearchable: ((result: IndexingResult) => void) | undefined;
  const job: IndexingJob = {
    id: 'run',
    library: 'acme',
    spec: { id: '/acme/anvils', source: { git: { url: 'https://example.org/acme/anvils' } } },
    uid: 'uid',
    allowLocal: false,
  };

  beforeAll(async () => {
    model = await createBuiltInEmbedder({ threads: 1 });
  });
  afterAll(() => model.close());
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'lectern-run-test-'));
    index = createSqliteSnippetIndex({ dataDir });
    source = new MemorySource({ 'docs/anvil.md': anvils, 'docs/pie.md': pies });
    embedded = [];
    onSearchable = undefined;
    previousModel = undefined;
    share = undefined;
    limits = runLimits;
    embedder = {
      ...withoutTokens(model),
      embed: (texts, purpose, signal) => {
        if (purpose === 'document') embedded.push(...texts);
        return model.embed(texts, purpose, signal);
      },
    };
  });
  afterEach(async () => {
    await index.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  const run = (
    changes: Partial<IndexingJob> = {},
    onProgress: (p: Progress) => void = () => {},
    openSource: OpenSource = source.open,
  ) =>
    runIndexing(
      { ...job, ...changes },
      {
        // A slow machine needs longer than the time limit of the run.
        benchmark: (options) => benchmark(options, new AbortController().signal),
        openSource,
        index,
        embedder,
        limits,
        allowedRanges: [],
        workDir: dataDir,
        parser: runParser,
        ...(previousModel !== undefined && { previousModel }),
        ...(share && { share }),
        ...(onSearchable && { onSearchable }),
      },
      onProgress,
      new AbortController().signal,
    );
  const ask = async (question: string, version = ''): Promise<string[]> => {
    const [embedding] = await model.embed([question], 'query');
    const hits = await index.search({
      libraryId: '/acme/anvils',
      version,
      question,
      embedding: embedding!,
      limit: 5,
    });
    return hits!.dense.map(({ id }) => hits!.snippets.get(id)!.path);
  };

  test('makes documents searchable by meaning', async () => {
    const result = await run();

    expect(result).toMatchObject({ changed: true, facts: { title: 'Memory' } });
    expect((await ask('working with hot metal'))[0]).toBe('docs/anvil.md');
    expect((await ask('baking dessert'))[0]).toBe('docs/pie.md');
  });

  test('stores codes of the tokens of each snippet', async () => {
    embedder = model;
    await run();

    const question = 'hot metal';
    const [embedding] = await model.embed([question], 'query');
    const query = { libraryId: '/acme/anvils', version: '', question, limit: 5 };
    const hits = await index.search({ ...query, embedding: embedding! });
    expect([...hits!.tokenCodes!.keys()].toSorted()).toEqual([...hits!.snippets.keys()].toSorted());
  });

  test('writes and embeds nothing when the source has not changed', async () => {
    await run();
    const [before] = await index.versions('/acme/anvils');
    embedded = [];

    const result = await run();

    expect(result.changed).toBe(false);
    expect(embedded).toEqual([]);
    expect((await index.versions('/acme/anvils'))[0]).toEqual(before);
  });

  test('reads an unchanged source again after a limit was raised, and embeds only what is new', async () => {
    const reason = 'it is too large';
    const open: OpenSource = async (wanted, options) => {
      const snapshot = await source.open(wanted, options);
      const documents: typeof snapshot.documents = async function* (...reading) {
        for await (const item of snapshot.documents(...reading)) {
          const isLarge =
            item.type === 'document' &&
            item.document.content.length > options.limits.maxDocumentBytes;
          yield isLarge ? { type: 'skipped', path: item.document.path, reason } : item;
        }
      };
      return { ...snapshot, documents };
    };
    limits = { ...runLimits, maxDocumentBytes: anvils.length - 1 };
    source.documents['docs/pie.md'] = page('bake', 'Bake it.');
    await run({}, undefined, open);
    expect(await ask('working with hot metal')).toEqual(['docs/pie.md']);
    embedded = [];

    limits = runLimits;
    const result = await run({}, undefined, open);

    expect(result.changed).toBe(true);
    expect((await ask('working with hot metal'))[0]).toBe('docs/anvil.md');
    expect(embedded.join('\n')).not.toContain('Bake it.');
    expect((await run({}, undefined, open)).changed).toBe(false);
  });

  test('reports once what it leaves out, also if the source has not changed', async () => {
    const reason = '120 documents are left out as translations (de, zh)';
    const leftOut = { type: 'skipped', path: 'docs', reason, documents: 120 } as const;
    const open: OpenSource = async (...parts) => {
      const snapshot = await source.open(...parts);
      const documents: typeof snapshot.documents = async function* (...reading) {
        yield leftOut;
        yield* snapshot.documents(...reading);
      };
      return { ...snapshot, leftOut: [leftOut], documents };
    };
    const spec = { ...job.spec, versions: ['v1'] };
    for (const changed of [true, false]) {
      let last: Progress | undefined;
      const result = await run({ spec }, (progress) => (last = progress), open);
      expect(result.changed).toBe(changed);
      expect(last).toMatchObject({ warnings: [`docs: ${reason}`], skipped: 240 });
    }
  });

  test("reports the project's own description, and reports nothing while the project is unchanged", async () => {
    const describe = async () => ({
      title: 'Anvils',
      description: 'Makes anvils',
      names: ['@acme/anvils'],
      parts: [],
    });
    const open: OpenSource = async (...asked) => ({ ...(await source.open(...asked)), describe });
    source.documents['docs/pie.md'] += '\n```js\nimport anvil from "anvils-js"\n```\n';

    const first = await run({}, undefined, open);
    const second = await run({}, undefined, open);

    expect(first.facts).toMatchObject({ title: 'Anvils', description: 'Makes anvils' });
    expect(first.names).toEqual([
      { name: '@acme/anvils', origin: 'publishes' },
      { name: 'anvils-js', origin: 'imports' },
    ]);
    expect(second).toMatchObject({ changed: false });
    expect(second.facts).not.toHaveProperty('title');
    expect(second).not.toHaveProperty('names');
  });

  test('serves a project whose own description cannot be read', async () => {
    const describe = async (): Promise<never> => {
      throw new RunError('Malformed', 'its files take too long');
    };
    const warned: string[] = [];

    const result = await run(
      {},
      ({ warnings = [] }) => void warned.push(...warnings),
      async (...asked) => ({ ...(await source.open(...asked)), describe }),
    );

    expect(result.changed).toBe(true);
    expect(warned.join()).toContain('title and description');
  });

  test('embeds only the snippets of a document that changed', async () => {
    await run();
    embedded = [];
    source.documents['docs/pie.md'] = pies.replace('forty', 'fifty');

    await run();

    expect(embedded.filter((text) => text.includes('fifty minutes'))).toHaveLength(1);
    expect(embedded.every((text) => text.includes('pie'))).toBe(true);
  });

  test('removes a deleted document', async () => {
    await run();
    delete source.documents['docs/pie.md'];

    await run();

    expect(await ask('baking dessert')).not.toContain('docs/pie.md');
  });

  test('keeps a document that could not be read this time', async () => {
    await run();
    source.broken.add('docs/pie.md');
    source.documents['docs/anvil.md'] +=
      '\n## More\n\nQuench the hot steel in oil afterwards, slowly.\n';

    await run();

    expect((await ask('baking dessert'))[0]).toBe('docs/pie.md');
  });

  test('keeps the active content when it fails halfway', async () => {
    await run();
    source.documents = {
      'docs/new.md': page('paint a wall', 'Use a wide brush.'),
      'docs/b.md': pies,
    };
    source.failAfter = source.delivered + 1;

    await expect(run()).rejects.toMatchObject({ reason: 'Unreachable', retry: 'backoff' });

    expect((await ask('working with hot metal'))[0]).toBe('docs/anvil.md');
    expect(await ask('brush')).not.toContain('docs/new.md');
  });

  describe('words before vectors', () => {
    /** A document of more texts than one batch. */
    const long = (): Record<string, string> => ({
      'docs/long.md': Array.from(
        { length: 60 },
        (_, at) => `## Part ${at}\n\n${`Heat it ${at} times. `.repeat(100)}\n`,
      ).join('\n'),
    });
    /** Answers the first `calls` calls for documents, and fails the others. */
    const failingAfter = (calls: number): Embedder => {
      let left = calls;
      return {
        ...embedder,
        async embed(texts, purpose) {
          if (purpose === 'document' && left-- <= 0) {
            throw new RunError('ModelFailed', 'The endpoint answered 503');
          }
          if (purpose === 'document') embedded.push(...texts);
          return texts.map((_, at) => new Float32Array(model.dimensions).fill(0.1 + at / 1e3));
        },
      };
    };
    const byWords = async (question: string): Promise<string[]> => {
      const query = { libraryId: '/acme/anvils', version: '', question, limit: 5 };
      const hits = await index.search(query);
      return hits?.lexical.map(({ id }) => hits.snippets.get(id)!.path) ?? [];
    };

    test('answers by words while the embedder has not answered yet', async () => {
      const answered = Promise.withResolvers<void>();
      const asked = Promise.withResolvers<void>();
      const made = embedder;
      embedder = {
        ...made,
        async embed(...call) {
          asked.resolve();
          await answered.promise;
          return made.embed(...call);
        },
      };
      const found: IndexingResult[] = [];
      onSearchable = (result) => found.push(result);

      const running = run();
      await asked.promise;

      expect(await byWords('hammer')).toEqual(['docs/anvil.md']);
      expect(await ask('hammer')).toEqual([]);
      expect(found.at(-1)).toMatchObject({ changed: true, facts: { title: 'Memory' } });
      answered.resolve();
      expect(await running).toMatchObject({ changed: true });
      expect((await ask('working with hot metal'))[0]).toBe('docs/anvil.md');
    });

    test('reads, activates, then embeds', async () => {
      const phases = new Set<string>();
      const percents: number[] = [];

      await run({}, ({ phase, embeddedPercent }) => {
        phases.add(phase);
        if (embeddedPercent !== undefined) percents.push(embeddedPercent);
      });

      expect([...phases]).toEqual(['fetching', 'indexing', 'activating', 'embedding', 'done']);
      expect([percents.at(0), percents.at(-1)]).toEqual([0, 100]);
      expect(percents).toEqual(percents.toSorted((a, b) => a - b));
    });

    test('embeds the first part of every snippet first', async () => {
      source.documents = long();
      embedder = failingAfter(1);

      await expect(run()).rejects.toMatchObject({ reason: 'ModelFailed' });

      expect(embedded).toHaveLength(60);
      expect(new Set(embedded.map((text) => text.split('\n')[0])).size).toBe(60);
      expect(embedded.every((text) => text.includes('Heat'))).toBe(true);
    });

    test('answers by words when the embedder fails, and later continues with the missing vectors', async () => {
      source.documents = long();
      embedder = failingAfter(2);
      await expect(run()).rejects.toMatchObject({ reason: 'ModelFailed' });
      expect((await byWords('Part 7'))[0]).toBe('docs/long.md');
      const stored = new Set(embedded.splice(0));
      const { delivered } = source;

      embedder = failingAfter(Infinity);
      await run();

      expect(stored.size).toBeGreaterThan(60);
      expect(embedded.length).toBeGreaterThan(0);
      expect(embedded.filter((text) => stored.has(text))).toEqual([]);
      expect(source.delivered).toBe(delivered);
      embedded = [];
      await run();
      expect(embedded).toEqual([]);
    });

    test('only embeds, without reading the source, if that is its task', async () => {
      source.documents = long();
      embedder = failingAfter(1);
      await expect(run()).rejects.toMatchObject({ reason: 'ModelFailed' });
      embedder = failingAfter(Infinity);

      const result = await run({ only: 'vectors' }, undefined, async () => {
        throw new RunError('Unreachable', 'The source is away');
      });

      expect(result).toMatchObject({ changed: false });
      expect(await ask('Heat it')).not.toEqual([]);
    });

    test('leaves the embedding to a later run, if its task is words alone', async () => {
      const result = await run({ only: 'words' });

      expect(result).toMatchObject({ changed: true, lacksVectors: true });
      expect(embedded).toEqual([]);
      const [active] = await index.versions('/acme/anvils');
      expect(active?.snippets).toBeGreaterThan(0);
      expect(await run({ only: 'vectors' })).not.toHaveProperty('lacksVectors');
      expect(await ask('working with hot metal')).not.toEqual([]);
      expect(await run({ only: 'words' })).not.toHaveProperty('lacksVectors');
    });

    test('reads the source after all, if the content is lost or of another model', async () => {
      expect(await run({ only: 'vectors' })).toMatchObject({ changed: true });
      const other = { ...embedder, id: 'other-model' };
      embedder = other;

      expect(await run({ only: 'vectors' })).toMatchObject({ changed: true });

      const [active] = await index.versions('/acme/anvils');
      expect(active?.embedderId).toBe('other-model');
      expect((await ask('working with hot metal'))[0]).toBe('docs/anvil.md');
    });
  });

  test('reports that there is nothing to index, and keeps the active content', async () => {
    await run();
    source.documents = { 'docs/empty.md': '' };

    await expect(run()).rejects.toMatchObject({
      reason: 'NoDocumentation',
      message: expect.stringMatching(
        /^there is no documentation that could be indexed \(1 document read/,
      ),
      retry: 'never',
    });

    expect(await ask('hot metal')).toContain('docs/anvil.md');
  });

  test.each([
    { maxDocumentBytes: 20, named: 'size (docs/anvil.md: is', raise: 'maxDocumentBytes or max' },
    { maxTotalBytes: 20, named: 'size (docs/anvil.md: is', raise: 'or maxTotalBytes' },
    {
      maxDocuments: 0,
      named: 'count (docs/anvil.md: is beyond',
      raise: 'maxDocuments or maxPages',
    },
  ])('names the limit that left out every document, and retries: $raise', async (limited) => {
    const { named, raise, ...limits } = limited;
    const url = join(dataDir, 'anvils');
    await mkdir(join(url, 'docs'), { recursive: true });
    await writeFile(join(url, 'docs', 'anvil.md'), anvils);
    const open: OpenSource = (_source, options) =>
      withGit({ url }, { ...options, limits: { ...runLimits, ...limits }, allowLocal: true });

    await expect(run({}, undefined, open)).rejects.toMatchObject({
      reason: 'NoDocumentation',
      message: expect.stringMatching(/Limits left out documents: .+[.] To index them: raise /),
      retry: 'backoff',
    });
    await expect(run({}, undefined, open)).rejects.toThrow(named);
    await expect(run({}, undefined, open)).rejects.toThrow(raise);
  });

  test('retries if the server fails for every document', async () => {
    source.broken = new Set(Object.keys(source.documents));

    await expect(run()).rejects.toMatchObject({ reason: 'NoDocumentation', retry: 'backoff' });
  });

  describe('with a fault of the program in the parser', () => {
    /** A snippet without its fields: the parse process fails with a TypeError. */
    const strange = (path: string): SourceItem => ({
      type: 'document',
      document: { path, format: 'text', content: '', hash: path, snippets: [{} as MadeSnippet] },
    });
    const sourceOf = (items: SourceItem[]): OpenSource => {
      return async () => ({
        revision: '1',
        facts: {},
        linkTemplate: '{path}',
        documents: async function* () {
          yield* items;
        },
        close: async () => undefined,
      });
    };

    test('skips that document with a warning, and indexes the others', async () => {
      const content = anvils;
      const document = { path: 'anvil.md', format: 'markdown', content, hash: 'a' } as const;
      const progress: Progress[] = [];

      await run(
        {},
        (one) => progress.push(one),
        sourceOf([strange('x'), { type: 'document', document }]),
      );

      expect(await ask('working with hot metal')).toEqual(['anvil.md']);
      expect(progress.at(-1)!.warnings).toEqual([
        expect.stringMatching(/^x: Lectern failed to parse it .*report this as a bug$/),
      ]);
    });

    test('fails as Internal if no document can be indexed', async () => {
      await expect(
        run({}, undefined, sourceOf([strange('x'), strange('y')])),
      ).rejects.toMatchObject({
        reason: 'Internal',
        message: expect.stringMatching(/^x: Lectern failed to parse it/),
      });
    });
  });

  test('describes a library by its default version, also if other versions share documents', async () => {
    const { topics, names } = await run({ spec: { ...job.spec, versions: ['v1'] } });

    expect(topics).toContain('How to forge an anvil');
    expect(names).toEqual([]);
  });

  test('reads an unchanged source again for a library that everybody may read then', async () => {
    await run();
    embedded = [];
    expect(await run()).not.toHaveProperty('topics');

    const { topics, readsAll } = await run({ anew: true });

    expect(topics).toContain('How to forge an anvil');
    expect(readsAll).toBe(true);
    expect(embedded).toEqual([]);
  });

  test('indexes each version, shares equal content, and drops versions that are no longer listed', async () => {
    await run({ spec: { ...job.spec, versions: ['v1'] } });
    expect(embedded).toHaveLength(new Set(embedded).size);
    expect(await ask('hot metal', 'v1')).toContain('docs/anvil.md');

    await run();

    expect((await index.versions('/acme/anvils')).map(({ version }) => version)).toEqual(['']);
  });

  test('reports what it found about the default version before it reads other versions', async () => {
    const found: IndexingResult[] = [];
    onSearchable = (result) => found.push(result);
    const describe = async () => ({ title: 'Anvils', names: ['@acme/anvils'], parts: [] });
    const open: OpenSource = async (wanted, options) => {
      if (options.version) throw new RunError('Unreachable', 'The host went away');
      return { ...(await source.open(wanted, options)), describe };
    };

    const failed = run({ spec: { ...job.spec, versions: ['v1'] } }, undefined, open);

    await expect(failed).rejects.toMatchObject({ message: 'The host went away' });
    expect(found).toMatchObject([
      { changed: true, facts: { title: 'Anvils' }, names: [{ name: '@acme/anvils' }] },
    ]);
    expect(found[0]?.topics).toContain('forge an anvil');
  });

  test('indexes and embeds all other versions if one does not exist, and reports that one', async () => {
    const open: OpenSource = async (wanted, options) => {
      if (options.version === 'typo') throw new RunError('NotFound', 'There is no tag typo');
      return source.open(wanted, options);
    };
    const progress: Progress[] = [];

    const { failedVersions, lacksVectors } = await run(
      { spec: { ...job.spec, versions: ['typo', 'v1'] } },
      (one) => progress.push(one),
      open,
    );

    expect(failedVersions).toEqual([
      { version: 'typo', reason: 'NotFound', message: 'There is no tag typo' },
    ]);
    expect(lacksVectors).toBeUndefined();
    expect(progress.at(-1)).toMatchObject({
      phase: 'done',
      warnings: ['version typo: There is no tag typo'],
    });
    expect(await ask('hot metal', 'v1')).toContain('docs/anvil.md');
    expect((await run({ only: 'vectors' })).changed).toBe(false);
  });

  test('serves the last content of a version whose tag was deleted', async () => {
    await run({ spec: { ...job.spec, versions: ['v1'] } });
    const open: OpenSource = async (wanted, options) => {
      if (options.version) throw new RunError('NotFound', 'There is no tag v1');
      return source.open(wanted, options);
    };

    await run({ spec: { ...job.spec, versions: ['v1'] } }, undefined, open);

    expect(await ask('hot metal', 'v1')).toContain('docs/anvil.md');
  });

  test('says whether it has read all that the library serves', async () => {
    const versions = { spec: { ...job.spec, versions: ['typo', 'v1'] } };
    let gone = ['typo'];
    const open: OpenSource = async (wanted, options) => {
      const { version } = options;
      if (version && gone.includes(version)) throw new RunError('NotFound', 'There is no such tag');
      return source.open(wanted, options);
    };
    const found: IndexingResult[] = [];
    onSearchable = (result) => found.push(result);

    const first = await run(versions, undefined, open);
    gone = ['typo', 'v1'];
    const second = await run(versions, undefined, open);
    const third = await run({}, undefined, open);
    source.documents['docs/saw.md'] = page('sharpen a saw', 'Draw the file over each tooth.');
    source.broken.add('docs/new.md');
    source.documents['docs/new.md'] = '';
    const fourth = await run();
    source.documents['docs/pie.md'] = page('bake a pie', 'Bake it for an hour.');
    source.broken.add('docs/pie.md');
    const fifth = await run();

    const results = [first, second, third, fourth, fifth];
    expect(results.map(({ readsAll }) => readsAll)).toEqual([true, false, true, true, false]);
    expect(found.slice(0, 2).map(({ readsAll }) => readsAll)).toEqual([undefined, true]);
    expect((await run({ only: 'vectors' })).readsAll).toBeUndefined();
  });

  test('embeds everything again for another model and serves the old generation until then', async () => {
    await run();
    const first = embedded;
    embedder = { ...embedder, id: 'another-model' };
    embedded = [];

    await run();

    expect(embedded).toEqual(first);
    expect((await index.versions('/acme/anvils'))[0]!.embedderId).toBe('another-model');
  });

  test('embeds a share, and scores the library with the share that ends last', async () => {
    const ways = ['bend', 'cast', 'drill', 'file', 'grind', 'mill', 'press', 'punch'];
    for (const way of ways) {
      source.documents[`docs/${way}.md`] = page(
        `${way} iron`,
        `To ${way} iron, hold it with the tongs.`,
      );
    }
    await run({ only: 'words' });
    const percents: (number | undefined)[] = [];
    const results: IndexingResult[] = [];
    const shares: string[][] = [];

    for (const number of [0, 1]) {
      share = { number, of: 2 };
      embedded = [];
      results.push(
        await run({ only: 'vectors' }, (progress) => percents.push(progress.embeddedPercent)),
      );
      shares.push(embedded);
    }

    expect(shares.flat().length).toBe(new Set(shares.flat()).size);
    for (const texts of shares) expect(texts.length).toBeGreaterThan(0);
    expect(percents.at(-1)).toBe(100);
    expect(results.map(({ benchmarkScore }) => typeof benchmarkScore)).toEqual([
      'undefined',
      'number',
    ]);
    expect((await ask('working with hot metal'))[0]).toBe('docs/anvil.md');
  });

  test('a share fails if the served content is of another model', async () => {
    await run({ only: 'words' });
    embedder = { ...embedder, id: 'another-model' };
    share = { number: 0, of: 2 };

    await expect(run({ only: 'vectors' })).rejects.toMatchObject({
      reason: 'StorageFailed',
      retry: 'backoff',
    });
  });

  test('a share embeds a library of which an unreadable version keeps another model', async () => {
    const spec = { ...job.spec, versions: ['v1'] };
    await run({ spec });
    const open: OpenSource = async (wanted, options) => {
      if (options.version) throw new RunError('NotFound', 'there is no tag v1', { retry: 'never' });
      return source.open(wanted, options);
    };
    embedder = { ...embedder, id: 'another-model' };
    await run({ spec, only: 'words' }, undefined, open);
    share = { number: 0, of: 1 };
    embedded = [];

    await run({ spec, only: 'vectors' }, undefined, open);

    expect(embedded.length).toBeGreaterThan(0);
    expect((await ask('working with hot metal'))[0]).toBe('docs/anvil.md');
  });

  test('serves the vectors of the previous model until the version has all of the new one', async () => {
    await run();
    let isSearchable = false;
    onSearchable = () => (isSearchable = true);
    const old = (await index.versions('/acme/anvils'))[0]!.embedderId;
    const served: (string | undefined)[] = [];
    const plain = embedder;
    embedder = {
      ...plain,
      id: 'another-model',
      async embed(...call) {
        served.push((await index.versions('/acme/anvils'))[0]?.embedderId);
        expect(isSearchable).toBe(false);
        return plain.embed(...call);
      },
    };
    previousModel = old;

    await run();

    expect(new Set(served)).toEqual(new Set([old]));
    const [active] = await index.versions('/acme/anvils');
    expect(active?.embedderId).toBe('another-model');
    expect((await ask('working with hot metal'))[0]).toBe('docs/anvil.md');
    const writer = await index.openVectors('/acme/anvils', '', 'another-model');
    expect(writer?.waiting).toEqual({ snippets: 0, texts: 0 });
    await writer?.close();
  });

  test('keeps the old vectors if the new model fails', async () => {
    await run();
    previousModel = embedder.id;
    const plain = embedder;
    const fails = async (): Promise<never> => {
      throw new RunError('ModelFailed', 'The endpoint answered 503');
    };
    embedder = { ...plain, id: 'another-model', embed: fails };

    await expect(run()).rejects.toMatchObject({ reason: 'ModelFailed' });

    expect((await index.versions('/acme/anvils'))[0]!.embedderId).toBe(plain.id);
    expect((await ask('working with hot metal'))[0]).toBe('docs/anvil.md');
  });

  test('reports its progress to the end', async () => {
    const phases: Progress[] = [];

    await run({}, (progress) => phases.push(progress));

    expect(phases.map(({ phase }) => phase)).toEqual(
      expect.arrayContaining(['fetching', 'indexing', 'activating', 'done']),
    );
    expect(phases.at(-1)).toMatchObject({
      total: 2,
      fetched: 2,
      documents: 2,
      snippets: 2,
      embedded: 2,
    });
  });
});

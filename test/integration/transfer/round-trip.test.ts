import { createWriteStream } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { operator } from '../../../src/access/caller.ts';
import { ZipFile } from 'yazl';
import type { IndexedSnippet } from '../../../src/documents/snippet.ts';
import { RunError } from '../../../src/errors.ts';
import { runIndexing } from '../../../src/indexing/run.ts';
import type { Library } from '../../../src/resources/library.ts';
import { openSource } from '../../../src/sources/open-source.ts';
import { createFileUploads } from '../../../src/store/files/uploads.ts';
import { importLibraries, type ImportAnswer } from '../../../src/transfer/import-libraries.ts';
import type { TransferredLibrary } from '../../../src/transfer/library-shape.ts';
import { exportBody, exportBundle } from '../../../src/transfer/open-export.ts';
import { readBundle } from '../../../src/transfer/read-bundle.ts';
import { stageBody } from '../../../src/transfer/stage-body.ts';
import { fakeEmbedder, snippet } from '../../support/fake-stores.ts';
import { openStores, type Stores } from '../../support/stores.ts';

const { signal } = new AbortController();
const sees = (): boolean => true;

/** An install: its stores, and what a person may do with it. */
interface Install extends Stores {
  library(id: string): Promise<Library | undefined>;
  add(id: string, snippets: IndexedSnippet[], spec?: Partial<Library['spec']>): Promise<void>;
  export(id: string): Promise<{ libraries: TransferredLibrary[]; force: boolean }>;
  import(body: unknown, force?: boolean): Promise<ImportAnswer>;
  importZip(file: string): Promise<ImportAnswer>;
  /** Carries out the run that a Library of an import asks for. */
  run(id: string): Promise<void>;
  uploads(): Promise<string[]>;
}

async function install(): Promise<Install> {
  const stores = await openStores();
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-transfer-'));
  onTestFinished(async () => {
    await stores.close();
    await rm(dataDir, { recursive: true });
  });
  const { index, registry } = stores;
  const embedder = fakeEmbedder();
  const uploads = createFileUploads({ dataDir });
  const importer = { registry, uploads, workDir: dataDir };
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
    export: async (id) =>
      (await json(await exportBody({ registry, index, sees }, id, signal))) as Awaited<
        ReturnType<Install['export']>
      >,
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
          openSource,
          index,
          embedder,
          uploads,
          tokens: {
            countTokens: (text) => text.length,
            countModelTokens: (text) => text.length / 4,
          },
          limits: {
            maxDocumentBytes: 1_000_000,
            maxTotalBytes: 10_000_000,
            maxDocuments: 1_000,
            requestTimeoutMs: 1_000,
          },
          allowedRanges: [],
          workDir: dataDir,
        },
        () => undefined,
        signal,
      );
    },
    uploads: () => readdir(join(dataDir, 'uploads')).catch(() => []),
  };
}

const routing = snippet('routing', {
  title: 'Declare a route',
  description: 'Routes take a path and a handler — "quoted", with \u2028 and \u{1F600}.',
  anchor: 'Überblick routes',
  tokens: 123,
  codeList: [
    { language: 'js', code: "app.get('/', handler)\n\n\t// }]" },
    { language: '', code: '' },
  ],
});
const logging = snippet('logging', {
  kind: 'info',
  title: 'Logging > more',
  breadcrumb: ['Guide', 'Logging > more'],
  content: '| a | b |\n| --- | --- |\n\nLoggers write one line for every request.',
  codeList: [],
  language: '',
  tokens: 7,
});
/** The very same text at the same place, which only its page's title tells apart. */
const again = { ...routing, id: 'again', pageTitle: 'Another title', path: 'docs/again.md' };
const twin = { ...again, id: 'twin', pageTitle: 'Yet another title' };
const many = Array.from({ length: 700 }, (_, n) =>
  snippet(`many ${n}`, { path: `docs/page ${n % 3}.md`, anchor: `part-${n}`, tokens: n }),
);

/** A text of every library that says what it holds, whatever the order of its snippets. */
function contentOf({ libraries: [library] }: { libraries: TransferredLibrary[] }): object {
  const sorted = (list: object[]): string[] => list.map((one) => JSON.stringify(one)).sort();
  return {
    ...library,
    codeSnippets: sorted(library!.codeSnippets),
    infoSnippets: sorted(library!.infoSnippets),
  };
}

describe('a library that goes from one install to another', () => {
  test('is there equal to the last snippet, and so is what the other exports', async () => {
    const [here, there] = [await install(), await install()];
    await here.add('/acme/web', [routing, logging, again, ...many], {
      title: 'Acme Web',
      description: 'Serves pages.',
    });
    const body = await here.export('acme/web');

    expect(await there.import(body)).toEqual({
      message: 'Queued 1 library for import',
      queued: ['/acme/web'],
      skipped: [],
    });
    await there.run('/acme/web');

    const library = await there.library('/acme/web');
    await there.registry.patch(library!.metadata.name, {
      status: { title: 'Acme Web', description: 'Serves pages.' },
    });
    expect(body.libraries[0]?.codeSnippets).toHaveLength(702);
    expect(contentOf(await there.export('/acme/web'))).toEqual(contentOf(body));
    const [active] = await there.index.versions('/acme/web');
    expect(active).toMatchObject({ snippets: 703, embedderId: 'fake', linkTemplate: '{path}' });
  });

  test('keeps the same text twice when it was there twice', async () => {
    const [here, there] = [await install(), await install()];
    await here.add('/acme/other', [again, twin]);
    const body = await here.export('/acme/other');
    const { codeSnippets } = body.libraries[0]!;
    expect(codeSnippets[1]).toEqual(codeSnippets[0]);

    await there.import(body);
    await there.run('/acme/other');

    expect(contentOf(await there.export('/acme/other'))).toEqual(contentOf(body));
  });

  test('answers with the same text, links and tokens', async () => {
    const [here, there] = [await install(), await install()];
    await here.add('/acme/web', [routing, logging]);

    await there.import(await here.export('/acme/web'));
    await there.run('/acme/web');

    const query = { libraryId: '/acme/web', version: '', question: 'declare a route', limit: 1 };
    const hits = await there.index.search(query);
    const [found] = [...(hits?.snippets.values() ?? [])];
    const { title, description, language, codeList, tokens } = routing;
    expect(found).toMatchObject({ title, description, language, codeList, tokens });
    expect(found?.path).toBe('https://example.com/blob/r1/docs/routing.md');
    expect(found?.anchor).toBe(routing.anchor);
  });

  test('is left alone where it is already, unless force says otherwise', async () => {
    const [here, there] = [await install(), await install()];
    await here.add('/acme/web', [routing]);
    await there.add('/acme/web', [logging]);
    const body = await here.export('/acme/web');

    expect(await there.import(body)).toEqual({
      message: 'Queued 0 libraries for import; skipped 1 library',
      queued: [],
      skipped: [{ project: '/acme/web', reason: 'already exists' }],
    });
    expect(await there.uploads()).toEqual([]);
    expect(await there.import({ ...body, force: true })).toMatchObject({ queued: ['/acme/web'] });
    await there.run('/acme/web');

    expect(contentOf(await there.export('/acme/web'))).toMatchObject({ infoSnippets: [] });
  });

  test('takes the place of what was imported before, and the older upload goes', async () => {
    const [here, there] = [await install(), await install()];
    await here.add('/acme/web', [routing]);
    await here.add('/acme/next', [routing, logging]);
    const older = await here.export('/acme/web');
    const newer = await here.export('/acme/next');
    newer.libraries[0]!.project = 'acme/web';
    await there.import(older);
    const [before] = await there.uploads();

    await there.import(newer, true);
    await there.run('/acme/web');

    const [after, ...others] = await there.uploads();
    expect(others).toEqual([]);
    expect(after).not.toBe(before);
    expect((await there.index.versions('/acme/web'))[0]).toMatchObject({ snippets: 2 });
  });

  test('is not there when one of its snippets is wrong, and the others are', async () => {
    const [here, there] = [await install(), await install()];
    await here.add('/acme/good', [routing]);
    const { libraries } = await here.export('/acme/good');
    const [good] = libraries;
    const wrong = { ...good!, project: '/acme/wrong' };
    wrong.codeSnippets = [good!.codeSnippets[0]!, { ...good!.codeSnippets[0]!, title: 7 as never }];
    const body = {
      libraries: [
        wrong,
        { ...good, project: '/acme/web@v1' },
        { ...good, project: '/acme/empty', codeSnippets: [] },
        { ...good, project: '/acme/strange', codeSnippets: 'none' },
        'nothing',
        good,
        good,
      ],
    };

    expect(await there.import(body)).toEqual({
      message: 'Queued 1 library for import; skipped 6 libraries',
      queued: ['/acme/good'],
      skipped: [
        { project: '/acme/wrong', reason: 'codeSnippets[1]: title must be a text' },
        { project: '/acme/web@v1', reason: 'project must be a library id such as /owner/name' },
        { project: '/acme/empty', reason: 'it has no snippets' },
        { project: '/acme/strange', reason: 'codeSnippets must be a list' },
        { project: 'body[4]', reason: expect.stringContaining('project is missing') },
        { project: '/acme/good', reason: expect.stringContaining('twice') },
      ],
    });
  });

  test('waits for another try when the store of uploads is away', async () => {
    const there = await install();
    const { registry, dataDir } = there;
    const away = new RunError('StorageFailed', 'Elasticsearch failed: it cannot be reached');
    const uploads = { put: () => Promise.reject(away), delete: () => Promise.reject(away) };
    const one = { project: '/a/b', infoSnippets: [{ id: 'x', content: 'y', tokens: 1 }] };

    const tried = importLibraries(
      (options) => stageBody(Readable.from([Buffer.from(JSON.stringify(one))]), 'body', options),
      { force: false, caller: operator, signal },
      { registry, uploads, workDir: dataDir },
    );

    await expect(tried).rejects.toMatchObject({ code: 'search_failed', status: 503 });
    expect(await registry.list()).toEqual([]);
  });

  test('and was cut off on its way leaves nothing behind', async () => {
    const there = await install();
    const cut = importLibraries(
      (options) => stageBody(Readable.from([Buffer.from('{"libraries":[{"proj')]), 'body', options),
      { force: false, caller: operator, signal },
      {
        registry: there.registry,
        uploads: createFileUploads({ dataDir: '/nowhere' }),
        workDir: tmpdir(),
      },
    );

    await expect(cut).rejects.toMatchObject({ code: 'validation_error' });
    expect(await there.registry.list()).toEqual([]);
  });
});

describe('a bundle', () => {
  /** A zip with these files. */
  async function zipOf(files: Record<string, string | Buffer>): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'lectern-bundle-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const zip = new ZipFile();
    for (const [name, text] of Object.entries(files)) zip.addBuffer(Buffer.from(text), name);
    zip.end();
    const file = join(folder, 'bundle.zip');
    await pipeline(zip.outputStream, createWriteStream(file));
    return file;
  }

  async function bundleOf(here: Install, ids: string[]): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'lectern-bundle-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, 'bundle.zip');
    await pipeline(await exportBundle({ ...here, sees }, ids, signal), createWriteStream(file));
    return file;
  }

  test('brings several libraries at once', async () => {
    const [here, there] = [await install(), await install()];
    await here.add('/acme/web', [routing, logging]);
    await here.add('/acme/many', many);

    const answer = await there.importZip(await bundleOf(here, ['/acme/web', 'acme/many']));

    expect(answer).toMatchObject({ queued: ['/acme/web', '/acme/many'], skipped: [] });
    await there.run('/acme/many');
    const [theirs, ours] = [await there.export('/acme/many'), await here.export('/acme/many')];
    expect(contentOf(theirs)).toMatchObject({
      codeSnippets: (contentOf(ours) as TransferredLibrary).codeSnippets,
    });
  });

  test('may hold import bodies and single libraries under any name', async () => {
    const [here, there] = [await install(), await install()];
    await here.add('/acme/web', [routing]);
    const body = await here.export('/acme/web');
    const other = { ...body.libraries[0], project: '/acme/other' };

    const zip = await zipOf({
      'libraries.json': JSON.stringify(body),
      'deep/er/one.JSON': JSON.stringify(other),
      'read me.txt': 'not for programs',
    });

    expect(await there.importZip(zip)).toMatchObject({
      queued: ['/acme/web', '/acme/other'],
      skipped: [],
    });
  });

  test('tells by name what it cannot take, and the rest is taken', async () => {
    const [here, there] = [await install(), await install()];
    await here.add('/acme/web', [routing]);
    const text = JSON.stringify((await here.export('/acme/web')).libraries[0]);
    const named = (project: string): string => text.replace('/acme/web', project);
    const bomb = `{"project":"/acme/bomb","codeSnippets":[${' '.repeat(20_000_000)}]}`;
    const listed = (project: string, file: string, sha256 = '0'.repeat(64)): object => ({
      project,
      file,
      sha256,
    });

    const zip = await zipOf({
      'a.json': named('/acme/a'),
      'bomb.json': bomb,
      'cut.json': named('/acme/cut').slice(0, -20),
      'changed.json': named('/acme/changed'),
      'z.json': named('/acme/z'),
      'manifest.json': JSON.stringify({
        format: 1,
        libraries: [listed('/acme/changed', 'changed.json'), listed('/acme/lost', 'lost.json')],
      }),
    });

    const answer = await there.importZip(zip);
    expect(answer.queued).toEqual(['/acme/a', '/acme/z']);
    expect(answer.skipped).toEqual([
      { project: 'bomb.json', reason: expect.stringContaining('packed to less than') },
      { project: 'cut.json', reason: expect.stringContaining('ends in the middle') },
      { project: '/acme/changed', reason: expect.stringContaining('SHA-256 differs') },
      { project: '/acme/lost', reason: 'lost.json is not in the bundle' },
    ]);
  });

  test('cannot reach beyond itself: names that lead elsewhere are told and left', async () => {
    const [here, there] = [await install(), await install()];
    await here.add('/acme/web', [routing]);
    const text = JSON.stringify(await here.export('/acme/web'));
    const file = await zipOf({ 'xxxescape.json': text, 'good.json': text });
    // The writer makes no such names: they are put in afterwards.
    const bytes = (await readFile(file)).toString('latin1').replaceAll('xxxescape', '../escape');
    await writeFile(file, bytes, 'latin1');

    expect(await there.importZip(file)).toMatchObject({
      queued: ['/acme/web'],
      skipped: [{ project: '../escape.json', reason: expect.stringContaining('leads out of') }],
    });
  });

  test('whose directory lies about a file, or hides it by a password, is told so of that file', async () => {
    const [here, there] = [await install(), await install()];
    await here.add('/acme/web', [routing]);
    const text = JSON.stringify(await here.export('/acme/web'));
    const file = await zipOf({
      'bomb.json': `{"codeSnippets":[${' '.repeat(5_000_000)}]}`,
      'locked.json': text,
      'good.json': text,
    });
    const bytes = await readFile(file);
    const entryOf = (name: string): number => {
      const header = bytes.lastIndexOf(name) - 46;
      expect(bytes.readUInt32LE(header)).toBe(0x02014b50);
      return header;
    };
    // What it says of the size once unpacked, and the flag of encryption.
    bytes.writeUInt32LE(1_000, entryOf('bomb.json') + 24);
    bytes.writeUInt16LE(
      bytes.readUInt16LE(entryOf('locked.json') + 8) | 1,
      entryOf('locked.json') + 8,
    );
    await writeFile(file, bytes);

    expect(await there.importZip(file)).toMatchObject({
      queued: ['/acme/web'],
      skipped: [
        { project: 'locked.json', reason: 'it is encrypted' },
        { project: 'bomb.json', reason: expect.stringContaining('cannot be unpacked') },
      ],
    });
  });

  test('whose bytes have changed on the way is told by the name of the library', async () => {
    const [here, there] = [await install(), await install()];
    await here.add('/acme/web', [routing]);
    const file = await bundleOf(here, ['/acme/web']);
    const bytes = await readFile(file);
    bytes[200]! ^= 255;
    await writeFile(file, bytes);

    const answer = await there.importZip(file);

    expect(answer.queued).toEqual([]);
    expect(answer.skipped).toMatchObject([{ project: '/acme/web' }]);
  });

  test('that is no zip, or has too many libraries, is refused whole', async () => {
    const there = await install();
    const library = (n: number): object => ({ project: `/acme/${n}`, infoSnippets: [] });
    const libraries = Array.from({ length: 51 }, (_, n) => library(n));

    await expect(there.importZip(import.meta.filename)).rejects.toMatchObject({
      code: 'validation_error',
      message: expect.stringContaining('not a zip'),
    });
    await expect(there.import({ libraries })).rejects.toThrow('50 libraries at most');
  });
});

describe('an export', () => {
  test('of what is not there, or not served, is refused before anything is sent', async () => {
    const here = await install();
    const source = { git: { url: 'https://example.org/x' } };
    await here.registry.create({ metadata: { name: 'new' }, spec: { id: '/acme/new', source } });

    await expect(here.export('/no/where')).rejects.toMatchObject({ code: 'library_not_found' });
    await expect(here.export('/acme/new')).rejects.toMatchObject({ code: 'no_snippets_found' });
    await expect(exportBundle({ ...here, sees }, ['/acme/new'], signal)).rejects.toMatchObject({
      status: 404,
    });
  });

  test('tells where the documentation is, and nothing that is secret', async () => {
    const here = await install();
    const url = 'https://user:secret@example.org/acme/web.git';
    await here.add('/acme/web', [routing], { source: { git: { url } } });

    const { libraries } = await here.export('/acme/web');

    expect(libraries[0]).toMatchObject({
      project: '/acme/web',
      type: 'repo',
      language: 'English',
      docsRepoUrl: 'https://example.org/acme/web.git',
      totalTokens: routing.tokens,
    });
    expect(JSON.stringify(libraries)).not.toContain('secret');
  });

  test('that nobody reads to its end lets go of what it reads from', async () => {
    const here = await install();
    await here.add('/acme/many', many);
    const stream = await exportBody({ ...here, sees }, '/acme/many', signal);
    stream.destroy();

    await here.index.delete('/acme/many');

    expect(await here.index.versions('/acme/many')).toEqual([]);
  });
});

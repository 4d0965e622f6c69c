import { describe, expect, test } from 'vitest';
import yauzl from 'yauzl';
import { text } from 'node:stream/consumers';
import type { SnippetIndex } from '../../../src/store/snippet-index.ts';
import type { TransferredLibrary } from '../../../src/indexing/sources/import/transferred-library.ts';
import { exportBundle, type WantedLibrary } from '../../../src/transfer/open-export.ts';
import { again, contentOf, logging, many, routing, twin } from './content.ts';
import { install, sees, signal, type Install, keptBundle } from './test-install.ts';

const id = '/acme/web';
const tags = { 'v1.0.0': [again, logging], 'release/2.x': many };

/** An install that serves a library with a default version and two tags. */
async function served(): Promise<Install> {
  const here = await install();
  await here.add(id, [routing, logging]);
  for (const [version, snippets] of Object.entries(tags)) {
    await here.addVersion(id, version, snippets);
  }
  return here;
}

const namesOf = async ({ index }: { index: SnippetIndex }): Promise<string[]> =>
  (await index.versions(id)).map(({ version }) => version).toSorted();

/** Returns the answer of a version as a caller sees it: texts, places and tokens. */
async function answersOf(
  { index }: { index: SnippetIndex },
  version: string,
): Promise<object[] | undefined> {
  const page = await index.page({ libraryId: id, version, limit: 1_000 });
  const shown = page?.snippets.map(
    ({ kind, title, description, language, codeList, content, tokens }) => ({
      ...(kind === 'code' && { title, description, language, codeList }),
      ...(kind === 'info' && { content }),
      tokens,
    }),
  );
  return shown?.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

/** Returns the library of an export. The order of the texts in a version does not matter. */
function comparable({ libraries }: { libraries: TransferredLibrary[] }): object {
  const [{ versions = [], ...main }] = libraries as [TransferredLibrary];
  const list = [main, ...versions.toSorted((a, b) => (a.version < b.version ? -1 : 1))];
  return list.map((one) => contentOf({ libraries: [one as TransferredLibrary] }));
}

describe('a library with a default version and two tags', () => {
  test('gives the same answers from each version after an export and an import', async () => {
    const [here, there] = [await served(), await install()];
    const body = await here.export(id);

    expect(await there.import(body)).toMatchObject({ queued: [id], skipped: [] });
    await there.run(id);

    expect(await namesOf(there)).toEqual(['', 'release/2.x', 'v1.0.0']);
    for (const version of ['', ...Object.keys(tags)]) {
      const [theirs, ours] = [await answersOf(there, version), await answersOf(here, version)];
      expect(theirs).toEqual(ours);
      expect(ours?.length).toBeGreaterThan(0);
    }
    expect(comparable(await there.export(id))).toEqual(comparable(body));
  });

  test('is served again after a run without changes', async () => {
    const [here, there] = [await served(), await install()];
    await there.import(await here.export(id));
    await there.run(id);
    const before = await there.index.versions(id);

    await there.run(id);

    expect(await there.index.versions(id)).toEqual(before);
  });

  test('has the default version at the place that the contract defines', async () => {
    const here = await served();

    const [all] = (await here.export(id)).libraries;
    const [main] = (await here.export(id, [])).libraries;

    const { versions, ...known } = all!;
    expect(known).toEqual(main);
    expect(versions?.map(({ version }) => version).toSorted()).toEqual(
      Object.keys(tags).toSorted(),
    );
    expect(versions?.find(({ version }) => version === 'v1.0.0')).toMatchObject({
      totalTokens: again.tokens + logging.tokens,
      codeSnippets: [{ title: again.title }],
      infoSnippets: [{ content: logging.content }],
    });
  });

  test('is exported with the versions that a request chooses', async () => {
    const [here, there] = [await served(), await install()];
    await there.import(await here.export(id, ['v1.0.0', 'v1.0.0']));
    await there.run(id);

    expect(await namesOf(there)).toEqual(['', 'v1.0.0']);
    await expect(here.export(id, ['v1.0.0', 'v9'])).rejects.toMatchObject({
      code: 'tag_not_found',
      message:
        'Version "v9" of library /acme/web is not served. It serves release/2.x, v1.0.0 besides the default version, which every export includes.',
    });
  });

  test('is replaced by one without a version, which is deleted; the response reports it', async () => {
    const [here, there] = [await served(), await install()];
    await there.import(await here.export(id));
    await there.run(id);
    const library = await there.library(id);
    const versions = (await there.index.versions(id)).map((active) => ({
      ...active,
      name: active.version,
    }));
    await there.registry.patch(library!.metadata.name, { status: { versions } });

    const answer = await there.import(await here.export(id, ['v1.0.0']), true);
    await there.run(id);

    expect(answer).toMatchObject({
      message: 'Queued 1 library for import; drops 1 version that the import does not have',
      queued: [id],
      dropped: [{ project: id, versions: ['release/2.x'] }],
    });
    expect(await namesOf(there)).toEqual(['', 'v1.0.0']);
  });

  test('can be in a bundle, with chosen versions for each library', async () => {
    const [here, there] = [await served(), await install()];
    await here.add('/acme/other', [twin]);
    const wanted: WantedLibrary[] = [{ library: 'acme/web', versions: ['v1.0.0'] }, '/acme/other'];

    const file = await keptBundle(await exportBundle({ ...here, sees }, wanted, signal));

    expect((await manifestOf(file)).libraries).toMatchObject([
      { project: id, snippets: 4, versions: ['v1.0.0'] },
      { project: '/acme/other', snippets: 1 },
    ]);
    expect(await there.importZip(file)).toMatchObject({ queued: [id, '/acme/other'], skipped: [] });
    await there.run(id);
    expect(await namesOf(there)).toEqual(['', 'v1.0.0']);
  });

  test('is in a bundle only once, however often it is named', async () => {
    const here = await served();
    const bundle = (...wanted: WantedLibrary[]): Promise<NodeJS.ReadableStream> =>
      exportBundle({ ...here, sees }, wanted, signal);

    const file = await keptBundle(await bundle('acme/web', '/acme/web', { library: id }));
    expect((await manifestOf(file)).libraries).toHaveLength(1);
    await expect(bundle(id, { library: id, versions: [] })).rejects.toMatchObject({
      code: 'validation_error',
      message: expect.stringContaining('/acme/web twice'),
    });
  });

  test('with more versions than an import accepts needs a choice', async () => {
    const here = await install();
    await here.add(id, [routing]);
    const names = Array.from({ length: 51 }, (_, n) => `v${n}`);
    for (const name of names) await here.addVersion(id, name, [logging]);

    await expect(here.export(id)).rejects.toMatchObject({
      code: 'validation_error',
      message: expect.stringContaining('serves 51 versions besides the default one'),
    });
    expect((await here.export(id, names.slice(1))).libraries[0]?.versions).toHaveLength(50);
  });
});

describe('an import of versions', () => {
  const infoSnippets = [{ id: 'https://e.org/a', content: 'Text', breadcrumb: 'A', tokens: 3 }];
  const good = { version: 'v1', codeSnippets: [], infoSnippets };

  /** Returns why an import skips a library with this list of versions. */
  async function refusal(versions: unknown): Promise<string | undefined> {
    const there = await install();
    const other = { project: '/acme/other', codeSnippets: [], infoSnippets };
    const library = { project: id, codeSnippets: [], infoSnippets, versions };

    const answer = await there.import({ libraries: [library, other] });

    expect(answer.queued).toEqual(['/acme/other']);
    expect(answer.skipped).toMatchObject([{ project: id }]);
    return answer.skipped[0]?.reason;
  }

  const named = 'version must be the name of a tag or branch such as v1.2.0';
  test.each([
    ['no list', 'all', 'versions must be a list'],
    ['no object', ['v1'], 'versions[0] must be an object'],
    ['no name', [{ infoSnippets }], 'versions[0]: version must be a text'],
    ['the name of the default version', [{ ...good, version: '' }], `versions[0]: ${named}`],
    ['a name that leads elsewhere', [good, { ...good, version: '../v2' }], `versions[1]: ${named}`],
    ['a name with what is not seen', [{ ...good, version: 'v\u200b1' }], `versions[0]: ${named}`],
    ['a name without end', [{ ...good, version: 'v'.repeat(251) }], `versions[0]: ${named}`],
    [
      'a name twice',
      [good, { ...good, version: 'v2' }, good],
      'versions[2] repeats the version "v1"; each name must be unique',
    ],
    [
      'no snippets',
      [{ ...good, infoSnippets: [] }],
      'versions[0] (the version "v1") has no snippets',
    ],
    [
      'a snippet that is wrong',
      [good, { ...good, version: 'v2', infoSnippets: [{ ...infoSnippets[0], tokens: -1 }] }],
      'versions[1].infoSnippets[0]: tokens must be a whole number',
    ],
    [
      'code after the end of its description',
      [
        {
          version: 'v1',
          codeSnippets: [
            {
              id: 'https://e.com/a',
              title: 'A',
              description: 'Short.',
              codeList: [{ language: 'js', code: 'a()', offset: 7 }],
              tokens: 1,
            },
          ],
        },
      ],
      'versions[0].codeSnippets[0]: offset must be a whole number from 0 to the length of the description',
    ],
    [
      'more than 50',
      Array.from({ length: 60 }, (_, n) => ({ ...good, version: `v${n}` })),
      'it has more than 50 versions besides the default one',
    ],
  ])(
    'with %s is refused with the name of the library, and others are imported',
    async (_, versions, reason) => {
      expect(await refusal(versions)).toBe(reason);
    },
  );

  test('accepts 50, wherever the fields are', async () => {
    const there = await install();
    const versions = Array.from({ length: 50 }, (_, n) => ({
      infoSnippets: [{ ...infoSnippets[0], content: `Text of ${n}` }],
      version: `v${n}`,
    }));

    const answer = await there.import({ versions, infoSnippets, project: id });
    await there.run(id);

    expect(answer.skipped).toEqual([]);
    expect(await namesOf(there)).toHaveLength(51);
    expect(await answersOf(there, '')).toEqual([{ content: 'Text', tokens: 3 }]);
    expect(await answersOf(there, 'v49')).toEqual([{ content: 'Text of 49', tokens: 3 }]);
  });

  test('needs the default version', async () => {
    const there = await install();
    const library = { project: id, codeSnippets: [], infoSnippets: [], versions: [good] };

    expect((await there.import({ libraries: [library] })).skipped).toEqual([
      { project: id, reason: 'it has no snippets' },
    ]);
  });
});

async function manifestOf(file: string): Promise<{ libraries: object[] }> {
  const zip = await yauzl.openPromise(file);
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName !== 'manifest.json') continue;
    return JSON.parse(await text(await zip.openReadStreamPromise(entry))) as {
      libraries: object[];
    };
  }
  throw new Error('The bundle has no manifest');
}

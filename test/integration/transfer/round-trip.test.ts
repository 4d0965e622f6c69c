import { tmpdir } from 'node:os';
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { operator } from '../../../src/identity/access/caller.ts';
import { RunError } from '../../../src/base/errors.ts';
import { createFileUploads } from '../../../src/store/file-uploads.ts';
import type { UploadStore } from '../../../src/store/uploads.ts';
import { importLibraries, type ImporterOptions } from '../../../src/transfer/import-libraries.ts';
import { exportBody, exportBundle } from '../../../src/transfer/open-export.ts';
import { stageBody, type StageOptions } from '../../../src/transfer/stage-body.ts';
import { record } from '../../support/fake-stores.ts';
import { signal, sees, install } from './test-install.ts';
import { enterpriseTeams } from '../../support/teams.ts';
import { routing, logging, again, twin, many, contentOf } from './content.ts';

describe('a library that goes from one install to another', () => {
  test('is equal to the last snippet, and so is an export of the other install', async () => {
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

  test('keeps repeated text', async () => {
    const [here, there] = [await install(), await install()];
    await here.add('/acme/other', [again, twin]);
    const body = await here.export('/acme/other');
    const { codeSnippets } = body.libraries[0]!;
    expect(codeSnippets[1]).toEqual(codeSnippets[0]);

    await there.import(body);
    await there.run('/acme/other');

    expect(contentOf(await there.export('/acme/other'))).toEqual(contentOf(body));
  });

  test('keeps each text of pages whose names differ by a number at the end', async () => {
    const there = await install();
    const codeSnippets = ['Lesson', 'Other', 'Lesson', 'Lesson 2', 'Lesson'].map((page, n) => {
      const codeList = [{ language: 'js', code: `lesson(${n})` }];
      return { id: page, title: `Text ${n}`, description: '', language: 'js', codeList, tokens: 5 };
    });
    const library = { project: '/acme/web', codeSnippets, infoSnippets: [] };

    await there.import({ libraries: [library] });
    await there.run('/acme/web');

    expect((await there.index.versions('/acme/web'))[0]).toMatchObject({ snippets: 5 });
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

  test('does not change if it exists, except with force', async () => {
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

  test('replaces the earlier import, and the older upload is deleted', async () => {
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

  test('is refused if one of its snippets is invalid, and the others are imported', async () => {
    const [here, there] = [await install(), await install()];
    await here.add('/acme/good', [routing]);
    const { libraries } = await here.export('/acme/good');
    const [good] = libraries;
    const wrong = { ...good!, project: '/acme/wrong' };
    wrong.codeSnippets = [good!.codeSnippets[0]!, { ...good!.codeSnippets[0]!, title: 7 as never }];
    const body = {
      libraries: [
        wrong,
        { ...good, project: '/acme/..' },
        { ...good, project: '/acme/web@v1' },
        { ...good, project: '/acme/empty', codeSnippets: [] },
        { ...good, project: '/acme/strange', codeSnippets: 'none' },
        'nothing',
        good,
        good,
      ],
    };

    expect(await there.import(body)).toEqual({
      message: 'Queued 1 library for import; skipped 7 libraries',
      queued: ['/acme/good'],
      skipped: [
        { project: '/acme/wrong', reason: 'codeSnippets[1]: title must be a text' },
        { project: '/acme/..', reason: 'project must be a library id such as /owner/name' },
        { project: '/acme/web@v1', reason: 'project must be a library id such as /owner/name' },
        { project: '/acme/empty', reason: 'it has no snippets' },
        { project: '/acme/strange', reason: 'codeSnippets must be a list' },
        { project: 'body[5]', reason: expect.stringContaining('project is missing') },
        { project: '/acme/good', reason: expect.stringContaining('twice') },
      ],
    });
  });

  test('waits for a retry if the store of uploads is unavailable', async () => {
    const there = await install();
    const { registry, dataDir } = there;
    const away = new RunError('StorageFailed', 'Elasticsearch failed: it cannot be reached');
    const uploads = { put: () => Promise.reject(away), delete: () => Promise.reject(away) };
    const one = { project: '/a/b', infoSnippets: [{ id: 'x', content: 'y', tokens: 1 }] };

    const tried = importLibraries(
      (options) => stageBody(Readable.from([Buffer.from(JSON.stringify(one))]), 'body', options),
      { force: false, caller: operator, signal },
      { registry, uploads, teams: enterpriseTeams, workDir: dataDir },
    );

    await expect(tried).rejects.toMatchObject({ code: 'search_failed', status: 503 });
    expect(await registry.list()).toEqual([]);
  });

  describe('with a store that cannot delete an upload', () => {
    const undeletable = (dataDir: string): Pick<UploadStore, 'put' | 'delete'> => ({
      put: (...upload) => createFileUploads({ dataDir }).put(...upload),
      delete: () => Promise.reject(new RunError('StorageFailed', 'The disk is read-only')),
    });
    const textOf = (project: string, content: string): object => ({
      project,
      infoSnippets: [{ id: 'x', content, tokens: 1 }],
    });
    const bodyOf = (...libraries: object[]) => {
      const body = Buffer.from(JSON.stringify({ libraries }));
      return (options: StageOptions) => stageBody(Readable.from([body]), 'body', options);
    };
    const rules = { force: true, caller: operator, signal };

    test('is imported with all libraries, and the older upload stays', async () => {
      const { registry, dataDir } = await install();
      const parts = {
        registry,
        uploads: undeletable(dataDir),
        teams: enterpriseTeams,
        workDir: dataDir,
      };
      await importLibraries(bodyOf(textOf('/acme/web', 'Old')), rules, parts);
      const body = bodyOf(textOf('/acme/web', 'New'), textOf('/acme/next', 'Next'));

      const { queued } = await importLibraries(body, rules, parts);

      expect(queued).toEqual(['/acme/web', '/acme/next']);
    });

    test('fails for the reason that the library is not stored', async () => {
      const { registry, dataDir } = await install();
      const full: ImporterOptions['registry'] = {
        get: (key) => registry.get(key),
        list: () => registry.list(),
        patch: (...patch) => registry.patch(...patch),
        create: () => Promise.reject(new RunError('StorageFailed', 'The registry is full')),
      };
      const parts = {
        registry: full,
        uploads: undeletable(dataDir),
        teams: enterpriseTeams,
        workDir: dataDir,
      };

      const tried = importLibraries(bodyOf(textOf('/acme/web', 'Text')), rules, parts);

      await expect(tried).rejects.toThrow('The registry is full');
    });
  });

  test('and was interrupted leaves nothing behind', async () => {
    const there = await install();
    const cut = importLibraries(
      (options) => stageBody(Readable.from([Buffer.from('{"libraries":[{"proj')]), 'body', options),
      { force: false, caller: operator, signal },
      {
        registry: there.registry,
        uploads: createFileUploads({ dataDir: '/nowhere' }),
        teams: enterpriseTeams,
        workDir: tmpdir(),
      },
    );

    await expect(cut).rejects.toMatchObject({ code: 'validation_error' });
    expect(await there.registry.list()).toEqual([]);
  });
});

describe('an export', () => {
  test('of unknown libraries, or libraries without content, is refused before anything is sent', async () => {
    const here = await install();
    const source = { git: { url: 'https://example.org/x' } };
    await here.registry.create({ metadata: { name: 'new' }, spec: { id: '/acme/new', source } });

    await expect(here.export('/no/where')).rejects.toMatchObject({ code: 'library_not_found' });
    await expect(here.export('/acme/new')).rejects.toMatchObject({ code: 'no_snippets_found' });
    await expect(exportBundle({ ...here, sees }, ['/acme/new'], signal)).rejects.toMatchObject({
      status: 404,
    });
  });

  test('of content that search shows to a teamspace only is refused, also before its library says so', async () => {
    const here = await install();
    await here.add('/acme/web', [routing]);
    await here.catalog.put(record('/acme/web', { visibility: 'private', teamspace: 'docs' }));

    await expect(here.export('/acme/web')).rejects.toMatchObject({ code: 'access_denied' });
  });

  test('contains the address of the documentation, and no secret', async () => {
    const here = await install();
    const url = 'https://user:secret@example.org/acme/web.git';
    await here.add('/acme/web', [routing], { source: { git: { url } }, publishCredentialed: true });

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

  test('that is not read to its end closes its source', async () => {
    const here = await install();
    await here.add('/acme/many', many);
    const stream = await exportBody({ ...here, sees }, '/acme/many', signal);
    stream.destroy();

    await here.index.delete('/acme/many');

    expect(await here.index.versions('/acme/many')).toEqual([]);
  });
});

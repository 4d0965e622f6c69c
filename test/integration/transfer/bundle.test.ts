import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import type { TransferredLibrary } from '../../../src/indexing/sources/import/transferred-library.ts';
import { exportBundle } from '../../../src/transfer/open-export.ts';
import { zipOf } from '../../support/zip.ts';
import { signal, sees, install, keptBundle, type Install } from './test-install.ts';
import { routing, logging, many, contentOf } from './content.ts';

describe('a bundle', () => {
  async function bundleOf(here: Install, ids: string[]): Promise<string> {
    return await keptBundle(await exportBundle({ ...here, sees }, ids, signal));
  }

  test('imports several libraries at once', async () => {
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

  test('holds libraries whose ids read alike, and those with a backslash', async () => {
    const [here, there] = [await install(), await install()];
    const ids = ['/acme__web/tool', '/acme/web__tool', String.raw`/acme/web\tool`];
    for (const id of ids) await here.add(id, [id === ids[0] ? routing : logging]);

    const answer = await there.importZip(await bundleOf(here, ids));

    expect(answer).toMatchObject({ queued: ids, skipped: [] });
  });

  test('may hold import bodies and single libraries under any name', async () => {
    const [here, there] = [await install(), await install()];
    await here.add('/acme/web', [routing]);
    const body = await here.export('/acme/web');
    const other = { ...body.libraries[0], project: '/acme/other' };

    const zip = await keptBundle(
      await zipOf({
        'libraries.json': JSON.stringify(body),
        'deep/er/one.JSON': JSON.stringify(other),
        'read me.txt': 'not for programs',
      }),
    );

    expect(await there.importZip(zip)).toMatchObject({
      queued: ['/acme/web', '/acme/other'],
      skipped: [],
    });
  });

  test('reports refused libraries by name, and imports the rest', async () => {
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

    const zip = await keptBundle(
      await zipOf({
        'a.json': named('/acme/a'),
        'bomb.json': bomb,
        'cut.json': named('/acme/cut').slice(0, -20),
        'changed.json': named('/acme/changed'),
        'z.json': named('/acme/z'),
        'manifest.json': JSON.stringify({
          format: 1,
          libraries: [listed('/acme/changed', 'changed.json'), listed('/acme/lost', 'lost.json')],
        }),
      }),
    );

    const answer = await there.importZip(zip);
    expect(answer.queued).toEqual(['/acme/a', '/acme/z']);
    expect(answer.skipped).toEqual([
      { project: 'bomb.json', reason: expect.stringContaining('compression ratio is over') },
      { project: 'cut.json', reason: expect.stringContaining('is incomplete') },
      { project: '/acme/changed', reason: expect.stringContaining('SHA-256 differs') },
      { project: '/acme/lost', reason: 'lost.json is not in the bundle' },
    ]);
  });

  test('with many files of wrong libraries is read up to 50 of them', async () => {
    const there = await install();
    const libraries = JSON.stringify({ libraries: Array.from({ length: 30 }, () => ({})) });
    const zip = await keptBundle(
      await zipOf({ 'a.json': libraries, 'b.json': libraries, 'c.json': libraries }),
    );

    const { queued, skipped } = await there.importZip(zip);

    const isRead = ({ reason }: { reason: string }): boolean =>
      reason.includes('project is missing');
    expect(queued).toEqual([]);
    expect(skipped.filter(isRead)).toHaveLength(50);
    expect(skipped.filter((one) => !isRead(one))).toEqual([
      { project: 'b.json', reason: expect.stringContaining('at most 50 libraries') },
      { project: 'c.json', reason: expect.stringContaining('at most 50 libraries') },
    ]);
  });

  test('cannot reach outside itself: names with other paths are reported and skipped', async () => {
    const [here, there] = [await install(), await install()];
    await here.add('/acme/web', [routing]);
    const text = JSON.stringify(await here.export('/acme/web'));
    const file = await keptBundle(await zipOf({ 'xxxescape.json': text, 'good.json': text }));
    // The zip library refuses such names, so the test inserts them afterwards.
    const bytes = (await readFile(file)).toString('latin1').replaceAll('xxxescape', '../escape');
    await writeFile(file, bytes, 'latin1');

    expect(await there.importZip(file)).toMatchObject({
      queued: ['/acme/web'],
      skipped: [{ project: '../escape.json', reason: expect.stringContaining('is outside') }],
    });
  });

  test('with a wrong directory entry or an encrypted file is reported for that file', async () => {
    const [here, there] = [await install(), await install()];
    await here.add('/acme/web', [routing]);
    const text = JSON.stringify(await here.export('/acme/web'));
    const file = await keptBundle(
      await zipOf({
        'bomb.json': `{"codeSnippets":[${' '.repeat(5_000_000)}]}`,
        'locked.json': text,
        'good.json': text,
      }),
    );
    const bytes = await readFile(file);
    const entryOf = (name: string): number => {
      const header = bytes.lastIndexOf(name) - 46;
      expect(bytes.readUInt32LE(header)).toBe(0x02014b50);
      return header;
    };
    // The declared size of the unpacked file, and the flag of encryption.
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

  test('with damaged bytes is reported by the name of the library', async () => {
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

  test('that is not a zip, or has too many libraries, is refused completely', async () => {
    const there = await install();
    const library = (n: number): object => ({ project: `/acme/${n}`, infoSnippets: [] });
    const libraries = Array.from({ length: 51 }, (_, n) => library(n));

    await expect(there.importZip(import.meta.filename)).rejects.toMatchObject({
      code: 'validation_error',
      message: expect.stringMatching(/not a zip.*[^.]\.$/),
    });
    await expect(there.import({ libraries })).rejects.toThrow('at most 50 libraries');
  });
});

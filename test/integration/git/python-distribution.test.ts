import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { pathsIn, readAll, Scratch, skippedIn, withGit } from './harness.ts';

const scratch = await Scratch.create();
afterAll(() => scratch.remove());

let count = 0;
const info = 'tool-1.2.3.dist-info';
const metadata = 'Name: tool\nDescription-Content-Type: text/markdown\n\n# Tool\n\nCuts.\n';
const source = '"""Cuts."""\ndef cut(a):\n    """Cuts a."""\n';

/** Makes the site folder of an environment, and returns its path. */
async function siteWith(files: Record<string, string>): Promise<string> {
  count += 1;
  const site = join(scratch.folder(`venv-${count}`), 'site-packages');
  for (const [path, content] of Object.entries({ [`${info}/METADATA`]: metadata, ...files })) {
    await mkdir(dirname(join(site, path)), { recursive: true });
    await writeFile(join(site, path), content);
  }
  return site;
}

const read = async (site: string) =>
  readAll(
    withGit,
    { url: join(site, info), indexSourceCode: true },
    await scratch.options({
      limits: { ...(await scratch.options()).limits, maxDocumentBytes: 1000 },
    }),
  );

describe('the folder that describes an installed Python package', () => {
  test('gives its README and the files that its RECORD lists', async () => {
    const site = await siteWith({
      [`${info}/RECORD`]: `tool/__init__.py,,\ntool/docs/guide.md,,\n"tool/a,b.py",sha256=x,9\n${info}/METADATA,,\n${info}/licenses/AUTHORS.md,,\ntool/cut.so,,\n`,
      'tool/__init__.py': source,
      'tool/docs/guide.md': '# Guide',
      'tool/a,b.py': `${source}# b`,
      'tool/extra.py': `${source}# extra`,
      'other/__init__.py': `${source}# other`,
      [`${info}/licenses/AUTHORS.md`]: '# Authors',
    });

    const { items, snapshot } = await read(site);

    const expected = [`${info}/METADATA`, 'tool/__init__.py', 'tool/a,b.py', 'tool/docs/guide.md'];
    expect(pathsIn(items).sort()).toEqual(expected);
    expect(snapshot.linkTemplate).toBe(`${pathToFileURL(site).href}/{path}`);
  });

  test('gives a package that is one module file', async () => {
    const site = await siteWith({ [`${info}/RECORD`]: 'tool.py,,\n', 'tool.py': source });

    const { items } = await read(site);

    expect(pathsIn(items).sort()).toEqual([`${info}/METADATA`, 'tool.py']);
  });

  test('gives its README if it has no RECORD', async () => {
    const { items } = await read(await siteWith({ 'tool.py': source }));

    expect(pathsIn(items)).toEqual([`${info}/METADATA`]);
  });

  test('gives no file outside of the site folder, no link, and no large file', async () => {
    const site = await siteWith({
      '../secret.py': source,
      'large.py': `${source}${'# a'.repeat(1000)}`,
    });
    const secret = join(site, '../secret.py');
    await symlink(secret, join(site, 'link.py'));
    await symlink(dirname(site), join(site, 'folder'));
    const recorded = ['../secret.py', secret, 'link.py', 'folder/secret.py', 'large.py', 'gone.py'];
    await writeFile(
      join(site, info, 'RECORD'),
      [...recorded, 'a/../../secret.py', '..\\secret.py', '', 'tool\u0000.py'].join(',,\n'),
    );

    const { items } = await read(site);

    expect(pathsIn(items)).toEqual([`${info}/METADATA`]);
    expect(skippedIn(items).map(({ path }) => path)).toEqual(['large.py']);
  });

  test('changes its revision with a file that the RECORD lists, and with no other file', async () => {
    const site = await siteWith({ [`${info}/RECORD`]: 'tool.py,,\n', 'tool.py': source });
    const { snapshot: before } = await read(site);
    await writeFile(join(site, 'other.py'), source);
    const { snapshot: same } = await read(site);
    await writeFile(join(site, 'tool.py'), `${source}# new`);
    const { snapshot: after } = await read(site);

    expect(same.revision).toBe(before.revision);
    expect(after.revision).not.toBe(before.revision);
  });
});

import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mayReadLocally } from '../../../src/libraries/library/local-access.ts';
import { annotations } from '../../../src/resources/library.ts';
import { makeLibrary } from '../../support/library.ts';

describe('mayReadLocally', () => {
  let folder: string;
  let root: string;
  const at = (url: string) => makeLibrary({ spec: { source: { git: { url } } } });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-roots-'));
    root = join(folder, 'docs');
    await mkdir(join(root, 'handbook'), { recursive: true });
    await mkdir(join(folder, 'docs-private'));
    await symlink(join(folder, 'docs-private'), join(root, 'escape'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test('lets the operator read every path', async () => {
    const own = makeLibrary({
      spec: { source: { git: { url: '/anywhere' } } },
      metadata: { annotations: { [annotations.allowLocal]: 'true' } },
    });

    expect(await mayReadLocally(own, [])).toBe(true);
  });

  test('lets everyone read paths in an allowed folder', async () => {
    expect(await mayReadLocally(at(join(root, 'handbook')), [root])).toBe(true);
    expect(await mayReadLocally(at(pathToFileURL(root).href), [root])).toBe(true);
  });

  test.each([
    ['a folder whose name begins alike', () => join(folder, 'docs-private')],
    ['a way out by dots', () => join(root, '..', 'docs-private')],
    ['a link that leads outside', () => join(root, 'escape')],
    ['a folder that is not there', () => join(root, 'missing')],
    ['a relative path', () => 'handbook'],
    ['a URL', () => 'https://example.org/a/b'],
    ['a file of another host', () => 'file://elsewhere/docs'],
  ])('refuses %s', async (_, path) => {
    expect(await mayReadLocally(at(path()), [root])).toBe(false);
  });
});

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { applyManifest } from '../../../src/manifest/apply.ts';
import { openStores, type Stores } from '../../support/stores.ts';

describe('a manifest', () => {
  let stores: Stores;
  let folder: string;

  beforeEach(async () => {
    stores = await openStores();
    folder = await mkdtemp(join(tmpdir(), 'lectern-manifest-'));
  });
  afterEach(async () => {
    await stores.close();
    await rm(folder, { recursive: true });
  });

  async function apply(...entries: string[]): Promise<string[]> {
    const file = join(folder, 'repos.yaml');
    await writeFile(file, ['repos:', ...entries.map((entry) => `  - ${entry}`)].join('\n'));
    const steps = await applyManifest({ registry: stores.registry, file, prune: false });
    return steps.map(({ action, libraryId }) => `${action} ${libraryId}`);
  }

  it('makes a library of each entry and skips what is not configured', async () => {
    const done = await apply('url: https://x.example/a/b', '{ type: wiki, url: w, spaceKey: DOC }');

    expect(done).toEqual(['create /a/b', 'skip w']);
    expect(await stores.registry.list()).toMatchObject([{ spec: { id: '/a/b' } }]);
  });

  it.each<[what: string, entries: string[], message: RegExp]>([
    [
      'two entries of one library',
      ['url: https://x.example/a/b', 'url: https://x.example/a/b.git'],
      /repos\.yaml:3: \/a\/b stands twice, first on line 2; remove one/,
    ],
    [
      'a URL that is none',
      ['url: https://x.example/a/b', '{ type: website, url: not a url }'],
      /repos\.yaml:3: "not a url" is neither a URL nor a path/,
    ],
    [
      'a URL of another scheme under an id of its own',
      ['url: https://x.example/a/b', '{ type: website, url: "ftp://x/y", id: /x/y }'],
      /repos\.yaml:3: source\.website\.url: url must begin with http/,
    ],
    [
      'a number out of bounds',
      ['{ type: website, url: "https://x.example", maxPages: 0 }'],
      /repos\.yaml:2: source\.website\.maxPages must be >= 1/,
    ],
    [
      'several mistakes',
      ['{ type: website, url: not a url }', '{ url: "https://x.example/a/b", id: nope }'],
      /repos\.yaml:2: .*\n.*repos\.yaml:3: id must match/,
    ],
  ])('with %s changes nothing and names the line', async (_, entries, message) => {
    const applying = apply(...entries);

    await expect(applying).rejects.toMatchObject({
      code: 'manifest_invalid',
      message: expect.stringMatching(message),
    });
    expect(await stores.registry.list()).toEqual([]);
  });
});

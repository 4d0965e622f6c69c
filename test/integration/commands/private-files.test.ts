import { chmod, mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { openDataDirectory } from '../../../src/cli/processes/up/data-directory.ts';

let folder: string;
let data: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-private-'));
  data = join(folder, 'data');
  await mkdir(join(data, 'snippets'), { recursive: true });
  return () => rm(folder, { recursive: true });
});

async function readable(path: string, mode: number): Promise<string> {
  await writeFile(path, 'text');
  await chmod(path, mode);
  return path;
}
const modeOf = async (path: string): Promise<string> =>
  ((await stat(path)).mode & 0o777).toString(8);

test('a data directory of an older version becomes unreadable for other users', async () => {
  await chmod(data, 0o755);
  await chmod(join(data, 'snippets'), 0o755);
  const database = await readable(join(data, 'lectern.db'), 0o644);
  const snippets = await readable(join(data, 'snippets', 'acme-web.db'), 0o664);

  const directory = await openDataDirectory(data);
  await directory.release();

  const paths = [data, join(data, 'snippets'), database, snippets];
  expect(await Promise.all(paths.map(modeOf))).toEqual(['700', '700', '600', '600']);
  expect(directory.tightened.toSorted()).toEqual(paths.toSorted());
  expect((await openDataDirectory(data)).tightened).toEqual([]);
});

test('files that are not Lectern’s, and the targets of links, keep their permissions', async () => {
  const manifest = await readable(join(data, 'repos.yaml'), 0o644);
  const elsewhere = await readable(join(folder, 'elsewhere.db'), 0o644);
  await symlink(elsewhere, join(data, 'snippets', 'linked.db'));

  await openDataDirectory(data);

  expect([await modeOf(manifest), await modeOf(elsewhere)]).toEqual(['644', '644']);
});

test.each([
  ['a folder of the system', 0o755, '755'],
  ['a folder of all users, such as /tmp', 0o1777, '1777'],
  ['a folder that a group may write to, and could replace files in', 0o775, '755'],
])('%s stays readable for other users as a data directory', async (_, mode, after) => {
  await readable(join(data, 'of-somebody-else'), 0o644);
  const snippets = join(data, 'snippets');
  await chmod(snippets, 0o755);
  await chmod(data, mode);

  await openDataDirectory(data);

  expect(((await stat(data)).mode & 0o7777).toString(8)).toBe(after);
  expect(await modeOf(snippets)).toBe('700');
});

test.each(['lectern.lock', 'operator.token'])(
  'a data directory in which %s cannot be written is named',
  async (name) => {
    await mkdir(join(data, name));

    await expect(openDataDirectory(data)).rejects.toThrow(
      `Cannot write to the data directory ${data}: EISDIR`,
    );
  },
);

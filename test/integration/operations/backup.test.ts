import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { createHash } from 'node:crypto';
import Database from 'better-sqlite3';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { restore } from '../../../src/cli/commands/restore.ts';
import { restoreBackup, type Restored } from '../../../src/transfer/backup/restore-backup.ts';
import { writeBackup, type WrittenBackup } from '../../../src/transfer/backup/write-backup.ts';
import { zipOf } from '../../support/zip.ts';
import { makeDirectory, openDirectory, scratchFolder } from './data-directory.ts';

const never = new AbortController().signal;
const backUp = (dataDir: string, file: string): Promise<WrittenBackup> =>
  writeBackup({ dataDir, file, version: '1.2.3', signal: never });
const restoreTo = (dataDir: string, file: string, replace = false): Promise<Restored> =>
  restoreBackup({ file, dataDir, replace, signal: never });

async function contentsOf(dataDir: string): Promise<unknown> {
  const open = await openDirectory(dataDir);
  try {
    return await open.contents();
  } finally {
    await open.close();
  }
}

describe('a backup', () => {
  test('is one archive that restores libraries, answers, secrets and uploads elsewhere', async () => {
    const [from, to, out] = [await makeDirectory(), await scratchFolder(), await scratchFolder()];
    const file = join(out, 'lectern.zip');

    await backUp(from, file);
    await restoreTo(to, file);

    const before = await contentsOf(from);
    expect(await contentsOf(to)).toEqual(before);
    expect(before).toHaveLength(2);
    expect(before).toContainEqual(
      expect.objectContaining({
        titles: ['Declare a route'],
        secret: { password: 'password of anvil' },
        upload: 'upload of anvil',
      }),
    );
    expect(await readFile(join(to, 'admin.key'), 'utf8')).toBe('key of the admin\n');
    expect(await readdir(out)).toEqual(['lectern.zip']);
  });

  test('names the command that starts the restored directory', async () => {
    const [from, to, out] = [await makeDirectory(), await scratchFolder(), await scratchFolder()];
    const file = join(out, 'lectern.zip');
    const { createdAt } = await backUp(from, file);
    const print = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    onTestFinished(() => void vi.restoreAllMocks());

    await restore(file, { data: to });

    expect(print.mock.calls.join('')).toBe(
      `Restored the backup of ${createdAt} to ${to}\nStart it: lectern up --data ${to}\n`,
    );
  });

  test('can be read only by its owner, and so can the restored files', async () => {
    const [from, to, out] = [await makeDirectory(), await scratchFolder(), await scratchFolder()];
    const file = join(out, 'lectern.zip');

    await backUp(from, file);
    await restoreTo(to, file);

    const made = [file, ...['lectern.db', 'secrets.key'].map((name) => join(to, name))];
    const modes = await Promise.all(made.map(async (path) => (await stat(path)).mode & 0o777));
    expect(modes).toEqual([0o600, 0o600, 0o600]);
  });

  test('is complete even if a server writes meanwhile', async () => {
    const [from, to, out] = [await makeDirectory(), await scratchFolder(), await scratchFolder()];
    const file = join(out, 'lectern.zip');
    const server = await openDirectory(from);
    const writing = (async () => {
      for (let n = 0; n < 20; n += 1) await server.add(`more-${n}`, 'Declare a route');
    })();

    await backUp(from, file);
    await writing;
    await server.close();
    await restoreTo(to, file);

    const restored = (await contentsOf(to)) as { id: string }[];
    const was = (await contentsOf(from)) as { id: string }[];
    expect(restored.length).toBeGreaterThanOrEqual(2);
    for (const library of restored.slice(0, 2)) {
      expect(library).toEqual(was.find(({ id }) => id === library.id));
    }
  });

  test('leaves out the damaged file of one library, and names it', async () => {
    const [from, to, out] = [await makeDirectory(), await scratchFolder(), await scratchFolder()];
    const file = join(out, 'lectern.zip');
    const [damaged = ''] = await readdir(join(from, 'snippets'));
    await writeFile(
      join(from, 'snippets', damaged),
      'not a database, but long enough '.repeat(100),
    );

    const made = await backUp(from, file);
    await restoreTo(to, file);

    expect(made.damaged).toEqual([`snippets/${damaged}`]);
    expect(await readdir(join(to, 'snippets'))).not.toContain(damaged);
    expect(await readFile(join(to, 'admin.key'), 'utf8')).toBe('key of the admin\n');
  });

  test('is refused if the registry is damaged', async () => {
    const [from, out] = [await makeDirectory(), await scratchFolder()];
    await writeFile(join(from, 'lectern.db'), 'not a database, but long enough '.repeat(100));

    const made = backUp(from, join(out, 'lectern.zip'));

    await expect(made).rejects.toThrow(/lectern\.db is damaged: file is not a database/);
  });

  test('leaves nothing behind when it is interrupted', async () => {
    const [from, out] = [await makeDirectory(), await scratchFolder()];
    const stopped = AbortSignal.abort(new Error('interrupted'));

    const file = join(out, 'lectern.zip');
    const made = writeBackup({ dataDir: from, file, version: '1.2.3', signal: stopped });

    await expect(made).rejects.toThrow('interrupted');
    expect(await readdir(out)).toEqual([]);
  });

  test.each(['ENOSPC', 'SQLITE_FULL'])('names the folder whose disk is full (%s)', async (code) => {
    const [from, out] = [await makeDirectory(), await scratchFolder()];
    const full = AbortSignal.abort(Object.assign(new Error('disk is full'), { code }));

    const file = join(out, 'lectern.zip');
    const made = writeBackup({ dataDir: from, file, version: '1.2.3', signal: full });

    await expect(made).rejects.toThrow(
      `The disk of ${out} is full: a backup needs space for the archive and a copy of the largest library. Free some, or choose another folder.`,
    );
  });

  test('replaces no file, and needs a data directory', async () => {
    const [from, out] = [await makeDirectory(), await scratchFolder()];
    const file = join(out, 'lectern.zip');
    await writeFile(file, 'kept');

    await expect(backUp(from, file)).rejects.toThrow(/lectern\.zip exists/);
    await expect(backUp(out, join(out, 'x.zip'))).rejects.toThrow(/not a data directory/);
    await expect(backUp(from, join(out, 'no/x.zip'))).rejects.toThrow(/Cannot write to the folder/);
    expect(await readFile(file, 'utf8')).toBe('kept');
  });

  test.each(['uploads/lectern.zip', 'snippets/lectern.db'])(
    'is no file that the next backup would contain: %s',
    async (path) => {
      const from = await makeDirectory();

      await expect(backUp(from, join(from, path))).rejects.toThrow(/choose another folder/);

      await backUp(from, join(from, 'lectern.zip'));
      expect(await readdir(join(from, dirname(path)))).not.toContain(basename(path));
    },
  );
});

describe('a restore', () => {
  test('replaces data only on request, and keeps the old data', async () => {
    const [from, to, out] = [await makeDirectory(), await scratchFolder(), await scratchFolder()];
    const file = join(out, 'lectern.zip');
    await backUp(from, file);
    const server = await openDirectory(to);
    await server.add('older', 'Declare a route of old');
    await server.close();

    await expect(restoreTo(to, file)).rejects.toThrow(/already has data\. Use --replace/);
    const old = await contentsOf(to);
    const { keptIn } = await restoreTo(to, file, true);

    expect(keptIn).toMatch(/pre-restore-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/);
    expect(await contentsOf(to)).toEqual(await contentsOf(from));
    expect(await contentsOf(keptIn!)).toEqual(old);
  });

  test('removes the journal of the old database', async () => {
    const [from, to, out] = [await makeDirectory(), await makeDirectory(), await scratchFolder()];
    const file = join(out, 'lectern.zip');
    await backUp(from, file);
    await writeFile(join(to, 'lectern.db-wal'), 'left by a kill');

    await restoreTo(to, file, true);

    expect(await readdir(to)).not.toContain('lectern.db-wal');
  });

  test("leaves what is not Lectern's, and the data that earlier restores kept", async () => {
    const [from, to, out] = [await makeDirectory(), await scratchFolder(), await scratchFolder()];
    const file = join(out, 'lectern.zip');
    await backUp(from, file);
    const others = ['lost+found', 'pre-restore-2026-01-01T00-00-00Z', 'repos.yaml'];
    for (const name of others) await mkdir(join(to, name));

    const { keptIn } = await restoreTo(to, file);

    expect(keptIn).toBeUndefined();
    expect(await readdir(to)).toEqual(expect.arrayContaining(others));
  });
});

describe('a restore changes nothing when the archive', () => {
  const listed = (path: string, content: Buffer): object => ({
    path,
    bytes: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
  });
  const registry = async (): Promise<Buffer> => readFile(join(await makeDirectory(), 'lectern.db'));
  const manifestOf = (files: object[]): Buffer =>
    Buffer.from(JSON.stringify({ format: 1, version: '9.9.9', createdAt: 'now', files }));

  async function archiveOf(entries: Record<string, Buffer>): Promise<string> {
    const file = join(await scratchFolder(), 'made.zip');
    await writeFile(file, await zipOf(entries));
    return file;
  }

  /** Returns the error of restoring this archive over a directory. Asserts that the directory is unchanged. */
  async function refusal(file: string): Promise<string> {
    const dataDir = await makeDirectory();
    const before = (await readdir(dataDir, { recursive: true })).sort();
    const message = await restoreTo(dataDir, file, true).then(
      () => 'restored',
      (error: Error) => error.message,
    );
    expect((await readdir(dataDir, { recursive: true })).sort()).toEqual(before);
    expect(await contentsOf(dataDir)).toHaveLength(2);
    return message;
  }

  test('is not a zip, or is incomplete', async () => {
    const [from, out] = [await makeDirectory(), await scratchFolder()];
    const file = join(out, 'lectern.zip');
    await backUp(from, file);
    const whole = await readFile(file);
    await writeFile(file, whole.subarray(0, whole.length - 100));

    expect(await refusal(file)).toMatch(/Cannot restore this file/);
    await writeFile(file, 'no zip');
    expect(await refusal(file)).toMatch(/Cannot restore this file/);
    await rm(file);
    expect(await refusal(file)).toMatch(/ENOENT|no such file/);
  });

  test('is damaged in one file', async () => {
    const content = await registry();
    const file = await archiveOf({
      'lectern.db': content,
      'manifest.json': manifestOf([{ ...listed('lectern.db', content), sha256: '0'.repeat(64) }]),
    });

    expect(await refusal(file)).toMatch(/lectern\.db is damaged/);
  });

  test('has a file of the wrong size, lacks a file, or has an extra one', async () => {
    const content = await registry();
    const facts = listed('lectern.db', content);
    const shorter = await archiveOf({
      'lectern.db': content.subarray(1),
      'manifest.json': manifestOf([facts]),
    });
    const lacking = await archiveOf({ 'manifest.json': manifestOf([facts]) });
    const more = await archiveOf({
      'lectern.db': content,
      'run.sh': Buffer.from('#!/bin/sh'),
      'manifest.json': manifestOf([facts]),
    });

    expect(await refusal(shorter)).toMatch(/lectern\.db has \d+ bytes instead of \d+/);
    expect(await refusal(lacking)).toMatch(/lectern\.db is missing/);
    expect(await refusal(more)).toMatch(/"run\.sh" is in the archive, but not in its manifest/);
  });

  test('names a path outside of the directory', async () => {
    const content = await registry();
    const placeholder = 'aa/aa/escaped';
    const file = await archiveOf({
      'lectern.db': content,
      [placeholder]: Buffer.from('escaped'),
      'manifest.json': manifestOf([listed('lectern.db', content)]),
    });
    // The archive library refuses such names, so the test inserts them afterwards.
    const bytes = (await readFile(file))
      .toString('latin1')
      .replaceAll(placeholder, '../../escaped');
    await writeFile(file, bytes, 'latin1');

    expect(await refusal(file)).toMatch(/Cannot restore this file: .*\.\.\/\.\.\/escaped/);
  });

  test('was created by a newer version', async () => {
    const folder = await makeDirectory();
    const database = new Database(join(folder, 'lectern.db'));
    database.exec("insert into kysely_migration values ('9999-of-the-future', 'now')");
    database.close();
    const file = join(await scratchFolder(), 'lectern.zip');
    await backUp(folder, file);

    expect(await refusal(file)).toMatch(/Lectern 1\.2\.3 created it, and this version is older/);
  });

  test('contains an invalid registry', async () => {
    const content = Buffer.from('not a database at all');
    const file = await archiveOf({
      'lectern.db': content,
      'manifest.json': manifestOf([listed('lectern.db', content)]),
    });

    expect(await refusal(file)).toMatch(/lectern\.db is not a registry/);
  });
});

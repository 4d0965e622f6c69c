import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openAccess, type OpenAccess } from '../../../src/cli/processes/open-access.ts';
import { keepAdminKey } from '../../../src/cli/processes/up/admin-key.ts';
import { openSqliteDatabase } from '../../../src/store/metadata/database.ts';

/** A data directory with its keys. Each start of the program opens them again. */
async function dataDirectory(): Promise<{
  directory: string;
  start: (database?: string) => Promise<OpenAccess>;
}> {
  const directory = await mkdtemp(join(tmpdir(), 'admin-key-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  return {
    directory,
    async start(name = 'lectern.db') {
      const database = await openSqliteDatabase(join(directory, name));
      onTestFinished(() => database.destroy());
      const settings = {
        keyPrefix: 'lct_',
        acceptedKeyPrefixes: [],
        oidcSignInScopes: [],
        sessionHours: 12,
        oidcSessionMinutes: 60,
        requestsPerMinutePerKey: 0,
        requestsPerMinutePerAddress: 0,
        requestPrice: 0.01,
      };
      const log = { warn: () => undefined };
      return openAccess({ database, settings, anonymous: 'ask', log });
    },
  };
}

const given = `lct_${'0'.repeat(16)}_${'s'.repeat(43)}`;

test('the first start creates an admin key that only its owner can read, and later starts keep it', async () => {
  const { directory, start } = await dataDirectory();
  const access = await start();
  const made = await keepAdminKey({ access, directory, given: undefined });
  expect(await access.authenticator.authenticate(made ?? '')).toMatchObject({ role: 'admin' });
  const file = join(directory, 'admin.key');
  expect(await readFile(file, 'utf8')).toBe(`${made}\n`);
  expect((await stat(file)).mode & 0o777).toBe(0o600);

  const again = await start();
  expect(await keepAdminKey({ access: again, directory, given: undefined })).toBeUndefined();
  expect(await again.keys.list()).toHaveLength(1);
});

test('the key in the file works after the loss of the database', async () => {
  const { directory, start } = await dataDirectory();
  const made = await keepAdminKey({ access: await start(), directory, given: undefined });
  const access = await start('another.db');
  await keepAdminKey({ access, directory, given: undefined });
  expect(await access.authenticator.authenticate(made ?? '')).toMatchObject({ role: 'admin' });
});

test('a revoked admin key does not come back, and no other is created', async () => {
  const { directory, start } = await dataDirectory();
  const first = await start();
  const made = await keepAdminKey({ access: first, directory, given: undefined });
  const [key] = await first.keys.list();
  await first.keys.revoke(key!.id);
  const next = await start();
  expect(await keepAdminKey({ access: next, directory, given: undefined })).toBeUndefined();
  expect(await next.authenticator.authenticate(made ?? '')).toBeUndefined();
  await rm(join(directory, 'admin.key'));
  expect(await keepAdminKey({ access: next, directory, given: undefined })).toBeUndefined();
});

test('a configured key becomes the admin key, and is not written to a file', async () => {
  const { directory, start } = await dataDirectory();
  const access = await start();
  expect(await keepAdminKey({ access, directory, given })).toBeUndefined();
  await keepAdminKey({ access, directory, given });
  expect(await access.authenticator.authenticate(given)).toMatchObject({ role: 'admin' });
  await expect(stat(join(directory, 'admin.key'))).rejects.toThrow('ENOENT');
});

test('a configured key replaces the previous one', async () => {
  const { directory, start } = await dataDirectory();
  const access = await start();
  await keepAdminKey({ access, directory, given });
  const made = await access.keys.create({ name: 'mine', role: 'admin', teamspace: 'default' });
  const next = `lct_${'1'.repeat(16)}_${'n'.repeat(43)}`;

  const again = await start();
  await keepAdminKey({ access: again, directory, given: next });

  const roleOf = async (key: string): Promise<string | undefined> =>
    (await again.authenticator.authenticate(key))?.role;
  expect(await roleOf(given)).toBeUndefined();
  expect(await roleOf(next)).toBe('admin');
  expect(await roleOf(made.key)).toBe('admin');
});

test('a key of another form is refused, and the message does not contain it', async () => {
  const { directory, start } = await dataDirectory();
  const secret = 'lct_too-short-and-secret';
  const kept = keepAdminKey({ access: await start(), directory, given: secret });
  await expect(kept).rejects.toThrow(/The admin key must be lct_, then 16 hexadecimal digits/);
  await expect(kept).rejects.not.toThrow(/too-short/);
});

test('a file without a valid key is replaced', async () => {
  const { directory, start } = await dataDirectory();
  await writeFile(join(directory, 'admin.key'), '');
  const access = await start();
  const made = await keepAdminKey({ access, directory, given: undefined });
  expect(await access.authenticator.authenticate(made ?? '')).toMatchObject({ role: 'admin' });
});

import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { type MetadataDatabase } from '../../../src/store/metadata/database.ts';
import { readSecretKey, secretKeyFile } from '../../../src/store/metadata/secret-key.ts';
import { SqlSecretStore } from '../../../src/store/metadata/secrets.ts';
import { describeSecretStore } from '../../contract/secrets.ts';
import { sqliteDatabases } from '../../support/sqlite-databases.ts';

const token = 'planted-token-that-nobody-may-read';

describeSecretStore('SqlSecretStore over SQLite', async () => {
  const { folder, open, cleanUp } = await sqliteDatabases();
  const reopened = async (): Promise<SqlSecretStore> =>
    new SqlSecretStore(await open(), await readSecretKey(folder));
  return { secrets: await reopened(), reopened, cleanUp };
});

describe('secrets of a data directory', () => {
  let folder: string;
  let database: MetadataDatabase;

  beforeEach(async () => {
    const databases = await sqliteDatabases();
    ({ folder } = databases);
    database = await databases.open();
    return databases.cleanUp;
  });

  test('are in no file in plain text, and only the owner can read their key', async () => {
    const secrets = new SqlSecretStore(database, await readSecretKey(folder));
    await secrets.put('widgets-git', { password: token });

    for (const file of await readdir(folder)) {
      const bytes = await readFile(join(folder, file));
      expect([file, bytes.includes(token)]).toEqual([file, false]);
      expect([file, bytes.includes(Buffer.from(token).toString('base64'))]).toEqual([file, false]);
    }
    expect((await stat(join(folder, secretKeyFile))).mode & 0o777).toBe(0o600);
  });

  test('are refused with another key, and under another name', async () => {
    const key = await readSecretKey(folder);
    const secrets = new SqlSecretStore(database, key);
    await secrets.put('one', { password: token });
    const another = new SqlSecretStore(database, Buffer.alloc(32, 7));
    const refusal = await another.get('one').catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'internal_error' });
    expect(String(refusal)).toContain('the secret one cannot be decrypted with this install');

    await database.updateTable('secrets').set({ name: 'two' }).execute();
    await expect(secrets.get('two')).rejects.toThrow('the secret two cannot be decrypted');
  });

  test('have one key, created once; a damaged key is reported before any loss', async () => {
    const key = await readSecretKey(folder);
    expect(await readSecretKey(folder)).toEqual(key);
    await writeFile(join(folder, secretKeyFile), 'AAAA');
    await expect(readSecretKey(folder)).rejects.toThrow(/does not hold a key of 32 bytes/);
  });
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SqlKeys } from '../../../src/store/metadata/access/keys.ts';
import { type MetadataDatabase, openSqliteDatabase } from '../../../src/store/metadata/database.ts';
import { describeKeyStore } from '../../contract/key-store.ts';

describeKeyStore('keys in SQLite', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'keys-'));
  const opened: MetadataDatabase[] = [];
  const open = async (): Promise<SqlKeys> => {
    const db = await openSqliteDatabase(join(folder, 'lectern.db'));
    opened.push(db);
    return new SqlKeys(db);
  };
  return {
    keys: await open(),
    another: open,
    async cleanUp() {
      for (const db of opened) await db.destroy();
      await rm(folder, { recursive: true });
    },
  };
});

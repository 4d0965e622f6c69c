import { SqlKeys } from '../../../src/store/metadata/access/keys.ts';
import { describeKeyStore } from '../../contract/key-store.ts';
import { sqliteDatabases } from '../../support/sqlite-databases.ts';

describeKeyStore('keys in SQLite', async () => {
  const { open, cleanUp } = await sqliteDatabases();
  const another = async (): Promise<SqlKeys> => new SqlKeys(await open());
  return { keys: await another(), another, cleanUp };
});

import { SqlCatalog } from '../../../src/store/sql/catalog.ts';
import { describeErrorTable } from '../../contract/error-table.ts';
import { openStores } from '../../support/stores.ts';

describeErrorTable('on the embedded platform', async () => ({
  stores: await openStores(),
  async away() {
    const { database, close } = await openStores();
    await database.destroy();
    return {
      parts: { catalog: new SqlCatalog(database) },
      path: '/api/v2/libs/search?libraryName=web&query=web',
      close: async () => close().catch(() => undefined),
    };
  },
}));

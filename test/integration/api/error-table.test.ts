import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { SqlCatalog } from '../../../src/store/metadata/catalog.ts';
import { describeErrorTable, provoked } from '../../contract/error-table.ts';
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

/** Errors that no single request can cause, with the tests that cause them. */
const elsewhere = [
  '408 validation_error', // attacks/slow-clients
  '431 validation_error', // attacks/oversized
  '503 issuer_unreachable', // oauth
  '504 timeout', // gitops-http/gitops
];

test('every documented error occurs', async () => {
  const page = await readFile('docs/reference/errors.md', 'utf8');
  const documented = [...page.matchAll(/^\| (\d{3}) +\| `(\w+)`/gm)].map(
    ([, status, code]) => `${status} ${code}`,
  );
  expect([...new Set([...provoked, ...elsewhere])].toSorted()).toEqual(documented.toSorted());
});

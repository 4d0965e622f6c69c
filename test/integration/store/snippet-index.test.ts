import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSqliteSnippetIndex } from '../../../src/store/snippets/sqlite/snippet-index.ts';
import { describeSnippetIndex } from '../../contract/snippet-index/snippet-index.ts';

describeSnippetIndex('SQLite snippet index', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'snippet-index-'));
  const index = createSqliteSnippetIndex({ dataDir });
  return {
    index,
    another: () => createSqliteSnippetIndex({ dataDir }),
    cleanUp: async () => {
      await index.close();
      await rm(dataDir, { recursive: true });
    },
  };
});

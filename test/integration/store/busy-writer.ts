import { workerData } from 'node:worker_threads';
import { createSqliteSnippetIndex } from '../../../src/store/snippets/sqlite/snippet-index.ts';
import { snippetOf, toWrite, vectorAlong } from '../../contract/snippet-index/snippets.ts';

// Runs as a thread. Replaces the whole content of a library several times.
const { dataDir, rounds }: { dataDir: string; rounds: number } = workerData;
const index = createSqliteSnippetIndex({ dataDir });
for (let round = 0; round < rounds; round++) {
  const writer = await index.open('/files/test', '', 'embedder');
  for (let n = 0; n < 300; n++) {
    const path = `${n}.md`;
    const snippet = toWrite(snippetOf(path, `generation ${round}`), vectorAlong(n + round));
    await writer.write({ path, hash: `round ${round}` }, [snippet]);
  }
  await writer.activate({ revision: String(round), fingerprint: 'f', linkTemplate: '' });
}
await index.close();

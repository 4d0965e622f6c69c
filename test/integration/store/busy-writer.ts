import { workerData } from 'node:worker_threads';
import { createSqliteSnippetIndex } from '../../../src/store/snippets/sqlite/snippet-index.ts';
import { snippetOf, toWrite, vectorAlong } from '../../contract/snippet-index/snippets.ts';

// Runs as a thread. Replaces the whole content of a library several times. The reader stores in `seen` which generation it has read.
const { dataDir, rounds, seen }: { dataDir: string; rounds: number; seen: Int32Array } = workerData;
const index = createSqliteSnippetIndex({ dataDir });
for (let round = 0; round < rounds; round++) {
  const writer = await index.open('/files/test', '', 'embedder');
  for (let n = 0; n < 300; n++) {
    const path = `${n}.md`;
    const snippet = toWrite(snippetOf(path, `generation ${round}`), vectorAlong(n + round));
    await writer.write({ path, hash: `round ${round}` }, [snippet]);
  }
  await writer.activate({ revision: String(round), fingerprint: 'f', linkTemplate: '' });
  // A slow reader would otherwise miss generations. In the later rounds, nothing holds up the writer.
  if (round < 4) {
    while (Atomics.load(seen, 0) === round + 1) Atomics.wait(seen, 0, round + 1);
  }
}
await index.close();

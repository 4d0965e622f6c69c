import { createSqliteSnippetIndex } from '../../../src/store/snippets/sqlite/snippet-index.ts';
import { snippetOf, toWrite, vectorAlong } from '../../contract/snippet-index/snippets.ts';

// Runs as a separate process. Replaces the content of a library, one generation after the other, until it is killed. Reports
// each step on standard output.
const [dataDir = '', documents = '0'] = process.argv.slice(2);
const index = createSqliteSnippetIndex({ dataDir });
for (;;) {
  const [active] = await index.versions('/crash/test');
  const text = `generation ${(active?.generation ?? 0) + 1}`;
  process.stdout.write('opening\n');
  const writer = await index.open('/crash/test', '', 'embedder');
  for (let n = 0; n < Number(documents); n++) {
    const path = `${n}.md`;
    const stays = n % 4 === 0 && active && writer.known(path, 'lasting');
    const hash = n % 4 === 0 ? 'lasting' : text;
    const title = n % 4 === 0 ? 'lasting' : text;
    const snippet = toWrite(snippetOf(path, title), vectorAlong(n));
    await writer.write({ path, hash }, stays ? 'unchanged' : [snippet]);
    if (n % 50 === 0) process.stdout.write('written\n');
  }
  process.stdout.write('activating\n');
  const { generation } = await writer.activate({
    revision: text,
    fingerprint: 'f',
    linkTemplate: '',
  });
  process.stdout.write(`activated ${generation}\n`);
}

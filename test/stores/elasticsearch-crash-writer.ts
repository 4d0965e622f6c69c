import { createElasticsearchClient } from '../../src/store/snippets/elasticsearch/client.ts';
import { createElasticsearchSnippetIndex } from '../../src/store/snippets/elasticsearch/snippet-index.ts';
import { snippetOf, toWrite, vectorAlong } from '../contract/snippet-index/snippets.ts';
import { elasticsearchUrl } from '../support/elasticsearch.ts';

// Runs as a separate process. Replaces the content of a library, one generation after the other,
// until it is killed. Reports each step on standard output. `moved` means that the new generation
// is active and the old one is not deleted.
const [prefix = '', library = '', documents = '0'] = process.argv.slice(2);
const client = await createElasticsearchClient({
  url: elasticsearchUrl(),
  requestTimeoutMs: 30_000,
});
const index = createElasticsearchSnippetIndex({ client, prefix });
client.diagnostic.on('request', (_, event) => {
  if (event?.meta.request.params.path.includes('_delete_by_query')) process.stdout.write('moved\n');
});
for (;;) {
  const [active] = await index.versions(library);
  const text = `generation ${(active?.generation ?? 0) + 1}`;
  const writer = await index.open(library, '', 'model');
  for (let n = 0; n < Number(documents); n++) {
    const path = `${n}.md`;
    const lasts = n % 4 === 0;
    const stays = lasts && writer.known(path, 'lasting') !== undefined;
    const title = lasts ? 'lasting' : text;
    const snippet = toWrite(snippetOf(path, title), vectorAlong(n));
    await writer.write({ path, hash: title }, stays ? 'unchanged' : [snippet]);
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

import type { Client } from '@elastic/elasticsearch';
import { beforeEach, expect, test } from 'vitest';
import type { LibraryRun } from '../../src/resources/library.ts';
import { createElasticsearchRunJournal } from '../../src/store/snippets/elasticsearch/run-journal.ts';
import type { RunJournal } from '../../src/store/run-journal.ts';
import { openIndices } from '../support/elasticsearch.ts';

let client: Client;
let prefix: string;
let journal: RunJournal;

beforeEach(async () => {
  const opened = await openIndices();
  ({ client, prefix } = opened);
  journal = createElasticsearchRunJournal({ client, prefix });
  return opened.cleanUp;
});

function runOf(id: string, documents: number): LibraryRun {
  const counts = { fetched: documents, documents, snippets: 0, embedded: 0, skipped: 0 };
  return { id, phase: 'indexing', startedAt: '2026-01-01T00:00:00.000Z', ...counts };
}

test('returns the last report of each run at once, to every process', async () => {
  const reader = createElasticsearchRunJournal({ client, prefix });
  for (const documents of [1, 2, 3]) {
    await journal.report({ runId: 'one', library: 'a', run: runOf('one', documents) });
  }
  await journal.report({
    runId: 'two',
    library: 'b',
    run: runOf('two', 7),
    topics: 'routing\nhooks',
    names: [{ name: '@acme/web', origin: 'publishes' }],
    ownerRules: ['Use hooks.', 'Prefer ESM.'],
  });
  expect(await reader.read(['one', 'two', 'unknown'])).toEqual(
    new Map([
      ['one', { runId: 'one', library: 'a', run: runOf('one', 3) }],
      [
        'two',
        {
          runId: 'two',
          library: 'b',
          run: runOf('two', 7),
          topics: 'routing\nhooks',
          names: [{ name: '@acme/web', origin: 'publishes' }],
          ownerRules: ['Use hooks.', 'Prefer ESM.'],
        },
      ],
    ]),
  );
});

test('is empty before the first report', async () => {
  expect(await journal.read(['one'])).toEqual(new Map());
  expect(await journal.read([])).toEqual(new Map());
  await journal.remove('a');
});

test('accepts fields that the index of an older release lacks', async () => {
  const old = `${prefix}-runs`;
  await client.indices.create({
    index: `${old}-000001`,
    aliases: { [old]: { is_write_index: true } },
    mappings: {
      dynamic: 'strict',
      properties: {
        runId: { type: 'keyword' },
        library: { type: 'keyword' },
        run: { type: 'object', enabled: false },
        topics: { type: 'keyword', index: false, doc_values: false },
        reportedAt: { type: 'date' },
      },
    },
  });
  const entry = {
    runId: 'one',
    library: 'a',
    run: runOf('one', 1),
    ownerRules: ['Use hooks.'],
    outcome: { state: 'failed' },
  };
  await journal.report(entry);
  expect((await journal.read(['one'])).get('one')).toEqual(entry);
});

test('removes the runs of a deleted library, and no others', async () => {
  await journal.report({ runId: 'one', library: 'a', run: runOf('one', 1) });
  await journal.report({ runId: 'two', library: 'b', run: runOf('two', 1) });
  await journal.remove('a');
  expect([...(await journal.read(['one', 'two'])).keys()]).toEqual(['two']);
});

test('keeps only the last run of a library', async () => {
  for (const runId of ['one', 'two', 'three']) {
    await journal.report({ runId, library: 'a', run: runOf(runId, 1) });
  }
  expect([...(await journal.read(['one', 'two', 'three'])).keys()]).toEqual(['three']);
});

import { benchmark } from '../../src/search/benchmark.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { operator } from '../../src/identity/access/caller.ts';
import { runIndexing } from '../../src/indexing/run.ts';
import { openSource } from '../../src/indexing/sources/open-source.ts';
import { createElasticsearchSnippetIndex } from '../../src/store/snippets/elasticsearch/snippet-index.ts';
import { createElasticsearchUploads } from '../../src/store/snippets/elasticsearch/uploads.ts';
import { importLibraries } from '../../src/transfer/import-libraries.ts';
import type { TransferredLibrary } from '../../src/indexing/sources/import/transferred-library.ts';
import { exportBody } from '../../src/transfer/open-export.ts';
import { stageBody } from '../../src/transfer/stage-body.ts';
import { enterpriseTeams } from '../support/teams.ts';
import { openIndices } from '../support/elasticsearch.ts';
import { fakeEmbedder, snippet } from '../support/fake-stores.ts';
import { runParser } from '../support/parser.ts';
import { openStores, storeSnippets } from '../support/stores.ts';
import { runLimits } from '../support/working-controller.ts';

const { signal } = new AbortController();
const sees = (): boolean => true;
const id = '/acme/web';

/** Returns the texts of a version of an export, independent of their order. */
function textsOf({
  codeSnippets,
  infoSnippets,
}: Pick<TransferredLibrary, 'codeSnippets' | 'infoSnippets'>): string[] {
  return [...codeSnippets, ...infoSnippets].map((one) => JSON.stringify(one)).sort();
}

test('each version of a library from one process is equal on a cluster, to the last snippet', async () => {
  const here = await openStores();
  const there = await openStores();
  const workDir = await mkdtemp(join(tmpdir(), 'lectern-transfer-'));
  const { client, prefix, cleanUp } = await openIndices();
  onTestFinished(async () => {
    await Promise.all([here.close(), there.close(), rm(workDir, { recursive: true })]);
    await cleanUp();
  });
  const embedder = fakeEmbedder();
  const index = createElasticsearchSnippetIndex({ client, prefix });
  const uploads = createElasticsearchUploads({ client, prefix });
  const source = { git: { url: 'https://example.org/acme/web' } };
  await here.registry.create({ metadata: { name: 'web' }, spec: { id, source } });
  const code = Array.from({ length: 60 }, (_, n) => snippet(`code ${n}`, { tokens: n }));
  const info = snippet('info', { kind: 'info', content: 'Text.', codeList: [], language: '' });
  await storeSnippets({ index: here.index, embedder }, { libraryId: id, version: '' }, [
    ...code,
    info,
  ]);
  for (const [version, snippets] of [
    ['v1.0.0', [snippet('old', { tokens: 5 }), info]],
    ['release/2.x', code.slice(20)],
  ] as const) {
    await storeSnippets({ index: here.index, embedder }, { libraryId: id, version }, [...snippets]);
  }

  const exported = await exportBody({ ...here, sees }, id, signal);
  const { registry, catalog } = there;
  await importLibraries(
    (options) => stageBody(exported, 'body', options),
    { force: false, caller: operator, signal },
    { registry, uploads, teams: enterpriseTeams, workDir },
  );
  const [library] = await registry.list();
  await runIndexing(
    { id: 'r1', library: 'web', uid: 'uid', spec: library!.spec, allowLocal: false },
    {
      benchmark,
      openSource,
      index,
      embedder,
      uploads,
      limits: runLimits,
      allowedRanges: [],
      parser: runParser,
      workDir,
    },
    () => undefined,
    signal,
  );

  const bodyOf = async (from: Parameters<typeof exportBody>[0]): Promise<TransferredLibrary> => {
    const body = (await json(await exportBody(from, id, signal))) as {
      libraries: TransferredLibrary[];
    };
    return body.libraries[0]!;
  };
  const [ours, theirs] = await Promise.all([
    bodyOf({ ...here, sees }),
    bodyOf({ registry, index, catalog, sees }),
  ]);
  expect(textsOf(theirs)).toEqual(textsOf(ours));
  expect(theirs.totalTokens).toBe(ours.totalTokens);
  const versionsOf = ({ versions = [] }: TransferredLibrary): object[] =>
    versions
      .map((one) => ({ version: one.version, tokens: one.totalTokens, texts: textsOf(one) }))
      .toSorted((a, b) => (a.version < b.version ? -1 : 1));
  expect(versionsOf(ours)).toHaveLength(2);
  expect(versionsOf(theirs)).toEqual(versionsOf(ours));
});

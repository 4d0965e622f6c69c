import type { Library } from '../../../src/resources/library.ts';
import type { IndexedSnippet } from '../../../src/store/snippet.ts';
import { fakeEmbedder, record, snippet } from '../../support/fake-stores.ts';
import { makeLibrary } from '../../support/library.ts';
import { storeLibrary, storeSnippets, type Stores } from '../../support/stores.ts';

/** The embedder in the configuration of the servers. */
const embedder = { ...fakeEmbedder(), id: 'openai:double@64' };

const handbook: IndexedSnippet[] = [
  snippet('rotation', {
    title: 'Rotate an API key',
    description: 'How a service gets another key without a gap.',
    codeList: [{ language: 'sh', code: 'acme keys rotate --service billing' }],
    path: 'docs/keys.md',
    anchor: 'rotate',
  }),
  snippet('retries', {
    title: 'Retry failed deliveries',
    description: 'A delivery is tried again with growing pauses.',
    codeList: [{ language: 'js', code: 'await queue.retry({ attempts: 5 });' }],
    path: 'docs/queue.md',
    anchor: 'retries',
  }),
  snippet('limits', {
    kind: 'info',
    title: 'Limits of a request',
    breadcrumb: ['Handbook', 'Limits'],
    content: 'A request may have one megabyte, and takes ten seconds at most.',
    codeList: [],
    language: '',
    path: 'docs/limits.md',
  }),
];

const served = {
  name: '',
  revision: '9f2c1d7e5b3a',
  documents: 3,
  snippets: 3,
  tokens: 60,
  updatedAt: '2026-01-02T03:04:05.000Z',
};

/** Stores the library /acme/handbook in its state after indexing. */
export async function storeHandbook(stores: Stores): Promise<void> {
  const id = '/acme/handbook';
  const spec = { id, title: 'Handbook', description: 'How things are done at Acme' };
  await storeSnippets({ index: stores.index, embedder }, { libraryId: id, version: '' }, handbook);
  await stores.catalog.put(record(id, { title: spec.title, description: spec.description }));
  await storeLibrary(stores.registry, finished({ spec }));
}

/** Returns an indexed library in good health. The given parts replace its defaults. */
export function finished({
  spec = {},
  status = {},
}: {
  spec?: Partial<Library['spec']>;
  status?: Partial<Library['status']>;
} = {}): Library {
  return makeLibrary({
    spec,
    status: {
      versions: [served],
      totalSnippets: served.snippets,
      totalTokens: served.tokens,
      lastUpdateDate: served.updatedAt,
      trustScore: 7,
      benchmarkScore: 83,
      stars: 1_234,
      failures: 0,
      conditions: [
        {
          type: 'Ready',
          status: 'True',
          reason: 'Indexed',
          message: '3 snippets of 3 documents are served',
          lastTransitionTime: served.updatedAt,
          observedGeneration: 1,
        },
      ],
      run: {
        id: 'r1',
        phase: 'done',
        startedAt: '2026-01-02T03:03:05.000Z',
        finishedAt: served.updatedAt,
        fetched: 3,
        documents: 3,
        snippets: 3,
        embedded: 3,
        skipped: 0,
      },
      ...status,
    },
  });
}

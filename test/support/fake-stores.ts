import type { IndexedSnippet, Snippet } from '../../src/store/snippet.ts';
import type { Embedder } from '../../src/models/embedder.ts';
import type { Catalog } from '../../src/store/catalog.ts';
import type { LibraryRecord } from '../../src/resources/library-record.ts';
import type { ActiveVersion, Hit, SnippetIndex } from '../../src/store/snippet-index.ts';

/** Returns a library record with harmless values. */
export function record(id: string, facts: Partial<LibraryRecord> = {}): LibraryRecord {
  return {
    id,
    title: id.split('/')[2] ?? id,
    description: '',
    aliases: [],
    formerIds: [],
    branch: 'main',
    state: 'finalized',
    lastUpdateDate: '2026-01-02T03:04:05.000Z',
    totalTokens: 10,
    totalSnippets: 1,
    stars: 0,
    trustScore: 5,
    benchmarkScore: 0,
    versions: [],
    topics: '',
    ...facts,
  };
}

/** Returns a snippet of text that has no more than these facts. */
export function emptySnippet(facts: Partial<Snippet>): Snippet {
  return {
    kind: 'info',
    title: '',
    description: '',
    pageTitle: '',
    breadcrumb: [],
    language: '',
    codeList: [],
    content: '',
    anchor: '',
    ...facts,
  };
}

/** Returns a code snippet with harmless values. */
export function snippet(id: string, facts: Partial<IndexedSnippet> = {}): IndexedSnippet {
  return {
    id,
    kind: 'code',
    title: id,
    description: '',
    pageTitle: 'Page',
    breadcrumb: ['Page', id],
    language: 'js',
    codeList: [{ language: 'js', code: `${id}()` }],
    content: '',
    anchor: '',
    path: `docs/${id}.md`,
    tokens: 20,
    ...facts,
  };
}

/** A catalog in memory. It finds libraries whose id or title contains the name. */
export function fakeCatalog(records: LibraryRecord[]): Pick<Catalog, 'get' | 'search'> {
  return {
    get: async (id) => records.find((entry) => [entry.id, ...entry.formerIds].includes(id)),
    search: async ({ name, limit }) =>
      records
        .filter(({ id, title }) => `${id} ${title}`.includes(name))
        .slice(0, limit)
        .map((record) => ({ record, match: 1, score: 0 })),
  };
}

/** Snippets in memory by `id@version`. The lexical list counts common words; the dense one compares vectors. */
export function fakeIndex(
  stored: Record<string, IndexedSnippet[]>,
  embedder: Embedder,
): Pick<SnippetIndex, 'search' | 'versions'> {
  const activeOf = (version: string): ActiveVersion => ({
    version,
    generation: 1,
    revision: 'r1',
    fingerprint: 'f1',
    embedderId: embedder.id,
    linkTemplate: 'https://example.com/blob/r1/{path}',
    documents: 1,
    snippets: 1,
    tokens: 10,
    updatedAt: '2026-01-02T03:04:05.000Z',
  });
  return {
    async versions(libraryId) {
      const names = Object.keys(stored).map((key) => key.split('@'));
      return names.filter(([id]) => id === libraryId).map(([, version = '']) => activeOf(version));
    },
    async search({ libraryId, version, question, embedding, limit }) {
      const snippets = stored[`${libraryId}@${version}`];
      if (!snippets) return undefined;
      const wanted = words(question);
      const lexical = best(
        snippets,
        limit,
        (entry) => words(textOf(entry)).filter((word) => wanted.includes(word)).length,
      );
      const asked = await embedding;
      const vectors: Float32Array[] = asked
        ? await embedder.embed(snippets.map(textOf), 'document')
        : [];
      const dense = best(snippets, limit, (_entry, at) =>
        (vectors[at] ?? new Float32Array()).reduce(
          (sum, value, n) => sum + value * (asked?.[n] ?? 0),
          0,
        ),
      );
      return {
        lexical,
        dense,
        snippets: new Map(snippets.map((entry) => [entry.id, entry])),
        active: activeOf(version),
      };
    },
  };
}

/** Returns vectors of word counts: similar words give similar vectors. */
export function fakeEmbedder(): Embedder {
  return {
    id: 'fake',
    dimensions: 64,
    window: 256,
    embed: async (texts) =>
      texts.map((text) => {
        const vector = new Float32Array(64);
        for (const word of words(text)) {
          const at = [...Buffer.from(word)].reduce((sum, byte) => (sum * 31 + byte) % 64, 7);
          vector[at] = (vector[at] ?? 0) + 1;
        }
        const length = Math.hypot(...vector) || 1;
        return vector.map((value) => value / length);
      }),
    close: async () => {},
  };
}

function textOf({ title, description, content }: IndexedSnippet): string {
  return [title, description, content].join(' ');
}

function words(text: string): string[] {
  return text.toLowerCase().match(/\w+/g) ?? [];
}

function best(
  snippets: IndexedSnippet[],
  limit: number,
  score: (entry: IndexedSnippet, at: number) => number,
): Hit[] {
  return snippets
    .map((entry, at) => ({ id: entry.id, score: score(entry, at) }))
    .filter((hit) => hit.score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, limit);
}

import type { Client, estypes } from '@elastic/elasticsearch';
import type { IndexedSnippet } from '../../snippet.ts';
import type { SnippetPage, SnippetPageQuery } from '../../snippet-index.ts';
import type { IndexNames } from './indices.ts';
import { isSame, type Pointer, type Pointers, readOptions, toActiveVersion } from './pointers.ts';
import type { StoredDocument } from './stored-documents.ts';
import { shownIn } from './visibility.ts';

/** Documents in one search. */
const DOCUMENTS = 50;
/** Attempts to read a page; an activation during a read makes it stale. */
const ATTEMPTS = 5;

interface Stores {
  client: Client;
  names: IndexNames;
  pointers: Pointers;
}

/** A snippet of a page: its key and its position. */
interface Place {
  id: string;
  path: string;
  /** Index in the document, from 0. */
  at: number;
}

/** Reads one page of a version; undefined if the version is not active. */
export async function readPage(
  stores: Stores,
  query: SnippetPageQuery,
  signal?: AbortSignal,
): Promise<SnippetPage | undefined> {
  const { pointers } = stores;
  const { libraryId, version, limit } = query;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const pointer = await pointers.readShown(libraryId, version, signal);
    if (!pointer || pointer.generation === 0) return undefined;
    const found = pointer.snippets > 0 ? await places(stores, { pointer, query }, signal) : [];
    const page = found.slice(0, limit);
    const snippets = await textsOf(stores, { pointer, page }, signal);
    const now = await pointers.readShown(libraryId, version, signal);
    // A run deletes documents of a generation only after searches see that the pointer has moved.
    if (!now || !isSame(pointer, now)) continue;
    checkWhole(page, snippets);
    const last = found.length > limit ? page.at(-1) : undefined;
    const next = last && { path: last.path, shown: last.at + 1 };
    return { snippets, ...(next && { next }), active: toActiveVersion(now) };
  }
  throw new Error('another run activated the library during each attempt to read a page');
}

/** Throws if snippets are missing: while the pointer has not moved, all of them must be there. */
function checkWhole(page: Place[], snippets: IndexedSnippet[]): void {
  if (snippets.length < page.length) throw new Error('the index lacks snippets of a document');
}

/** Returns the positions of a page, plus one more if there is a next page. */
async function places(
  stores: Stores,
  { pointer, query }: { pointer: Pointer; query: SnippetPageQuery },
  signal: AbortSignal | undefined,
): Promise<Place[]> {
  const { path: begin = '', after, limit } = query;
  const found: Place[] = [];
  let range: Range | undefined = { gte: after?.path ?? '' };
  while (range && found.length <= limit) {
    const documents = await documentsOf(stores, { pointer, begin, range }, signal);
    for (const { path, members } of documents) {
      const skipped = path === after?.path ? after.shown : 0;
      found.push(...members.slice(skipped).map((id, n) => ({ id, path, at: skipped + n })));
    }
    const last: Shown | undefined = documents.at(-1);
    range = last && documents.length === DOCUMENTS ? { gt: last.path } : undefined;
  }
  return found.slice(0, limit + 1);
}

interface StoredSnippet {
  snippet: IndexedSnippet;
}

type Shown = Pick<StoredDocument, 'path' | 'members'>;

/** Paths from a path on, or after it. */
type Range = { gte: string } | { gt: string };

/** Returns documents sorted by path. A path is only in the source, so a runtime field reads it for this version's documents. */
async function documentsOf(
  { client, names }: Stores,
  { pointer, begin, range }: { pointer: Pointer; begin: string; range: Range },
  signal: AbortSignal | undefined,
): Promise<Shown[]> {
  const { library, model, slot, generation } = pointer;
  const filter: estypes.QueryDslQueryContainer[] = [
    { term: { library } },
    { term: { model } },
    shownIn(slot, generation),
    { range: { path: range } },
    ...(begin === '' ? [] : [{ prefix: { path: begin } }]),
  ];
  const { hits } = await client.search<Shown>(
    {
      index: names.documents,
      routing: library,
      size: DOCUMENTS,
      track_total_hits: false,
      _source: ['path', 'members'],
      runtime_mappings: {
        path: { type: 'keyword', script: { source: "emit(params._source['path'])" } },
      },
      query: { bool: { filter } },
      sort: [{ path: 'asc' }],
    },
    readOptions(signal),
  );
  return hits.hits.flatMap(({ _source }) => _source ?? []);
}

async function textsOf(
  { client }: Stores,
  { pointer, page }: { pointer: Pointer; page: Place[] },
  signal: AbortSignal | undefined,
): Promise<IndexedSnippet[]> {
  if (page.length === 0) return [];
  const { model, library: routing } = pointer;
  const { docs } = await client.mget<StoredSnippet>(
    { docs: page.map(({ id }) => ({ _index: model, _id: id, routing, _source: ['snippet'] })) },
    readOptions(signal),
  );
  return docs.flatMap((doc) => {
    const { _source: source } = doc as Partial<typeof doc & { _source: StoredSnippet }>;
    return source ? [source.snippet] : [];
  });
}

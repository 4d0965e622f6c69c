import type { Client, estypes } from '@elastic/elasticsearch';
import type { IndexedSnippet } from '../../snippet.ts';
import type { SnippetPage, SnippetPageQuery } from '../../snippet-index.ts';
import type { IndexNames } from './indices.ts';
import { isSame, type Pointer, type Pointers, readOptions, toActiveVersion } from './pointers.ts';
import type { StoredDocument } from './stored-documents.ts';
import { shownIn } from './visibility.ts';

/** Documents that are looked at together. */
const DOCUMENTS = 50;
/** Activations that may come while a page is read. */
const ATTEMPTS = 5;

interface Stores {
  client: Client;
  names: IndexNames;
  pointers: Pointers;
}

/** A snippet of a page by its key, and where it stands. */
interface Place {
  id: string;
  path: string;
  /** Its number in the document, from 0. */
  at: number;
}

/** One page of a version; undefined when it is not served. */
export async function readPage(
  stores: Stores,
  query: SnippetPageQuery,
  signal?: AbortSignal,
): Promise<SnippetPage | undefined> {
  const { pointers } = stores;
  const { libraryId, version, limit } = query;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const pointer = (await pointers.read(libraryId, version, signal))?.pointer;
    if (!pointer || pointer.generation === 0) return undefined;
    const found = pointer.snippets > 0 ? await places(stores, { pointer, query }, signal) : [];
    const page = found.slice(0, limit);
    const snippets = await textsOf(stores, { pointer, page }, signal);
    const now = (await pointers.read(libraryId, version, signal))?.pointer;
    // What a generation shows is deleted only after the pointer has moved.
    if (!now || !isSame(pointer, now)) continue;
    checkWhole(page, snippets);
    const last = found.length > limit ? page.at(-1) : undefined;
    const next = last && { path: last.path, shown: last.at + 1 };
    return { snippets, ...(next && { next }), active: toActiveVersion(now) };
  }
  throw new Error('the library is activated again and again while a page of it is read');
}

/** Half a list is none: what the pointer shows must be there while it has not moved. */
function checkWhole(page: Place[], snippets: IndexedSnippet[]): void {
  if (snippets.length < page.length) throw new Error('the index lacks snippets of a document');
}

/** The places of a page, and one more where there is one. */
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

/** Paths from one on, or after it. */
type Range = { gte: string } | { gt: string };

/** Documents by their paths, which are in the source alone: Elasticsearch reads those of this one version's documents there. */
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

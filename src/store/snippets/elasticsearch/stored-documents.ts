import { createHash } from 'node:crypto';
import type { Client, estypes } from '@elastic/elasticsearch';
import type { IndexNames } from './indices.ts';
import { type Pointer, pointerId, takenOver } from './pointers.ts';
import type { Member, Placed, ShownDocument } from './run-store.ts';
import { point, type Shown, slotKey } from './visibility.ts';

/** A document's content in its index; versions with equal content share it. */
export interface StoredDocument {
  library: string;
  model: string;
  visible: Shown[];
  path: string;
  hash: string;
  /** Keys of the content's snippets; `tokens` has their tokens in the same order. */
  members: string[];
  tokens: number[];
  /** By slot. */
  validators: Record<string, string>;
}

/** Paths and hashes of a library's documents when the run was opened; the run updates them. */
export interface KnownDocuments {
  /** Documents of the version, by path. */
  placed: Map<string, Placed>;
  /** Contents that any version of the library shows, by path and hash; see contentKey. */
  contents: Map<string, string>;
}

const PAGE = 5_000;
const KEEP_ALIVE = '1m';

/** Returns the key of a content in `contents`: its path and hash. */
export function contentKey(path: string, hash: string): string {
  return `${hash} ${path}`;
}

/** Returns the id of a content: equal for equal members, so that snippets of two parsers are two contents. */
export function contentId(
  document: Pick<StoredDocument, 'library' | 'model' | 'path' | 'hash' | 'members'>,
): string {
  const { library, model, path, hash, members } = document;
  const parts = JSON.stringify([library, model, path, hash, members]);
  return createHash('sha256').update(parts).digest('base64url').slice(0, 27);
}

/** Returns the key of a snippet: equal for equal text and vectors, so that all versions share one copy. */
export function snippetKey(
  library: string,
  path: string,
  { snippet, embeddingHash }: { snippet: object; embeddingHash: string },
): string {
  const parts = JSON.stringify([library, path, embeddingHash, snippet]);
  return createHash('sha256').update(parts).digest('base64url').slice(0, 27);
}

/** Collects what the versions of a library show. */
export async function gather(documents: AsyncIterable<ShownDocument[]>): Promise<KnownDocuments> {
  const known: KnownDocuments = { placed: new Map(), contents: new Map() };
  for await (const page of documents) for (const document of page) add(known, document);
  return known;
}

/** Reads in pages which documents of one model the versions of a library show. */
export async function* shownDocuments(
  { client, names }: { client: Client; names: IndexNames },
  {
    library,
    model,
    pointers,
    own,
  }: { library: string; model: string; pointers: Pointer[]; own?: Pointer },
): AsyncGenerator<ShownDocument[]> {
  const served = pointers.filter((pointer) => pointer.generation > 0 && pointer.model === model);
  if (served.length === 0) return;
  const shown = served.map(({ slot, generation }) => point(slot, generation));
  const ownPoint = own && point(own.slot, own.generation);
  const query = {
    bool: { filter: [{ term: { library } }, { term: { model } }, { terms: { visible: shown } }] },
  };
  for await (const page of pagesOf({ client, index: names.documents, routing: library }, query)) {
    yield page.map((document) => toShown(document, ownPoint));
  }
}

type Found = Pick<StoredDocument, 'path' | 'hash' | 'visible' | 'validators'> & { id: string };

async function* pagesOf(
  { client, index, routing }: { client: Client; index: string; routing: string },
  query: NonNullable<estypes.SearchRequest['query']>,
): AsyncGenerator<Found[]> {
  const { id } = await client.openPointInTime({ index, routing, keep_alive: KEEP_ALIVE });
  const pit = { id, keep_alive: KEEP_ALIVE };
  try {
    let after: estypes.SortResults | undefined;
    do {
      const page = await client.search<Omit<Found, 'id'>>({
        pit,
        size: PAGE,
        track_total_hits: false,
        _source: ['path', 'hash', 'visible', 'validators'],
        query,
        sort: [{ _shard_doc: 'asc' }],
        ...(after && { search_after: after }),
      });
      const { hits } = page.hits;
      yield hits.flatMap(({ _id, _source }) => (_id && _source ? [{ id: _id, ..._source }] : []));
      after = hits.length === PAGE ? hits.at(-1)?.sort : undefined;
    } while (after);
  } finally {
    // If this request fails, the point in time expires.
    void client.closePointInTime({ id }).catch(() => undefined);
  }
}

function toShown(
  { id, path, hash, visible, validators }: Found,
  own: number | undefined,
): ShownDocument {
  if (own === undefined || !visible.some(({ gte, lte }) => gte <= own && own <= lte)) {
    return { id, path, hash, own: false };
  }
  const validator = validators[slotKey(own)];
  return { id, path, hash, own: true, ...(validator !== undefined && { validator }) };
}

function add(
  { placed, contents }: KnownDocuments,
  { id, path, hash, own, validator }: ShownDocument,
): void {
  const key = contentKey(path, hash);
  if (own) {
    placed.set(path, { id, hash, ...(validator !== undefined && { validator }) });
    contents.set(key, id);
  } else if (!contents.has(key)) {
    contents.set(key, id);
  }
}

/**
 * Returns the members of stored contents, by id, without missing ids. The same request checks that the run still holds its
 * version. Throws RunError if it does not.
 */
export async function readMembers(
  { client, names, claim }: { client: Client; names: IndexNames; claim: Pointer },
  ids: string[],
): Promise<Map<string, Member[]>> {
  const routing = claim.library;
  const source = ['members', 'tokens'];
  type Source = StoredDocument & Pick<Pointer, 'run'>;
  const { docs } = await client.mget<Partial<Source>>({
    docs: [
      { _index: names.versions, _id: pointerId(claim), routing, _source: ['run'] },
      ...ids.map((_id) => ({ _index: names.documents, _id, routing, _source: source })),
    ],
  });
  const [record, ...contents] = docs.map((doc) => {
    const { _source: source } = doc as Partial<typeof doc & { _source: Partial<Source> }>;
    return source;
  });
  if (record?.run?.token !== claim.run?.token) throw takenOver(claim);
  const members = new Map<string, Member[]>();
  for (const [at, content] of contents.entries()) {
    if (!content?.members) continue;
    const { tokens = [] } = content;
    members.set(
      ids[at]!,
      content.members.map((id, n) => ({ id, tokens: tokens[n] ?? 0 })),
    );
  }
  return members;
}

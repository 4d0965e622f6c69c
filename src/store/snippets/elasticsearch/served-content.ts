import type { Client, estypes } from '@elastic/elasticsearch';
import type { IndexedSnippet } from '../../snippet.ts';
import type { ActiveVersion, ServedContent } from '../../snippet-index.ts';
import { searchFailed } from './failures.ts';
import { isSame, type Pointer, type Pointers, readOptions, toActiveVersion } from './pointers.ts';
import { shownIn } from './visibility.ts';

/** Snippets in one page. */
const PAGE = 500;
/** A point in time lives this long after each page: the time that the slowest reader may need for one page. */
const KEEP_ALIVE = '5m';
/** Attempts to open; an activation in between makes the point in time stale. */
const ATTEMPTS = 5;

/** Opens a version at a point in time of its index; undefined if the version is not active. */
export async function openServedContent(
  { client, pointers }: { client: Client; pointers: Pointers },
  library: string,
  version: string,
): Promise<ServedContent | undefined> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const pointer = (await pointers.read(library, version))?.pointer;
    if (!pointer || pointer.generation === 0) return undefined;
    const point = pointer.snippets > 0 ? await openPoint(client, pointer) : undefined;
    const now = (await pointers.read(library, version))?.pointer;
    const content = new ElasticsearchServedContent(client, pointer, point);
    // A run deletes documents only after the pointer has moved. If it has not moved, the point in time is complete.
    if (now && isSame(pointer, now) && (point !== undefined || pointer.snippets === 0))
      return content;
    await content.close();
  }
  throw new Error('another run activated the library during each attempt to open it');
}

/** Returns undefined if the index is gone, because another model has replaced it. */
async function openPoint(client: Client, { model, library }: Pointer): Promise<string | undefined> {
  const options = {
    index: model,
    routing: library,
    keep_alive: KEEP_ALIVE,
    ignore_unavailable: true,
  };
  const { id } = await client.openPointInTime(options, { ...readOptions(), ignore: [404] });
  return id;
}

class ElasticsearchServedContent implements ServedContent {
  readonly active: ActiveVersion;
  private readonly client: Client;
  private readonly query: NonNullable<estypes.SearchRequest['query']>;
  /** Each page may change the id of the point in time. */
  private point: string | undefined;

  constructor(client: Client, pointer: Pointer, point: string | undefined) {
    const { library, slot, generation } = pointer;
    this.client = client;
    this.point = point;
    this.active = toActiveVersion(pointer);
    this.query = { bool: { filter: [{ term: { library } }, shownIn(slot, generation)] } };
  }

  async *pages(signal: AbortSignal): AsyncIterable<IndexedSnippet[]> {
    let after: estypes.SortResults | undefined;
    while (this.point !== undefined) {
      const hits = await this.page(after, signal);
      if (hits.length > 0) yield hits.flatMap(({ _source }) => _source?.snippet ?? []);
      after = hits.at(-1)?.sort;
      if (hits.length < PAGE || !after) return;
    }
  }

  async close(): Promise<void> {
    const { point: id } = this;
    this.point = undefined;
    // If this request fails, the point in time expires.
    if (id !== undefined) await this.client.closePointInTime({ id }).catch(() => undefined);
  }

  private async page(
    after: estypes.SortResults | undefined,
    signal: AbortSignal,
  ): Promise<estypes.SearchHit<{ snippet: IndexedSnippet }>[]> {
    try {
      const found = await this.client.search<{ snippet: IndexedSnippet }>(
        {
          pit: { id: this.point ?? '', keep_alive: KEEP_ALIVE },
          size: PAGE,
          track_total_hits: false,
          _source: ['snippet'],
          query: this.query,
          sort: [{ _shard_doc: 'asc' }],
          ...(after && { search_after: after }),
        },
        readOptions(signal),
      );
      this.point = found.pit_id ?? this.point;
      return found.hits.hits;
    } catch (error) {
      throw searchFailed(error, signal);
    }
  }
}

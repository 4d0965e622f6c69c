import type { Client } from '@elastic/elasticsearch';
import {
  byVersion,
  type ActiveVersion,
  type GenerationWriter,
  type SearchHits,
  type ServedContent,
  type SnippetIndex,
  type SnippetPage,
  type SnippetPageQuery,
  type SnippetQuery,
  type VectorShare,
  type VectorWriter,
} from '../../snippet-index.ts';
import { searchFailed, storageFailed } from './failures.ts';
import { ElasticsearchGenerationWriter } from './generation-writer.ts';
import { dropIfUnused, type IndexNames, indexNames, type InstallIndices } from './indices.ts';
import { readPage } from './pages.ts';
import { Pointers, toActiveVersion } from './pointers.ts';
import { ElasticsearchRunStore } from './elasticsearch-run-store.ts';
import { openRun } from './run.ts';
import { Searcher } from './search.ts';
import { openServedContent } from './served-content.ts';
import { removeAll, sweep } from './sweep.ts';
import { ElasticsearchVectorStore } from './vector-store.ts';
import { openVectorWriter } from './vector-writer.ts';

/**
 * Stores snippets in Elasticsearch: one index for each model, with all libraries. The library's id is the routing, so a search
 * uses one shard. Any number of processes can read; one process writes a library version. If Elasticsearch is unreachable,
 * readers throw LecternError search_failed, and writers throw RunError StorageFailed.
 */
export function createElasticsearchSnippetIndex(options: InstallIndices): SnippetIndex {
  return new ElasticsearchSnippetIndex(options);
}

class ElasticsearchSnippetIndex implements SnippetIndex {
  private readonly client: Client;
  private readonly names: IndexNames;
  private readonly pointers: Pointers;
  private readonly searcher: Searcher;

  constructor({ client, prefix }: InstallIndices) {
    this.client = client;
    this.names = indexNames(prefix);
    this.pointers = new Pointers(client, this.names.versions);
    this.searcher = new Searcher(client, this.pointers);
  }

  async open(
    library: string,
    version: string,
    embedderId: string,
    vectorLength?: number,
  ): Promise<GenerationWriter> {
    const { client, names } = this;
    try {
      const place = { version, embedderId };
      const store = new ElasticsearchRunStore({ client, names, library }, place);
      const run = { library, ...place, ...(vectorLength !== undefined && { vectorLength }) };
      return new ElasticsearchGenerationWriter(await openRun(store, run));
    } catch (error) {
      throw storageFailed(error, 'a run was opened');
    }
  }

  async openVectors(
    library: string,
    version: string,
    embedderId: string,
    share?: VectorShare,
  ): Promise<VectorWriter | undefined> {
    const { client, names } = this;
    const place = { library, version, embedderId, ...(share && { share }) };
    return openVectorWriter(new ElasticsearchVectorStore({ client, names }, place));
  }

  async versions(libraryId: string): Promise<ActiveVersion[]> {
    try {
      const pointers = await this.pointers.list(libraryId);
      return pointers
        .filter(({ generation }) => generation > 0)
        .map(toActiveVersion)
        .sort(byVersion);
    } catch (error) {
      throw searchFailed(error);
    }
  }

  async search(query: SnippetQuery, signal?: AbortSignal): Promise<SearchHits | undefined> {
    signal?.throwIfAborted();
    try {
      return await this.searcher.search(query, signal);
    } catch (error) {
      throw searchFailed(error, signal);
    }
  }

  async page(query: SnippetPageQuery, signal?: AbortSignal): Promise<SnippetPage | undefined> {
    signal?.throwIfAborted();
    const { client, names, pointers } = this;
    try {
      return await readPage({ client, names, pointers }, query, signal);
    } catch (error) {
      throw searchFailed(error, signal);
    }
  }

  async read(libraryId: string, version: string): Promise<ServedContent | undefined> {
    const { client, pointers } = this;
    try {
      return await openServedContent({ client, pointers }, libraryId, version);
    } catch (error) {
      throw searchFailed(error);
    }
  }

  async delete(library: string, version?: string): Promise<void> {
    const { client, names, pointers } = this;
    try {
      const before = await pointers.list(library);
      await pointers.remove(library, version);
      const left = await pointers.list(library);
      if (left.length === 0) await removeAll({ client, names, library });
      else await sweep({ client, names, library }, left);
      const models = new Set(before.flatMap(({ model, run }) => [model, run?.model ?? '']));
      for (const model of models) if (model !== '') await dropIfUnused(client, names, model);
    } catch (error) {
      throw storageFailed(error, 'a library was removed');
    }
  }

  async close(): Promise<void> {}
}

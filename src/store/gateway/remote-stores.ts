import type { IndexedSnippet } from '../snippet.ts';
import { RunError } from '../../base/errors.ts';
import { encodeFloats } from '../../models/embedding-protocol.ts';
import type {
  RunIndex,
  ActiveVersion,
  SearchHits,
  ServedContent,
  VectorWriter,
} from '../snippet-index.ts';
import { ElasticsearchGenerationWriter } from '../snippets/elasticsearch/generation-writer.ts';
import { openRun } from '../snippets/elasticsearch/run.ts';
import type {
  OpenedRun,
  Refused,
  RunOutcome,
  RunPlace,
  RunStore,
  ShownDocument,
  Write,
  Member,
  EncodedVectors,
} from '../snippets/elasticsearch/run-store.ts';
import type {
  VectorPlace,
  VectorStore,
  WaitingSnippet,
} from '../snippets/elasticsearch/vector-store.ts';
import { openVectorWriter } from '../snippets/elasticsearch/vector-writer.ts';
import { decodeCodes } from '../snippets/elasticsearch/vectors.ts';
import { largeOf, type RunJournal } from '../run-journal.ts';
import type { UploadStore } from '../uploads.ts';
import type { GatewayClient } from './client.ts';
import { storeBytes, type GenerationPlace } from './protocol.ts';

/** Returns the stores of one run, behind the write gateway. They ignore library arguments: the run's token names the library. */
export function createRemoteStores(client: GatewayClient): {
  index: RunIndex;
  journal: Pick<RunJournal, 'report'>;
  uploads: Pick<UploadStore, 'open'>;
} {
  const index: RunIndex = {
    async open(library, version, embedderId, vectorLength) {
      const place = { version, embedderId };
      const store = new RemoteRunStore(client, place);
      const run = { library, ...place, ...(vectorLength !== undefined && { vectorLength }) };
      return new ElasticsearchGenerationWriter(await openRun(store, run));
    },
    async openVectors(_library, version, embedderId, share) {
      const place = { version, embedderId, ...(share && { share }) };
      return openVectorWriter(remoteVectorStore(client, place));
    },
    async versions() {
      return (await client.ask('versions', {})) as ActiveVersion[];
    },
    async search({ version, question, embedding, limit }, signal) {
      const embedded = await embedding;
      const vector = embedded ? { embedding: encodeFloats(embedded) } : {};
      const body = { version, question, limit, ...vector };
      const hits = (await client.ask('search', body, signal)) as RemoteHits | undefined;
      if (!hits) return undefined;
      const { waiting, tokenCodes, ...found } = hits;
      return {
        ...found,
        ...(waiting && { waiting: new Set(waiting) }),
        ...(tokenCodes && {
          tokenCodes: new Map(tokenCodes.map(([id, codes]) => [id, decodeCodes(codes)])),
        }),
        snippets: new Map(hits.snippets.map((one) => [one.id, one])),
      };
    },
    async read(_library, version) {
      const first = await openContent(client, version);
      return first && new RemoteContent(first, () => openContent(client, version));
    },
    async delete(_library, version = '') {
      await client.ask('delete', { version });
    },
  };
  return {
    index,
    journal: {
      async report({ run, share, found, outcome, ...others }) {
        const rest = {
          ...(share !== undefined && { share }),
          ...largeOf(others),
          ...(found && { found }),
          ...(outcome && { outcome }),
        };
        await client.ask('report', { run, ...rest });
      },
    },
    uploads: { open: async (name) => client.stream('upload', { name }) },
  };
}

type RemoteHits = Omit<SearchHits, 'snippets' | 'waiting' | 'tokenCodes'> & {
  snippets: IndexedSnippet[];
  waiting?: string[];
  /** ID and base64. */
  tokenCodes?: [string, string][];
};

/** The streamed content of a version. */
interface ContentStream {
  active: ActiveVersion;
  pages: AsyncGenerator;
}

async function openContent(
  client: GatewayClient,
  version: string,
): Promise<ContentStream | undefined> {
  const lines = await client.streamLines('content', { version });
  if (!lines) return undefined;
  const head = await lines.next();
  return { active: head.value as ActiveVersion, pages: lines };
}

class RemoteContent implements ServedContent {
  readonly active: ActiveVersion;
  private readonly again: () => Promise<ContentStream | undefined>;
  private next: ContentStream | undefined;

  constructor(first: ContentStream, again: () => Promise<ContentStream | undefined>) {
    this.active = first.active;
    this.next = first;
    this.again = again;
  }

  async *pages(signal: AbortSignal): AsyncIterable<IndexedSnippet[]> {
    const stream = this.next ?? (await this.again());
    this.next = undefined;
    try {
      if (stream?.active.generation !== this.active.generation) {
        throw new RunError(
          'StorageFailed',
          'Another run activated the version while this run was reading it',
        );
      }
      signal.throwIfAborted();
      for await (const page of stream.pages) {
        yield page as IndexedSnippet[];
        signal.throwIfAborted();
      }
    } finally {
      await stream?.pages.return(undefined);
    }
  }

  async close(): Promise<void> {
    await this.next?.pages.return(undefined);
    this.next = undefined;
  }
}

/** The store of a generation, behind the gateway. */
class RemoteRunStore implements RunStore {
  private readonly client: GatewayClient;
  private place: GenerationPlace;

  constructor(client: GatewayClient, place: RunPlace) {
    this.client = client;
    this.place = { ...place, mark: '' };
  }

  async open(): Promise<OpenedRun> {
    const { version, embedderId } = this.place;
    const lines = (await this.client.askLines('open', { version, embedderId })) ?? [];
    const [opened, ...pages] = lines as [Omit<OpenedRun, 'documents'>, ...ShownDocument[][]];
    this.place = { ...this.place, mark: opened.token };
    const documents = (async function* () {
      yield* pages;
    })();
    return { ...opened, documents };
  }

  async members(ids: string[]): Promise<Map<string, Member[]>> {
    const found = await this.client.ask('members', { ...this.place, ids });
    return new Map(found as [string, Member[]][]);
  }

  async vectors(hashes: string[]): Promise<Map<string, EncodedVectors>> {
    const found = await this.client.ask('vectors', { ...this.place, hashes });
    return new Map(found as [string, EncodedVectors][]);
  }

  async prepareModel(dimensions: number): Promise<void> {
    await this.client.ask('model', { ...this.place, dimensions });
  }

  async refresh(): Promise<void> {
    await this.client.ask('refresh', this.place);
  }

  async store(writes: Write[]): Promise<Refused> {
    const all: Refused = { existing: [], busy: [] };
    for (const { start, end } of batchesOf(writes)) {
      const batch = writes.slice(start, end);
      const refused = (await this.client.ask('store', { ...this.place, writes: batch })) as Refused;
      all.existing.push(...refused.existing.map((at) => start + at));
      all.busy.push(...refused.busy.map((at) => start + at));
      if (refused.lost) return { ...all, lost: refused.lost };
    }
    return all;
  }

  async activate(outcome: RunOutcome): Promise<ActiveVersion> {
    return (await this.client.ask('activate', { ...this.place, outcome })) as ActiveVersion;
  }

  async cleanUp({ generation, model }: Parameters<RunStore['cleanUp']>[0]): Promise<void> {
    await this.client.ask('cleanUp', { ...this.place, before: { generation, model } });
  }

  async discard(loss: boolean): Promise<void> {
    await this.client.ask('discard', { ...this.place, loss });
  }
}

/** Returns the waiting vectors of a version, behind the gateway. */
function remoteVectorStore(client: GatewayClient, place: VectorPlace): VectorStore {
  const { version, embedderId } = place;
  return {
    async count() {
      return (await client.ask('waiting', place)) as VectorWriter['waiting'] | undefined;
    },
    async next(limit) {
      return (await client.ask('nextTexts', { ...place, limit })) as WaitingSnippet[];
    },
    async store(writes) {
      return (await client.ask('storeVectors', { version, embedderId, writes })) as Refused;
    },
  };
}

/** Splits writes into batches of about `storeBytes`. */
function* batchesOf(writes: Write[]): Generator<{ start: number; end: number }> {
  let start = 0;
  let bytes = 0;
  for (const [at, write] of writes.entries()) {
    const size = sizeOf(write);
    if (at > start && bytes + size > storeBytes) {
      yield { start, end: at };
      start = at;
      bytes = 0;
    }
    bytes += size;
  }
  if (start < writes.length) yield { start, end: writes.length };
}

function sizeOf({ create }: Write): number {
  return 200 + (create ? JSON.stringify(create).length : 0);
}

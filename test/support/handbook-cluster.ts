import { createOpenaiEmbedder } from '../../src/models/openai-embedder.ts';
import { startOpenaiServer } from '../doubles/openai-server.ts';
import { openClusterStores } from './cluster-stores.ts';
import { fakeEmbedder, record, snippet } from './fake-stores.ts';
import { makeLibrary } from './library.ts';
import { startClusterProcess, type ClusterProcess } from './cluster-process.ts';
import { storeLibrary, storeSnippets } from './stores.ts';

const id = '/acme/handbook';
const moved = { formerIds: ['/old/handbook'] };
const rotation = snippet('rotation', {
  title: 'Rotate an API key',
  description: 'How a service gets another key.',
  codeList: [{ language: 'sh', code: 'acme keys rotate --service billing' }],
});

/**
 * A cluster of processes over stores with two libraries: /acme/handbook (formerly /old/handbook),
 * which is indexed, and /acme/slow, which is not.
 */
export interface HandbookCluster {
  /** Starts another process with additional settings. */
  start: typeof startClusterProcess;
  /** Ends all processes and empties the stores. */
  close(): Promise<void>;
}

/** Creates stores for this test and fills them. A small server computes embeddings. */
export async function openHandbookCluster(): Promise<HandbookCluster> {
  const stores = await openClusterStores();
  const model = await startOpenaiServer({ embed: (texts) => fakeEmbedder().embed(texts, 'query') });
  const embedder = await createOpenaiEmbedder({ url: model.url, model: 'double' });
  await storeSnippets({ index: stores.index, embedder }, { libraryId: id, version: '' }, [
    rotation,
  ]);
  await stores.catalog.put(record(id, { title: 'Handbook', ...moved }));
  await storeLibrary(stores.registry, makeLibrary({ spec: { id, title: 'Handbook', ...moved } }));
  const unfinished = { state: 'processing' } as const;
  await stores.catalog.put(record('/acme/slow', { ...unfinished, lastUpdateDate: '' }));
  const slow = makeLibrary({ spec: { id: '/acme/slow' }, status: unfinished });
  await storeLibrary(stores.registry, slow);
  const processes: ClusterProcess[] = [];
  return {
    async start(command, env) {
      const started = await startClusterProcess(command, {
        ...stores.env,
        LECTERN_EMBEDDING_URL: model.url,
        LECTERN_EMBEDDING_MODEL: 'double',
        ...env,
      });
      processes.push(started);
      return started;
    },
    async close() {
      for (const one of processes) await one.stop();
      await embedder.close();
      await model.close();
      await stores.close();
    },
  };
}

import { Readable } from 'node:stream';
import type { Client } from '@elastic/elasticsearch';
import {
  ensureIndices,
  ensureModel,
  indexNames,
} from '../../src/store/snippets/elasticsearch/indices.ts';
import { newPointer, pointerId } from '../../src/store/snippets/elasticsearch/pointers.ts';
import { contentId, snippetKey } from '../../src/store/snippets/elasticsearch/stored-documents.ts';
import { encodeCodes, encodeVector } from '../../src/store/snippets/elasticsearch/vectors.ts';
import { newSlot, shownSince } from '../../src/store/snippets/elasticsearch/visibility.ts';
import { lexicalFields } from '../../src/store/terms.ts';
import type { Content, MadeLibrary } from './content.ts';

/** Libraries in progress at the same time. */
const concurrency = 3;
const reportEveryMs = 20_000;

interface Operation {
  create: { _index: string; _id: string; routing: string };
  body: object;
}

/** Where to write generated libraries, and which ones. */
export interface FillOptions {
  client: Client;
  prefix: string;
  content: Content;
  embedderId: string;
  /** Numbers of the libraries to write: from `from` up to and without `to`. */
  from: number;
  to: number;
  /** Stops between two libraries when this time (performance.now) has come. */
  until: number;
}

/**
 * Writes served libraries in the product's indices: the documents that a first run of each library leaves. It does so
 * without the steps of a run, because 20,000 runs take hours. Returns the number after the last library that it wrote, and
 * the number of snippets.
 */
export async function fill(options: FillOptions): Promise<{ next: number; snippets: number }> {
  const { client, prefix, content, embedderId, from, to, until } = options;
  const names = indexNames(prefix);
  await ensureIndices(client, names);
  const { dimensions } = content;
  await ensureModel(client, names, { embedderId, dimensions });
  const started = performance.now();
  let reported = started;
  let snippets = 0;
  let next = from;
  const worker = async (): Promise<void> => {
    while (next < to && performance.now() < until) {
      const library = content.library(next++);
      await client.helpers.bulk<Operation>({
        datasource: Readable.from(operations(library, { names, embedderId, dimensions })),
        concurrency: 1,
        flushBytes: 4_000_000,
        onDocument: ({ create, body }) => [{ create }, body],
        onDrop: ({ error }) => {
          throw new Error(`Elasticsearch refused a document: ${error?.reason}`);
        },
      });
      snippets += library.size;
      if (performance.now() < reported + reportEveryMs) continue;
      reported = performance.now();
      const rate = Math.round((snippets / (reported - started)) * 1_000);
      console.error(`  ${snippets} snippets written, ${rate} a second`);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return { next, snippets };
}

/** Yields the documents of a served library, in the shape in which a run writes them. */
function* operations(
  library: MadeLibrary,
  {
    names,
    embedderId,
    dimensions,
  }: { names: ReturnType<typeof indexNames>; embedderId: string; dimensions: number },
): Generator<Operation> {
  const { id: routing } = library;
  const model = names.model(embedderId);
  const slot = newSlot();
  const visible = [shownSince(slot, 1)];
  let documents = 0;
  for (const { path, snippets } of library.documents()) {
    documents += 1;
    const members: string[] = [];
    for (const entry of snippets) {
      const { snippet, embeddingHash, vectors = [], tokenCodes = new Uint8Array() } = entry;
      const id = snippetKey(routing, path, entry);
      members.push(id);
      const parts = vectors.map((vector) => ({ vector: encodeVector(vector) }));
      const common = { library: routing, visible, embeddingHash };
      const codes = { tokenCodes: encodeCodes(tokenCodes) };
      const body = { ...common, ...lexicalFields(snippet), snippet, parts, ...codes };
      yield { create: { _index: model, _id: id, routing }, body };
    }
    const tokens = members.map(() => tokensOfSnippet);
    const stored = { library: routing, model, path, hash: hashOf(path), members };
    const body = { ...stored, visible, tokens, validators: {} };
    yield { create: { _index: names.documents, _id: contentId(stored), routing }, body };
  }
  const pointer = {
    ...newPointer(routing, ''),
    generation: 1,
    slot,
    model,
    dimensions,
    embedderId,
    revision: 'r',
    fingerprint: 'f',
    linkTemplate: '{path}',
    documents,
    snippets: library.size,
    tokens: library.size * tokensOfSnippet,
  };
  yield { create: { _index: names.versions, _id: pointerId(pointer), routing }, body: pointer };
}

const tokensOfSnippet = 90;

/** Returns the hash that a generated document has. */
export function hashOf(path: string): string {
  return `hash of ${path}`;
}

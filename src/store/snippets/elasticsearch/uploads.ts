import { createHash, randomUUID } from 'node:crypto';
import type { Client, estypes } from '@elastic/elasticsearch';
import { checkUploadName, measured, type UploadFacts, type UploadStore } from '../../uploads.ts';
import { storageFailed } from './failures.ts';
import { ensure } from './indices.ts';

/** Size of one part, in bytes. */
const PART = 1_000_000;
/** Part of the index name; a change of its mappings raises it. */
const SCHEMA = 'v1';
const TIMEOUT_MS = 120_000;

/** Describes an upload. It is written after the parts: an upload without it is incomplete and does not count. */
interface Head extends UploadFacts {
  upload: string;
  /** Separates the parts of this write from those of other writes of the same name. */
  token: string;
  parts: number;
}

interface Part {
  upload: string;
  token: string;
  /** Base64. */
  data: string;
}

const mappings: estypes.MappingTypeMapping = {
  dynamic: 'strict',
  properties: {
    upload: { type: 'keyword' },
    token: { type: 'keyword' },
    data: { type: 'binary' },
    parts: { type: 'integer', index: false, doc_values: false },
    bytes: { type: 'long', index: false, doc_values: false },
    sha256: { type: 'keyword', index: false, doc_values: false },
  },
};

/** Stores uploads in parts in Elasticsearch, which indexing Jobs can already reach. */
export function createElasticsearchUploads(options: {
  /** The caller closes it. */
  client: Client;
  prefix: string;
}): UploadStore {
  const { client } = options;
  const index = `${options.prefix}-uploads-${SCHEMA}`;

  const headOf = async (upload: string): Promise<Head | undefined> => {
    const found = await client.get<Head>({ index, id: upload }, { ignore: [404] });
    const { _source: head } = found;
    return head;
  };
  const removeParts = async (upload: string, but?: string): Promise<void> => {
    await client.indices.refresh({ index, ignore_unavailable: true });
    const others = but === undefined ? [] : [{ term: { token: but } }];
    await client.deleteByQuery(
      {
        index,
        ignore_unavailable: true,
        conflicts: 'proceed',
        query: { bool: { filter: [{ term: { upload } }], must_not: others } },
      },
      { requestTimeout: TIMEOUT_MS },
    );
  };
  const write = async (id: string, document: Head | Part): Promise<void> => {
    await client.index(
      { index, id, require_alias: true, document },
      { requestTimeout: TIMEOUT_MS },
    );
  };

  return {
    async put(upload, content, limits) {
      checkUploadName(upload);
      const token = randomUUID();
      let facts: UploadFacts = { bytes: 0, sha256: '' };
      let parts = 0;
      try {
        await ensure(client, index, { settings: { auto_expand_replicas: '0-1' }, mappings });
        const all = measured(content, limits, (found) => (facts = found));
        for await (const piece of inParts(all)) {
          await write(partId(token, parts), { upload, token, data: piece.toString('base64') });
          parts += 1;
        }
        await write(upload, { upload, token, parts, ...facts });
      } catch (error) {
        const held = await headOf(upload).catch(() => undefined);
        // The next upload with this name removes parts that remain now.
        await removeParts(upload, held?.token).catch(() => undefined);
        throw limits.signal.aborted ? limits.signal.reason : failed(error);
      }
      await removeParts(upload, token).catch(() => undefined);
      return facts;
    },
    async open(upload) {
      checkUploadName(upload);
      const head = await headOf(upload).catch((error: unknown) => {
        throw failed(error);
      });
      return head && read({ client, index }, head);
    },
    async delete(upload) {
      checkUploadName(upload);
      try {
        await client.delete({ index, id: upload, refresh: true }, { ignore: [404] });
        await removeParts(upload);
      } catch (error) {
        throw failed(error);
      }
    },
  };
}

async function* read(
  { client, index }: { client: Client; index: string },
  { token, parts, sha256 }: Head,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  for (let part = 0; part < parts; part++) {
    const found = await client
      .get<Part>({ index, id: partId(token, part) })
      .catch((error: unknown) => {
        throw failed(error);
      });
    const { _source: stored } = found;
    const piece = Buffer.from(stored?.data ?? '', 'base64');
    hash.update(piece);
    yield piece;
  }
  if (hash.digest('hex') !== sha256)
    throw failed(new Error('the stored parts do not match the SHA-256 hash of the upload'));
}

/** Splits the content into parts of equal length. */
async function* inParts(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = [];
  let size = 0;
  for await (const piece of content) {
    held.push(piece);
    size += piece.length;
    if (size < PART) continue;
    const all = Buffer.concat(held);
    const whole = all.length - (all.length % PART);
    for (let at = 0; at < whole; at += PART) yield all.subarray(at, at + PART);
    held = [all.subarray(whole)];
    size = all.length - whole;
  }
  if (size > 0) yield Buffer.concat(held);
}

function partId(token: string, part: number): string {
  return `${token}:${part}`;
}

function failed(error: unknown): unknown {
  if (error instanceof Error && error.name === 'LecternError') return error;
  return storageFailed(error, 'an upload was stored or read');
}

import { createHash, randomUUID } from 'node:crypto';
import type { Client, estypes } from '@elastic/elasticsearch';
import {
  checkUploadName,
  measured,
  type UploadFacts,
  type UploadLimits,
  type UploadStore,
} from '../../uploads.ts';
import { storageFailed } from './failures.ts';
import { ensure } from './indices.ts';

/** Size of one part, in bytes. */
const PART = 1_000_000;
/** Part of the index name; a change of its mappings raises it. */
const SCHEMA = 'v1';
const TIMEOUT_MS = 120_000;
/** Elasticsearch's own limit on one response (index.max_result_window). */
const MAX_WRITES = 10_000;
/** Milliseconds after which a write without a head has failed: much more than a request takes. */
const ABANDONED_MS = 24 * 60 * 60_000;

/** Describes an upload. It is written after the parts: an upload without it is incomplete and does not count. */
interface Head extends UploadFacts {
  upload: string;
  /** Separates the parts of this write from those of other writes of the same name. Begins with the time of the write. */
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
  /** Removes documents with this name, or of these writes. */
  const remove = async (which: { upload: string[] } | { token: string[] }): Promise<void> => {
    await client.indices.refresh({ index, ignore_unavailable: true });
    await client.deleteByQuery(
      { index, ignore_unavailable: true, conflicts: 'proceed', query: { terms: which } },
      { requestTimeout: TIMEOUT_MS },
    );
  };
  const write = async (id: string, document: Head | Part): Promise<void> => {
    await client.index(
      { index, id, require_alias: true, document },
      { requestTimeout: TIMEOUT_MS },
    );
  };

  const writeParts = async (
    { upload, token }: Pick<Head, 'upload' | 'token'>,
    content: AsyncIterable<Uint8Array>,
    limits: UploadLimits,
  ): Promise<Head> => {
    let facts: UploadFacts = { bytes: 0, sha256: '' };
    let parts = 0;
    for await (const piece of inParts(measured(content, limits, (found) => (facts = found)))) {
      await write(partId(token, parts), { upload, token, data: piece.toString('base64') });
      parts += 1;
    }
    return { upload, token, parts, ...facts };
  };
  /** Writes the head, unless the store has the same content: a run may be reading it. Returns the token of unused parts. */
  const show = async (head: Head): Promise<string | undefined> => {
    const held = await headOf(head.upload);
    if (held?.sha256 === head.sha256 && (await isWhole({ client, index }, held))) return head.token;
    await write(head.upload, head);
    return held?.token;
  };
  /** Removes the parts of a failed write, unless its head was stored: only the response may have been lost. */
  const takeBack = async ({ upload, token }: Pick<Head, 'upload' | 'token'>): Promise<void> => {
    const held = await headOf(upload);
    if (held?.token !== token) await remove({ token: [token] });
  };

  /** Removes parts of old writes that ended without a head: a process was killed, or its cleanup failed. */
  const removeAbandoned = async (): Promise<void> => {
    const before = new Date(Date.now() - ABANDONED_MS).toISOString();
    const { hits } = await client.search({
      index,
      query: { range: { token: { lt: before } } },
      collapse: { field: 'token' },
      docvalue_fields: ['upload', 'token'],
      _source: false,
      size: MAX_WRITES,
    });
    const writes = hits.hits.map(({ fields = {} }) => ({
      upload: String(fields['upload']),
      token: String(fields['token']),
    }));
    if (writes.length === 0) return;
    const ids = [...new Set(writes.map(({ upload }) => upload))];
    const { docs } = await client.mget<Head>({ index, ids });
    const tokens = docs.map((doc) => {
      const { _source: head } = doc as { _source?: Head };
      return head?.token;
    });
    const shown = new Set(tokens);
    const token = writes.map((one) => one.token).filter((one) => !shown.has(one));
    if (token.length > 0) await remove({ token });
  };

  return {
    async put(upload, content, limits) {
      checkUploadName(upload);
      const token = `${new Date().toISOString()}-${randomUUID()}`;
      try {
        await ensure(client, index, { settings: { auto_expand_replicas: '0-1' }, mappings });
        const head = await writeParts({ upload, token }, content, limits);
        const unused = await show(head);
        // Other writes of the same name may be under way, so each removes only what it has made unused.
        if (unused !== undefined) await remove({ token: [unused] }).catch(() => undefined);
        await removeAbandoned().catch(() => undefined);
        return { bytes: head.bytes, sha256: head.sha256 };
      } catch (error) {
        await takeBack({ upload, token }).catch(() => undefined);
        throw limits.signal.aborted ? limits.signal.reason : failed(error);
      }
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
        await remove({ upload: [upload] });
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

/** Returns whether all parts of an upload are there and undamaged. */
async function isWhole(where: { client: Client; index: string }, head: Head): Promise<boolean> {
  try {
    await Array.fromAsync(read(where, head), () => undefined);
    return true;
  } catch {
    return false;
  }
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

import { setTimeout as sleep } from 'node:timers/promises';
import type { estypes } from '@elastic/elasticsearch';
import type { Handover, RunHandovers } from '../../gateway/handovers.ts';
import { isAnswer, storageFailed } from './failures.ts';
import { writeTo, type InstallIndices } from './indices.ts';

/** A Pod that waits. */
interface Waiting {
  /** Until when it waits, ISO 8601: a Pod that was killed leaves this document behind. */
  until: string;
  /** The run that was given to it. */
  given?: Handover;
}

/** The version of a document. */
interface Seen {
  if_seq_no: number;
  if_primary_term: number;
}

/** Milliseconds between two looks of a waiting Pod. */
const pollMs = 100;

const mappings: estypes.MappingTypeMapping = {
  dynamic: 'strict',
  properties: { until: { type: 'date' }, given: { type: 'object', enabled: false } },
};

/**
 * Keeps one document for each waiting Pod in a small index. Each change names the version that it saw, so that a Pod either
 * gets a run or has left, and never both.
 */
export function createElasticsearchRunHandovers({ client, prefix }: InstallIndices): RunHandovers {
  const index = `${prefix}-handovers`;

  async function read(id: string) {
    const document = await client.get<Waiting>({ index, id }, { ignore: [404] });
    const {
      _source: waiting,
      _seq_no: if_seq_no = 0,
      _primary_term: if_primary_term = 0,
    } = document;
    return waiting && { waiting, seen: { if_seq_no, if_primary_term } };
  }

  async function announce(id: string, waitMs: number): Promise<void> {
    const document: Waiting = { until: new Date(Date.now() + waitMs).toISOString() };
    // A Pod whose gateway has died asks another one. The document may name its run by then, so it stays.
    const request = { index, id, require_alias: true, op_type: 'create', document } as const;
    const write = (): Promise<unknown> => client.index(request, { ignore: [409] });
    await writeTo(client, { alias: index, mappings }, write);
  }

  /** Removes the documents of Pods that ended together with their gateway. */
  async function removeAbandoned(): Promise<void> {
    const query = { range: { until: { lt: 'now-1h' } } };
    await client.deleteByQuery({ index, query, conflicts: 'proceed' });
  }

  /** Returns false if the document has changed since it was seen. */
  async function remove(id: string, seen: Seen): Promise<boolean> {
    const { result } = await client.delete({ index, id, ...seen }, { ignore: [404, 409] });
    return result === 'deleted';
  }

  return {
    async give(id, handover) {
      try {
        const found = await read(id);
        if (!found || found.waiting.given || Date.parse(found.waiting.until) < Date.now()) {
          return false;
        }
        const document: Waiting = { ...found.waiting, given: handover };
        await client.index({ index, id, ...found.seen, document });
        return true;
      } catch (error) {
        if (isAnswer(error, 409)) return false;
        throw storageFailed(error, 'a Pod was given a further run');
      }
    },

    async take(id, waitMs) {
      const until = performance.now() + waitMs;
      try {
        await announce(id, waitMs);
        await removeAbandoned().catch(() => undefined);
        for (;;) {
          const found = await read(id);
          if (!found) return undefined;
          const { given } = found.waiting;
          const isOver = given !== undefined || performance.now() > until;
          if (isOver && (await remove(id, found.seen))) return given;
          await sleep(pollMs);
        }
      } catch (error) {
        throw storageFailed(error, 'a Pod waited for a further run');
      }
    },
  };
}

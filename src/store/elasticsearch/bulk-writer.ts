import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, estypes } from '@elastic/elasticsearch';
import { RunError } from '../../errors.ts';
import { isAnswer, storageFailed } from './failures.ts';

/** One write of a document. A `create` of what is there already turns into its `otherwise`. */
export interface Write {
  index: string;
  id: string;
  create?: object;
  /** What happens to a document that is there. */
  script: estypes.Script;
}

/** Requests on their way at once. */
const CONCURRENCY = 2;
const FLUSH_BYTES = 4_000_000;
/** A server that has too much to do is asked again after 1, 2, 4, 8 and 16 seconds; documents it refused singly likewise. */
const RETRIES = 5;
const FIRST_WAIT_MS = 1_000;
/** Documents of a request that others have changed at the same time are changed again so often. */
const CONFLICT_RETRIES = 3;

interface Dropped {
  count: number;
  /** Of the first one. */
  reason: string;
}

/** Sends writes in bulk, two requests at a time. A document that is not stored fails everything after it. */
export class BulkWriter {
  private readonly client: Client;
  private readonly routing: string;
  private readonly running = new Set<Promise<void>>();
  private failure: RunError | undefined;

  constructor(client: Client, routing: string) {
    this.client = client;
    this.routing = routing;
  }

  /** Resolves when the writes are on their way; waits while enough others are. */
  async send(writes: Write[]): Promise<void> {
    while (this.running.size >= CONCURRENCY) await Promise.race(this.running);
    if (this.failure) throw this.failure;
    if (writes.length === 0) return;
    const sending = this.store(writes).catch((error: unknown) => {
      this.failure ??= storageFailed(error, 'documents were written');
    });
    this.running.add(sending);
    void sending.finally(() => this.running.delete(sending));
  }

  /** Resolves when everything sent is stored. */
  async drain(): Promise<void> {
    await Promise.all(this.running);
    if (this.failure) throw this.failure;
  }

  private async store(writes: Write[]): Promise<void> {
    const existing = new Set<string>();
    await this.request(writes, (write) => write.create !== undefined, existing);
    const again = writes.filter(({ index, id }) => existing.has(`${index} ${id}`));
    if (again.length > 0) await this.request(again, () => false, existing);
  }

  /** Collects in `existing` what could not be created because it is there. */
  private async request(
    writes: Write[],
    creates: (write: Write) => boolean,
    existing: Set<string>,
  ): Promise<void> {
    const dropped: Dropped = { count: 0, reason: '' };
    const send = (): Promise<unknown> =>
      this.client.helpers.bulk<Write>({
        datasource: writes,
        require_alias: true,
        concurrency: 1,
        flushBytes: FLUSH_BYTES,
        retries: RETRIES,
        wait: FIRST_WAIT_MS,
        onDocument: (write) => this.operation(write, creates(write)),
        onDrop: ({ status, error, operation }) => {
          if ('create' in operation && status === 409) {
            const { _index: index, _id: id } = operation.create ?? {};
            existing.add(`${index} ${id}`);
          } else {
            dropped.count += 1;
            dropped.reason ||= `${status} ${error?.type ?? ''}: ${error?.reason ?? 'too many requests'}`;
          }
        },
      });
    await patiently(send);
    if (dropped.count === 0) return;
    const documents = dropped.count === 1 ? '1 document' : `${dropped.count} documents`;
    throw new RunError('StorageFailed', `Elasticsearch refused ${documents} (${dropped.reason})`);
  }

  private operation(
    { index, id, create, script }: Write,
    creates: boolean,
  ):
    | [{ create: estypes.BulkCreateOperation }, object]
    | [{ update: estypes.BulkUpdateOperation }, object] {
    const target = { _index: index, _id: id, routing: this.routing };
    if (creates && create) return [{ create: target }, create];
    // The helper adds the datum as `doc`, which does not go with a script.
    return [
      { update: { ...target, retry_on_conflict: CONFLICT_RETRIES } },
      { script, doc: undefined },
    ];
  }
}

/** Asks again, ever later, while the server says that it has too much to do. */
async function patiently(send: () => Promise<unknown>): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      await send();
      return;
    } catch (error) {
      if (!isAnswer(error, 429) || attempt === RETRIES) throw error;
      await sleep(FIRST_WAIT_MS * 2 ** attempt);
    }
  }
}

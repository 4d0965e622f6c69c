import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, estypes } from '@elastic/elasticsearch';
import { RunError } from '../../errors.ts';
import { isAnswer, storageFailed } from './failures.ts';

/** One write of a document. A script does the same when it runs twice: what may have been lost is sent again. */
export interface Write {
  index: string;
  id: string;
  /** The document, where it may not be there yet. */
  create?: object;
  /** What happens to a document that is there. */
  script: estypes.Script;
  /** A document that is not there is as good as changed. */
  optional?: boolean;
}

/** Requests on their way at once. */
const CONCURRENCY = 2;
const FLUSH_BYTES = 4_000_000;
/** What a server with too much to do has refused is sent again after 1, 2, 4, 8 and 16 seconds. */
const RETRIES = 5;
const FIRST_WAIT_MS = 1_000;
/** Documents that others change at the same time are changed again so often. */
const CONFLICT_RETRIES = 3;

/** What a request has left to do. */
interface Refused {
  /** Could not be created because they are there. */
  existing: Write[];
  /** Refused for want of time or room. */
  busy: Write[];
}

/** A write that was not done. */
interface Drop {
  write: Write;
  status: number;
  reason: string;
}

/** Sends writes in bulk, two requests at a time. A document that is not stored fails everything after it. */
export class BulkWriter {
  private readonly client: Client;
  private readonly routing: string;
  private readonly running = new Set<Promise<void>>();
  private failure: RunError | undefined;
  private missing = false;

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

  /** Whether a document that should have been there was not. */
  get foundLoss(): boolean {
    return this.missing;
  }

  private async store(writes: Write[]): Promise<void> {
    let rest = writes;
    for (let attempt = 0; ;) {
      const { existing, busy } = await this.request(rest);
      // What is there already is changed instead of created.
      rest = [...existing.map(({ index, id, script }) => ({ index, id, script })), ...busy];
      if (rest.length === 0) return;
      if (busy.length === 0) continue;
      if (attempt === RETRIES) throw refused(busy.length, tooBusy);
      await sleep(FIRST_WAIT_MS * 2 ** attempt++);
    }
  }

  private async request(writes: Write[]): Promise<Refused> {
    const byKey = new Map(writes.map((write) => [`${write.index} ${write.id}`, write]));
    const drops: Drop[] = [];
    try {
      await this.client.helpers.bulk<Write>({
        datasource: writes,
        require_alias: true,
        concurrency: 1,
        flushBytes: FLUSH_BYTES,
        retries: 0,
        onDocument: (write) => this.operation(write),
        onDrop: ({ status, error, operation }) => {
          const [target] = Object.values(operation);
          const { _index: index, _id: id } = target ?? {};
          const write = byKey.get(`${index} ${id}`)!;
          drops.push({ write, status, reason: `${status} ${error?.type}: ${error?.reason}` });
        },
      });
    } catch (error) {
      // Everything is sent again: each write comes to the same when it is done twice.
      if (isAnswer(error, 429)) return { existing: [], busy: writes };
      throw error;
    }
    const existing = drops.filter(({ write, status }) => status === 409 && write.create);
    const busy = drops.filter(({ status }) => status === 429);
    const absent = drops.filter(({ write, status }) => status === 404 && write.optional);
    const handled = new Set([...existing, ...busy, ...absent]);
    const lost = drops.filter((drop) => !handled.has(drop));
    this.missing ||= lost.some(({ write, status }) => status === 404 && !write.create);
    if (lost[0]) throw refused(lost.length, lost[0].reason);
    return { existing: existing.map(toWrite), busy: busy.map(toWrite) };
  }

  private operation({
    index,
    id,
    create,
    script,
  }: Write):
    | [{ create: estypes.BulkCreateOperation }, object]
    | [{ update: estypes.BulkUpdateOperation }, object] {
    const target = { _index: index, _id: id, routing: this.routing };
    if (create) return [{ create: target }, create];
    // The helper adds the datum as `doc`, which does not go with a script.
    const update = { ...target, retry_on_conflict: CONFLICT_RETRIES };
    return [{ update }, { script, doc: undefined }];
  }
}

function toWrite({ write }: Drop): Write {
  return write;
}

const tooBusy = '429: it has too much to do, or its disk is full';

function refused(count: number, reason: string): RunError {
  const documents = count === 1 ? '1 document' : `${count} documents`;
  return new RunError('StorageFailed', `Elasticsearch refused ${documents} (${reason})`);
}

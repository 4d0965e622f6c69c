import { setImmediate as nextTick } from 'node:timers/promises';
import { sql } from 'kysely';
import { orAbort } from '../../base/abort.ts';
import type { Resource } from '../../resources/library.ts';
import type { RegistryEvent } from '../registry.ts';
import { isLost, sequenceReader, type SequenceState } from './sequence.ts';
import { isShared, type MetadataDatabase } from './database.ts';
import { DELETIONS_KEPT_MS, type ResourceTableName } from './schema.ts';
import { DatabaseUnavailable } from './database-errors.ts';

/** Rows in one read: parsing more would block the thread for too long. */
const PAGE = 100;
/** Milliseconds between reads of other processes' changes. */
const POLL_MS = 250;
/** Milliseconds between attempts while the database is unavailable. */
const RETRY_MS = 1_000;
/** A watcher that has not read for longer may have missed a deletion. */
const LONGEST_GAP_MS = DELETIONS_KEPT_MS - 24 * 3_600_000;

interface ChangedRow {
  resource_version: number;
  object: string;
  deleted: number;
}

/**
 * Changes of a resource table in the order of resourceVersion, which is the order of commits: the counter's row stays locked
 * until a writer commits. Rows hold only the latest state, so a slow watcher skips intermediate states.
 */
export class ChangeFeed<R extends Resource> {
  private readonly db: MetadataDatabase;
  private readonly table: ResourceTableName;
  private readonly shared: boolean;
  private readonly state: () => Promise<SequenceState>;
  private readonly sleeping = new Set<() => void>();
  private writes = 0;

  constructor(db: MetadataDatabase, table: ResourceTableName) {
    this.db = db;
    this.table = table;
    this.shared = isShared(db);
    this.state = sequenceReader(db, table);
  }

  /** Makes the watchers of this process read at once. */
  wake(): void {
    this.writes += 1;
    for (const wake of this.sleeping) wake();
  }

  /** Yields every resource as 'added', then changes, until the signal aborts. Waits while the database is unavailable. */
  async *follow(
    signal: AbortSignal,
    onSynced: () => void = () => undefined,
  ): AsyncGenerator<RegistryEvent<R>> {
    const seen = new Set<string>();
    let atEnd = onSynced;
    const begin = (await this.patiently(() => this.state(), signal)) ?? { last: 0, first: 0 };
    let { first } = begin;
    let looked = Date.now();
    for (let known = 0; !signal.aborted;) {
      const { writes } = this;
      const since = { known, deleted: Math.max(known, begin.last) };
      const rows = (await this.patiently(() => this.changes(since), signal)) ?? [];
      looked = this.checkGap(looked);
      first = await this.checkLoss({ known, first, rows: rows.length }, signal);
      for (const row of rows) {
        if (signal.aborted) return;
        known = row.resource_version;
        const event = eventOf<R>(row, seen);
        if (event) yield event;
      }
      if (rows.length === PAGE) {
        await nextTick();
        continue;
      }
      if (signal.aborted) return;
      atEnd();
      atEnd = () => undefined;
      if (writes === this.writes) await this.pause(this.shared ? POLL_MS : undefined, signal);
    }
  }

  /**
   * Reads live and deleted rows in one statement, so that both are of the same moment. Each side has its own limit: with one
   * limit for both, Postgres reads and sorts all newer rows before it returns the first page.
   */
  private changes(since: { known: number; deleted: number }): Promise<ChangedRow[]> {
    const live = this.db
      .selectFrom(this.table)
      .select(['resource_version', 'object', sql<number>`0`.as('deleted')])
      .where('resource_version', '>', since.known)
      .orderBy('resource_version')
      .limit(PAGE);
    const gone = this.db
      .selectFrom('deleted_resources')
      .select(['resource_version', 'object', sql<number>`1`.as('deleted')])
      .where('kind', '=', this.table)
      .where('resource_version', '>', since.deleted)
      .orderBy('resource_version')
      .limit(PAGE);
    return this.db
      .selectFrom(live.as('live'))
      .selectAll()
      .unionAll(this.db.selectFrom(gone.as('gone')).selectAll())
      .orderBy('resource_version')
      .limit(PAGE)
      .execute();
  }

  private checkGap(looked: number): number {
    const now = Date.now();
    if (!this.shared || now - looked < LONGEST_GAP_MS) return now;
    throw new Error(
      `${this.table} could not be read since ${new Date(looked).toISOString()}, and deletions are kept for 7 days only; restart the process`,
    );
  }

  /** Returns the first number after the start of the server. Throws if it lacks what the watcher has reported before. */
  private async checkLoss(
    { known, first: held, rows }: { known: number; first: number; rows: number },
    signal: AbortSignal,
  ): Promise<number> {
    if (rows === 0 || !this.shared) return held;
    const now = await this.patiently(() => this.state(), signal);
    const isSame = now === undefined || now.first === held || known === 0;
    if (isSame || !(await this.patiently(() => isLost(this.db, this.table, known), signal))) {
      return now?.first ?? held;
    }
    throw new Error(
      `the database lacks changes of ${this.table} that it had before its server started; they are read anew`,
    );
  }

  /** Returns the result of `read`; retries while the database is unavailable. Returns undefined if the signal aborts. */
  private async patiently<Value>(
    read: () => Promise<Value>,
    signal: AbortSignal,
  ): Promise<Value | undefined> {
    while (!signal.aborted) {
      try {
        return await orAbort(read(), signal);
      } catch (error) {
        if (signal.aborted) break;
        if (!(error instanceof DatabaseUnavailable)) throw error;
        await this.pause(RETRY_MS, signal);
      }
    }
    return undefined;
  }

  /** Waits until this process writes, the signal aborts, or the time is over. */
  private async pause(ms: number | undefined, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const wake = (): void => resolve();
    const timer = ms === undefined ? undefined : setTimeout(wake, ms);
    this.sleeping.add(wake);
    signal.addEventListener('abort', wake);
    await promise;
    signal.removeEventListener('abort', wake);
    this.sleeping.delete(wake);
    clearTimeout(timer);
  }
}

/** Returns the event for a watcher that knows these uids; undefined for a deleted resource that it never saw. */
function eventOf<R extends Resource>(
  { object: text, deleted }: ChangedRow,
  seen: Set<string>,
): RegistryEvent<R> | undefined {
  const object = JSON.parse(text) as R;
  const { uid } = object.metadata;
  const known = seen.has(uid);
  if (deleted) {
    seen.delete(uid);
    return known ? { type: 'deleted', object } : undefined;
  }
  seen.add(uid);
  return { type: known ? 'modified' : 'added', object };
}

import { CompiledQuery } from 'kysely';
import type { LibraryVector, LibraryVectors } from '../library-vectors.ts';
import type { MetadataDatabase } from './database.ts';
import { mustReadAnew, nextValue } from './sequence.ts';
import { toBytes, VectorTable } from './vector-table.ts';

/** Rows in one read: parsing more would block the thread for too long. */
const PAGE = 1_000;

/** Compiled once, because it runs before every search by meaning. */
const lastRevision = CompiledQuery.raw("select value from counters where name = 'library-vectors'");

/**
 * Stores the vectors of one embedding model in a table and searches them in memory. Before each search, it reads the rows that
 * any process has written since the last one. A vector takes half a kilobyte.
 */
export class SqlLibraryVectors implements LibraryVectors {
  private readonly db: MetadataDatabase;
  private readonly model: string;
  private table = new VectorTable();
  private readonly held = new Map<string, string>();
  private known = 0;
  private reading: Promise<void> | undefined;

  constructor(db: MetadataDatabase, model: string) {
    this.db = db;
    this.model = model;
  }

  async hashes(): Promise<ReadonlyMap<string, string>> {
    await this.catchUp();
    return this.held;
  }

  async put(vectors: LibraryVector[]): Promise<void> {
    await this.db.transaction().execute(async (transaction) => {
      for (const { id, hash, vector } of vectors) {
        const { buffer } = toBytes(vector);
        const row = {
          id,
          model: this.model,
          hash,
          vector: Buffer.from(buffer).toString('base64'),
          revision: await nextValue(transaction, 'library-vectors'),
        };
        await transaction
          .insertInto('library_vectors')
          .values(row)
          .onConflict((conflict) => conflict.columns(['id', 'model']).doUpdateSet(row))
          .execute();
      }
    });
  }

  async near(vector: Float32Array, least: number): Promise<Map<string, number>> {
    await this.catchUp();
    return this.table.near(vector, least);
  }

  /** Reads changes since the last search. Concurrent callers wait for the read, then check again. */
  private async catchUp(): Promise<void> {
    while (this.reading) await this.reading;
    if ((await this.last()) === this.known) return;
    this.reading ??= this.readChanges().finally(() => (this.reading = undefined));
    await this.reading;
  }

  private async last(): Promise<number> {
    const { rows } = await this.db.executeQuery<{ value: number }>(lastRevision);
    return rows[0]?.value ?? 0;
  }

  private async readChanges(): Promise<void> {
    // A number from before this read may be older than what another one has read since.
    const last = await this.last();
    if (mustReadAnew(this.known, last)) {
      this.table = new VectorTable();
      this.held.clear();
      this.known = 0;
    }
    for (;;) {
      const rows = await this.db
        .selectFrom('library_vectors')
        .select(['id', 'hash', 'vector', 'revision'])
        .where('model', '=', this.model)
        .where('revision', '>', this.known)
        .orderBy('revision')
        .limit(PAGE)
        .execute();
      for (const { id, hash, vector, revision } of rows) {
        this.table.put(id, new Int8Array(Buffer.from(vector, 'base64')));
        this.held.set(id, hash);
        this.known = revision;
      }
      if (rows.length < PAGE) break;
    }
    // Rows of other models take revisions too.
    this.known = Math.max(this.known, last);
  }
}

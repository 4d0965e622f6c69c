import type { LibraryVector, LibraryVectors } from '../library-vectors.ts';
import type { MetadataDatabase } from './database.ts';
import { FollowedRows } from './followed-rows.ts';
import { nextValue } from './sequence.ts';
import { toBytes, VectorTable } from './vector-table.ts';

/**
 * Stores the vectors of one embedding model in a table and searches them in memory. Before each search, it reads the rows that
 * any process has written since the last one. A vector takes half a kilobyte.
 */
export class SqlLibraryVectors implements LibraryVectors {
  private readonly db: MetadataDatabase;
  private readonly model: string;
  private table = new VectorTable();
  private readonly held = new Map<string, string>();
  private readonly rows: FollowedRows<{
    id: string;
    hash: string;
    vector: string;
    revision: number;
  }>;

  constructor(db: MetadataDatabase, model: string) {
    this.db = db;
    this.model = model;
    this.rows = new FollowedRows({
      db,
      sequence: 'library-vectors',
      page: 1_000,
      read: (known, page) =>
        db
          .selectFrom('library_vectors')
          .select(['id', 'hash', 'vector', 'revision'])
          .where('model', '=', model)
          .where('revision', '>', known)
          .orderBy('revision')
          .limit(page)
          .execute(),
      take: ({ id, hash, vector }) => {
        this.table.put(id, new Int8Array(Buffer.from(vector, 'base64')));
        this.held.set(id, hash);
      },
      clear: () => {
        this.table = new VectorTable();
        this.held.clear();
      },
    });
  }

  async hashes(): Promise<ReadonlyMap<string, string>> {
    await this.rows.catchUp();
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
    await this.rows.catchUp();
    return this.table.near(vector, least);
  }
}

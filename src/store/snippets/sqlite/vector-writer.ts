import { messageOf, RunError } from '../../../base/errors.ts';
import type {
  EmbeddedSnippet,
  VectorShare,
  VectorWriter,
  WaitingTexts,
} from '../../snippet-index.ts';
import { packCodes } from './codes.ts';
import { checkFreeSpace } from './free-space.ts';
import type { Db } from './schema.ts';
import { addVectors, prepareTokenCodes, prepareVectors } from './stored-content.ts';
import { compactAll } from './sweep.ts';
import type { VersionRow } from './versions.ts';

interface WaitingRow {
  embedding: number;
  parts: number;
  texts: string;
}

/** Opens the texts of a version that wait for vectors; undefined if the version does not serve this embedder's vectors. */
export function openVectorWriter(
  db: Db,
  { version, embedderId, share }: { version: string; embedderId: string; share?: VectorShare },
  onEnd: () => void,
): VectorWriter | undefined {
  const row = db
    .prepare<[string, string], VersionRow>(
      'select * from versions where name = ? and generation > 0 and embedder = ?',
    )
    .get(version, embedderId);
  return row && new SqliteVectorWriter(db, { ...row, ...(share && { share }) }, onEnd);
}

class SqliteVectorWriter implements VectorWriter {
  readonly waiting: VectorWriter['waiting'];
  private readonly db: Db;
  private readonly onEnd: () => void;
  private readonly shown: Shown;
  private readonly statements: ReturnType<typeof prepare>;

  constructor(
    db: Db,
    { id, generation, share }: VersionRow & { share?: VectorShare },
    onEnd: () => void,
  ) {
    this.db = db;
    this.onEnd = onEnd;
    const { number, of } = share ?? { number: 0, of: 1 };
    this.shown = { version: id, generation, number, of };
    this.statements = prepare(db);
    this.waiting = this.statements.count.get(this.shown)!;
  }

  async next(limit: number): Promise<WaitingTexts[]> {
    const { firsts, rest } = this.statements;
    const query = { ...this.shown, limit };
    const found = firsts.all(query);
    const rows = found.length > 0 ? found : rest.all(query);
    const batch: WaitingTexts[] = [];
    let size = 0;
    for (const { embedding, parts, texts } of rows) {
      const all = JSON.parse(texts) as string[];
      const next = parts === 0 ? all.slice(0, 1) : all;
      const isLast = next.length === all.length;
      batch.push({ key: String(embedding), texts: next, isFirst: parts === 0, isLast });
      size += next.length;
      if (size >= limit) break;
    }
    return batch;
  }

  async store(embedded: EmbeddedSnippet[]): Promise<void> {
    const storeAll = this.db.transaction(() => {
      const codes: { version: number; snippet: number; vector: Float32Array }[] = [];
      for (const { key, vectors, tokenCodes } of embedded) {
        const embedding = Number(key);
        const row = this.statements.find.get(embedding);
        // An activation may have removed it.
        if (!row) continue;
        this.add(row, vectors);
        if (tokenCodes) this.statements.addTokenCodes.run(embedding, tokenCodes);
        for (const { version, snippet } of this.statements.visible.all(embedding)) {
          for (const vector of vectors) codes.push({ version, snippet, vector });
        }
      }
      for (const [version, entries] of Map.groupBy(codes, (entry) => entry.version)) {
        const { snippets, bits } = packCodes(entries);
        this.statements.addCodes.run(version, snippets, bits);
      }
    });
    checkFreeSpace(this.db);
    try {
      storeAll.immediate();
    } catch (error) {
      const message = `Vectors could not be stored: ${messageOf(error)}`;
      throw new RunError('StorageFailed', message, { cause: error });
    }
  }

  async close(): Promise<void> {
    try {
      if (this.waiting.texts > 0 && this.db.open) compactAll(this.db);
    } finally {
      this.onEnd();
    }
  }

  private add({ embedding, parts, texts }: WaitingRow, vectors: Float32Array[]): void {
    addVectors(this.statements.addVector, { embedding, from: parts, vectors });
    const rest = (JSON.parse(texts) as string[]).slice(vectors.length);
    if (rest.length === 0) this.statements.end.run(embedding);
    else this.statements.keep.run(parts + vectors.length, JSON.stringify(rest), embedding);
  }
}

/** The generation that a writer embeds, and its share. */
interface Shown extends VectorShare {
  version: number;
  generation: number;
}

function prepare(db: Db) {
  const isShown = `w.embedding % @of = @number and exists (select 1 from visible v where v.embedding = w.embedding
    and v.version = @version and v.since <= @generation and v.until > @generation)`;
  const waiting = (which: string) =>
    db.prepare<[Shown & { limit: number }], WaitingRow>(
      `select * from waiting w where ${which} and ${isShown} order by w.embedding limit @limit`,
    );
  return {
    firsts: waiting('w.parts = 0'),
    rest: waiting('w.parts > 0'),
    count: db.prepare<[Shown], VectorWriter['waiting']>(
      `select
         (select count(*) from waiting w cross join visible v on v.embedding = w.embedding
            where w.embedding % @of = @number
            and v.version = @version and v.since <= @generation and v.until > @generation) as snippets,
         (select coalesce(sum(json_array_length(w.texts)), 0) from waiting w where ${isShown}) as texts`,
    ),
    find: db.prepare<[number], WaitingRow>('select * from waiting where embedding = ?'),
    // Also rows that an unfinished run has ended: they are still served, and stay if that run fails.
    visible: db.prepare<[number], { version: number; snippet: number }>(
      `select v.version, v.snippet from visible v cross join versions on versions.id = v.version
         where v.embedding = ? and v.until > versions.generation`,
    ),
    addVector: prepareVectors(db),
    // Every generation may read these codes, because codes may be of rows that it does not show.
    addCodes: db.prepare('insert into codes (version, since, snippets, bits) values (?, 0, ?, ?)'),
    addTokenCodes: prepareTokenCodes(db),
    keep: db.prepare('update waiting set parts = ?, texts = ? where embedding = ?'),
    end: db.prepare('delete from waiting where embedding = ?'),
  };
}

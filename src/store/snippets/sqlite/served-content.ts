import type { IndexedSnippet } from '../../snippet.ts';
import type { ActiveVersion, ServedContent } from '../../snippet-index.ts';
import type { Db } from './schema.ts';
import { toActiveVersion, type VersionRow } from './versions.ts';

/** Snippets in one page. */
const PAGE = 256;

interface Row {
  number: number;
  json: string;
}

/**
 * Reads a version in one transaction over its own connection, so it does not see later writes. Closing the content closes
 * the connection. If the version is not active, the connection is closed at once.
 */
export function openServedContent(db: Db, version: string): ServedContent | undefined {
  db.exec('begin');
  const row = db
    .prepare<[string], VersionRow>('select * from versions where name = ? and generation > 0')
    .get(version);
  if (row) return new SqliteServedContent(db, row);
  db.close();
  return undefined;
}

class SqliteServedContent implements ServedContent {
  readonly active: ActiveVersion;
  private readonly db: Db;
  private readonly row: VersionRow;

  constructor(db: Db, row: VersionRow) {
    this.db = db;
    this.row = row;
    this.active = toActiveVersion(row);
  }

  async *pages(signal: AbortSignal): AsyncIterable<IndexedSnippet[]> {
    const { id: version, generation } = this.row;
    const next = this.db.prepare<[{ version: number; generation: number; after: number }], Row>(
      `select v.snippet as number, s.json from visible v cross join snippets s on s.id = v.snippet
         where v.version = @version and v.snippet > @after and v.since <= @generation and v.until > @generation
         order by v.snippet limit ${PAGE}`,
    );
    let after = 0;
    for (;;) {
      signal.throwIfAborted();
      const rows = next.all({ version, generation, after });
      const last = rows.at(-1);
      if (!last) return;
      after = last.number;
      yield rows.map(({ json }) => JSON.parse(json) as IndexedSnippet);
    }
  }

  async close(): Promise<void> {
    this.db.close();
  }
}

import type { IndexedSnippet } from '../../snippet.ts';
import { lexicalQuery } from '../../terms.ts';
import {
  byVersion,
  type ActiveVersion,
  type EmbeddedQuery,
  type Hit,
  type SearchHits,
  type SnippetPage,
  type SnippetPageQuery,
  type SnippetQuery,
} from '../../snippet-index.ts';
import { type CodeBlock, nearestCodes } from './codes.ts';
import { type Db, hasLaterTables, MAX_PARTS } from './schema.ts';
import { bytes, unpackMembers } from './stored-content.ts';
import { toActiveVersion, type VersionRow } from './versions.ts';

/** Weights of the full-text columns title, trail, code and body. */
const WEIGHTS = '10, 5, 2, 1';

/** Versions with more snippets than this are searched by their codes first. */
const EXACT_SNIPPETS = 300;
/** The first pass finds candidates for at least this many hits. */
const MIN_HITS = 50;
/**
 * Candidates of the exact comparison for each hit, divided by the fourth root of the number of snippets: the more snippets,
 * the more of them have nearly the same code. From 300 to 50,000 snippets, the 50 hits then contain .99 or more of the
 * exact ten nearest, and .95 of the exact 50.
 */
const CANDIDATES_PER_HIT = 0.4;

interface Row {
  number: number;
  score: number;
}

/** Hits by words in a generation of a version, and the reader that found them. */
interface WordHits {
  reader: LibraryReader;
  id: number;
  generation: number;
  rows: Row[];
  texts: ReadonlyMap<number, IndexedSnippet>;
  tokenCodes: TokenCodesRow[];
}

/** A snippet that was compared with the question. The score is null if the snippet has no vector yet. */
interface ComparedRow {
  number: number;
  score: number | null;
}

interface TokenCodesRow {
  number: number;
  codes: Uint8Array;
}

/** Searches one library's file over one connection. Each result comes from one snapshot of the file. */
export class LibraryReader {
  private readonly db: Db;
  private readonly statements: ReturnType<typeof prepare>;
  private readonly searchWordsOnce: (query: SnippetQuery) => WordHits | undefined;
  private readonly searchOnce: (query: EmbeddedQuery, words: WordHits) => SearchHits | undefined;
  /** Missing until a writer of this release has opened a file of an older one. */
  private later: ReturnType<typeof prepareLater> | undefined;
  private readonly pageOnce: (query: SnippetPageQuery) => SnippetPage | undefined;

  constructor(db: Db) {
    this.db = db;
    this.statements = prepare(db);
    this.searchWordsOnce = db.transaction((query: SnippetQuery) => {
      const row = this.statements.version.get(query.version);
      return row && this.wordHits(row, query);
    });
    this.searchOnce = db.transaction((query: EmbeddedQuery, words: WordHits) =>
      this.searchSnapshot(query, words),
    );
    const pages = createPages(db);
    this.pageOnce = db.transaction((query: SnippetPageQuery) => {
      const row = this.statements.version.get(query.version);
      return row && pages(row, query);
    });
  }

  versions(): ActiveVersion[] {
    return this.statements.versions.all().map(toActiveVersion).sort(byVersion);
  }

  /** Returns the hits by words; undefined if the version is not served. */
  searchWords(query: SnippetQuery): WordHits | undefined {
    return this.searchWordsOnce(query);
  }

  /** Adds the hits by meaning. Searches by words again if `words` are from another file or generation. */
  search(query: EmbeddedQuery, words: WordHits): SearchHits | undefined {
    return this.searchOnce(query, words);
  }

  page(query: SnippetPageQuery): SnippetPage | undefined {
    return this.pageOnce(query);
  }

  close(): void {
    this.db.close();
  }

  private searchSnapshot(query: EmbeddedQuery, words: WordHits): SearchHits | undefined {
    const row = this.statements.version.get(query.version);
    if (!row) return undefined;
    const isSame = words.id === row.id && words.generation === row.generation;
    const current = words.reader === this && isSame ? words : this.wordHits(row, query);
    const lexical = current.rows;
    const dense = query.embedding ? this.dense(row, query.embedding, query.limit) : [];
    const others = dense.filter(({ number }) => !current.texts.has(number));
    const texts = new Map([...current.texts, ...this.snippets(others)]);
    const idOf = (number: number): string => texts.get(number)!.id;
    const toHit = ({ number, score }: Row): Hit => ({ id: idOf(number), score });
    const waiting = dense.length > 0 ? this.waiting(row, lexical) : [];
    const tokenCodes = [...current.tokenCodes, ...this.tokenCodes(row, others)];
    return {
      lexical: lexical.map(toHit),
      dense: dense.map(toHit),
      ...(waiting.length > 0 && { waiting: new Set(waiting.map(idOf)) }),
      ...(tokenCodes.length > 0 && {
        tokenCodes: new Map(tokenCodes.map(({ number, codes }) => [idOf(number), codes])),
      }),
      snippets: new Map([...texts.values()].map((snippet) => [snippet.id, snippet])),
      active: toActiveVersion(row),
    };
  }

  /** Reads the texts and the codes at once: the caller embeds the question meanwhile. */
  private wordHits(row: VersionRow, query: SnippetQuery | EmbeddedQuery): WordHits {
    const rows = this.lexical(row, query);
    const { id, generation } = row;
    const tokenCodes = query.embedding ? this.tokenCodes(row, rows) : [];
    return { reader: this, id, generation, rows, texts: this.snippets(rows), tokenCodes };
  }

  private lexical(
    { id, generation }: VersionRow,
    { question, limit }: Omit<SnippetQuery, 'embedding'>,
  ): Row[] {
    const match = lexicalQuery(question);
    if (match === '') return [];
    const query = { match, version: id, generation, limit };
    // In a library with one version, nearly every stored row is visible. Then the best few rows are enough.
    const likely = this.statements.lexicalBest.all({ ...query, wide: limit * 4 });
    return likely.length === limit ? likely : this.statements.lexical.all(query);
  }

  private dense(row: VersionRow, embedding: Float32Array, limit: number): Row[] {
    const { id: version, generation, snippets } = row;
    const vector = bytes(embedding);
    const query = { version, generation, limit, vector, length: vector.length };
    if (snippets <= EXACT_SNIPPETS) return withVector(this.statements.exact.all(query));
    const blocks = this.statements.codes.all(version, generation);
    const perHit = CANDIDATES_PER_HIT * snippets ** 0.25;
    const count = Math.ceil(Math.max(limit, MIN_HITS) * perHit);
    const candidates = JSON.stringify(nearestCodes(embedding, blocks, count));
    return withVector(this.statements.among.all({ ...query, candidates }));
  }

  /** Returns the snippets among the rows that have no vector yet. */
  private waiting({ id: version, generation }: VersionRow, rows: Row[]): number[] {
    const later = this.laterStatements();
    if (!later?.anyWaiting.get()) return [];
    return later.waiting.all({ version, generation, numbers: numbersOf(rows) });
  }

  /** Returns the codes of the tokens of snippets that have them. */
  private tokenCodes({ id: version, generation }: VersionRow, rows: Row[]): TokenCodesRow[] {
    const asked = { version, generation, numbers: numbersOf(rows) };
    return this.laterStatements()?.tokenCodes.all(asked) ?? [];
  }

  private laterStatements(): ReturnType<typeof prepareLater> | undefined {
    if (!this.later && hasLaterTables(this.db)) this.later = prepareLater(this.db);
    return this.later;
  }

  private snippets(rows: Row[]): Map<number, IndexedSnippet> {
    const found = this.statements.texts.all(numbersOf(rows));
    return new Map(found.map(({ id, json }) => [id, JSON.parse(json)]));
  }
}

/** Returns the numbers of the rows as JSON, for json_each. */
function numbersOf(rows: Row[]): string {
  return JSON.stringify(rows.map(({ number }) => number));
}

/** Leaves out the snippets that have no vector yet, which are last. */
function withVector(rows: ComparedRow[]): Row[] {
  return rows.flatMap(({ number, score }) => (score === null ? [] : { number, score }));
}

/** Prepares the statements. Their join order is fixed: otherwise SQLite may scan all visible rows for each match. */
function prepare(db: Db) {
  type Version = { version: number; generation: number; limit: number };
  type Dense = Version & { vector: Uint8Array; length: number };
  // A subquery for each snippet: a group would copy all vectors to sort them by snippet.
  const nearest = (from: string): string => `
    select v.snippet as number,
        (select 1 - min(vec_distance_cosine(x.vector, @vector)) from vectors x
           where x.id between v.embedding * ${MAX_PARTS} and v.embedding * ${MAX_PARTS} + ${MAX_PARTS - 1}
             and length(x.vector) = @length) as score
      from ${from}
      where v.since <= @generation and v.until > @generation
      order by score desc, number limit @limit`;
  return {
    versions: db.prepare<[], VersionRow>('select * from versions where generation > 0'),
    version: db.prepare<[string], VersionRow>(
      'select * from versions where name = ? and generation > 0',
    ),
    lexical: db.prepare<[Version & { match: string }], Row>(
      `select v.snippet as number, -bm25(fts, ${WEIGHTS}) as score
         from fts cross join visible v on v.version = @version and v.snippet = fts.rowid
         where fts match @match and v.since <= @generation and v.until > @generation
         order by score desc, number limit @limit`,
    ),
    lexicalBest: db.prepare<[Version & { match: string; wide: number }], Row>(
      `select n.number, n.score
         from (select rowid as number, -bm25(fts, ${WEIGHTS}) as score from fts where fts match @match
                 order by score desc, number limit @wide) n
         cross join visible v on v.version = @version and v.snippet = n.number
         where v.since <= @generation and v.until > @generation
         order by n.score desc, n.number limit @limit`,
    ),
    exact: db.prepare<[Dense], ComparedRow>(
      nearest('(select * from visible where version = @version) v'),
    ),
    among: db.prepare<[Dense & { candidates: string }], ComparedRow>(
      nearest(
        'json_each(@candidates) c cross join visible v on v.version = @version and v.snippet = c.value',
      ),
    ),
    codes: db.prepare<[number, number], CodeBlock>(
      'select snippets, bits from codes where version = ? and since <= ?',
    ),
    texts: db.prepare<[string], { id: number; json: string }>(
      'select s.id, s.json from json_each(?) n cross join snippets s on s.id = n.value',
    ),
  };
}

/** Prepares the statements over the tables that files of older releases lack. */
function prepareLater(db: Db) {
  type Asked = { version: number; generation: number; numbers: string };
  return {
    anyWaiting: db.prepare('select 1 from waiting limit 1'),
    waiting: db
      .prepare<[Asked], number>(
        `select v.snippet from json_each(@numbers) n
           cross join visible v on v.version = @version and v.snippet = n.value
           cross join waiting w on w.embedding = v.embedding and w.parts = 0
           where v.since <= @generation and v.until > @generation`,
      )
      .pluck(),
    tokenCodes: db.prepare<[Asked], TokenCodesRow>(
      `select v.snippet as number, t.codes from json_each(@numbers) n
         cross join visible v on v.version = @version and v.snippet = n.value
         cross join token_codes t on t.embedding = v.embedding
         where v.since <= @generation and v.until > @generation`,
    ),
  };
}

/** A snippet of a page: its row and its position. */
interface Place {
  snippet: number;
  path: string;
  /** Index in the document, from 0. */
  at: number;
}

/** Returns a reader of pages. Call it in the transaction that reads the version's row. */
function createPages(db: Db): (row: VersionRow, query: SnippetPageQuery) => SnippetPage {
  const documents = db.prepare<
    [{ version: number; generation: number; from: string }],
    { path: string; members: Buffer }
  >(
    `select d.path, c.members from documents d cross join contents c on c.id = d.content
       where d.version = @version and d.path >= @from and d.since <= @generation and d.until > @generation
       order by d.path`,
  );
  const texts = db.prepare<[string], { json: string }>(
    'select s.json from json_each(?) n cross join snippets s on s.id = n.value order by n.key',
  );

  /** Returns the positions of a page, plus one more if there is a next page. */
  function places(row: VersionRow, { path = '', after, limit }: SnippetPageQuery): Place[] {
    const found: Place[] = [];
    const from = after && after.path > path ? after.path : path;
    const shown = { version: row.id, generation: row.generation, from };
    for (const document of documents.iterate(shown)) {
      if (!document.path.startsWith(path)) break;
      const skipped = document.path === after?.path ? after.shown : 0;
      const members = unpackMembers(document.members).slice(skipped);
      found.push(
        ...members.map(({ snippet }, n) => ({ snippet, path: document.path, at: skipped + n })),
      );
      if (found.length > limit) break;
    }
    return found.slice(0, limit + 1);
  }

  return (row, query) => {
    const found = places(row, query);
    const page = found.slice(0, query.limit);
    const last = found.length > query.limit ? page.at(-1) : undefined;
    const rows = texts.all(JSON.stringify(page.map(({ snippet }) => snippet)));
    return {
      snippets: rows.map(({ json }) => JSON.parse(json) as IndexedSnippet),
      ...(last && { next: { path: last.path, shown: last.at + 1 } }),
      active: toActiveVersion(row),
    };
  };
}

import { existsSync, rmSync } from 'node:fs';
import Database from 'better-sqlite3';
import { getLoadablePath } from 'sqlite-vec';
import { isDamage } from '../../metadata/database-errors.ts';

/** A connection to the file of one library, with the functions of sqlite-vec. */
export type Db = Database.Database;

/** Any change below raises it. A file with another number counts as empty, and the next run recreates it. */
export const SCHEMA_VERSION = 1;

/** `until` of rows that no generation has ended; less than 2^53. */
export const OPEN_END = 9e15;

/** Vector rows of one embedding are neighbors: id = embedding * MAX_PARTS + part. */
export const MAX_PARTS = 1024;

// Texts, full-text rows and vectors are stored once per file, by content hash. `visible` records which generations of which
// versions show them. Rows of `visible` with `since` above their version's generation belong to an unfinished run.
// A content's `members` are its (snippet, embedding) pairs as 32-bit integers. All of them are visible in every document
// with that content.
//
// `codes` is for the first pass of a dense search. It holds one bit per dimension of every vector that a version shows.
// The bits are packed into long blobs, because stepping over 50,000 rows costs more than comparing them. It may hold entries
// that are no longer visible, but it always holds all visible ones.
const ddl = `
  create table versions (
    id integer primary key autoincrement,
    name text not null unique,
    generation integer not null default 0,
    revision text not null default '',
    fingerprint text not null default '',
    embedder text not null default '',
    link_template text not null default '',
    documents integer not null default 0,
    snippets integer not null default 0,
    tokens integer not null default 0,
    updated_at text not null default ''
  );
  create table contents (
    id integer primary key,
    path text not null,
    hash text not null,
    embedder text not null,
    members blob not null,
    unique (path, hash, embedder, members)
  );
  create table documents (
    version integer not null,
    path text not null,
    content integer not null,
    validator text,
    since integer not null,
    until integer not null default ${OPEN_END},
    primary key (version, path, since)
  ) without rowid;
  create index documents_content on documents (content);
  create table snippets (
    id integer primary key,
    key blob not null unique,
    tokens integer not null,
    json text not null
  );
  create virtual table fts using fts5 (
    title, trail, code, body,
    content = '', contentless_delete = 1, tokenize = 'porter unicode61 remove_diacritics 2'
  );
  create table embeddings (
    id integer primary key,
    embedder text not null,
    hash text not null,
    unique (embedder, hash)
  );
  create table vectors (id integer primary key, vector blob not null);
  create table visible (
    version integer not null,
    snippet integer not null,
    embedding integer not null,
    since integer not null,
    until integer not null default ${OPEN_END},
    primary key (version, snippet, since)
  ) without rowid;
  create index visible_embedding on visible (embedding);
  create index visible_ended on visible (version, until) where until < ${OPEN_END};
  create table codes (
    id integer primary key,
    version integer not null,
    since integer not null,
    snippets blob not null,
    bits blob not null
  );
  create index codes_version on codes (version);
  create table dropped_versions (version integer primary key);
  create table marks (name text primary key) without rowid;
`;

// The schema number does not count these tables. An older release made files without them.
// `waiting`: embeddings that lack vectors. `parts` vectors are stored, and `texts` (JSON) wait for theirs.
// `token_codes`: codes of the tokens of an embedding's first text.
const laterDdl = `
  create table if not exists waiting (
    embedding integer primary key,
    parts integer not null,
    texts text not null
  );
  create index if not exists waiting_parts on waiting (parts);
  create table if not exists token_codes (embedding integer primary key, codes blob not null);
`;

/** Milliseconds that a statement waits for another connection's lock. */
const READ_TIMEOUT = 1_000;
const WRITE_TIMEOUT = 10_000;

/** Opens a library's file for reading; undefined if it is missing or has another schema. */
export function openForReading(file: string): Db | undefined {
  if (!existsSync(file)) return undefined;
  const db = connect(file, READ_TIMEOUT);
  if (closingOnError(db, () => schemaOf(db)) === SCHEMA_VERSION) return db;
  db.close();
  return undefined;
}

/** Opens a library's file for writing. Recreates it if it is missing or has another schema. */
export function openForWriting(file: string): Db {
  const db = connect(file, WRITE_TIMEOUT);
  return closingOnError(db, () => {
    const schema = schemaOf(db);
    if (schema === SCHEMA_VERSION) return withLaterTables(db);
    if (schema === 0) return withLaterTables(createSchema(db));
    db.close();
    removeFile(file);
    return openForWriting(file);
  });
}

/** Returns the result of `use`. If it throws, closes the connection: a damaged file would stay open after each call. */
export function closingOnError<Result>(db: Db, use: () => Result): Result {
  try {
    return use();
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Returns whether a file has all tables. An older release may have made it. */
export function hasLaterTables(db: Db): boolean {
  return db.prepare("select 1 from sqlite_master where name = 'token_codes'").get() !== undefined;
}

function withLaterTables(db: Db): Db {
  db.exec(laterDdl);
  return db;
}

/** Returns whether SQLite cannot read which versions a library's file has. */
export function isDamaged(file: string): boolean {
  if (!existsSync(file)) return false;
  const db = new Database(file, { timeout: WRITE_TIMEOUT });
  try {
    if (schemaOf(db) === SCHEMA_VERSION) db.prepare('select * from versions').all();
    return false;
  } catch (error) {
    if (!(error instanceof Database.SqliteError)) throw error;
    return isDamage(error);
  } finally {
    db.close();
  }
}

/** Deletes a library's file and its journal. Open connections keep their view until they close. */
export function removeFile(file: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
}

function connect(file: string, timeout: number): Db {
  const db = new Database(file, { timeout });
  return closingOnError(db, () => {
    db.loadExtension(getLoadablePath());
    db.pragma('synchronous = NORMAL');
    db.pragma('temp_store = MEMORY');
    return db;
  });
}

function schemaOf(db: Db): number {
  return Number(db.pragma('user_version', { simple: true }));
}

function createSchema(db: Db): Db {
  db.pragma('page_size = 8192');
  const create = db.transaction(() => {
    if (schemaOf(db) === SCHEMA_VERSION) return;
    db.exec(ddl);
    db.pragma(`user_version = ${SCHEMA_VERSION}`);
  });
  // Only an empty file can be lost here, and the next run makes it again. SQLite would wait for the disk eight times.
  db.pragma('synchronous = OFF');
  db.pragma('journal_mode = WAL');
  create.immediate();
  db.pragma('synchronous = NORMAL');
  return db;
}

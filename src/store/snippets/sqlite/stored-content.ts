import { createHash } from 'node:crypto';
import { RunError } from '../../../base/errors.ts';
import { lexicalFields } from '../../terms.ts';
import type { SnippetToWrite } from '../../snippet-index.ts';
import { type Db, MAX_PARTS } from './schema.ts';

/** One snippet of a document: row numbers of its text and of its embedding. */
export interface Member {
  snippet: number;
  embedding: number;
}

interface DocumentKey {
  path: string;
  hash: string;
}

/** Texts, vectors and document contents of one library file. Versions with equal content share one copy. */
export class StoredContent {
  readonly embedder: string;
  private readonly statements: ReturnType<typeof prepare>;

  constructor(db: Db, embedder: string) {
    this.embedder = embedder;
    this.statements = prepare(db);
  }

  /** Returns the number of a stored document's content. If parsers produced several contents, returns the last one. */
  find({ path, hash }: DocumentKey): number | undefined {
    return this.statements.findContent.get(path, hash, this.embedder)?.id;
  }

  /** Stores a document's snippets. Returns the content's number. */
  store({ path, hash }: DocumentKey, snippets: SnippetToWrite[]): number {
    const members = new Map<string, Member>();
    for (const entry of snippets) {
      if (members.has(entry.snippet.id)) continue;
      const embedding = this.storeEmbedding(entry);
      members.set(entry.snippet.id, { snippet: this.storeSnippet(path, entry), embedding });
    }
    const packed = packMembers([...members.values()]);
    const key = [path, hash, this.embedder, packed] as const;
    this.statements.addContent.run(...key);
    return this.statements.exactContent.get(...key)!.id;
  }

  members(content: number): Member[] {
    const row = this.statements.members.get(content);
    return row ? unpackMembers(row.members) : [];
  }

  /** Returns the vectors of an embedding, one per part. */
  vectors(embedding: number): Float32Array[] {
    const rows = this.statements.vectors.all(firstPart(embedding), firstPart(embedding + 1) - 1);
    return rows.map(({ vector }) => floats(vector));
  }

  tokens(snippet: number): number {
    return this.statements.tokens.get(snippet)?.tokens ?? 0;
  }

  private storeSnippet(path: string, { snippet }: SnippetToWrite): number {
    const json = JSON.stringify(snippet);
    const key = createHash('sha256')
      .update(path)
      .update('\0')
      .update(json)
      .digest()
      .subarray(0, 16);
    const known = this.statements.findSnippet.get(key);
    if (known) return known.id;
    const added = this.statements.addSnippet.run(key, snippet.tokens, json);
    const { title, trail, code, body } = lexicalFields(snippet);
    this.statements.addText.run(added.lastInsertRowid, title, trail, code, body);
    return Number(added.lastInsertRowid);
  }

  private storeEmbedding(entry: SnippetToWrite): number {
    const { embeddingHash, vectors, tokenCodes, texts, snippet } = entry;
    const known = this.statements.findEmbedding.get(this.embedder, embeddingHash);
    if (known) return known.id;
    if (!vectors && !texts) {
      throw new RunError(
        'StorageFailed',
        `The vectors of "${snippet.title}" in ${snippet.path} are no longer stored; the next run computes them again`,
      );
    }
    const id = Number(
      this.statements.addEmbedding.run(this.embedder, embeddingHash).lastInsertRowid,
    );
    if (vectors) addVectors(this.statements.addVector, { embedding: id, from: 0, vectors });
    if (vectors && tokenCodes) this.statements.addTokenCodes.run(id, tokenCodes);
    if (!vectors) this.statements.addWaiting.run(id, JSON.stringify(texts));
    return id;
  }
}

function prepare(db: Db) {
  type Id = { id: number };
  type ContentKey = readonly [string, string, string, Uint8Array];
  return {
    findContent: db.prepare<[string, string, string], Id>(
      'select max(id) as id from contents where path = ? and hash = ? and embedder = ? having count(*) > 0',
    ),
    exactContent: db.prepare<ContentKey & unknown[], Id>(
      'select id from contents where path = ? and hash = ? and embedder = ? and members = ?',
    ),
    addContent: db.prepare<ContentKey & unknown[]>(
      'insert into contents (path, hash, embedder, members) values (?, ?, ?, ?) on conflict do nothing',
    ),
    members: db.prepare<[number], { members: Uint8Array }>(
      'select members from contents where id = ?',
    ),
    findSnippet: db.prepare<[Uint8Array], Id>('select id from snippets where key = ?'),
    addSnippet: db.prepare<[Uint8Array, number, string]>(
      'insert into snippets (key, tokens, json) values (?, ?, ?)',
    ),
    addText: db.prepare('insert into fts (rowid, title, trail, code, body) values (?, ?, ?, ?, ?)'),
    tokens: db.prepare<[number], { tokens: number }>('select tokens from snippets where id = ?'),
    findEmbedding: db.prepare<[string, string], Id>(
      'select id from embeddings where embedder = ? and hash = ?',
    ),
    addEmbedding: db.prepare<[string, string]>(
      'insert into embeddings (embedder, hash) values (?, ?)',
    ),
    addVector: prepareVectors(db),
    addTokenCodes: prepareTokenCodes(db),
    addWaiting: db.prepare<[number, string]>(
      'insert into waiting (embedding, parts, texts) values (?, 0, ?)',
    ),
    vectors: db.prepare<[number, number], { vector: Uint8Array }>(
      'select vector from vectors where id between ? and ? order by id',
    ),
  };
}

type AddVector = ReturnType<typeof prepareVectors>;

/** Prepares the statement of `addVectors`. */
export function prepareVectors(db: Db) {
  return db.prepare<[number, Uint8Array]>('insert into vectors (id, vector) values (?, ?)');
}

/** Prepares the statement that stores the codes of an embedding, unless they are stored. */
export function prepareTokenCodes(db: Db) {
  return db.prepare<[number, Uint8Array]>(
    'insert into token_codes (embedding, codes) values (?, ?) on conflict do nothing',
  );
}

/** Stores vectors of an embedding, from a part on. */
export function addVectors(
  add: AddVector,
  { embedding, from, vectors }: { embedding: number; from: number; vectors: Float32Array[] },
): void {
  for (const [at, vector] of vectors.slice(0, MAX_PARTS - from).entries()) {
    add.run(firstPart(embedding) + from + at, bytes(vector));
  }
}

function firstPart(embedding: number): number {
  return embedding * MAX_PARTS;
}

function packMembers(members: Member[]): Uint8Array {
  const numbers = Uint32Array.from(
    members.flatMap(({ snippet, embedding }) => [snippet, embedding]),
  );
  return new Uint8Array(numbers.buffer);
}

/** Returns the members of a packed content. */
export function unpackMembers(packed: Uint8Array): Member[] {
  const numbers = new Uint32Array(new Uint8Array(packed).buffer);
  const members: Member[] = [];
  for (let index = 0; index < numbers.length; index += 2) {
    members.push({ snippet: numbers[index]!, embedding: numbers[index + 1]! });
  }
  return members;
}

/** Returns the bytes of a vector as the file stores them: little-endian 32-bit floats. */
export function bytes(vector: Float32Array): Uint8Array {
  return new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
}

function floats(blob: Uint8Array): Float32Array {
  return new Float32Array(new Uint8Array(blob).buffer);
}

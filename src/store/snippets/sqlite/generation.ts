import { packCodes } from './codes.ts';
import { type Db, OPEN_END } from './schema.ts';
import type { Member, StoredContent } from './stored-content.ts';

interface DocumentRow {
  content: number;
  validator: string | null;
  since: number;
  until: number;
}

interface PlacedDocument {
  path: string;
  content: number;
  validator: string | undefined;
}

/**
 * Moves rows of one version from generation G to G+1. New rows get `since` G+1, removed rows `until` G+1; others are not
 * changed. Queries see none of it while the version's pointer is at G.
 */
export class Generation {
  /** True if G+1 differs from G. */
  changed = false;
  /** Difference between G+1 and G. */
  readonly growth = { documents: 0, snippets: 0, tokens: 0 };
  private readonly version: number;
  private readonly next: number;
  private readonly stored: StoredContent;
  private readonly statements: ReturnType<typeof prepare>;
  private codes: { snippet: number; vector: Float32Array }[] = [];

  constructor(db: Db, version: { id: number; generation: number }, stored: StoredContent) {
    this.version = version.id;
    this.next = version.generation + 1;
    this.stored = stored;
    this.statements = prepare(db);
  }

  /** Shows a stored content at a path; it replaces the path's earlier content. */
  place({ path, content, ...document }: PlacedDocument): void {
    const validator = document.validator ?? null;
    const rows = this.statements.documents.all(this.version, path, this.next);
    const open = rows.find((row) => row.until === OPEN_END);
    if (open?.content === content) {
      if (open.validator === validator) return;
      this.statements.setValidator.run(validator, this.version, path, open.since);
      return;
    }
    const before = open ? this.stored.members(open.content) : [];
    if (open) this.endDocument(path, open.since);
    this.statements.addDocument.run(this.version, path, content, validator, this.next);
    this.growth.documents += 1;
    this.changed = true;
    this.replace(before, this.stored.members(content));
  }

  /** Ends every document whose path is not in `keep`. */
  endOthers(keep: ReadonlySet<string>): void {
    for (const { path, content, since } of this.statements.open.all(this.version)) {
      if (keep.has(path)) continue;
      this.endDocument(path, since);
      this.replace(this.stored.members(content), []);
      this.changed = true;
    }
  }

  /** Writes the codes of snippets that appeared since the last call, in one block for each vector length. */
  writeCodes(): void {
    const byLength = Map.groupBy(this.codes, ({ vector }) => vector.length);
    this.codes = [];
    for (const entries of byLength.values()) {
      const { snippets, bits } = packCodes(entries);
      this.statements.addCodes.run(this.version, this.next, snippets, bits);
    }
  }

  private endDocument(path: string, since: number): void {
    if (since === this.next) this.statements.removeDocument.run(this.version, path, since);
    else this.statements.endDocument.run(this.next, this.version, path, since);
    this.growth.documents -= 1;
  }

  private replace(before: Member[], after: Member[]): void {
    const kept = new Map(after.map((member) => [member.snippet, member.embedding]));
    const shown = new Map(before.map((member) => [member.snippet, member.embedding]));
    for (const { snippet, embedding } of before) {
      if (kept.get(snippet) !== embedding) this.hide(snippet);
    }
    for (const member of after) {
      if (shown.get(member.snippet) !== member.embedding) this.show(member);
    }
  }

  private show({ snippet, embedding }: Member): void {
    this.count(snippet, 1);
    const ended = this.statements.reopen.run(this.version, snippet, embedding, this.next);
    if (ended.changes > 0) return;
    this.statements.show.run(this.version, snippet, embedding, this.next);
    for (const vector of this.stored.vectors(embedding)) this.codes.push({ snippet, vector });
  }

  private hide(snippet: number): void {
    this.count(snippet, -1);
    const added = this.statements.unshow.run(this.version, snippet, this.next);
    if (added.changes === 0) this.statements.hide.run(this.next, this.version, snippet);
  }

  private count(snippet: number, sign: 1 | -1): void {
    this.growth.snippets += sign;
    this.growth.tokens += sign * this.stored.tokens(snippet);
  }
}

function prepare(db: Db) {
  return {
    documents: db.prepare<[number, string, number], DocumentRow>(
      'select content, validator, since, until from documents where version = ? and path = ? and until >= ?',
    ),
    open: db.prepare<[number], { path: string; content: number; since: number }>(
      `select path, content, since from documents where version = ? and until = ${OPEN_END}`,
    ),
    setValidator: db.prepare(
      'update documents set validator = ? where version = ? and path = ? and since = ?',
    ),
    addDocument: db.prepare(
      'insert into documents (version, path, content, validator, since) values (?, ?, ?, ?, ?)',
    ),
    endDocument: db.prepare(
      'update documents set until = ? where version = ? and path = ? and since = ?',
    ),
    removeDocument: db.prepare(
      'delete from documents where version = ? and path = ? and since = ?',
    ),
    show: db.prepare(
      'insert into visible (version, snippet, embedding, since) values (?, ?, ?, ?)',
    ),
    reopen: db.prepare(
      `update visible set until = ${OPEN_END} where version = ? and snippet = ? and embedding = ? and until = ?`,
    ),
    hide: db.prepare(
      `update visible set until = ? where version = ? and snippet = ? and until = ${OPEN_END}`,
    ),
    unshow: db.prepare('delete from visible where version = ? and snippet = ? and since = ?'),
    addCodes: db.prepare('insert into codes (version, since, snippets, bits) values (?, ?, ?, ?)'),
  };
}

import { setImmediate as nextTurn } from 'node:timers/promises';
import { messageOf, RunError } from '../../../base/errors.ts';
import type {
  KnownDocument,
  ActiveVersion,
  GenerationWriter,
  SnippetToWrite,
} from '../../snippet-index.ts';
import { checkFreeSpace } from './free-space.ts';
import { Generation } from './generation.ts';
import type { Db } from './schema.ts';
import { StoredContent } from './stored-content.ts';
import { clearUnfinished, sweep } from './sweep.ts';
import { ensureVersion, saveVersion, toActiveVersion, type VersionRow } from './versions.ts';

/** One transaction holds about this many snippets or documents. */
const FLUSH_SNIPPETS = 256;
const FLUSH_DOCUMENTS = 1_000;

type WrittenDocument = Parameters<GenerationWriter['write']>[0];

interface Pending {
  document: WrittenDocument;
  snippets: SnippetToWrite[] | 'unchanged';
}

type Facts = Parameters<GenerationWriter['activate']>[0];

/** Opens G+1 of a version; calls `onEnd` once when it no longer needs the connection. */
export async function openGeneration(
  db: Db,
  { version, embedderId }: { version: string; embedderId: string },
  onEnd: () => void,
): Promise<GenerationWriter> {
  const row = ensureVersion(db, version);
  await clearUnfinished(db, row);
  return new SqliteGenerationWriter({ db, row, embedderId, onEnd });
}

class SqliteGenerationWriter implements GenerationWriter {
  private readonly db: Db;
  private readonly row: VersionRow;
  private readonly onEnd: () => void;
  private readonly stored: StoredContent;
  private readonly generation: Generation;
  private readonly statements: ReturnType<typeof prepare>;
  private readonly written = new Set<string>();
  private pending: Pending[] = [];
  private pendingSnippets = 0;
  private ended = false;
  private failed = false;

  constructor({
    db,
    row,
    embedderId,
    onEnd,
  }: {
    db: Db;
    row: VersionRow;
    embedderId: string;
    onEnd: () => void;
  }) {
    this.db = db;
    this.row = row;
    this.onEnd = onEnd;
    this.stored = new StoredContent(db, embedderId);
    this.generation = new Generation(db, row, this.stored);
    this.statements = prepare(db);
  }

  known(path: string, hash?: string): KnownDocument | undefined {
    this.checkOpen();
    const shown = this.shown(path);
    if (shown && (hash === undefined || hash === shown.hash)) {
      return { hash: shown.hash, ...(shown.validator !== null && { validator: shown.validator }) };
    }
    return hash !== undefined && this.stored.find({ path, hash }) !== undefined
      ? { hash }
      : undefined;
  }

  async write(document: WrittenDocument, snippets: SnippetToWrite[] | 'unchanged'): Promise<void> {
    this.checkOpen();
    if (snippets === 'unchanged' && this.stays(document)) return;
    this.written.add(document.path);
    this.pending.push({ document, snippets });
    if (snippets !== 'unchanged') this.pendingSnippets += snippets.length;
    const full = this.pendingSnippets >= FLUSH_SNIPPETS || this.pending.length >= FLUSH_DOCUMENTS;
    if (full) await this.flushInTurns();
  }

  async activate(facts: Facts): Promise<ActiveVersion> {
    this.checkOpen();
    const active = this.transact(() => this.movePointer(facts));
    // From here on, the generation is served: `discard` must not take it back.
    this.ended = true;
    if (active.generation > this.row.generation) {
      // The next new generation clears leftovers of a failed cleanup; queries do not see them.
      await sweep(this.db, active).catch(() => undefined);
    }
    this.onEnd();
    return toActiveVersion(active);
  }

  async discard(): Promise<void> {
    if (this.ended) return;
    try {
      if (this.db.open) await clearUnfinished(this.db, this.row);
    } finally {
      this.end();
    }
  }

  private movePointer({ revision, fingerprint, linkTemplate }: Facts): VersionRow {
    this.flush();
    this.generation.endOthers(this.written);
    const named = { revision, fingerprint, link_template: linkTemplate };
    const { embedder } = this.stored;
    if (!this.generation.changed && this.row.generation > 0) {
      // The embedder can only differ here if there is nothing to embed.
      const active = { ...this.row, ...named, embedder };
      if (JSON.stringify(active) !== JSON.stringify(this.row)) saveVersion(this.db, active);
      return active;
    }
    if (embedder !== this.row.embedder)
      this.statements.dropOldCodes.run(this.row.id, this.row.generation);
    const { documents, snippets, tokens } = this.generation.growth;
    const active = {
      ...this.row,
      ...named,
      embedder,
      generation: this.row.generation + 1,
      documents: this.row.documents + documents,
      snippets: this.row.snippets + snippets,
      tokens: this.row.tokens + tokens,
      updated_at: new Date().toISOString(),
    };
    saveVersion(this.db, active);
    return active;
  }

  /**
   * Stores pending documents in one transaction. The thread can do other work after each one: it has messages for the parse
   * process, which would otherwise wait.
   */
  private async flushInTurns(): Promise<void> {
    try {
      this.db.exec('begin immediate');
      for (const one of this.takePending()) {
        this.store(one);
        await nextTurn();
      }
      this.generation.writeCodes();
      this.db.exec('commit');
    } catch (error) {
      if (this.db.open && this.db.inTransaction) this.db.exec('rollback');
      throw this.failureOf(error);
    }
  }

  /** Stores pending documents; call it within a transaction. */
  private flush(): void {
    for (const one of this.takePending()) this.store(one);
    this.generation.writeCodes();
  }

  private takePending(): Pending[] {
    const pending = this.pending;
    if (pending.length > 0) checkFreeSpace(this.db);
    this.pending = [];
    this.pendingSnippets = 0;
    return pending;
  }

  private store({ document, snippets }: Pending): void {
    const content =
      snippets === 'unchanged' ? this.takeOver(document) : this.stored.store(document, snippets);
    this.generation.place({ path: document.path, content, validator: document.validator });
  }

  /** Returns true if G shows this document unchanged, so that no write is necessary. */
  private stays({ path, hash, validator }: WrittenDocument): boolean {
    if (this.written.has(path)) return false;
    const shown = this.shown(path);
    if (shown?.hash !== hash || shown.validator !== (validator ?? null)) return false;
    this.written.add(path);
    return true;
  }

  private takeOver(document: WrittenDocument): number {
    const { path, hash } = document;
    const shown = this.shown(path);
    const content = shown?.hash === hash ? shown.content : this.stored.find(document);
    if (content === undefined) {
      throw new RunError('StorageFailed', `No stored content of ${path} with the hash ${hash}`);
    }
    return content;
  }

  private transact<T>(work: () => T): T {
    try {
      return this.db.transaction(work).immediate();
    } catch (error) {
      throw this.failureOf(error);
    }
  }

  /** Returns the error of a transaction. After it, documents are lost and only `discard` is allowed. */
  private failureOf(error: unknown): RunError {
    this.failed = true;
    if (error instanceof RunError) return error;
    const message = `The index could not be written: ${messageOf(error)}`;
    return new RunError('StorageFailed', message, { cause: error });
  }

  private shown(
    path: string,
  ): { content: number; hash: string; validator: string | null } | undefined {
    const { id: version, generation } = this.row;
    return this.statements.shown.get({ version, path, generation, embedder: this.stored.embedder });
  }

  private checkOpen(): void {
    if (!this.ended && !this.failed && this.db.open) return;
    throw new RunError('StorageFailed', 'This generation was activated, discarded or has failed');
  }

  private end(): void {
    this.ended = true;
    this.onEnd();
  }
}

function prepare(db: Db) {
  return {
    shown: db.prepare<
      [{ version: number; path: string; generation: number; embedder: string }],
      { content: number; hash: string; validator: string | null }
    >(
      `select d.content, c.hash, d.validator from documents d cross join contents c on c.id = d.content
         where d.version = @version and d.path = @path and d.since <= @generation and d.until > @generation
           and c.embedder = @embedder`,
    ),
    dropOldCodes: db.prepare('delete from codes where version = ? and since <= ?'),
  };
}

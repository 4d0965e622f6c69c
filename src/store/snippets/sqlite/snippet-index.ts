import { LRUCache } from 'lru-cache';
import { existsSync, mkdirSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { resourceName } from '../../../resources/library.ts';
import type {
  ActiveVersion,
  GenerationWriter,
  SearchHits,
  ServedContent,
  SnippetIndex,
  SnippetPage,
  SnippetPageQuery,
  SnippetQuery,
  VectorShare,
  VectorWriter,
} from '../../snippet-index.ts';
import { openGeneration } from './generation-writer.ts';
import {
  closingOnError,
  type Db,
  isDamaged,
  openForReading,
  openForWriting,
  removeFile,
} from './schema.ts';
import { openServedContent } from './served-content.ts';
import { dropVersion } from './sweep.ts';
import { LibraryReader } from './library-reader.ts';
import { openVectorWriter } from './vector-writer.ts';

interface SqliteSnippetIndexOptions {
  /** Parent of the folder `snippets` with the files. */
  dataDir: string;
  /** Maximum files open for reading. */
  maxOpen?: number;
}

/**
 * Stores snippets in one SQLite file per library. Several processes and threads can use the same folder: one writes a library
 * version, any number read. Searches run on the calling thread.
 */
export function createSqliteSnippetIndex(options: SqliteSnippetIndexOptions): SnippetIndex {
  return new SqliteSnippetIndex(options);
}

/** Removes a damaged file of a library, so that a run can make it again. Nothing could record the failure of that run. */
export function removeIfDamaged(dataDir: string, libraryId: string): void {
  const file = fileOf(join(dataDir, 'snippets'), libraryId);
  if (isDamaged(file)) removeFile(file);
}

function fileOf(folder: string, libraryId: string): string {
  return join(folder, `${resourceName(libraryId)}.db`);
}

class SqliteSnippetIndex implements SnippetIndex {
  private readonly folder: string;
  private readonly libraries: OpenLibraries;
  private readonly writers = new Map<Db, string>();

  constructor({ dataDir, maxOpen = 64 }: SqliteSnippetIndexOptions) {
    this.folder = join(dataDir, 'snippets');
    this.libraries = new OpenLibraries(maxOpen);
    mkdirSync(this.folder, { recursive: true });
  }

  async open(libraryId: string, version: string, embedderId: string): Promise<GenerationWriter> {
    const file = this.fileOf(libraryId);
    const db = openForWriting(file);
    this.writers.set(db, file);
    try {
      return await openGeneration(db, { version, embedderId }, () => this.closeWriter(db));
    } catch (error) {
      this.closeWriter(db);
      throw error;
    }
  }

  async openVectors(
    libraryId: string,
    version: string,
    embedderId: string,
    share?: VectorShare,
  ): Promise<VectorWriter | undefined> {
    const file = this.fileOf(libraryId);
    if (!existsSync(file)) return undefined;
    const db = openForWriting(file);
    const asked = { version, embedderId, ...(share && { share }) };
    const writer = closingOnError(db, () =>
      openVectorWriter(db, asked, () => this.closeWriter(db)),
    );
    if (writer) this.writers.set(db, file);
    else db.close();
    return writer;
  }

  async versions(libraryId: string): Promise<ActiveVersion[]> {
    return this.libraries.get(this.fileOf(libraryId))?.versions() ?? [];
  }

  async search(query: SnippetQuery, signal?: AbortSignal): Promise<SearchHits | undefined> {
    signal?.throwIfAborted();
    const file = this.fileOf(query.libraryId);
    const words = this.libraries.get(file)?.searchWords(query);
    if (!words) return undefined;
    const { onWords } = query;
    if (onWords && query.embedding instanceof Promise) {
      for (const snippet of words.texts.values()) onWords(snippet);
    }
    const embedding = await query.embedding;
    signal?.throwIfAborted();
    // The file may have been replaced or deleted meanwhile.
    return this.libraries.get(file)?.search({ ...query, embedding }, words);
  }

  async page(query: SnippetPageQuery, signal?: AbortSignal): Promise<SnippetPage | undefined> {
    signal?.throwIfAborted();
    return this.libraries.get(this.fileOf(query.libraryId))?.page(query);
  }

  async read(libraryId: string, version: string): Promise<ServedContent | undefined> {
    const db = openForReading(this.fileOf(libraryId));
    return db && closingOnError(db, () => openServedContent(db, version));
  }

  async delete(libraryId: string, version?: string): Promise<void> {
    const file = this.fileOf(libraryId);
    if (version === undefined) {
      for (const [db, written] of this.writers) if (written === file) this.closeWriter(db);
      this.libraries.drop(file);
      removeFile(file);
      return;
    }
    if (!existsSync(file)) return;
    const db = openForWriting(file);
    try {
      await dropVersion(db, version);
    } finally {
      db.close();
    }
  }

  async close(): Promise<void> {
    this.libraries.close();
    for (const db of this.writers.keys()) this.closeWriter(db);
  }

  private closeWriter(db: Db): void {
    this.writers.delete(db);
    db.close();
  }

  private fileOf(libraryId: string): string {
    return fileOf(this.folder, libraryId);
  }
}

interface OpenLibrary {
  reader: LibraryReader;
  inode: number;
}

/** Readers of the library files used last. The next use detects that a file was replaced or deleted. */
class OpenLibraries {
  private readonly open: LRUCache<string, OpenLibrary>;

  constructor(max: number) {
    this.open = new LRUCache({ max, dispose: ({ reader }) => reader.close() });
  }

  /** Returns the reader of a file, or undefined if the file does not exist. Valid until the next call. */
  get(file: string): LibraryReader | undefined {
    const inode = inodeOf(file);
    const held = this.open.get(file);
    if (held && held.inode === inode) return held.reader;
    this.drop(file);
    const db = inode === undefined ? undefined : openForReading(file);
    if (inode === undefined || !db) return undefined;
    const reader = closingOnError(db, () => new LibraryReader(db));
    this.open.set(file, { reader, inode });
    return reader;
  }

  /** Closes the reader of a file. */
  drop(file: string): void {
    this.open.delete(file);
  }

  close(): void {
    this.open.clear();
  }
}

function inodeOf(file: string): number | undefined {
  const stats: Stats | undefined = statSync(file, { throwIfNoEntry: false });
  return stats?.ino;
}

import { benchmark } from '../../../src/search/benchmark.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runIndexing } from '../../../src/indexing/run.ts';
import type { Progress } from '../../../src/indexing/progress.ts';
import type { Embedder } from '../../../src/models/embedder.ts';
import type { LibrarySource } from '../../../src/resources/library.ts';
import type { OpenSource } from '../../../src/indexing/sources/source.ts';
import { createSqliteSnippetIndex } from '../../../src/store/snippets/sqlite/snippet-index.ts';
import { runParser } from '../../support/parser.ts';
import { loopback } from '../../support/web-server.ts';
import { runLimits } from '../../support/working-controller.ts';

const library = '/acme/docs';

/** The result of a run, and the snippets that a person finds afterwards. */
export interface Indexed {
  changed: boolean;
  /** Texts that the embedding model received. */
  embedded: string[];
  warnings: string[];
  /** All snippets in the form of an answer. */
  snippets: string[];
}

/** A library with one source. The real pipeline fills a real SQLite index. */
export class IndexedLibrary {
  private readonly folder: string;
  private readonly source: LibrarySource;
  private readonly open: OpenSource;
  private readonly index: ReturnType<typeof createSqliteSnippetIndex>;

  private constructor(folder: string, source: LibrarySource, open: OpenSource) {
    this.folder = folder;
    this.source = source;
    this.open = open;
    this.index = createSqliteSnippetIndex({ dataDir: folder });
  }

  static async create(source: LibrarySource, open: OpenSource): Promise<IndexedLibrary> {
    return new IndexedLibrary(await mkdtemp(join(tmpdir(), 'lectern-source-')), source, open);
  }

  async run(credentials: Record<string, string>): Promise<Indexed> {
    const embedded: string[] = [];
    let last: Progress | undefined;
    const { changed } = await runIndexing(
      {
        id: 'run',
        library: 'docs',
        spec: { id: library, source: this.source },
        uid: 'uid',
        allowLocal: false,
      },
      {
        benchmark,
        openSource: this.open,
        index: this.index,
        embedder: embedderThat(embedded),
        limits: runLimits,
        allowedRanges: loopback,
        parser: runParser,
        workDir: this.folder,
        credentials,
      },
      (progress) => (last = progress),
      new AbortController().signal,
    );
    return { changed, embedded, warnings: last?.warnings ?? [], snippets: await this.snippets() };
  }

  async snippets(): Promise<string[]> {
    const embedding = new Float32Array([1, 0]);
    const found = await this.index.search({
      libraryId: library,
      version: '',
      question: 'anything',
      embedding,
      limit: 2_000,
    });
    const shown = (found?.dense ?? []).map(({ id }) => {
      const { title, description, content, codeList } = found!.snippets.get(id)!;
      const code = codeList.map((each) => `«${each.language}|${each.code}»`);
      return [title, description, content, ...code].filter(Boolean).join('\n');
    });
    return shown.sort();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.index.close();
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** Returns an embedder that gives every text the same vector. */
function embedderThat(embedded: string[]): Embedder {
  return {
    id: 'same',
    dimensions: 2,
    window: 512,
    embed(texts) {
      embedded.push(...texts);
      return Promise.resolve(texts.map(() => new Float32Array([1, 0])));
    },
    close: () => Promise.resolve(),
  };
}

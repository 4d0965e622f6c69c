import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type {
  GenerationWriter,
  PageEnd,
  SnippetIndex,
  SnippetToWrite,
} from '../../../src/store/snippet-index.ts';
import { MAX_PARTS } from '../../../src/store/snippets/sqlite/schema.ts';
import { createSqliteSnippetIndex } from '../../../src/store/snippets/sqlite/snippet-index.ts';
import { snippetOf, vectorAlong } from '../../contract/snippet-index/snippets.ts';

const LIBRARY = '/model/test';
const facts = { revision: 'r', fingerprint: 'f', linkTemplate: '{path}' };
const versions = ['', 'v1'];
const embedders = ['one', 'other'];

/** Snippets of each edition of a document. A writer stores the first two at once, before it is activated. */
const editions = [256, 256, 2, 0];

/** The edition of each document of a version, by path. */
type Content = Map<string, number>;

const writing = fc.record({
  kind: fc.constant('write' as const),
  version: fc.constantFrom(...versions),
  path: fc.constantFrom('a.md', 'b.md'),
  edition: fc.nat(editions.length - 1),
});
const ending = fc.record({
  kind: fc.constantFrom('activate' as const, 'activate' as const, 'discard' as const),
  version: fc.constantFrom(...versions),
});
const other = fc.record({
  kind: fc.constantFrom('drop' as const, 'embed' as const, 'embed' as const, 'kill' as const),
  version: fc.constantFrom(...versions),
});
const change = fc.constant({ kind: 'change embedder' as const });
const event = fc.oneof(
  { weight: 8, arbitrary: writing },
  { weight: 5, arbitrary: ending },
  { weight: 4, arbitrary: other },
  { weight: 1, arbitrary: change },
);
type Event = typeof event extends fc.Arbitrary<infer Value> ? Value : never;

/** A run that wrote one document twice was killed, and the next one writes the first text again. */
const killedAfterTwoWrites: Event[] = [
  { kind: 'write', version: '', path: 'a.md', edition: 0 },
  { kind: 'write', version: '', path: 'a.md', edition: 1 },
  { kind: 'kill', version: '' },
  { kind: 'write', version: '', path: 'a.md', edition: 0 },
  { kind: 'activate', version: '' },
];

/** Two neighbors have some snippets in common. */
function snippetsOf(path: string, edition: number): SnippetToWrite[] {
  return Array.from({ length: editions[edition] ?? 0 }, (_, at) => {
    const text = `word${at + (edition % 2) * 100}`;
    const snippet = snippetOf(path, text);
    return { snippet, embeddingHash: snippet.id, texts: [text, `rest of ${text}`] };
  });
}

function idsOf(path: string, edition: number): string[] {
  return snippetsOf(path, edition).map(({ snippet }) => snippet.id);
}

/** What a version shows. Two ways to read all snippets must give the same. */
interface Shown {
  version: string;
  documents: number;
  tokens: number;
  paged: string[];
  read: string[];
  uncoded: number;
}

/** A library, and in memory what it must show. */
class Library {
  private readonly dataDir: string;
  private index: SnippetIndex;
  private embedder = embedders[0]!;
  private readonly shown = new Map<string, Content>();
  private run: { version: string; writer: GenerationWriter; content: Content } | undefined;

  constructor(dataDir: string) {
    this.dataDir = dataDir;
    this.index = createSqliteSnippetIndex({ dataDir });
  }

  async apply(event: Event): Promise<void> {
    if (event.kind === 'kill') await this.kill();
    else if (event.kind === 'write') await this.write(event);
    else if (event.kind === 'activate' || event.kind === 'discard') await this.end(event.kind);
    else if (this.run) return;
    else if (event.kind === 'change embedder') {
      this.embedder = embedders.find((embedder) => embedder !== this.embedder)!;
    } else if (event.kind === 'embed') await this.embed(event.version);
    else {
      await this.index.delete(LIBRARY, event.version);
      this.shown.delete(event.version);
    }
  }

  async close(): Promise<void> {
    await this.index.close();
  }

  /** Returns what the versions must show. */
  wanted(): Shown[] {
    return [...this.shown.keys()].toSorted().map((version) => {
      const content = [...this.shown.get(version)!].toSorted(([a], [b]) => (a < b ? -1 : 1));
      const ids = content.flatMap(([path, edition]) => idsOf(path, edition));
      const documents = content.length;
      return { version, documents, tokens: 10 * ids.length, paged: ids, read: ids, uncoded: 0 };
    });
  }

  /** Returns what the versions show. */
  async found(): Promise<Shown[]> {
    const found: Shown[] = [];
    for (const { version, documents, tokens } of await this.index.versions(LIBRARY)) {
      const paged = await this.pages(version);
      const order = new Map(paged.map((id, at) => [id, at]));
      const read = (await this.read(version)).toSorted((a, b) => order.get(a)! - order.get(b)!);
      found.push({ version, documents, tokens, paged, read, uncoded: this.uncoded(version) });
    }
    return found;
  }

  /** Returns the number of snippets with vectors but without a code: in a large version, searches by meaning miss them. */
  private uncoded(version: string): number {
    const folder = join(this.dataDir, 'snippets');
    const file = readdirSync(folder).find((name) => name.endsWith('.db'))!;
    const db = new Database(join(folder, file), { readonly: true });
    const codes = db
      .prepare<[string], Uint8Array>(
        `select c.snippets from codes c join versions v on v.id = c.version
           where v.name = ? and c.since <= v.generation`,
      )
      .pluck()
      .all(version);
    const coded = new Set(
      codes.flatMap((block) => [...new Uint32Array(new Uint8Array(block).buffer)]),
    );
    const shown = db
      .prepare<[string], number>(
        `select s.snippet from visible s join versions v on v.id = s.version
           where v.name = ? and s.since <= v.generation and s.until > v.generation
             and exists (select 1 from vectors x where x.id / ${MAX_PARTS} = s.embedding)`,
      )
      .pluck()
      .all(version);
    db.close();
    return shown.filter((snippet) => !coded.has(snippet)).length;
  }

  private async write({ version, path, edition }: Event & { kind: 'write' }): Promise<void> {
    this.run ??= {
      version,
      writer: await this.index.open(LIBRARY, version, this.embedder, 32),
      content: new Map(),
    };
    const { writer, content } = this.run;
    const hash = String(edition);
    const isKnown = writer.known(path, hash) !== undefined;
    await writer.write({ path, hash }, isKnown ? 'unchanged' : snippetsOf(path, edition));
    content.set(path, edition);
  }

  private async end(how: 'activate' | 'discard'): Promise<void> {
    if (!this.run) return;
    const { version, writer, content } = this.run;
    if (how === 'discard') await writer.discard();
    else {
      await writer.activate(facts);
      this.shown.set(version, content);
    }
    this.run = undefined;
  }

  /** Ends as a process that is killed: nothing cleans up. */
  private async kill(): Promise<void> {
    await this.index.close();
    this.index = createSqliteSnippetIndex({ dataDir: this.dataDir });
    this.run = undefined;
  }

  private async embed(version: string): Promise<void> {
    const writer = await this.index.openVectors(LIBRARY, version, this.embedder);
    const batch = (await writer?.next(100)) ?? [];
    const embedded = batch.map(({ key, texts }) => ({ key, vectors: texts.map(vectorOf) }));
    await writer?.store(embedded);
    await writer?.close();
  }

  private async pages(version: string): Promise<string[]> {
    const ids: string[] = [];
    for (let after: PageEnd | undefined; ;) {
      const query = { libraryId: LIBRARY, version, limit: 100, ...(after && { after }) };
      const page = await this.index.page(query);
      ids.push(...page!.snippets.map(({ id }) => id));
      after = page!.next;
      if (!after) return ids;
    }
  }

  private async read(version: string): Promise<string[]> {
    const content = await this.index.read(LIBRARY, version);
    const ids: string[] = [];
    for await (const page of content!.pages(new AbortController().signal)) {
      ids.push(...page.map(({ id }) => id));
    }
    await content!.close();
    return ids;
  }
}

function vectorOf(text: string): Float32Array {
  return vectorAlong(text.length);
}

test('a library shows what was activated, whatever happened to its versions', async () => {
  const events = fc.array(event, { maxLength: 25, size: 'max' });
  const property = fc.asyncProperty(events, async (list) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'model-'));
    const library = new Library(dataDir);
    try {
      for (const one of list) {
        await library.apply(one);
        expect(await library.found()).toEqual(library.wanted());
      }
    } finally {
      await library.close();
      await rm(dataDir, { recursive: true });
    }
  });
  await fc.assert(property, { numRuns: 25, examples: [[killedAfterTwoWrites]] });
}, 120_000);

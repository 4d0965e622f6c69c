import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { IndexedSnippet } from '../../src/documents/snippet.ts';
import type {
  GenerationWriter,
  PageEnd,
  SearchHits,
  ServedContent,
  SnippetIndex,
  SnippetToWrite,
} from '../../src/store/snippet-index.ts';

/** An index for one test, and another connection to the same data as a second process would have. */
export interface SnippetIndexUnderTest {
  index: SnippetIndex;
  another(): SnippetIndex;
  cleanUp(): Promise<void>;
}

const LIBRARY = '/acme/widgets';
const EMBEDDER = 'test-embedder';
const facts = { revision: 'r1', fingerprint: 'f1', linkTemplate: 'https://example.org/{path}' };

/** A unit vector of 32 dimensions that points mostly along one of them. */
export function vectorAlong(dimension: number, spread = 0): Float32Array {
  const vector = new Float32Array(32).fill(0.01);
  vector[dimension % 32] = 1;
  vector[(dimension + 1) % 32]! += spread;
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

export function snippetOf(
  path: string,
  text: string,
  parts: Partial<IndexedSnippet> = {},
): IndexedSnippet {
  return {
    id: `${path}#${text}`,
    path,
    kind: 'info',
    title: text,
    description: '',
    pageTitle: path,
    breadcrumb: [path],
    language: '',
    codeList: [],
    content: `About ${text}.`,
    anchor: '',
    tokens: 10,
    ...parts,
  };
}

export function toWrite(snippet: IndexedSnippet, ...vectors: Float32Array[]): SnippetToWrite {
  return { snippet, embeddingHash: `hash of ${snippet.id}`, vectors };
}

/** Every adapter of SnippetIndex passes these. */
export function describeSnippetIndex(
  name: string,
  create: () => Promise<SnippetIndexUnderTest>,
): void {
  // oxlint-disable-next-line vitest/valid-title
  describe(name, () => {
    let under: SnippetIndexUnderTest;
    let index: SnippetIndex;

    beforeEach(async () => {
      under = await create();
      index = under.index;
    });
    afterEach(async () => under.cleanUp());

    /** Writes one document a text: path and only snippet named by it. */
    async function writeTexts(
      writer: GenerationWriter,
      texts: string[],
      hash = 'h1',
    ): Promise<void> {
      for (const [n, text] of texts.entries()) {
        await writer.write({ path: `${text}.md`, hash }, [
          toWrite(snippetOf(`${text}.md`, text), vectorAlong(n)),
        ]);
      }
    }

    async function publish(texts: string[], version = ''): Promise<void> {
      const writer = await index.open(LIBRARY, version, EMBEDDER);
      await writeTexts(writer, texts);
      await writer.activate(facts);
    }

    async function ask(
      question: string,
      options: { version?: string; embedding?: Float32Array; from?: SnippetIndex } = {},
    ): Promise<SearchHits | undefined> {
      const { version = '', embedding, from = index } = options;
      return from.search({
        libraryId: LIBRARY,
        version,
        question,
        limit: 10,
        ...(embedding && { embedding }),
      });
    }

    async function titles(
      question: string,
      options: { version?: string; from?: SnippetIndex } = {},
    ): Promise<string[] | undefined> {
      const hits = await ask(question, options);
      return hits?.lexical.map(({ id }) => hits.snippets.get(id)!.title);
    }

    describe('search', () => {
      test('finds a snippet by its words and returns it as it was written', async () => {
        const snippet = snippetOf('a.md', 'routing', {
          codeList: [{ language: 'ts', code: 'app.get()' }],
        });
        const writer = await index.open(LIBRARY, '', EMBEDDER);
        await writer.write({ path: 'a.md', hash: 'h' }, [toWrite(snippet, vectorAlong(1))]);
        await writer.activate(facts);
        const hits = await ask('How does routing work?');
        expect(hits?.lexical).toEqual([{ id: snippet.id, score: expect.any(Number) }]);
        expect(hits?.snippets.get(snippet.id)).toEqual(snippet);
        expect(hits?.dense).toEqual([]);
      });

      test('ranks a word of the title above the same word of the body', async () => {
        const writer = await index.open(LIBRARY, '', EMBEDDER);
        const inBody = snippetOf('body.md', 'other', { content: 'Something on caching here.' });
        const inTitle = snippetOf('title.md', 'caching', { content: 'Something else here.' });
        await writer.write({ path: 'body.md', hash: 'h' }, [toWrite(inBody, vectorAlong(1))]);
        await writer.write({ path: 'title.md', hash: 'h' }, [toWrite(inTitle, vectorAlong(2))]);
        await writer.activate(facts);
        expect(await titles('caching')).toEqual(['caching', 'other']);
      });

      test("orders the dense list by the nearest of a snippet's vectors", async () => {
        const writer = await index.open(LIBRARY, '', EMBEDDER);
        const near = toWrite(snippetOf('near.md', 'near'), vectorAlong(9), vectorAlong(3));
        const far = toWrite(snippetOf('far.md', 'far'), vectorAlong(3, 0.8));
        await writer.write({ path: 'far.md', hash: 'h' }, [far]);
        await writer.write({ path: 'near.md', hash: 'h' }, [near]);
        await writer.activate(facts);
        const hits = await ask('', { embedding: vectorAlong(3) });
        expect(hits?.dense.map(({ id }) => id)).toEqual([near.snippet.id, far.snippet.id]);
        expect(hits?.dense[0]?.score).toBeCloseTo(1, 5);
        expect(hits?.lexical).toEqual([]);
      });

      test('gives each list at most `limit` hits', async () => {
        await publish(Array.from({ length: 30 }, (_, n) => `widget ${n}`));
        const hits = await index.search({
          libraryId: LIBRARY,
          version: '',
          question: 'widget',
          embedding: vectorAlong(0),
          limit: 4,
        });
        expect([hits?.lexical.length, hits?.dense.length]).toEqual([4, 4]);
      });

      test('answers a question that is all syntax with an empty list', async () => {
        await publish(['alpha']);
        expect(await titles('"(*) AND NOT ^:{}')).toEqual([]);
      });

      test('refuses to start when it was aborted already', async () => {
        await publish(['alpha']);
        const query = { libraryId: LIBRARY, version: '', question: 'alpha', limit: 1 };
        await expect(index.search(query, AbortSignal.abort(new Error('gone')))).rejects.toThrow(
          'gone',
        );
      });
    });

    describe('visibility', () => {
      test('a library that was never activated is not served', async () => {
        const writer = await index.open(LIBRARY, '', EMBEDDER);
        await writeTexts(writer, ['alpha']);
        expect(await index.versions(LIBRARY)).toEqual([]);
        expect(await ask('alpha')).toBeUndefined();
        await writer.discard();
        expect(await ask('alpha')).toBeUndefined();
      });

      test('a library nobody has heard of is not served', async () => {
        expect(await index.versions('/no/where')).toEqual([]);
        expect(
          await index.search({ libraryId: '/no/where', version: '', question: 'x', limit: 1 }),
        ).toBeUndefined();
      });

      test('another version than the served ones is not served', async () => {
        await publish(['alpha'], 'v1');
        expect(await ask('alpha', { version: 'v2' })).toBeUndefined();
        expect(await ask('alpha')).toBeUndefined();
      });

      test('activation shows the new content and hides the old at once', async () => {
        await publish(['alpha', 'beta']);
        const writer = await index.open(LIBRARY, '', EMBEDDER);
        await writeTexts(writer, ['beta', 'gamma'], 'h2');
        expect(await titles('alpha beta gamma')).toEqual(['alpha', 'beta']);
        await writer.activate({ ...facts, revision: 'r2' });
        expect((await titles('alpha beta gamma'))?.sort()).toEqual(['beta', 'gamma']);
        const dense = await ask('', { embedding: vectorAlong(0) });
        expect(dense?.dense.map(({ id }) => dense.snippets.get(id)!.title).sort()).toEqual([
          'beta',
          'gamma',
        ]);
      });

      test('a reader sees the old or the new content whole while a run writes and activates', async () => {
        await publish(['alpha', 'beta']);
        const reader = under.another();
        const writer = await index.open(LIBRARY, '', EMBEDDER);
        const seen: (string[] | undefined)[] = [];
        for (const text of ['one', 'two', 'three']) {
          await writer.write({ path: `${text}.md`, hash: 'h' }, [
            toWrite(snippetOf(`${text}.md`, text), vectorAlong(5)),
          ]);
          seen.push(await titles('alpha beta one two three', { from: reader }));
        }
        const activating = writer.activate({ ...facts, revision: 'r2' });
        seen.push(await titles('alpha beta one two three', { from: reader }));
        await activating;
        const last = await titles('alpha beta one two three', { from: reader });
        expect(seen.slice(0, 3)).toEqual(Array.from({ length: 3 }, () => ['alpha', 'beta']));
        expect([['alpha', 'beta'], last]).toContainEqual(seen[3]);
        expect(last?.sort()).toEqual(['one', 'three', 'two']);
        await reader.close();
      });

      test('a discarded run leaves what was served', async () => {
        await publish(['alpha', 'beta']);
        const before = await index.versions(LIBRARY);
        const writer = await index.open(LIBRARY, '', EMBEDDER);
        await writeTexts(writer, ['beta', 'gamma'], 'h2');
        await writer.discard();
        expect(await index.versions(LIBRARY)).toEqual(before);
        expect(await titles('alpha beta gamma')).toEqual(['alpha', 'beta']);
      });

      test('a run that was abandoned leaves nothing in the one after it', async () => {
        await publish(['alpha']);
        const dead = under.another();
        const lost = await dead.open(LIBRARY, '', EMBEDDER);
        await writeTexts(lost, ['lost', ...Array.from({ length: 300 }, (_, n) => `filler ${n}`)]);
        await dead.close();
        const writer = await index.open(LIBRARY, '', EMBEDDER);
        await writer.write({ path: 'alpha.md', hash: 'h1' }, 'unchanged');
        await writeTexts(writer, ['beta']);
        await writer.activate({ ...facts, revision: 'r2' });
        expect((await titles('alpha beta lost filler'))?.sort()).toEqual(['alpha', 'beta']);
        expect(await index.versions(LIBRARY)).toMatchObject([{ documents: 2, snippets: 2 }]);
      });
    });

    describe('versions', () => {
      test('are reported with the facts of their activation and their counts', async () => {
        await publish(['alpha', 'beta']);
        const [active] = await index.versions(LIBRARY);
        expect(active).toEqual({
          ...facts,
          version: '',
          generation: 1,
          embedderId: EMBEDDER,
          documents: 2,
          snippets: 2,
          tokens: 20,
          updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        });
        expect((await ask('alpha'))?.active).toEqual(active);
      });

      test('keep their counts right over changes, additions and removals', async () => {
        await publish(['alpha', 'beta', 'gamma']);
        const writer = await index.open(LIBRARY, '', EMBEDDER);
        await writer.write({ path: 'alpha.md', hash: 'h1' }, 'unchanged');
        await writer.write({ path: 'beta.md', hash: 'h2' }, [
          toWrite(snippetOf('beta.md', 'beta'), vectorAlong(1)),
          toWrite(snippetOf('beta.md', 'more', { tokens: 7 }), vectorAlong(2)),
        ]);
        const active = await writer.activate({ ...facts, revision: 'r2' });
        expect(active).toMatchObject({ generation: 2, documents: 2, snippets: 3, tokens: 27 });
      });

      test('of one library are searched apart', async () => {
        await publish(['alpha', 'shared'], '');
        await publish(['beta', 'shared'], 'v1');
        expect((await titles('alpha beta shared'))?.sort()).toEqual(['alpha', 'shared']);
        expect((await titles('alpha beta shared', { version: 'v1' }))?.sort()).toEqual([
          'beta',
          'shared',
        ]);
        const dense = await ask('', { version: 'v1', embedding: vectorAlong(0) });
        expect(dense?.dense).toHaveLength(2);
      });

      test('take over documents of another version without their snippets being written', async () => {
        await publish(['alpha', 'beta']);
        const writer = await index.open(LIBRARY, 'v1', EMBEDDER);
        expect(writer.known('alpha.md')).toBeUndefined();
        expect(writer.known('alpha.md', 'h1')).toEqual({ hash: 'h1' });
        expect(writer.known('alpha.md', 'other')).toBeUndefined();
        await writer.write({ path: 'alpha.md', hash: 'h1' }, 'unchanged');
        await writer.activate(facts);
        expect(await titles('alpha beta', { version: 'v1' })).toEqual(['alpha']);
        const dense = await ask('', { version: 'v1', embedding: vectorAlong(0) });
        expect(dense?.dense[0]?.score).toBeCloseTo(1, 5);
      });

      test('keep what they share when one of them changes or goes', async () => {
        await publish(['alpha', 'shared']);
        await publish(['shared'], 'v1');
        await publish(['alpha']);
        expect(await titles('shared', { version: 'v1' })).toEqual(['shared']);
        await index.delete(LIBRARY, '');
        expect(await titles('shared', { version: 'v1' })).toEqual(['shared']);
        expect((await ask('', { version: 'v1', embedding: vectorAlong(0) }))?.dense).toHaveLength(
          1,
        );
      });

      test('may have any name', async () => {
        const names = ['release/1.0', 'v\'1"; drop table versions', '..', '版本'];
        for (const version of names) await publish([`in ${version}`], version);
        const served = (await index.versions(LIBRARY)).map(({ version }) => version);
        expect(served.sort()).toEqual(names.sort());
      });
    });

    describe('refresh', () => {
      test('of a library that has not changed writes nothing', async () => {
        await publish(['alpha', 'beta']);
        const before = await index.versions(LIBRARY);
        const writer = await index.open(LIBRARY, '', EMBEDDER);
        for (const path of ['alpha.md', 'beta.md']) {
          expect(writer.known(path)).toEqual({ hash: 'h1' });
          await writer.write({ path, hash: 'h1' }, 'unchanged');
        }
        expect(await writer.activate(facts)).toEqual(before[0]);
        expect(await index.versions(LIBRARY)).toEqual(before);
      });

      test('with only a new revision moves the revision and the links, and nothing else', async () => {
        await publish(['alpha']);
        const [before] = await index.versions(LIBRARY);
        const writer = await index.open(LIBRARY, '', EMBEDDER);
        await writer.write({ path: 'alpha.md', hash: 'h1' }, 'unchanged');
        const moved = {
          revision: 'r2',
          fingerprint: 'f1',
          linkTemplate: 'https://example.org/r2/{path}',
        };
        await writer.activate(moved);
        expect(await index.versions(LIBRARY)).toEqual([{ ...before, ...moved }]);
      });

      test('ends documents that were not written', async () => {
        await publish(['alpha', 'beta']);
        const writer = await index.open(LIBRARY, '', EMBEDDER);
        await writer.write({ path: 'beta.md', hash: 'h1' }, 'unchanged');
        expect(await writer.activate(facts)).toMatchObject({
          documents: 1,
          snippets: 1,
          tokens: 10,
        });
        expect(await titles('alpha beta')).toEqual(['beta']);
      });

      test('remembers the validator of a document', async () => {
        const writer = await index.open(LIBRARY, '', EMBEDDER);
        await writer.write({ path: 'a', hash: 'h', validator: 'etag-1' }, []);
        await writer.activate(facts);
        const second = await index.open(LIBRARY, '', EMBEDDER);
        expect(second.known('a')).toEqual({ hash: 'h', validator: 'etag-1' });
        await second.write({ path: 'a', hash: 'h', validator: 'etag-2' }, 'unchanged');
        await second.activate(facts);
        const third = await index.open(LIBRARY, '', EMBEDDER);
        expect(third.known('a')).toEqual({ hash: 'h', validator: 'etag-2' });
        await third.discard();
      });

      test('needs no vectors for texts that are embedded already', async () => {
        await publish(['alpha']);
        const kept = toWrite(snippetOf('alpha.md', 'alpha'));
        const writer = await index.open(LIBRARY, '', EMBEDDER);
        expect(await writer.embedded([kept.embeddingHash, 'unknown'])).toEqual(
          new Set([kept.embeddingHash]),
        );
        const { snippet, embeddingHash } = kept;
        await writer.write({ path: 'moved.md', hash: 'h9' }, [
          { snippet: { ...snippet, id: 'moved', path: 'moved.md' }, embeddingHash },
        ]);
        await writer.activate({ ...facts, revision: 'r2' });
        expect((await ask('', { embedding: vectorAlong(0) }))?.dense.map(({ id }) => id)).toEqual([
          'moved',
        ]);
      });

      test('knows the vectors of documents it has just been given', async () => {
        const writer = await index.open(LIBRARY, '', EMBEDDER);
        const first = toWrite(snippetOf('a.md', 'alpha'), vectorAlong(4));
        await writer.write({ path: 'a.md', hash: 'h' }, [first]);
        expect(await writer.embedded([first.embeddingHash])).toEqual(
          new Set([first.embeddingHash]),
        );
        const { embeddingHash } = first;
        await writer.write({ path: 'b.md', hash: 'h' }, [
          { snippet: snippetOf('b.md', 'beta'), embeddingHash },
        ]);
        await writer.activate(facts);
        expect((await ask('', { embedding: vectorAlong(4) }))?.dense).toHaveLength(2);
      });

      test('refuses a snippet whose vectors nobody has', async () => {
        const writer = await index.open(LIBRARY, '', EMBEDDER);
        const { snippet, embeddingHash } = toWrite(snippetOf('a.md', 'alpha'));
        const run = async (): Promise<void> => {
          await writer.write({ path: 'a.md', hash: 'h' }, [{ snippet, embeddingHash }]);
          await writer.activate(facts);
        };
        await expect(run()).rejects.toMatchObject({ reason: 'StorageFailed' });
        await writer.discard();
        expect(await index.versions(LIBRARY)).toEqual([]);
      });

      test('finds the vectors that a run which failed has left', async () => {
        const failed = await index.open(LIBRARY, '', EMBEDDER);
        const texts = Array.from({ length: 400 }, (_, n) => `text ${n}`);
        await writeTexts(failed, texts);
        await failed.discard();
        const writer = await index.open(LIBRARY, '', EMBEDDER);
        const first = toWrite(snippetOf('text 0.md', 'text 0'));
        expect(await writer.embedded([first.embeddingHash])).toEqual(
          new Set([first.embeddingHash]),
        );
        expect(writer.known('text 0.md', 'h1')).toBeUndefined();
        await writeTexts(writer, ['alpha']);
        await writer.activate(facts);
        const last = await index.open(LIBRARY, '', EMBEDDER);
        expect(await last.embedded([first.embeddingHash])).toEqual(new Set());
        await last.discard();
      });

      test('keeps the last of two writings of one document', async () => {
        await publish(['alpha']);
        const writer = await index.open(LIBRARY, '', EMBEDDER);
        const at = (text: string): SnippetToWrite =>
          toWrite(snippetOf('alpha.md', text), vectorAlong(2));
        await writer.write({ path: 'alpha.md', hash: 'h2' }, [at('first')]);
        await writer.write({ path: 'alpha.md', hash: 'h3' }, [at('second')]);
        const active = await writer.activate({ ...facts, revision: 'r2' });
        expect(active).toMatchObject({ documents: 1, snippets: 1, tokens: 10 });
        expect(await titles('alpha first second')).toEqual(['second']);
      });

      test('answers no more calls after it ended', async () => {
        const writer = await index.open(LIBRARY, '', EMBEDDER);
        await writer.activate(facts);
        await expect(writer.write({ path: 'a', hash: 'h' }, [])).rejects.toThrow('activated');
        await expect(writer.activate(facts)).rejects.toThrow('activated');
        await writer.discard();
        expect(await index.versions(LIBRARY)).toHaveLength(1);
      });
    });

    describe('another embedder', () => {
      test('knows nothing of what the old one embedded', async () => {
        await publish(['alpha']);
        const writer = await index.open(LIBRARY, '', 'other-embedder');
        const { embeddingHash } = toWrite(snippetOf('alpha.md', 'alpha'));
        expect(writer.known('alpha.md')).toBeUndefined();
        expect(writer.known('alpha.md', 'h1')).toBeUndefined();
        expect(await writer.embedded([embeddingHash])).toEqual(new Set());
        await writer.discard();
      });

      test('serves the old vectors until its run is activated, and only the new ones then', async () => {
        await publish(['alpha', 'beta']);
        const writer = await index.open(LIBRARY, '', 'other-embedder');
        await writer.write({ path: 'alpha.md', hash: 'h1' }, [
          toWrite(snippetOf('alpha.md', 'alpha'), vectorAlong(20)),
        ]);
        const before = await ask('', { embedding: vectorAlong(0) });
        expect(before?.active.embedderId).toBe(EMBEDDER);
        expect(before?.dense[0]?.score).toBeCloseTo(1, 5);
        await writer.activate(facts);
        const after = await ask('', { embedding: vectorAlong(20) });
        expect(after?.active.embedderId).toBe('other-embedder');
        expect(after?.dense).toEqual([{ id: 'alpha.md#alpha', score: expect.closeTo(1, 5) }]);
      });

      test('may have vectors of another length', async () => {
        await publish(['alpha']);
        const writer = await index.open(LIBRARY, '', 'short-embedder');
        const short = new Float32Array([0.6, 0.8, 0, 0]);
        await writer.write({ path: 'alpha.md', hash: 'h1' }, [
          toWrite(snippetOf('alpha.md', 'alpha'), short),
        ]);
        await writer.activate(facts);
        expect((await ask('', { embedding: short }))?.dense[0]?.score).toBeCloseTo(1, 5);
        expect((await ask('', { embedding: vectorAlong(0) }))?.dense).toEqual([]);
      });
    });

    describe('large versions', () => {
      test('give the same nearest snippets as an exact comparison', async () => {
        const writer = await index.open(LIBRARY, '', EMBEDDER);
        const random = generator(7);
        const vectors = Array.from({ length: 3_000 }, () => randomVector(random));
        for (const [n, vector] of vectors.entries()) {
          await writer.write({ path: `${n}.md`, hash: 'h' }, [
            toWrite(snippetOf(`${n}.md`, `n${n}`), vector),
          ]);
        }
        await writer.activate(facts);
        for (const query of [vectors[17]!, vectors[2_999]!]) {
          const exact = vectors
            .map((vector, n) => ({ id: `${n}.md#n${n}`, score: dot(vector, query) }))
            .sort((a, b) => b.score - a.score);
          const hits = await ask('', { embedding: query });
          expect(hits?.dense[0]?.id).toBe(exact[0]?.id);
          const top = new Set(exact.slice(0, 10).map(({ id }) => id));
          expect(hits!.dense.filter(({ id }) => top.has(id)).length).toBeGreaterThanOrEqual(8);
        }
      });

      test('keep showing only the active generation over many refreshes', async () => {
        const random = generator(3);
        const texts = Array.from({ length: 1_500 }, (_, n) => `t${n}`);
        const vectors = new Map(texts.map((text) => [text, randomVector(random)]));
        for (let round = 1; round <= 12; round++) {
          const writer = await index.open(LIBRARY, '', EMBEDDER);
          for (const [n, text] of texts.entries()) {
            const hash = n % 12 < round ? `round ${Math.min(round, (n % 12) + 1)}` : 'round 0';
            const path = `${text}.md`;
            if (writer.known(path, hash)) await writer.write({ path, hash }, 'unchanged');
            else
              await writer.write({ path, hash }, [
                { ...toWrite(snippetOf(path, `${text} ${hash}`), vectors.get(text)!) },
              ]);
          }
          const active = await writer.activate({ ...facts, revision: `r${round}` });
          expect(active).toMatchObject({ documents: 1_500, snippets: 1_500, generation: round });
        }
        const probe = vectors.get('t100')!;
        const hits = await ask('', { embedding: probe });
        expect(hits?.dense[0]).toEqual({ id: 't100.md#t100 round 5', score: expect.closeTo(1, 5) });
        expect(new Set(hits?.dense.map(({ id }) => id.split('#')[0])).size).toBe(10);
      });
    });

    describe('reading page by page', () => {
      /** Paths and titles of the pages of a version, and how many there were. */
      async function pages(
        limit: number,
        path?: string,
      ): Promise<{ seen: string[]; count: number }> {
        const seen: string[] = [];
        let after: PageEnd | undefined;
        for (let count = 1; ; count++) {
          const page = await index.page({
            libraryId: LIBRARY,
            version: '',
            limit,
            ...(path !== undefined && { path }),
            ...(after && { after }),
          });
          expect(page!.snippets.length).toBeLessThanOrEqual(limit);
          seen.push(...page!.snippets.map((snippet) => `${snippet.path} ${snippet.title}`));
          if (!page!.next) return { seen, count };
          after = page!.next;
        }
      }

      async function write(documents: Record<string, string[]>): Promise<void> {
        const writer = await index.open(LIBRARY, '', EMBEDDER);
        for (const [path, texts] of Object.entries(documents)) {
          const hash = `hash of ${texts.join()}`;
          const entries = texts.map((text, n) => toWrite(snippetOf(path, text), vectorAlong(n)));
          await writer.write({ path, hash }, entries);
        }
        await writer.activate(facts);
      }

      test('shows every snippet once, by path and as its document has them', async () => {
        await write({
          'z.md': ['last'],
          'guide/b.md': ['b2', 'b1', 'b3'],
          'a.md': ['a'],
          'none.md': [],
        });
        const inOrder = ['a.md a', 'guide/b.md b2', 'guide/b.md b1', 'guide/b.md b3', 'z.md last'];
        expect(await pages(2)).toEqual({ seen: inOrder, count: 3 });
        expect(await pages(5)).toEqual({ seen: inOrder, count: 1 });
        expect(await pages(1)).toEqual({ seen: inOrder, count: 5 });
      });

      test('goes through more documents than are looked at together', async () => {
        const names = Array.from({ length: 130 }, (_, n) => `d${String(n).padStart(3, '0')}.md`);
        await write(Object.fromEntries(names.map((name, n) => [name, n % 40 === 0 ? [name] : []])));
        const seen = names.filter((_, n) => n % 40 === 0).map((name) => `${name} ${name}`);
        expect((await pages(3)).seen).toEqual(seen);
      });

      test('shows the documents below a path only', async () => {
        await write({
          'api/a.md': ['a'],
          'api/b.md': ['b'],
          'apis.md': ['c'],
          'guide/api/d.md': ['d'],
        });
        expect((await pages(1, 'api/')).seen).toEqual(['api/a.md a', 'api/b.md b']);
        expect((await pages(9, 'nowhere')).seen).toEqual([]);
      });

      test('gives snippets as they were written, of what is served alone', async () => {
        await write({ 'a.md': ['old'], 'b.md': ['kept'] });
        const writer = await index.open(LIBRARY, '', EMBEDDER);
        await writer.write({ path: 'a.md', hash: 'new' }, [
          toWrite(snippetOf('a.md', 'new', { flags: ['injection'] }), vectorAlong(5)),
        ]);
        expect((await pages(9)).seen).toEqual(['a.md old', 'b.md kept']);
        const active = await writer.activate({ ...facts, revision: 'r2' });
        const page = await index.page({ libraryId: LIBRARY, version: '', limit: 9 });
        expect(page).toEqual({
          active,
          snippets: [snippetOf('a.md', 'new', { flags: ['injection'] })],
        });
      });

      test('goes on where the page before has ended when the content has changed between them', async () => {
        await write({ 'a.md': ['a'], 'b.md': ['b'], 'c.md': ['c'] });
        const query = { libraryId: LIBRARY, version: '', limit: 2 };
        const first = (await index.page(query))!;
        await write({ 'a.md': ['a'], 'c.md': ['c2'], 'd.md': ['d'] });
        const second = await index.page({ ...query, after: first.next! });
        expect(second?.snippets.map(({ title }) => title)).toEqual(['c2', 'd']);
      });

      test('is not possible where nothing is served, and is empty where there is nothing', async () => {
        expect(await index.page({ libraryId: LIBRARY, version: '', limit: 5 })).toBeUndefined();
        await write({});
        expect(await pages(5)).toEqual({ seen: [], count: 1 });
        expect(await index.page({ libraryId: LIBRARY, version: 'v9', limit: 5 })).toBeUndefined();
      });
    });

    describe('reading all of a version', () => {
      const never = new AbortController().signal;

      async function all(content: ServedContent, signal = never): Promise<IndexedSnippet[]> {
        return (await Array.fromAsync(content.pages(signal))).flat();
      }

      test('gives every snippet once and as it was written, as often as it is asked', async () => {
        const texts = Array.from({ length: 600 }, (_, n) => `text ${n}`);
        await publish(texts);
        await publish(['other'], 'v1');
        const content = (await index.read(LIBRARY, ''))!;
        const found = await all(content);
        const byPath = (one: IndexedSnippet, other: IndexedSnippet): number =>
          one.path < other.path ? -1 : 1;
        expect(found.toSorted(byPath)).toEqual(
          texts.map((text) => snippetOf(`${text}.md`, text)).toSorted(byPath),
        );
        expect(await all(content)).toEqual(found);
        expect(content.active).toEqual((await index.versions(LIBRARY))[0]);
        await content.close();
      });

      test('goes on with the generation it began with while another one takes its place', async () => {
        await publish(Array.from({ length: 600 }, (_, n) => `old ${n}`));
        const content = (await index.read(LIBRARY, ''))!;
        const pages = content.pages(never)[Symbol.asyncIterator]();
        const first = await pages.next();
        await publish(['new']);
        const seen: IndexedSnippet[] = first.value ?? [];
        for (let page = await pages.next(); !page.done; page = await pages.next()) {
          seen.push(...page.value);
        }
        expect(seen.filter(({ title }) => title.startsWith('old'))).toHaveLength(600);
        expect(seen).toHaveLength(600);
        await content.close();
        const after = (await index.read(LIBRARY, ''))!;
        expect((await all(after)).map(({ title }) => title)).toEqual(['new']);
        await after.close();
      });

      test('shows nothing of a run that is not activated', async () => {
        await publish(['alpha']);
        const writer = await index.open(LIBRARY, '', EMBEDDER);
        await writeTexts(writer, ['beta', ...Array.from({ length: 300 }, (_, n) => `more ${n}`)]);
        const content = (await index.read(LIBRARY, ''))!;
        expect((await all(content)).map(({ title }) => title)).toEqual(['alpha']);
        await content.close();
        await writer.discard();
      });

      test('ends when it is aborted', async () => {
        await publish(['alpha']);
        const content = (await index.read(LIBRARY, ''))!;
        await expect(all(content, AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
        await content.close();
      });

      test('is not possible where nothing is served', async () => {
        await publish(['alpha']);
        expect(await index.read(LIBRARY, 'v9')).toBeUndefined();
        expect(await index.read('/no/where', '')).toBeUndefined();
      });
    });

    describe('delete', () => {
      test('removes one version and leaves the others', async () => {
        await publish(['alpha'], '');
        await publish(['beta'], 'v1');
        await index.delete(LIBRARY, 'v1');
        expect((await index.versions(LIBRARY)).map(({ version }) => version)).toEqual(['']);
        expect(await ask('beta', { version: 'v1' })).toBeUndefined();
        expect(await titles('alpha beta')).toEqual(['alpha']);
      });

      test('removes a library for every connection, and leaves the other libraries', async () => {
        const reader = under.another();
        await publish(['alpha']);
        const other = await index.open('/acme/gadgets', '', EMBEDDER);
        await writeTexts(other, ['gadget']);
        await other.activate(facts);
        expect(await titles('alpha', { from: reader })).toEqual(['alpha']);
        await index.delete(LIBRARY);
        expect(await index.versions(LIBRARY)).toEqual([]);
        expect(await titles('alpha', { from: reader })).toBeUndefined();
        expect(await index.versions('/acme/gadgets')).toHaveLength(1);
        await publish(['beta']);
        expect(await titles('alpha beta', { from: reader })).toEqual(['beta']);
        await reader.close();
      });

      test('of what is not there does nothing', async () => {
        await index.delete('/no/where');
        await index.delete('/no/where', 'v1');
        await publish(['alpha']);
        await index.delete(LIBRARY, 'v1');
        expect(await titles('alpha')).toEqual(['alpha']);
      });
    });

    test('libraries whose ids differ in punctuation or case alone are kept apart', async () => {
      const ids = ['/a/b-c', '/a/b.c', '/a/b_c', '/A/b-c', '/a-b/c'];
      for (const id of ids) {
        const writer = await index.open(id, '', EMBEDDER);
        await writer.write({ path: id, hash: 'h' }, [
          toWrite(snippetOf(id, `word ${id}`), vectorAlong(1)),
        ]);
        await writer.activate(facts);
      }
      for (const libraryId of ids) {
        const hits = await index.search({ libraryId, version: '', question: 'word', limit: 10 });
        expect([...hits!.snippets.values()].map(({ path }) => path)).toEqual([libraryId]);
      }
    });
  });
}

/** A small linear congruential generator: the same numbers in every run. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function randomVector(random: () => number): Float32Array {
  const vector = Float32Array.from({ length: 64 }, () => random() + random() + random() - 1.5);
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, index) => sum + value * b[index]!, 0);
}

import { describe, expect, test } from 'vitest';
import type { IndexedSnippet } from '../../../src/store/snippet.ts';
import type { PageEnd, ServedContent } from '../../../src/store/snippet-index.ts';
import { snippetOf, toWrite, vectorAlong } from './snippets.ts';
import { EMBEDDER, facts, LIBRARY, type Subject } from './subject.ts';

/** Defines tests of the lists of stored documents and snippets. */
export function describeReading(at: Subject): void {
  describe('reading in pages', () => {
    /** Returns the paths and titles on the pages of a version, and the number of pages. */
    async function pages(limit: number, path?: string): Promise<{ seen: string[]; count: number }> {
      const seen: string[] = [];
      let after: PageEnd | undefined;
      for (let count = 1; ; count++) {
        const page = await at.index.page({
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
      const writer = await at.index.open(LIBRARY, '', EMBEDDER);
      for (const [path, texts] of Object.entries(documents)) {
        const hash = `hash of ${texts.join()}`;
        const entries = texts.map((text, n) => toWrite(snippetOf(path, text), vectorAlong(n)));
        await writer.write({ path, hash }, entries);
      }
      await writer.activate(facts);
    }

    test('returns every snippet once, by path and in the order of its document', async () => {
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

    test('reads more documents than one request returns', async () => {
      const names = Array.from({ length: 130 }, (_, n) => `d${String(n).padStart(3, '0')}.md`);
      await write(Object.fromEntries(names.map((name, n) => [name, n % 40 === 0 ? [name] : []])));
      const seen = names.filter((_, n) => n % 40 === 0).map((name) => `${name} ${name}`);
      expect((await pages(3)).seen).toEqual(seen);
    });

    test('returns only documents below a path', async () => {
      await write({
        'api/a.md': ['a'],
        'api/b.md': ['b'],
        'apis.md': ['c'],
        'guide/api/d.md': ['d'],
      });
      expect((await pages(1, 'api/')).seen).toEqual(['api/a.md a', 'api/b.md b']);
      expect((await pages(9, 'nowhere')).seen).toEqual([]);
    });

    test('returns unchanged snippets of the active generation only', async () => {
      await write({ 'a.md': ['old'], 'b.md': ['kept'] });
      const writer = await at.index.open(LIBRARY, '', EMBEDDER);
      await writer.write({ path: 'a.md', hash: 'new' }, [
        toWrite(snippetOf('a.md', 'new', { flags: ['injection'] }), vectorAlong(5)),
      ]);
      expect((await pages(9)).seen).toEqual(['a.md old', 'b.md kept']);
      const active = await writer.activate({ ...facts, revision: 'r2' });
      const page = await at.index.page({ libraryId: LIBRARY, version: '', limit: 9 });
      expect(page).toEqual({
        active,
        snippets: [snippetOf('a.md', 'new', { flags: ['injection'] })],
      });
    });

    test('continues after the previous page if the content has changed in between', async () => {
      await write({ 'a.md': ['a'], 'b.md': ['b'], 'c.md': ['c'] });
      const query = { libraryId: LIBRARY, version: '', limit: 2 };
      const first = (await at.index.page(query))!;
      await write({ 'a.md': ['a'], 'c.md': ['c2'], 'd.md': ['d'] });
      const second = await at.index.page({ ...query, after: first.next! });
      expect(second?.snippets.map(({ title }) => title)).toEqual(['c2', 'd']);
    });

    test('is undefined without an active generation, and empty without snippets', async () => {
      expect(await at.index.page({ libraryId: LIBRARY, version: '', limit: 5 })).toBeUndefined();
      await write({});
      expect(await pages(5)).toEqual({ seen: [], count: 1 });
      expect(await at.index.page({ libraryId: LIBRARY, version: 'v9', limit: 5 })).toBeUndefined();
    });
  });

  describe('reading a complete version', () => {
    const never = new AbortController().signal;

    async function all(content: ServedContent, signal = never): Promise<IndexedSnippet[]> {
      return (await Array.fromAsync(content.pages(signal))).flat();
    }

    test('returns every snippet once and unchanged, in every pass', async () => {
      const texts = Array.from({ length: 600 }, (_, n) => `text ${n}`);
      await at.publish(texts);
      await at.publish(['other'], 'v1');
      const content = (await at.index.read(LIBRARY, ''))!;
      const found = await all(content);
      const byPath = (one: IndexedSnippet, other: IndexedSnippet): number =>
        one.path < other.path ? -1 : 1;
      expect(found.toSorted(byPath)).toEqual(
        texts.map((text) => snippetOf(`${text}.md`, text)).toSorted(byPath),
      );
      expect(await all(content)).toEqual(found);
      expect(content.active).toEqual((await at.index.versions(LIBRARY))[0]);
      await content.close();
    });

    test('continues with its generation while another one is activated', async () => {
      await at.publish(Array.from({ length: 600 }, (_, n) => `old ${n}`));
      const content = (await at.index.read(LIBRARY, ''))!;
      const pages = content.pages(never)[Symbol.asyncIterator]();
      const first = await pages.next();
      await at.publish(['new']);
      const seen: IndexedSnippet[] = first.value ?? [];
      for (let page = await pages.next(); !page.done; page = await pages.next()) {
        seen.push(...page.value);
      }
      expect(seen.filter(({ title }) => title.startsWith('old'))).toHaveLength(600);
      expect(seen).toHaveLength(600);
      await content.close();
      const after = (await at.index.read(LIBRARY, ''))!;
      expect((await all(after)).map(({ title }) => title)).toEqual(['new']);
      await after.close();
    });

    test('returns nothing of a run that is not activated', async () => {
      await at.publish(['alpha']);
      const writer = await at.index.open(LIBRARY, '', EMBEDDER);
      await at.writeTexts(writer, ['beta', ...Array.from({ length: 300 }, (_, n) => `more ${n}`)]);
      const content = (await at.index.read(LIBRARY, ''))!;
      expect((await all(content)).map(({ title }) => title)).toEqual(['alpha']);
      await content.close();
      await writer.discard();
    });

    test('ends when it is aborted', async () => {
      await at.publish(['alpha']);
      const content = (await at.index.read(LIBRARY, ''))!;
      await expect(all(content, AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
      await content.close();
    });

    test('is undefined without an active generation', async () => {
      await at.publish(['alpha']);
      expect(await at.index.read(LIBRARY, 'v9')).toBeUndefined();
      expect(await at.index.read('/no/where', '')).toBeUndefined();
    });
  });
}

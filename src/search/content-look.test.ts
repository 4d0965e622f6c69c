import { describe, expect, test } from 'vitest';
import { fakeEmbedder, fakeIndex, record, snippet } from '../../test/support/fake-stores.ts';
import type { FoundLibrary } from '../store/catalog.ts';
import type { SnippetIndex } from '../store/snippet-index.ts';
import { createContentLook, type ContentLook } from './content-look.ts';

const question = 'How do I add a navigation guard?';
const { signal } = new AbortController();
const embedder = fakeEmbedder();
const guard = snippet('guard', { title: 'Add a navigation guard', description: 'To add a guard' });
const other = snippet('other', { title: 'Nested layouts', description: 'Layouts of pages' });
const stored = { '/a/plain@': [other], '/b/guards@': [guard], '/c/more@': [guard] };

function found(...matches: [id: string, match: number, score: number][]): FoundLibrary[] {
  return matches.map(([id, match, score]) => ({ record: record(id), match, score }));
}

function lookIn(
  index: Pick<SnippetIndex, 'search'> = fakeIndex(stored, embedder),
  warnings: unknown[] = [],
): ContentLook {
  return createContentLook({
    index,
    embedder,
    log: { warn: (line: unknown) => void warnings.push(line) },
  });
}

async function order(libraries: FoundLibrary[], look = lookIn()): Promise<string[]> {
  return (await look(libraries, question, signal)).map(({ record: { id } }) => id);
}

describe('createContentLook', () => {
  test('puts the library first whose content answers the question', async () => {
    expect(await order(found(['/a/plain', 1, 0.6], ['/b/guards', 1, 0.5]))).toEqual([
      '/b/guards',
      '/a/plain',
    ]);
  });

  test('keeps a library first whose name matches better', async () => {
    expect(await order(found(['/a/plain', 1, 0.1], ['/b/guards', 2, 0.9]))).toEqual([
      '/a/plain',
      '/b/guards',
    ]);
  });

  test('keeps a far more popular library first, whatever another library contains', async () => {
    expect(await order(found(['/a/plain', 1, 0.8], ['/b/guards', 1, 0.1]))).toEqual([
      '/a/plain',
      '/b/guards',
    ]);
  });

  test('keeps the libraries behind the first five, and those without content', async () => {
    const many = found(...'abcdefg'.split('').map((at) => [`/n/${at}`, 1, 0] as [string, 1, 0]));
    expect(await order(many)).toEqual(many.map(({ record: { id } }) => id));
    const last = found(['/b/guards', 1, 0.5]);
    expect((await order([...many, ...last])).at(-1)).toBe('/b/guards');
  });

  test('searches only libraries that the search found', async () => {
    const asked: string[] = [];
    const index = fakeIndex(stored, embedder);
    const look = lookIn({
      search: async (query) => {
        asked.push(query.libraryId);
        return index.search(query);
      },
    });
    await order(found(['/a/plain', 1, 0.6], ['/b/guards', 1, 0.5], ['/c/more', 2, 9]), look);
    expect(asked.sort()).toEqual(['/a/plain', '/b/guards']);
  });

  test('keeps the order and warns if the index fails or takes too long', async () => {
    const libraries = found(['/a/plain', 1, 0.6], ['/b/guards', 1, 0.5]);
    for (const search of [
      () => Promise.reject(new Error('down')),
      () => new Promise<never>(() => {}),
    ]) {
      const warnings: unknown[] = [];
      expect(await order(libraries, lookIn({ search }, warnings))).toEqual([
        '/a/plain',
        '/b/guards',
      ]);
      expect(warnings).toHaveLength(1);
    }
  });

  test('keeps the order if the vectors are of another model', async () => {
    const index = fakeIndex(stored, { ...embedder, id: 'other' });
    const libraries = found(['/a/plain', 1, 0.6], ['/b/guards', 1, 0.5]);
    expect(await order(libraries, lookIn(index))).toEqual(['/a/plain', '/b/guards']);
  });
});

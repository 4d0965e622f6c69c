import { describe, expect, test } from 'vitest';
import { fakeEmbedder, fakeIndex, snippet } from '../../test/support/fake-stores.ts';
import type { SearchHits } from '../store/snippet-index.ts';
import type { IndexedSnippet } from '../store/snippet.ts';
import { withoutCopies } from './copies.ts';

const embedder = fakeEmbedder();

/** A part that many pages repeat, on one of them. */
const part = (page: number, facts: Partial<IndexedSnippet> = {}): IndexedSnippet =>
  snippet(`part${page}`, {
    kind: 'info',
    title: `Options of page ${page}`,
    content: 'All saws have the option quiet.',
    path: `docs/page${page}.md`,
    ...facts,
  });
const other = snippet('other', { kind: 'info', content: 'The option blade chooses a blade.' });

async function search(snippets: IndexedSnippet[], question: string): Promise<SearchHits> {
  const [vector] = await embedder.embed([question], 'query');
  const query = { libraryId: '/a/b', version: '', question, limit: 5, embedding: vector! };
  const found = await fakeIndex({ '/a/b@': snippets }, embedder).search(query);
  return found!;
}

const ids = (list: { id: string }[]): string[] => list.map(({ id }) => id);

describe('withoutCopies', () => {
  test('keeps the copy that is best by words, in both lists', async () => {
    const hits = await search([part(1), part(2), part(3), other], 'option quiet on page 3');

    const { hits: kept, isCrowded } = withoutCopies(hits, 5);

    expect(ids(kept.lexical)).toEqual(['part3', 'other']);
    expect(ids(kept.dense).toSorted()).toEqual(['other', 'part3']);
    expect(isCrowded).toBe(false);
  });

  test('keeps the preferred copy', async () => {
    const hits = await search([part(1), part(2), part(3)], 'option quiet on page 3');

    const { hits: kept } = withoutCopies(hits, 5, (path) => path === 'docs/page2.md');

    expect(ids(kept.lexical)).toEqual(['part2']);
  });

  test('tells that most of a full list were copies', async () => {
    const copies = [1, 2, 3, 4, 5, 6].map((page) => part(page));
    expect(withoutCopies(await search([...copies, other], 'option quiet'), 5).isCrowded).toBe(true);

    const different = [1, 2, 3, 4, 5, 6].map((page) => part(page, { content: `Option ${page}.` }));
    const hits = await search(different, 'option quiet');
    expect(withoutCopies(hits, 5).isCrowded).toBe(false);
    expect(withoutCopies(hits, 5).hits).toEqual(hits);
  });
});

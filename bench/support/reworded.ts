import type { IndexedSnippet } from '../../src/store/snippet.ts';
import type { PreparedSnippet } from './real-documents.ts';

/** Share of the words that another word of the documentation replaces, so that no two snippets are equal. */
const replaced = 0.2;
const word = /[A-Za-z]{4,}/g;

/** Returns all words of the first texts of snippets, with repeats. */
export function wordsOf(snippets: readonly PreparedSnippet[]): string[] {
  return snippets.flatMap(({ texts: [text = ''] }) => text.match(word) ?? []);
}

/** Returns a snippet in which a share of the words is replaced by some of these. */
export function reworded(
  snippet: IndexedSnippet,
  words: readonly string[],
  random: () => number,
): IndexedSnippet {
  const other = (text: string): string =>
    text.replaceAll(word, (found) =>
      random() < replaced ? words[Math.floor(random() * words.length)]! : found,
    );
  return {
    ...snippet,
    title: other(snippet.title),
    description: other(snippet.description),
    content: other(snippet.content),
    codeList: snippet.codeList.map(({ language, code }) => ({ language, code: other(code) })),
  };
}

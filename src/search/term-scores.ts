import type { IndexedSnippet } from '../store/snippet.ts';

/**
 * A word or phrase of documentation that may name what a question describes: "rolling update" for "replace the machines a few at a
 * time".
 */
export interface NearTerm {
  /**
   * In lower case, with one space between words. The last word has no ending, so that the term is the beginning of its forms. If a space follows, the
   * last word is whole.
   */
  text: string;
  /** How near the question is to the descriptions of the term, above the least nearness that counts. */
  weight: number;
}

/** Characters of a snippet that are read. */
const mostRead = 8_000;
/** How often a term counts that stands in the title or in a heading. */
const titleCount = 3;
/** See Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009. */
const saturation = 1.2;
const lengthShare = 0.75;

/**
 * Returns how much each snippet says of terms: BM25 over these snippets, each term with its weight. A term that few of them have says
 * more.
 */
export function termScores(
  terms: readonly NearTerm[],
  snippets: readonly IndexedSnippet[],
): number[] {
  if (terms.length === 0) return snippets.map(() => 0);
  const texts = snippets.map(textsOf);
  const counts = texts.map(createTermCounter(terms));
  const lengths = texts.map(([titles, body]) => titles.length + body.length);
  const meanLength = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
  const weights = terms.map(({ weight }, at) => {
    const having = counts.reduce((sum, count) => sum + (count[at]! > 0 ? 1 : 0), 0);
    return weight * rarity(having, snippets.length);
  });
  return counts.map((count, index) => {
    const norm = saturation * (1 - lengthShare + (lengthShare * lengths[index]!) / meanLength);
    return weights.reduce(
      (sum, weight, at) => sum + (weight * count[at]! * (1 + saturation)) / (count[at]! + norm),
      0,
    );
  });
}

/** Returns the weight of a word by the number of snippets that have it: that of BM25. */
export function rarity(having: number, all: number): number {
  return Math.log(1 + (all - having + 0.5) / (having + 0.5));
}

/** Returns the text of the titles of a snippet, and the rest. */
function textsOf(snippet: IndexedSnippet): [titles: string, body: string] {
  const { title, pageTitle, breadcrumb, description, content, codeList } = snippet;
  const titles = [title, pageTitle, ...breadcrumb].join('\n');
  const body = [description, content, ...codeList.map(({ code }) => code)].join('\n');
  return [titles, body.slice(0, mostRead)];
}

/** Of each byte of Latin-1: 0 if it separates words, 1 for lower case and digits, 2 for upper case. */
const kinds = Uint8Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte);
  if (!/[\p{L}\p{N}]/u.test(character)) return 0;
  return character === character.toLowerCase() ? 1 : 2;
});
const separator = 0;
const lowerCase = Uint8Array.from({ length: 256 }, (_, byte) =>
  kinds[byte] === separator ? 32 : String.fromCharCode(byte).toLowerCase().charCodeAt(0),
);

/** Behind a text: separators, and a letter that no term has. A look beyond the end of a buffer makes all looks slow. */
const textEnd = '\n\n\u00ff';

/**
 * Returns a function that counts each term in the titles of a snippet, and in an optional body. `maxUnavailable` and `max-unavailable` have two words. The
 * function reads each character once, for all terms.
 */
export function createTermCounter(
  terms: readonly NearTerm[],
): (texts: [titles: string, body?: string]) => Uint16Array {
  const all = terms.map(({ text }) => Buffer.from(text, 'latin1'));
  const lists: number[][] = [[]];
  const listOf = new Uint16Array(2 ** 15);
  for (const [at, { text }] of terms.entries()) {
    const start = startAt(Buffer.from(text + textEnd, 'latin1'), 0);
    if (listOf[start] === 0) listOf[start] = lists.push([]) - 1;
    lists[listOf[start]!]!.push(at);
  }
  const add = (counts: Uint16Array, text: string, times: number): void => {
    const bytes = Buffer.from(text + textEnd, 'latin1');
    let before = separator;
    for (let at = 0; at < text.length; at += 1) {
      const kind = kinds[bytes[at]!]!;
      const list = beginsWord(before, kind) ? listOf[startAt(bytes, at)]! : 0;
      before = kind;
      if (list === 0) continue;
      for (const term of lists[list]!) {
        if (isAt(all[term]!, bytes, at)) counts[term]! += times;
      }
    }
  };
  return ([titles, body = '']) => {
    const counts = new Uint16Array(terms.length);
    add(counts, titles, titleCount);
    add(counts, body, 1);
    return counts;
  };
}

/** Returns whether a word begins between characters of these kinds. */
function beginsWord(before: number, kind: number): boolean {
  return kind !== separator && (before === separator || kind > before);
}

/** Returns a number of 15 bits for three characters. Different characters can have the same one. */
function startAt(bytes: Buffer, at: number): number {
  const first = lowerCase[bytes[at]!]! & 31;
  const second = lowerCase[bytes[at + 1]!]! & 31;
  return (first << 10) | (second << 5) | (lowerCase[bytes[at + 2]!]! & 31);
}

/** Returns whether a text has a term at a place. A space of the term stands for any separators, or for the next hump of a name. */
function isAt(term: Buffer, bytes: Buffer, at: number): boolean {
  let next = at;
  for (let from = 0; from < term.length; from += 1) {
    const character = term[from];
    if (character !== 32) {
      if (lowerCase[bytes[next]!] !== character) return false;
      next += 1;
      continue;
    }
    const last = kinds[bytes[next - 1]!]!;
    const kind = kinds[bytes[next]!]!;
    if (kind !== separator && !beginsWord(last, kind)) return false;
    while (kinds[bytes[next]!] === separator) next += 1;
  }
  return true;
}

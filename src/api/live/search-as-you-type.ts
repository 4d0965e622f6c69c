/** Text of a library for searching while the user types. */
export interface SearchableText {
  /** Id and title, one per line. */
  names: string;
  /** Names, description and address. */
  all: string;
  /** All letters and digits without other characters: `nextjs` matches `next.js`. */
  dense: string;
}

/** Normalizes text once, before any search. Pure. */
export function searchableText(names: string[], rest: string[]): SearchableText {
  const folded = folding(names.join('\n'));
  const all = [folded, folding(rest.join('\n'))].join('\n');
  return { names: folded, all, dense: densely(all) };
}

/** Words to search for; all of them must match. */
export interface SearchPattern {
  matches(text: SearchableText): boolean;
  /** Returns the rank, 0 is best: a whole name, the start of a name, inside names, elsewhere. */
  rank(text: SearchableText): 0 | 1 | 2 | 3;
}

/** Returns a search for incomplete input: parts of words in any order, ignoring case and accents. Pure. */
export function searchPattern(typed: string): SearchPattern {
  const phrase = folding(typed).trim();
  const words = phrase.split(/\s+/).filter((word) => word !== '');
  const looks = words.map((word) => ({ word, dense: densely(word) }));
  const isIn = (part: string, { all, dense }: SearchableText, denseWord: string): boolean =>
    all.includes(part) || (denseWord !== '' && dense.includes(denseWord));
  return {
    matches: (text) => looks.every(({ word, dense }) => isIn(word, text, dense)),
    rank({ names }) {
      const own = names
        .split('\n')
        .flatMap((name) => [name, name.slice(name.lastIndexOf('/') + 1)]);
      if (own.includes(phrase)) return 0;
      if (own.some((name) => name.startsWith(phrase))) return 1;
      return words.every((word) => names.includes(word)) ? 2 : 3;
    },
  };
}

/** Returns lower case without accents, so that `Café` and `cafe` match. */
function folding(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/** Keeps line breaks, so that no match spans two lines. */
function densely(folded: string): string {
  return folded.replaceAll(/[^\p{L}\p{N}\n]/gu, '');
}

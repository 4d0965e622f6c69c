/** Text of a library as it is searched while somebody types. */
export interface SearchableText {
  /** What names it: id and title, each on a line. */
  names: string;
  /** Names, description and address. */
  all: string;
  /** All of it without anything but letters and digits: `nextjs` is found in `next.js`. */
  dense: string;
}

/** Folds what is searched once, so that no search has to. Pure. */
export function searchableText(names: string[], rest: string[]): SearchableText {
  const folded = folding(names.join('\n'));
  const all = [folded, folding(rest.join('\n'))].join('\n');
  return { names: folded, all, dense: densely(all) };
}

/** Words to look for; every one of them has to be found. */
export interface SearchPattern {
  matches(text: SearchableText): boolean;
  /** How well it fits, 0 best: the name itself, the beginning of a name, within a name, elsewhere. */
  rank(text: SearchableText): 0 | 1 | 2 | 3;
}

/** A search for what somebody has typed so far: parts of words in any order, whatever their case and accents. Pure. */
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

/** Lower case without accents, as `Café` and `cafe` are one to whoever types. */
function folding(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/** Lines stay apart, so that nothing is found across two of them. */
function densely(folded: string): string {
  return folded.replaceAll(/[^\p{L}\p{N}\n]/gu, '');
}

import type { Snippet } from '../store/snippet.ts';

/** Words a shingle spans: one changed word of a short text still makes it another text. */
const shingleWords = 4;
/** Share of common shingles from which two texts say the same. */
const alike = 0.8;
/** Share of a later text's shingles found in an earlier one from which it adds nothing. */
const contained = 0.9;
/** Characters compared of one text. */
const maxCompared = 20_000;

/** Drops each snippet whose content an earlier one already shows, but for letter case, punctuation and a few words. */
export function dropNearDuplicates<Item>(
  items: Item[],
  snippetOf: (item: Item) => Snippet,
): Item[] {
  const kept: Set<string>[] = [];
  return items.filter((item) => {
    const shingles = shinglesOf(comparedText(snippetOf(item)));
    if (shingles.size > 0 && kept.some((earlier) => repeats(shingles, earlier))) return false;
    kept.push(shingles);
    return true;
  });
}

/** Whether a later text repeats an earlier one, as a whole or as a part of it. */
function repeats(later: Set<string>, earlier: Set<string>): boolean {
  if (earlier.size < later.size * alike) return false;
  let common = 0;
  for (const shingle of later) if (earlier.has(shingle)) common += 1;
  const union = later.size + earlier.size - common;
  return common >= later.size * contained || common >= union * alike;
}

function comparedText({ kind, title, description, codeList, content }: Snippet): string {
  if (kind === 'info') return content;
  const code = codeList.map((sample) => sample.code).join('\n');
  return code.trim() === '' ? `${title}\n${description}` : `${description}\n${code}`;
}

function shinglesOf(text: string): Set<string> {
  const words =
    text
      .slice(0, maxCompared)
      .toLowerCase()
      .match(/[\p{L}\p{N}_$]+/gu) ?? [];
  const shingles = new Set<string>();
  const last = Math.max(1, words.length - shingleWords + 1);
  if (words.length === 0) return shingles;
  for (let at = 0; at < last; at += 1) shingles.add(words.slice(at, at + shingleWords).join(' '));
  return shingles;
}

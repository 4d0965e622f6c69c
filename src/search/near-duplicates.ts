import type { Snippet } from '../store/snippet.ts';

/** Words in a shingle. With four, one changed word makes a short text different. */
const shingleWords = 4;
/** From this share of common shingles, two texts count as equal. */
const alike = 0.8;
/** From this share of its shingles in an earlier text, a later text adds nothing. */
const contained = 0.9;
/** Most characters of one text that are compared. */
const maxCompared = 20_000;

/** Drops each snippet whose content an earlier snippet shows. Letter case, punctuation and a few words may differ. */
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

/** Returns whether a later text repeats an earlier text or a part of it. */
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

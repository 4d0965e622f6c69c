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
  /** Numbers of shingles of the kept texts, and the kept texts that have a shingle. */
  const sizes: number[] = [];
  const keptWith = new Map<number, number[]>();
  return items.filter((item) => {
    const shingles = shinglesOf(comparedText(snippetOf(item)));
    const common = sizes.map(() => 0);
    for (const shingle of shingles) {
      for (const kept of keptWith.get(shingle) ?? []) common[kept]! += 1;
    }
    if (sizes.some((size, kept) => repeats(shingles.size, size, common[kept]!))) return false;
    for (const shingle of shingles) {
      const kept = keptWith.get(shingle);
      if (kept) kept.push(sizes.length);
      else keptWith.set(shingle, [sizes.length]);
    }
    sizes.push(shingles.size);
    return true;
  });
}

/** Returns whether a later text repeats an earlier text or a part of it, by their numbers of shingles. */
function repeats(later: number, earlier: number, common: number): boolean {
  if (later === 0 || earlier < later * alike) return false;
  const union = later + earlier - common;
  return common >= later * contained || common >= union * alike;
}

/** Returns the content by which two snippets are compared. Their titles do not count, unless they have nothing else. */
export function comparedText({ kind, title, description, codeList, content }: Snippet): string {
  if (kind === 'info') return content;
  const code = codeList.map((sample) => sample.code).join('\n');
  return code.trim() === '' ? `${title}\n${description}` : `${description}\n${code}`;
}

/** ASCII words, and runs of other characters without the usual punctuation. A class of Unicode properties is four times as slow. */
const wordPattern = /[\w$\u00aa-\u1fff\u2c00-\u2fff\u3040-\udfff\uf900-\ufdff\uff10-\uffef]+/g;

/** Returns the hashes of a text's shingles. Equal hashes of different shingles are too rare to matter. */
function shinglesOf(text: string): Set<number> {
  const words = text.slice(0, maxCompared).toLowerCase().match(wordPattern) ?? [];
  const hashes = words.map(hashOf);
  const shingles = new Set<number>();
  const last = Math.min(hashes.length, Math.max(1, hashes.length - shingleWords + 1));
  for (let at = 0; at < last; at += 1) {
    let shingle = 0;
    for (let next = at; next < at + shingleWords && next < hashes.length; next += 1) {
      shingle = mixed(shingle, hashes[next]!);
    }
    shingles.add(shingle);
  }
  return shingles;
}

function hashOf(word: string): number {
  let hash = 0;
  for (let at = 0; at < word.length; at += 1) hash = Math.imul(hash, 31) + word.charCodeAt(at);
  return hash | 0;
}

/** Returns a hash of 30 bits, because the engine keeps larger numbers on its heap. */
function mixed(before: number, next: number): number {
  const sum = Math.imul(before ^ next, 0x9e3779b1) + (before << 5);
  return Math.imul(sum ^ (sum >>> 15), 0x85ebca77) >>> 2;
}

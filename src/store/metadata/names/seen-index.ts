import type { LibraryRecord } from '../../../resources/library-record.ts';
import { fullNamesOf } from './abbreviations.ts';
import type { Entry } from './entry.ts';
import type { NameIndex } from './name-index.ts';
import type { AskedWord } from './normalize.ts';

/** Weights of a word, by the place where a library has it. */
const IN_NAME = 0.8;
const IN_DESCRIPTION = 0.7;
const IN_TOPICS = 0.3;
/** Weight of another form of the word: "logs" for "logger". */
const OTHER_FORM = 0.85;
/** Weight of a language, or of a word for any library, beside the other words. */
const AROUND_WEIGHT = 0.5;
const GENERAL_WEIGHT = 0.25;

/**
 * An index of names as one caller sees it, for one search. Libraries that the caller may not see are not found, hide no other
 * library, and do not change how much a word or a name tells.
 */
export class SeenIndex {
  readonly index: NameIndex;
  private readonly sees: (record: LibraryRecord) => boolean;
  private readonly seen = new Map<Entry, boolean>();
  private readonly rarities = new Map<string, number>();
  private counted: number | undefined;

  constructor(index: NameIndex, sees: (record: LibraryRecord) => boolean = everything) {
    this.index = index;
    this.sees = sees;
  }

  /** Returns whether the caller may see a library. */
  isSeen(entry: Entry): boolean {
    let seen = this.seen.get(entry);
    if (seen === undefined) this.seen.set(entry, (seen = this.sees(entry.record)));
    return seen;
  }

  /** Returns the libraries that the caller may see. */
  seenOf(entries: Entry[]): Entry[] {
    return entries.filter((entry) => this.isSeen(entry));
  }

  /** Returns the libraries with this compact name; without any, those with it without generic words. */
  called(compactName: string): Entry[] {
    const named = this.seenOf(this.index.names.get(compactName));
    return named.length > 0 ? named : this.seenOf(this.index.stems.get(compactName));
  }

  /** Returns the libraries that an abbreviation means. If no library is called so, returns those of the owner: `hf` for huggingface. */
  inFull(abbreviation: string, isImport = false): Entry[] {
    return fullNamesOf(abbreviation, isImport).flatMap((full) => {
      const called = this.called(full);
      return called.length > 0 ? called : this.seenOf(this.index.scopes.get(full));
    });
  }

  /** Returns the share of the words that a library has, weighted by rarity and by place. */
  share(
    words: AskedWord[],
    entry: Entry,
    covered?: ReadonlyMap<string, number>,
    weigh: (entry: Entry, word: AskedWord) => number = whereIn,
  ): number {
    let total = 0;
    let has = 0;
    for (const word of words) {
      const weight =
        this.rarity(word) * (word.general ? GENERAL_WEIGHT : 1) * (word.around ? AROUND_WEIGHT : 1);
      total += weight;
      has += weight * Math.max(covered?.get(word.text) ?? 0, weigh(entry, word));
    }
    return total === 0 ? 0 : has / total;
  }

  /** Returns entries whose names contain every word. */
  withAll(words: string[]): Entry[] {
    const postings = words.map((word) => this.index.nameWords.get(word));
    const rarest = postings.reduce((a, b) => (b.length < a.length ? b : a), postings[0] ?? []);
    // A common word has thousands of entries, so only those of the rarest word are looked at.
    return rarest.filter(({ nameWords }) => words.every((word) => nameWords.includes(word)));
  }

  /**
   * Returns 1 for a word that no library has, and near 0 for a word that every other library has. Counts public libraries, and
   * the private ones that the caller may see.
   */
  rarity({ root }: AskedWord): number {
    let rarity = this.rarities.get(root);
    if (rarity === undefined) {
      const holders = this.countOf(this.index.roots.get(root));
      const all = this.all() + 1;
      rarity =
        holders === 0 ? 1 : Math.max(0, Math.log(all / (holders + 0.5)) / Math.log(all / 0.5));
      this.rarities.set(root, rarity);
    }
    return rarity;
  }

  private all(): number {
    this.counted ??=
      this.index.entries.size - this.index.hidden.size + this.seenOf([...this.index.hidden]).length;
    return this.counted;
  }

  private countOf(entries: Entry[]): number {
    const { hidden } = this.index;
    if (hidden.size === 0) return entries.length;
    return entries.filter((entry) => !hidden.has(entry) || this.isSeen(entry)).length;
  }
}

/** Returns 1 for a word of a name, and 0 for others. */
export function isInName({ nameRoots }: Entry, { root }: AskedWord): number {
  return Number(nameRoots.has(root));
}

/** Counts a word of a name or description in full, and one of the topics in half. */
export function isAnywhere(entry: Entry, word: AskedWord): number {
  const where = whereIn(entry, word);
  return where > IN_TOPICS ? 1 : where && 0.5;
}

function everything(): boolean {
  return true;
}

function whereIn(
  { nameRoots, descriptionRoots, topics }: Entry,
  { text, root }: AskedWord,
): number {
  const exact = (roots: ReadonlySet<string>): number => (roots.has(text) ? 1 : OTHER_FORM);
  if (nameRoots.has(root)) return IN_NAME * exact(nameRoots);
  if (descriptionRoots.has(root)) return IN_DESCRIPTION * exact(descriptionRoots);
  return topics.includes(` ${root} `) ? IN_TOPICS : 0;
}

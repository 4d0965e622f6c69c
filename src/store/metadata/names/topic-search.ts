import type { Closeness } from '../../catalog.ts';
import { spelledOut } from './abbreviations.ts';
import { isForOther } from './editions.ts';
import type { Entry } from './entry.ts';
import { languagesIn } from './languages.ts';
import { askedWords, type AskedWord, isStopWord, stem, wordsOf } from './normalize.ts';
import { isAnywhere, isInName, type SeenIndex } from './seen-index.ts';

/** Words of a text that a search reads. */
export const MAX_WORDS = 12;
/** Words of a name within free text. */
const MAX_NAME_WORDS = 4;
/** Weight of a whole name that is a single word after the first. */
const LATER_NAME = 0.8;
/** Bonus for a whole name in free text: at its start, at the start of a text with a kind of library, elsewhere. */
const LEADING_NAME = 1.2;
const LEADING_NAME_OF_KIND = 0.5;
const INNER_NAME = 0.1;
/** Share of its word that a mistyped name within free text covers. */
const MISTYPED = 0.7;
/** Minimum length of a mistyped word in free text, and maximum number of words to try. */
const MIN_MISTYPED_LENGTH = 6;
const MAX_MISTYPED = 2;
/** Share of the words, weighted by rarity, below which a library does not fit, unless its whole name is there. */
const MIN_SHARE = 0.5;
const QUALITY_SHARE = 0.15;
/** Closeness at which a library fits without a word in common. Of 20 topics that no library is for, one comes closer. */
const CLOSE = 0.77;
const QUESTION_SHARE = 0.3;
/** Weight of the closeness beside the share of the words. */
const CLOSE_WEIGHT = 2;
/** The same for a text that begins with an abbreviation of a library, which its vector hardly knows. */
const CLOSE_WEIGHT_SHORT = 0.3;
/** Penalty of a library for another language than the text names. */
const OTHER_LANGUAGE_COST = 0.5;
/** Penalty of a library that the text wants to replace: "npm alternative", "lighter than redux". */
const REPLACED_COST = 4;
const replaced =
  /\b([\w.+#-]+) (?:alternative|replacement|competitor)|\b(?:alternatives? (?:to|for)|replacement (?:of|for)|instead of|than|unlike) ([\w.+#-]+)/gi;

/** What a search asks for besides the text. */
interface TopicOptions {
  /** Words of the question; none if it only repeats the text. */
  asked: AskedWord[];
  isStatement: boolean;
  /** True for words that may describe a library; false for a package, a statement or a single word. */
  isDescription: boolean;
}

/** One search for libraries by free text. */
export class TopicSearch {
  private readonly view: SeenIndex;
  private readonly options: TopicOptions;

  constructor(view: SeenIndex, options: TopicOptions) {
    this.view = view;
    this.options = options;
  }

  /**
   * Finds libraries by free text. Whole names in it decide most, then the share of its words that a
   * library has, and its closeness.
   */
  find(text: string, closeness: Closeness): { entry: Entry; score: number }[] {
    const words = askedWords(this.spellOut(text)).slice(0, MAX_WORDS);
    if (words.every(({ text: word }) => isStopWord(word))) return [];
    const named = this.namedIn(words);
    const close = this.closeIn(words, closeness);
    const weight = this.closeWeight(words);
    const { asked, isDescription } = this.options;
    const wanted = languagesIn(text, { isTopic: true });
    const unwanted = this.replacedIn(text);
    const fits = isDescription ? isAnywhere : isInName;
    const known = this.known(words, named);
    const candidates = new Set([...named.keys(), ...close.keys(), ...this.having(words)]);
    const results: { entry: Entry; score: number }[] = [];
    for (const entry of this.view.seenOf([...candidates])) {
      const isOther = isForOther(entry, wanted);
      // "rich text editor react" does not name Rich, which is for Python.
      const { covered, bonus = 0 } = (isOther ? undefined : named.get(entry)) ?? {};
      const meaning = close.get(entry) ?? 0;
      const isFit = bonus > 0 || meaning >= CLOSE;
      if (!isFit && this.view.share(words, entry, covered, fits) < MIN_SHARE) continue;
      const share = this.view.share(known, entry, covered);
      const answers = QUESTION_SHARE * this.view.share(asked, entry);
      const quality = QUALITY_SHARE * entry.quality;
      const cost =
        Number(isOther) * OTHER_LANGUAGE_COST + Number(unwanted.has(entry)) * REPLACED_COST;
      results.push({ entry, score: share + bonus + weight * meaning + answers + quality - cost });
    }
    return results.length > 0 ? results : this.findHost(words);
  }

  /** Returns the words that a library has. Other words tell whether a library fits, but not which one. */
  private known(words: AskedWord[], named: Map<Entry, Named>): AskedWord[] {
    const covered = new Set([...named.values()].flatMap((one) => [...one.covered.keys()]));
    return words.filter((word) => this.view.rarity(word) < 1 || covered.has(word.text));
  }

  /** Finds the language or platform that a text begins with, if nothing else fits: "node child process". */
  private findHost([first]: AskedWord[]): { entry: Entry; score: number }[] {
    const hosts = this.options.isDescription && first?.around ? this.meant(first.text) : [];
    return hosts.map((entry) => ({ entry, score: LEADING_NAME + entry.quality }));
  }

  /** Returns the weight of the closeness, which is low if the text begins with the abbreviation of a library. */
  private closeWeight([first]: AskedWord[]): number {
    const short = first?.text ?? '';
    const isShort =
      this.view.seenOf(this.view.index.shortForms.get(short)).length > 0 ||
      this.view.inFull(short).length > 0;
    return isShort ? CLOSE_WEIGHT_SHORT : CLOSE_WEIGHT;
  }

  /** Returns the libraries that a text wants to replace. */
  private replacedIn(text: string): Set<Entry> {
    const names = [...text.matchAll(replaced)].map(([, before, after]) => before ?? after ?? '');
    return new Set(names.flatMap((name) => this.meant(wordsOf(name).join(' '))));
  }

  /** Returns the libraries that have one of the words in names or description. */
  private having(words: AskedWord[]): Entry[] {
    // A word of most libraries does not distinguish them.
    const telling = words.filter((word) => !word.general && this.view.rarity(word) >= 0.1);
    return telling.flatMap(({ root }) => this.view.index.roots.get(root));
  }

  /**
   * Returns how close libraries are to a text. Languages and platforms in it are not what it asks for: "typescript orm" does not
   * ask for TypeScript.
   */
  private closeIn(words: AskedWord[], closeness: Closeness): Map<Entry, number> {
    const close = new Map<Entry, number>();
    for (const [id, value] of closeness) {
      const entry = this.view.index.entries.get(id);
      if (entry) close.set(entry, value);
    }
    if (words.some(({ around }) => !around)) {
      for (const { text, around } of words) {
        for (const entry of around ? this.view.called(text) : []) close.delete(entry);
      }
    }
    return close;
  }

  /** Spells out short words, except names of libraries. */
  private spellOut(text: string): string {
    return wordsOf(text)
      .map((word) => {
        const full = spelledOut(word);
        return full === undefined || this.meant(word).length > 0 ? word : full;
      })
      .join(' ');
  }

  /** Returns the libraries whose whole name is in free text, with the words that it covers. */
  private namedIn(words: AskedWord[]): Map<Entry, Named> {
    const named = new Map<Entry, Named>();
    const note = (entry: Entry, span: AskedWord[], { weight, bonus }: NameWeight): void => {
      if (!this.view.isSeen(entry)) return;
      const held = named.get(entry) ?? { covered: new Map(), bonus: 0 };
      for (const { text } of span) {
        held.covered.set(text, Math.max(weight, held.covered.get(text) ?? 0));
      }
      held.bonus = Math.max(held.bonus, bonus);
      named.set(entry, held);
    };
    for (let from = 0; from < words.length; from++) {
      for (let to = Math.min(words.length, from + MAX_NAME_WORDS); to > from; to--) {
        const span = words.slice(from, to);
        if (span.every(({ around, general }) => around || general)) continue;
        const isSingle = span.length === 1;
        const bonus = bonusAt(from, words) * (isSingle ? this.view.rarity(span[0]!) : 1);
        for (const entry of this.meant(span.map(({ text }) => text).join(' '))) {
          note(entry, span, { weight: from > 0 && isSingle ? LATER_NAME : 1, bonus });
        }
      }
    }
    for (const word of words.filter((one) => this.isUnknown(one)).slice(0, MAX_MISTYPED)) {
      for (const { entry, typos } of this.view.index.names.like(word.text)) {
        if (typos === 1) note(entry, [word], { weight: MISTYPED, bonus: INNER_NAME });
      }
    }
    return named;
  }

  /** Returns whether a word may be a mistyped name. A part of a package is none. */
  private isUnknown(word: AskedWord): boolean {
    const { text } = word;
    if (this.options.isStatement || text.length < MIN_MISTYPED_LENGTH || this.view.rarity(word) < 1)
      return false;
    return this.meant(text).length === 0;
  }

  /** Returns the entries that a name within a text means. */
  private meant(text: string): Entry[] {
    const name = text.replaceAll(' ', '');
    const entries = new Set([
      ...this.view.seenOf(this.view.index.names.get(name)),
      ...this.view.inFull(name),
    ]);
    if (entries.size > 0) return [...entries];
    const stemmed = this.view.seenOf(this.view.index.stems.get(stem(text)));
    if (stemmed.length > 0) return stemmed;
    const { publishes, introduces } = this.view.index.claims;
    return this.view.seenOf([
      ...publishes.get(name),
      ...introduces.get(name),
      ...this.view.index.shortForms.get(name),
    ]);
  }
}

/** Returns the bonus of a name: "react hooks" is about React, but "react component library" asks for another one. */
function bonusAt(index: number, words: AskedWord[]): number {
  if (index > 0) return INNER_NAME;
  return words.some(({ kind }) => kind) ? LEADING_NAME_OF_KIND : LEADING_NAME;
}

/** Whole names of a library within free text. */
interface Named {
  /** How much of each word they cover, 0 to 1. */
  covered: Map<string, number>;
  bonus: number;
}

interface NameWeight {
  weight: number;
  bonus: number;
}

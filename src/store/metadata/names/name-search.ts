import type { LibraryRecord, NameOrigin } from '../../../resources/library-record.ts';
import type { CatalogQuery, Closeness, FoundLibrary } from '../../catalog.ts';
import { fullNamesOf, spelledOut } from './abbreviations.ts';
import { askedEdition, isForOther, languagesIn } from './editions.ts';
import type { Entry } from './entry.ts';
import type { NameIndex } from './name-index.ts';
import {
  askedWords,
  type AskedWord,
  compact,
  idOf,
  isStopWord,
  stem,
  withoutDocWords,
  wordsOf,
} from './normalize.ts';
import { readName, type ReadName } from './read-name.ts';

/**
 * Kinds of matches; lower is better. A better match always ranks above a higher quality. Names from an administrator (id,
 * title, aliases) rank above names that the library's own content claims.
 */
const matches = {
  id: 0,
  name: 1,
  fullName: 2,
  stem: 3,
  published: 4,
  shortForm: 5,
  scope: 6,
  claimed: 7,
  nameWords: 8,
  prefix: 9,
  typo: 10,
  words: 11,
} as const;

interface Candidate {
  entry: Entry;
  match: number;
  /** Orders candidates of the same match; greater is better. */
  score: number;
}

const MAX_NAME_LENGTH = 200;
const MAX_QUESTION_LENGTH = 500;
const MAX_WORDS = 12;
/** Words of a name within free text. */
const MAX_NAME_WORDS = 4;
/** Penalties against quality (0 to 1): for each typo, and for words of a name that the search does not contain. */
const TYPO_COST = 0.35;
const SPARE_WORDS_COST = 0.3;
/** Penalty of a claimed name by its origin, and for each doubling of the libraries that claim it too. */
const CLAIM_COST: Record<NameOrigin, number> = {
  publishes: 0,
  introduces: 0.1,
  installs: 0.3,
  imports: 0.5,
};
const SHARED_CLAIM_COST = 0.2;
/** If more libraries than this import a module, the module belongs to another project. */
const MAX_IMPORTERS = 3;
/** Maximum bonus for words of the question: enough to rank libraries of similar names and quality. */
const CONTENT_BONUS = 0.5;
/** Weights of a word, by the place where a library has it. */
const IN_NAME = 0.8;
const IN_DESCRIPTION = 0.7;
const IN_TOPICS = 0.3;
/** Weight of another form of the word: "logs" for "logger". */
const OTHER_FORM = 0.85;
/** Bonus for a whole name in free text: at its start, at the start of a text with a kind of library, elsewhere. */
const LEADING_NAME = 1.2;
const LEADING_NAME_OF_KIND = 0.5;
const INNER_NAME = 0.1;
/** Weight of a language, or of a word for any library, beside the other words. */
const AROUND_WEIGHT = 0.5;
const GENERAL_WEIGHT = 0.25;
/** Minimum length of a package that finds libraries with longer names. */
const MIN_PACKAGE_PREFIX = 4;
/** Share of its word that a mistyped name within free text covers. */
const MISTYPED = 0.7;
/** Minimum length of a mistyped word in free text, and maximum number of words to try. */
const MIN_MISTYPED_LENGTH = 6;
const MAX_MISTYPED = 2;
/** Share of the words, weighted by rarity, below which a library does not fit; lower if its whole name is there. */
const MIN_SHARE = 0.5;
const MIN_SHARE_NAMED = 0;
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

/**
 * One search in an index of names. Libraries that the caller may not see have no part in it: they are not found, they hide no
 * other library, and they do not change what a word or a name tells.
 */
export class NameSearch {
  private readonly index: NameIndex;
  private readonly sees: (record: LibraryRecord) => boolean;
  private readonly seen = new Map<Entry, boolean>();
  private readonly rarities = new Map<string, number>();
  private counted: number | undefined;
  private readonly limit: number;
  /** The question; empty if it only repeats the name. */
  private readonly question: string;
  /** Words of the question; none if it only repeats the name. */
  private readonly asked: AskedWord[];
  private readonly read: ReadName;
  /** True for words that may describe a library; false for a package, a statement or a single word. */
  readonly isDescription: boolean;
  private readonly found = new Map<Entry, Candidate>();

  constructor(index: NameIndex, { name, query, limit, sees = everything }: CatalogQuery) {
    this.index = index;
    this.sees = sees;
    this.limit = limit;
    this.question = query === name ? '' : query.slice(0, MAX_QUESTION_LENGTH);
    this.asked = query === name ? [] : askedWords(this.question).slice(0, MAX_WORDS);
    this.read = readName(name.slice(0, MAX_NAME_LENGTH));
    this.isDescription = !this.read.isStatement && /\s/.test(name.trim());
  }

  /** Finds libraries that the text names. Returns false if it names none. */
  findNamed(): boolean {
    const { names, beforeVersion, unversioned, isStatement } = this.read;
    for (const one of names) {
      this.findByName(one, isStatement, this.add);
      if (this.hasAtMost(matches.nameWords)) return true;
      // "react 18 hooks" asks for React and not for a library of hooks. Libraries for the whole text follow.
      if (beforeVersion !== undefined && this.findWhole(beforeVersion, matches.shortForm)) {
        return false;
      }
    }
    return unversioned !== undefined && this.findWhole(unversioned, matches.published);
  }

  /** Finds libraries by a name of at most the given match. */
  private findWhole(name: string, most: number): boolean {
    this.findByName(name, false, (match, entry, penalty) => {
      if (match <= most) this.add(match, entry, penalty);
    });
    return this.hasAtMost(most);
  }

  /** Finds libraries by mistyped names, and by the words and the meaning of the text. */
  findDescribed(closeness: Closeness = new Map()): void {
    for (const one of this.read.names) {
      const most = this.mostTypos(one);
      for (const { entry, typos } of this.index.names.like(compact(one))) {
        if (typos <= most) this.add(matches.typo, entry, typos * TYPO_COST);
      }
    }
    const last = this.read.names.at(-1) ?? '';
    const text = this.read.isStatement ? wordsIn(last) : last;
    for (const { entry, score } of this.findByTopic(text, closeness)) {
      this.add(matches.words, entry, entry.quality - score);
    }
  }

  /** Returns the best libraries found, best first. */
  best(): FoundLibrary[] {
    const first = [...this.found.values()].sort(better).slice(0, this.limit * 2);
    if (this.asked.length > 0) {
      for (const candidate of first) {
        candidate.score += CONTENT_BONUS * this.share(this.asked, candidate.entry);
      }
      first.sort(better);
    }
    this.preferEdition(first);
    this.preferNumber(first);
    return first
      .slice(0, this.limit)
      .map(({ entry: { record }, match, score }) => ({ record, match, score }));
  }

  /** Moves the library to the front that the question asks for, if that is not the first: `grpc-go` for a question about Go. */
  private preferEdition(candidates: Candidate[]): void {
    const [first] = candidates;
    if (!first) return;
    const { names, language, isStatement } = this.read;
    const [name = ''] = names;
    const isWhole = first.match <= matches.stem;
    // "playwright python" asks for an edition as a question about Python does.
    const question = isWhole && !isStatement ? `${name} ${this.question}` : this.question;
    const isAsked = askedEdition({ question, language }, isWhole ? stem(name) : compact(name), {
      entry: first.entry,
      isExact: first.match <= matches.name,
      isWhole,
    });
    const at = candidates.findIndex(({ entry, match }) => isAsked?.(entry, match === first.match));
    moveToFront(candidates, at);
  }

  /** Moves the edition to the front whose number is asked for, or the newest: Vue 3 for "vue", and Vue 2 for "vue 2.7". */
  private preferNumber(candidates: Candidate[]): void {
    const [first] = candidates;
    const { edition } = first?.entry ?? {};
    if (!edition || first?.match === matches.id) return;
    const asked = Number(/\d+/.exec(this.read.version ?? '')?.[0]);
    const rank = ({ edition: own }: Entry): number =>
      own?.number === asked ? Infinity : (own?.number ?? 0);
    const editions = this.seenOf(this.index.stems.get(edition.of));
    const best = editions
      .filter((entry) => entry.edition?.of === edition.of)
      .reduce((a, b) => (rank(b) > rank(a) ? b : a), first!.entry);
    const at = candidates.findIndex(({ entry }) => entry === best);
    if (at >= 0) moveToFront(candidates, at);
    else candidates.unshift({ ...first!, entry: best });
  }

  private readonly add: Add = (match, entry, penalty = 0) => {
    if (!this.isSeen(entry)) return;
    const score = entry.quality - penalty;
    const held = this.found.get(entry);
    if (held && (held.match < match || (held.match === match && held.score >= score))) return;
    this.found.set(entry, { entry, match, score });
  };

  private hasAtMost(most: number): boolean {
    return [...this.found.values()].some(({ match }) => match <= most);
  }

  private isSeen(entry: Entry): boolean {
    let seen = this.seen.get(entry);
    if (seen === undefined) this.seen.set(entry, (seen = this.sees(entry.record)));
    return seen;
  }

  private seenOf(entries: Entry[]): Entry[] {
    return entries.filter((entry) => this.isSeen(entry));
  }

  private findByName(name: string, isStatement: boolean, add: Add): void {
    const words = [...new Set(wordsOf(name))].slice(0, MAX_WORDS);
    if (words.length === 0) return;
    const whole = compact(name);
    for (const entry of this.index.ids.get(idOf(name) ?? '')) add(matches.id, entry);
    for (const entry of this.index.names.get(whole)) add(matches.name, entry);
    const bare = withoutDocWords(name);
    for (const entry of bare === whole ? [] : this.index.names.get(bare))
      add(matches.fullName, entry);
    for (const full of fullNamesOf(whole, isStatement)) {
      for (const entry of this.called(full)) add(matches.fullName, entry);
    }
    for (const entry of this.index.stems.get(stem(name))) add(matches.stem, entry);
    for (const entry of this.index.shortForms.get(whole)) add(matches.shortForm, entry);
    this.findByClaim(whole, add);
    this.findByScope(name, add);
    for (const entry of this.withAll(words)) {
      const spare = 1 - words.length / entry.nameWords.length;
      add(matches.nameWords, entry, SPARE_WORDS_COST * spare);
    }
    this.findByBeginning(whole, isStatement, add);
  }

  /** Finds longer names. The beginning of a short package is hardly another package. */
  private findByBeginning(whole: string, isStatement: boolean, add: Add): void {
    if (whole.length < (isStatement ? MIN_PACKAGE_PREFIX : 2)) return;
    for (const entry of this.index.names.startingWith(whole)) add(matches.prefix, entry);
  }

  /**
   * Several words of which one is known are hardly mistyped: "typescript orm" is no misspelling of
   * TypeScript.
   */
  private mostTypos(name: string): number {
    const words = askedWords(name);
    const known = words.some((word) => this.rarity(word) < 1);
    return words.length > 1 && known ? 1 : Infinity;
  }

  private called(compactName: string): Entry[] {
    const named = this.seenOf(this.index.names.get(compactName));
    return named.length > 0 ? named : this.seenOf(this.index.stems.get(compactName));
  }

  private findByClaim(whole: string, add: Add): void {
    for (const origin of Object.keys(CLAIM_COST) as NameOrigin[]) {
      const claiming = this.seenOf(this.index.claims[origin].get(whole));
      if (origin === 'imports' && claiming.length > MAX_IMPORTERS) continue;
      const cost = CLAIM_COST[origin] + SHARED_CLAIM_COST * Math.log2(claiming.length || 1);
      const match = origin === 'publishes' ? matches.published : matches.claimed;
      for (const entry of claiming) add(match, entry, cost);
    }
  }

  /** `@org` and `org` find libraries of the owner; `@org/name` does too if there is no package of that name. */
  private findByScope(name: string, add: Add): void {
    const [, scope = name, rest = ''] = /^\s*@([^/\s]+)\/?(.*)$/.exec(name) ?? [];
    for (const entry of this.index.scopes.get(compact(scope))) {
      const named = rest === '' || wordsOf(rest).some((word) => entry.nameWords.includes(word));
      add(matches.scope, entry, named ? 0 : SPARE_WORDS_COST);
    }
    // Many projects publish under a scope with the project's name.
    if (!name.trimStart().startsWith('@')) return;
    const project = compact(scope);
    const own = this.called(project);
    const others = project.length < 4 ? [] : this.index.names.startingWith(project);
    for (const entry of own.length > 0 ? own : others) {
      add(matches.scope, entry, SPARE_WORDS_COST);
    }
  }

  /**
   * Finds libraries by free text. Whole names in it decide most, then the share of its words that a
   * library has, and its closeness.
   */
  private findByTopic(text: string, closeness: Closeness): { entry: Entry; score: number }[] {
    const words = askedWords(this.spellOut(text)).slice(0, MAX_WORDS);
    if (words.every(({ text: word }) => isStopWord(word))) return [];
    const named = this.namedIn(words);
    const close = this.closeIn(words, closeness);
    const weight = this.beginsShort(words) ? CLOSE_WEIGHT_SHORT : CLOSE_WEIGHT;
    const wanted = this.isDescription ? languagesIn(text) : new Set<string>();
    const known = words.filter(
      (word) =>
        this.rarity(word) < 1 || [...named.values()].some(({ covered }) => covered.has(word.text)),
    );
    const candidates = new Set([...named.keys(), ...close.keys(), ...this.having(words)]);
    const results: { entry: Entry; score: number }[] = [];
    for (const entry of this.seenOf([...candidates])) {
      const { covered, bonus = 0 } = named.get(entry) ?? {};
      const meaning = close.get(entry) ?? 0;
      const has = this.share(words, entry, covered, this.isDescription ? isAnywhere : isInName);
      if (meaning < CLOSE && has < (bonus > 0 ? MIN_SHARE_NAMED : MIN_SHARE)) continue;
      // A word that no library has tells whether a library fits, but not which one.
      const share = this.share(known, entry, covered);
      const answers = QUESTION_SHARE * this.share(this.asked, entry);
      const quality = QUALITY_SHARE * entry.quality;
      const cost = isForOther(entry, wanted) ? OTHER_LANGUAGE_COST : 0;
      results.push({ entry, score: share + bonus + weight * meaning + answers + quality - cost });
    }
    return results.length > 0 ? results : this.findHost(words);
  }

  /** Finds the language or platform that a text begins with, if nothing else fits: "node child process". */
  private findHost([first]: AskedWord[]): { entry: Entry; score: number }[] {
    const hosts = this.isDescription && first?.around ? this.meant(first.text) : [];
    return hosts.map((entry) => ({ entry, score: LEADING_NAME + entry.quality }));
  }

  /** Returns whether a text begins with the abbreviation of a library. */
  private beginsShort([first]: AskedWord[]): boolean {
    const short = first?.text ?? '';
    return (
      this.seenOf(this.index.shortForms.get(short)).length > 0 ||
      fullNamesOf(short).some((full) => this.called(full).length > 0)
    );
  }

  /** Returns the libraries that have one of the words in names or description. */
  private having(words: AskedWord[]): Entry[] {
    // A word of most libraries does not distinguish them.
    const telling = words.filter((word) => !word.general && this.rarity(word) >= 0.1);
    return telling.flatMap(({ root }) => this.index.roots.get(root));
  }

  /**
   * Returns how close libraries are to a text. Languages and platforms in it are not what it asks for: "typescript orm" does not
   * ask for TypeScript.
   */
  private closeIn(words: AskedWord[], closeness: Closeness): Map<Entry, number> {
    const close = new Map<Entry, number>();
    for (const [id, value] of closeness) {
      const entry = this.index.entries.get(id);
      if (entry) close.set(entry, value);
    }
    if (words.some(({ around }) => !around)) {
      for (const { text, around } of words) {
        for (const entry of around ? this.called(text) : []) close.delete(entry);
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
      if (!this.isSeen(entry)) return;
      const held = named.get(entry) ?? { covered: new Map(), bonus: 0 };
      for (const { text } of span) {
        held.covered.set(text, Math.max(weight, held.covered.get(text) ?? 0));
      }
      held.bonus = Math.max(held.bonus, bonus);
      named.set(entry, held);
    };
    // "react hooks" is about React, but "react component library" asks for another one.
    const leading = words.some(({ kind }) => kind) ? LEADING_NAME_OF_KIND : LEADING_NAME;
    for (let from = 0; from < words.length; from++) {
      for (let to = Math.min(words.length, from + MAX_NAME_WORDS); to > from; to--) {
        const span = words.slice(from, to);
        if (span.every(({ around, general }) => around || general)) continue;
        const tells = span.length > 1 ? 1 : this.rarity(span[0]!);
        const bonus = (from === 0 ? leading : INNER_NAME) * tells;
        for (const entry of this.meant(span.map(({ text }) => text).join(' '))) {
          note(entry, span, { weight: from === 0 || span.length > 1 ? 1 : IN_NAME, bonus });
        }
      }
    }
    for (const word of words.filter((one) => this.isUnknown(one)).slice(0, MAX_MISTYPED)) {
      for (const { entry, typos } of this.index.names.like(word.text)) {
        if (typos === 1) note(entry, [word], { weight: MISTYPED, bonus: INNER_NAME });
      }
    }
    return named;
  }

  /** Returns whether a word may be a mistyped name. A part of a package is none. */
  private isUnknown(word: AskedWord): boolean {
    const { text } = word;
    if (this.read.isStatement || text.length < MIN_MISTYPED_LENGTH || this.rarity(word) < 1)
      return false;
    return this.meant(text).length === 0;
  }

  /** Returns the entries that a name within a text means. */
  private meant(text: string): Entry[] {
    const name = text.replaceAll(' ', '');
    const entries = new Set([
      ...this.seenOf(this.index.names.get(name)),
      ...fullNamesOf(name).flatMap((full) => this.called(full)),
    ]);
    if (entries.size > 0) return [...entries];
    const stemmed = this.seenOf(this.index.stems.get(stem(text)));
    if (stemmed.length > 0) return stemmed;
    const { publishes, introduces } = this.index.claims;
    return this.seenOf([
      ...publishes.get(name),
      ...introduces.get(name),
      ...this.index.shortForms.get(name),
    ]);
  }

  /** Returns the share of the words that a library has, weighted by rarity and by place. */
  private share(
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
  private withAll(words: string[]): Entry[] {
    const postings = words.map((word) => this.index.nameWords.get(word));
    const rarest = postings.reduce((a, b) => (b.length < a.length ? b : a), postings[0] ?? []);
    // A common word has thousands of entries, so only those of the rarest word are looked at.
    return rarest.filter(({ nameWords }) => words.every((word) => nameWords.includes(word)));
  }

  /**
   * Returns 1 for a word that no library has, and near 0 for a word that every other library has. Counts public libraries, and
   * the private ones that the caller may see.
   */
  private rarity({ root }: AskedWord): number {
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

function isInName({ nameRoots }: Entry, { root }: AskedWord): number {
  return Number(nameRoots.has(root));
}

/** Counts a word of a name or description in full, and one of the topics in half. */
function isAnywhere(entry: Entry, word: AskedWord): number {
  const where = whereIn(entry, word);
  return where > IN_TOPICS ? 1 : where && 0.5;
}

function everything(): boolean {
  return true;
}

type Add = (match: number, entry: Entry, penalty?: number) => void;

/** Moves a candidate to the front, as good as a better match than the first one. */
function moveToFront(candidates: Candidate[], at: number): void {
  const [first] = candidates;
  if (!first || at <= 0) return;
  const [moved] = candidates.splice(at, 1);
  candidates.unshift({ ...moved!, match: first.match, score: first.score + CONTENT_BONUS });
}

function better(a: Candidate, b: Candidate): number {
  return a.match - b.match || b.score - a.score || (a.entry.record.id < b.entry.record.id ? -1 : 1);
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

function wordsIn(name: string): string {
  return wordsOf(name).join(' ');
}

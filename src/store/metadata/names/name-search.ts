import { type NameOrigin, nameOrigins } from '../../../resources/library-record.ts';
import type { CatalogQuery, Closeness, FoundLibrary } from '../../catalog.ts';
import { askedEdition } from './editions.ts';
import { editDistance } from '../../../base/edit-distance.ts';
import { calledNames, type Entry } from './entry.ts';
import type { NameIndex } from './name-index.ts';
import {
  allowedTypos,
  askedWords,
  type AskedWord,
  compact,
  idOf,
  isCodeLike,
  stem,
  withoutDocWords,
  wordsOf,
} from './normalize.ts';
import { readName, type ReadName } from './read-name.ts';
import { SeenIndex } from './seen-index.ts';
import { MAX_WORDS, TopicSearch } from './topic-search.ts';

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
/** Penalties against quality (0 to 1): for each typo, and for words of a name that the search does not contain. */
const TYPO_COST = 0.35;
const SPARE_WORDS_COST = 0.3;
/** Penalty of a claimed name by its origin, and for each doubling of the libraries that claim it too. */
const CLAIM_COST: Record<NameOrigin, number> = {
  publishes: 0,
  introduces: 0.1,
  installs: 0.3,
  imports: 0.5,
  documents: 0.7,
};
const SHARED_CLAIM_COST = 0.2;
/** Origins of names that people use for the whole library. */
const namingOrigins = nameOrigins.filter((origin) => origin !== 'documents');
/** If more libraries than this import or document a name, it belongs to another project. */
const MAX_USERS = 3;
/** Maximum bonus for words of the question: enough to rank libraries of similar names and quality. */
const CONTENT_BONUS = 0.5;
/** Minimum length of a package that finds libraries with longer names. */
const MIN_PACKAGE_PREFIX = 4;

/** One search in an index of names. */
export class NameSearch {
  private readonly view: SeenIndex;
  private readonly index: NameIndex;
  private readonly limit: number;
  /** The question; empty if it only repeats the name. */
  private readonly question: string;
  /** Words of the question; none if it only repeats the name. */
  private readonly asked: AskedWord[];
  private readonly read: ReadName;
  /** True for words that may describe a library; false for a package, a statement or a single word. */
  readonly isDescription: boolean;
  private readonly found = new Map<Entry, Candidate>();

  constructor(index: NameIndex, { name, query, limit, sees }: CatalogQuery) {
    this.view = new SeenIndex(index, sees);
    this.index = index;
    this.limit = limit;
    this.question = query === name ? '' : query.slice(0, MAX_QUESTION_LENGTH);
    this.asked = query === name ? [] : askedWords(this.question).slice(0, MAX_WORDS);
    this.read = readName(name.slice(0, MAX_NAME_LENGTH));
    this.isDescription = !this.read.isStatement && /\s/.test(name.trim());
  }

  /** Finds libraries that the text names. Returns false if it names none. */
  findNamed(): boolean {
    const { names, beforeVersion, unversioned, isStatement } = this.read;
    for (const [at, one] of names.entries()) {
      this.findByName(one, isStatement, this.add);
      if (this.hasAtMost(matches.nameWords)) return true;
      if (at > 0 || beforeVersion === undefined) continue;
      // "react 18 hooks" asks for React and not for a library of hooks. Libraries for the whole text follow.
      if (this.findWhole(beforeVersion, matches.shortForm)) return false;
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
        if (typos > most && !isMisspelled(one, entry)) continue;
        this.add(matches.typo, entry, typos * TYPO_COST);
      }
    }
    const { asked, isDescription } = this;
    const { isStatement } = this.read;
    const topics = new TopicSearch(this.view, { asked, isStatement, isDescription });
    const last = this.read.names.at(-1) ?? '';
    const text = isStatement ? wordsIn(last) : last;
    for (const { entry, score } of topics.find(text, closeness)) {
      this.add(matches.words, entry, entry.quality - score);
    }
    if (this.found.size === 0 && !isStatement) this.findByPart();
  }

  /** Finds libraries that document a part of their API which the text names: "useChat hook". */
  private findByPart(): void {
    const [typed = ''] = this.read.names;
    const words = typed.split(/[^\w$.:]+/).filter(isCodeLike);
    for (const word of words) this.findByClaim(compact(word), this.add, ['documents']);
  }

  /** Returns the best libraries found, best first. */
  best(): FoundLibrary[] {
    const first = [...this.found.values()].sort(better).slice(0, this.limit * 2);
    if (this.asked.length > 0) {
      for (const candidate of first) {
        candidate.score += CONTENT_BONUS * this.view.share(this.asked, candidate.entry);
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
    const editions = this.view.seenOf(this.index.stems.get(edition.of));
    const best = editions
      .filter((entry) => entry.edition?.of === edition.of)
      .reduce((a, b) => (rank(b) > rank(a) ? b : a), first!.entry);
    const at = candidates.findIndex(({ entry }) => entry === best);
    if (at >= 0) moveToFront(candidates, at);
    else candidates.unshift({ ...first!, entry: best });
  }

  private readonly add: Add = (match, entry, penalty = 0) => {
    if (!this.view.isSeen(entry)) return;
    const score = entry.quality - penalty;
    const held = this.found.get(entry);
    if (held && (held.match < match || (held.match === match && held.score >= score))) return;
    this.found.set(entry, { entry, match, score });
  };

  private hasAtMost(most: number): boolean {
    return [...this.found.values()].some(({ match }) => match <= most);
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
    for (const entry of this.view.inFull(whole, isStatement)) add(matches.fullName, entry);
    for (const entry of this.index.stems.get(stem(name))) add(matches.stem, entry);
    for (const entry of this.index.shortForms.get(whole)) add(matches.shortForm, entry);
    this.findByClaim(whole, add);
    this.findByScope(name, add);
    for (const entry of this.view.withAll(words)) {
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
   * Returns how many typos a name may have. Several words of which one is known are hardly mistyped: "typescript orm" is no
   * misspelling of TypeScript, and "eas build" none of esbuild if a library is called EAS.
   */
  private mostTypos(name: string): number {
    const words = askedWords(name);
    const [first] = words;
    if (!first || words.length < 2 || words.every((word) => this.view.rarity(word) === 1)) {
      return Infinity;
    }
    const isName = this.view.called(first.text).length + this.view.inFull(first.text).length > 0;
    return isName ? 0 : 1;
  }

  private findByClaim(whole: string, add: Add, origins: NameOrigin[] = namingOrigins): void {
    for (const origin of origins) {
      const claiming = this.view.seenOf(this.index.claims[origin].get(whole));
      const isUse = origin === 'imports' || origin === 'documents';
      if (isUse && claiming.length > MAX_USERS) continue;
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
    const own = [...this.view.called(project), ...this.view.inFull(project)];
    const others = project.length < 4 ? [] : this.index.names.startingWith(project);
    for (const entry of own.length > 0 ? own : others) {
      add(matches.scope, entry, SPARE_WORDS_COST);
    }
  }
}

type Add = (match: number, entry: Entry, penalty?: number) => void;

/** Returns whether each word of a text is that of a name, or a misspelling of it. */
function isMisspelled(text: string, { record }: Entry): boolean {
  const words = wordsOf(text);
  return calledNames(record)
    .map(wordsOf)
    .some(
      (named) =>
        named.length === words.length &&
        named.every((word, at) => {
          const most = allowedTypos(word.length);
          return editDistance(word, words[at]!, most) <= most;
        }),
    );
}

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

function wordsIn(name: string): string {
  return wordsOf(name).join(' ');
}

import type { CatalogQuery } from '../../catalog.ts';
import type { LibraryRecord } from '../../../resources/library-record.ts';
import { type Entry, toEntry } from './entry.ts';
import { compact, idOf, stem, wordsOf } from './normalise.ts';
import { SortedNames } from './sorted-names.ts';

/** Kinds of matches; lower is better. A better match always ranks above a higher quality. */
const matches = {
  id: 0,
  name: 1,
  stem: 2,
  scope: 3,
  nameWords: 4,
  prefix: 5,
  typo: 6,
  allWords: 7,
  someWords: 8,
} as const;

interface Candidate {
  entry: Entry;
  match: number;
  /** Orders candidates of the same match; greater is better. */
  score: number;
}

const MAX_NAME_LENGTH = 200;
const MAX_WORDS = 12;
/** Penalties against quality (0 to 1): for each typo, and for words of a name that the search does not contain. */
const TYPO_COST = 0.35;
const SPARE_WORDS_COST = 0.3;
/** Maximum bonus for words of the user's question: enough to rank libraries of similar names and quality. */
const CONTENT_BONUS = 0.1;

/**
 * Searches the names of all libraries in memory. It has exact and prefix lookups in sorted names, words in postings, and a scan
 * with bit masks for typos. It uses 3 to 6 kB per library. The database remains the source of truth.
 */
export class NameIndex {
  private readonly entries = new Map<string, Entry>();
  private readonly names = new SortedNames();
  private readonly ids = new Postings();
  private readonly stems = new Postings();
  private readonly scopes = new Postings();
  private readonly nameWords = new Postings();
  private readonly descriptionWords = new Postings();

  put(record: LibraryRecord): void {
    this.remove(record.id);
    const entry = toEntry(record);
    this.entries.set(record.id, entry);
    for (const [postings, keys] of this.keysOf(entry)) postings.add(keys, entry);
    for (const name of entry.names) this.names.add(name, entry);
  }

  remove(id: string): void {
    const entry = this.entries.get(id);
    if (!entry) return;
    this.entries.delete(id);
    for (const [postings, keys] of this.keysOf(entry)) postings.remove(keys, entry);
    for (const name of entry.names) this.names.remove(name, entry);
  }

  each(visit: (record: LibraryRecord) => void): void {
    for (const { record } of this.entries.values()) visit(record);
  }

  /** Returns the best matches first. */
  search({ name, query, limit, sees = everything }: CatalogQuery): LibraryRecord[] {
    const found = this.find(name.slice(0, MAX_NAME_LENGTH), { limit, sees });
    const asked = wordsOf(query.slice(0, 500))
      .filter((word) => word.length > 2)
      .slice(0, MAX_WORDS);
    const first = [...found.values()].sort(better).slice(0, limit * 2);
    for (const candidate of first) candidate.score += CONTENT_BONUS * share(asked, candidate.entry);
    return first
      .sort(better)
      .slice(0, limit)
      .map(({ entry }) => entry.record);
  }

  private keysOf(entry: Entry): [Postings, string[]][] {
    return [
      [this.ids, entry.ids],
      [this.stems, entry.stems],
      [this.scopes, entry.scopes],
      [this.nameWords, entry.nameWords],
      [this.descriptionWords, entry.descriptionWords],
    ];
  }

  private find(
    name: string,
    { limit, sees }: Required<Pick<CatalogQuery, 'limit' | 'sees'>>,
  ): Map<Entry, Candidate> {
    const found = new Map<Entry, Candidate>();
    const add = (match: number, entry: Entry, penalty = 0): void => {
      if (!sees(entry.record)) return;
      const score = entry.quality - penalty;
      const held = found.get(entry);
      if (held && (held.match < match || (held.match === match && held.score >= score))) return;
      found.set(entry, { entry, match, score });
    };
    const words = [...new Set(wordsOf(name))].slice(0, MAX_WORDS);
    if (words.length === 0) return found;
    this.findByName(name, words, add);
    const sure = [...found.values()].some(({ match }) => match <= matches.nameWords);
    if (!sure) {
      for (const { entry, typos } of this.names.like(compact(name))) {
        add(matches.typo, entry, typos * TYPO_COST);
      }
    }
    if (found.size < limit) this.findByDescription(words, add);
    return found;
  }

  private findByName(name: string, words: string[], add: Add): void {
    const whole = compact(name);
    for (const entry of this.ids.get(idOf(name) ?? '')) add(matches.id, entry);
    for (const entry of this.names.get(whole)) add(matches.name, entry);
    for (const entry of this.stems.get(stem(name))) add(matches.stem, entry);
    this.findByScope(name, add);
    for (const entry of this.withAll(words)) {
      const spare = 1 - words.length / entry.nameWords.length;
      add(matches.nameWords, entry, SPARE_WORDS_COST * spare);
    }
    if (whole.length < 2) return;
    for (const entry of this.names.startingWith(whole)) add(matches.prefix, entry);
  }

  /** `@org` and `org` find libraries of the owner; `@org/name` does too if there is no package of that name. */
  private findByScope(name: string, add: Add): void {
    const [, scope = name, rest = ''] = /^\s*@([^/\s]+)\/?(.*)$/.exec(name) ?? [];
    for (const entry of this.scopes.get(compact(scope))) {
      const named = rest === '' || wordsOf(rest).some((word) => entry.nameWords.includes(word));
      add(matches.scope, entry, named ? 0 : SPARE_WORDS_COST);
    }
  }

  private findByDescription(words: string[], add: Add): void {
    const places = [this.nameWords, this.descriptionWords];
    const weights = words.map((word) => this.rarity(word, places));
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    const gathered = new Map<Entry, number>();
    for (const [index, word] of words.entries()) {
      // A word of most libraries does not distinguish them.
      if (weights[index]! < 1) continue;
      const entries = new Set(places.flatMap((place) => place.get(word)));
      for (const entry of entries)
        gathered.set(entry, (gathered.get(entry) ?? 0) + weights[index]!);
    }
    for (const [entry, weight] of gathered) {
      const missing = 1 - weight / total;
      add(missing < 0.25 ? matches.allWords : matches.someWords, entry, 2 * missing);
    }
  }

  /** Returns entries whose names contain every word. */
  private withAll(words: string[]): Entry[] {
    const [rarest = [], ...others] = words
      .map((word) => this.nameWords.get(word))
      .sort((a, b) => a.length - b.length);
    const sets = others.map((entries) => new Set(entries));
    return rarest.filter((entry) => sets.every((set) => set.has(entry)));
  }

  private rarity(word: string, places: Postings[]): number {
    const holders = places.reduce((sum, place) => sum + place.get(word).length, 0);
    return Math.log((this.entries.size + 1) / (holders + 0.5));
  }
}

const everything = (): boolean => true;

type Add = (match: number, entry: Entry, penalty?: number) => void;

function better(a: Candidate, b: Candidate): number {
  return a.match - b.match || b.score - a.score || (a.entry.record.id < b.entry.record.id ? -1 : 1);
}

/** Returns the share of the words that the library's description and topics contain. */
function share(words: string[], { content }: Entry): number {
  if (words.length === 0) return 0;
  return words.filter((word) => content.includes(` ${word} `)).length / words.length;
}

/** Maps keys to the entries that have them. */
class Postings {
  private readonly byKey = new Map<string, Entry[]>();

  add(keys: string[], entry: Entry): void {
    for (const key of keys) {
      const entries = this.byKey.get(key);
      if (entries) entries.push(entry);
      else this.byKey.set(key, [entry]);
    }
  }

  remove(keys: string[], entry: Entry): void {
    for (const key of keys) {
      const rest = this.get(key).filter((candidate) => candidate !== entry);
      if (rest.length > 0) this.byKey.set(key, rest);
      else this.byKey.delete(key);
    }
  }

  get(key: string): Entry[] {
    return this.byKey.get(key) ?? [];
  }
}

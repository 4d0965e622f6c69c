import type { LibraryRecord, NameOrigin } from '../../../resources/library-record.ts';
import { languagesIn } from './languages.ts';
import { compact, idOf, numeronym, rootOf, shortForms, stem, wordsOf } from './normalize.ts';

/** A record in the name index. */
export interface Entry {
  record: LibraryRecord;
  /** Lower-case `owner/name` of its current and former ids. */
  ids: string[];
  /** Compact forms of its name, title and aliases, which its administrator chose. */
  names: string[];
  /** The same names without generic words. */
  stems: string[];
  /** The edition that its title numbers: 3 of `vue` for "Vue 3". Absent for other titles. */
  edition?: NumberedEdition;
  /** Initials and numeronyms of its title, compact. */
  shortForms: string[];
  /** Compact names that its own content claims, by origin. */
  claimed: Record<NameOrigin, string[]>;
  /** Owner, and scopes of its aliases and packages, compact. */
  scopes: string[];
  /** Words of its names and owner. */
  nameWords: string[];
  /** Words of its names and their roots, without the owner. */
  nameRoots: Set<string>;
  /** Words of its description and of the packages it publishes, and their roots. */
  descriptionRoots: Set<string>;
  /** Words of its topics and their roots, with spaces around each for word searches. */
  topics: string;
  /** Languages in its names and its description. */
  languages: Set<string>;
  /** 0 to 1. */
  quality: number;
}

/** One of several libraries for the same thing. */
interface NumberedEdition {
  /** The title without the number, compact. */
  of: string;
  number: number;
}

/** Returns the names of a library that its administrator chose: the last part of its id, its title and its aliases. */
export function calledNames({ id, title, aliases }: LibraryRecord): string[] {
  return [id.split('/')[2] ?? '', title, ...aliases];
}

/** Characters of a record's topics that the index uses. */
const MAX_TOPICS_LENGTH = 2_000;

/** Prepares a record for the index. */
export function toEntry(record: LibraryRecord): Entry {
  const [, owner = ''] = record.id.split('/');
  const called = calledNames(record);
  const [name = ''] = called;
  const claimed = claimedNames(record);
  const packages = (record.names ?? []).filter(({ origin }) => origin === 'publishes');
  const scoped = [...record.aliases, ...packages.map((one) => one.name)];
  const scopes = scoped.flatMap((one) => /^@([^/]+)\//.exec(one)?.[1] ?? []);
  const edition = numberedEdition(record.title);
  const described = [record.description, ...packages.map((one) => one.name)];
  return {
    record,
    ids: distinct([record.id, ...record.formerIds].flatMap((id) => idOf(id) ?? [])),
    names: distinct(called.map(compact)),
    stems: distinct([...called.map(stem), ...(edition ? [edition.of] : [])]),
    ...(edition && { edition }),
    shortForms: distinct([record.title, name].flatMap(shortForms)),
    claimed,
    scopes: distinct([owner, ...scopes].map(compact)),
    nameWords: distinct([owner, ...called].flatMap(wordsOf)),
    nameRoots: rootsOf(called.join(' ')),
    descriptionRoots: new Set([
      ...rootsOf(described.join(' ')),
      ...wordsOf(record.description).filter(isLong).map(numeronym),
    ]),
    topics: ` ${[...rootsOf(record.topics.slice(0, MAX_TOPICS_LENGTH))].join(' ')} `,
    languages: languagesIn([owner, ...called, record.description].join(' ')),
    quality: qualityOf(record),
  };
}

function numberedEdition(title: string): NumberedEdition | undefined {
  const [, of, number] = /^(.{1,100}) v?(\d{1,3})$/i.exec(title.trim()) ?? [];
  return of === undefined ? undefined : { of: compact(of), number: Number(number) };
}

function claimedNames({ names = [] }: LibraryRecord): Entry['claimed'] {
  const of = (origin: NameOrigin): string[] =>
    distinct(names.filter((one) => one.origin === origin).map((one) => compact(one.name)));
  return {
    publishes: of('publishes'),
    introduces: of('introduces'),
    installs: of('installs'),
    imports: of('imports'),
    documents: of('documents'),
  };
}

/** Stars count most, on a logarithmic scale; other values rank libraries without stars. */
function qualityOf({ stars, trustScore, totalSnippets, benchmarkScore }: LibraryRecord): number {
  return (
    0.65 * Math.min(1, Math.log10(Math.max(0, stars) + 1) / 5.3) +
    0.15 * Math.min(1, Math.max(0, trustScore) / 10) +
    0.1 * Math.min(1, Math.log10(Math.max(0, totalSnippets) + 1) / 5) +
    0.1 * Math.min(1, Math.max(0, benchmarkScore) / 100)
  );
}

/** Returns words and their roots. */
function rootsOf(text: string): Set<string> {
  return new Set(wordsOf(text).flatMap((word) => [word, rootOf(word)]));
}

/** Returns whether a word is so long that people write numeronyms for it: i18n, a11y. */
function isLong(word: string): boolean {
  return word.length >= 12 && /^[a-z]+$/.test(word);
}

function distinct(values: string[]): string[] {
  return [...new Set(values)].filter((value) => value !== '');
}

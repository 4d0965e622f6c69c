import type { LibraryRecord } from '../../../resources/library-record.ts';
import { compact, idOf, stem, wordsOf } from './normalise.ts';

/** A record in the name index. */
export interface Entry {
  record: LibraryRecord;
  /** Lower-case `owner/name` of its own and former ids. */
  ids: string[];
  /** Compact forms of its name, title and aliases. */
  names: string[];
  /** The same names without generic words. */
  stems: string[];
  /** Compact forms of the owner and of the scopes of aliases. */
  scopes: string[];
  /** Words of ids, names and scopes. */
  nameWords: string[];
  descriptionWords: string[];
  /** Words of description and topics, with spaces around each for word searches. */
  content: string;
  /** 0 to 1. */
  quality: number;
}

/** Characters of a record's topics that the index uses to break ties. */
const MAX_TOPICS_LENGTH = 2_000;

/** Prepares a record for the index. */
export function toEntry(record: LibraryRecord): Entry {
  const [, owner = '', name = ''] = record.id.split('/');
  const called = [name, record.title, ...record.aliases];
  const aliasScopes = record.aliases.flatMap((alias) => /^@([^/]+)\//.exec(alias)?.[1] ?? []);
  const descriptionWords = distinct(wordsOf(record.description));
  const topicWords = wordsOf(record.topics.slice(0, MAX_TOPICS_LENGTH));
  return {
    record,
    ids: distinct([record.id, ...record.formerIds].flatMap((id) => idOf(id) ?? [])),
    names: distinct(called.map(compact)),
    stems: distinct(called.map(stem)),
    scopes: distinct([owner, ...aliasScopes].map(compact)),
    nameWords: distinct([owner, ...called].flatMap(wordsOf)),
    descriptionWords,
    content: ` ${distinct([...descriptionWords, ...topicWords]).join(' ')} `,
    quality: qualityOf(record),
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

function distinct(values: string[]): string[] {
  return [...new Set(values)].filter((value) => value !== '');
}

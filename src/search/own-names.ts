import { countTellingTerms } from '../store/terms.ts';
import { subjectsOf } from './comparison.ts';
import type { Vocabulary } from './vocabulary.ts';

/** The names of a library. */
export interface NamedLibrary {
  id: string;
  title?: string;
  aliases?: readonly string[];
}

/** Most words of a name. A longer title is a slogan. */
const mostWords = 4;
/** Characters of the shortest name. */
const shortestName = 3;
/** Telling words that a question keeps. With fewer, it asks about the library itself. */
const leastWords = 2;

const kinds = 'documentation|docs?|manual|guides?|book|handbook|reference|website';
/** What a title says besides the name. */
const kindOfText = new RegExp(`\\s(?:${kinds})$`, 'i');
/** Names of folders and sites that name no library. */
const generic = new RegExp(`^(?:${kinds}|site|api|www)$`, 'i');

/**
 * Returns a question about a library without the library's name at its start or its end: "In Fastify, how ...", "fastify body limit", "validate a body
 * with Fastify". All of the library is about the name, so it only makes the question less clear. Names that are English words are left out only where
 * they clearly stand apart. Keeps names in questions that compare the library, and in those that have little else.
 */
export async function withoutOwnNames(
  question: string,
  library: NamedLibrary,
  vocabulary: Vocabulary,
): Promise<string> {
  const names = ownNames(library).filter((name) => new RegExp(patternOf(name), 'i').test(question));
  if (names.length === 0) return question;
  const english = await vocabulary();
  const rest = names.reduce((text, name) => without(text, name, english), question);
  return countTellingTerms(rest) < leastWords ? question : rest;
}

/** Returns a question without one name at its start or its end. */
function without(question: string, name: string, english: ReadonlySet<string>): string {
  const pattern = patternOf(name);
  const named = question.match(new RegExp(`(?<!\\w)${pattern}(?!\\w)`, 'gi')) ?? [];
  const compared = subjectsOf(question)?.some((one) => named.some((found) => one.includes(found)));
  // `git reset and git restore` names commands.
  if (named.length !== 1 || compared) return question;
  // `click` at the start can be a verb, but not before a question.
  const ahead = english.has(name) ? '(?=(?:how|what|why|where|when|which|can|does|is)\\b)' : '';
  const versioned = `${pattern}(?:\\sv?\\d[\\w.]*)?`;
  const atStart = `^${pattern}\\s+${ahead}(?!v?\\d)|^(?:in|with|using|for|on)\\s${versioned}\\s*[,:]\\s+|^${pattern}:\\s+`;
  const atEnd = `\\s+(?:in|with|using${english.has(name) ? '' : '|for|on'})\\s${versioned}(?=\\s*[?.!]*$)`;
  return question.replace(new RegExp(`${atStart}|${atEnd}`, 'gi'), '');
}

function ownNames({ id, title = '', aliases = [] }: NamedLibrary): string[] {
  const last = id.slice(id.lastIndexOf('/') + 1);
  const names = [title, last, ...aliases].map((name) =>
    name
      .replace(/^the\s/i, '')
      .replace(kindOfText, '')
      .trim()
      .toLowerCase(),
  );
  return [...new Set(names)].filter((name) => {
    const words = wordsOf(name).length;
    return words > 0 && words <= mostWords && name.length >= shortestName && !generic.test(name);
  });
}

function wordsOf(name: string): string[] {
  return name.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Returns a pattern of a name, with any sign or none between its words. */
function patternOf(name: string): string {
  return wordsOf(name).join('[\\s._-]?');
}

import type { Snippet } from './snippet.ts';

/** Text of a snippet for the full-text columns, split into the terms that `lexicalQuery` searches for. */
export interface LexicalFields {
  title: string;
  /** Page title, headings and path. */
  trail: string;
  code: string;
  /** Description and content. */
  body: string;
}

/** Maximum characters of one field for full-text search; the search ignores the rest. */
const MAX_FIELD_LENGTH = 200_000;
const MAX_QUESTION_LENGTH = 4_000;
const MAX_QUERY_TERMS = 32;
/** Compounds with more parts are paths or URLs, which people do not type as one word. */
const MAX_JOINED_PARTS = 4;
const MAX_JOINED_LENGTH = 64;

/** Words joined by the punctuation of identifiers: snake_case, --dry-run, fs.promises, src/app.ts, a::b, @scope/name. */
const compound = /[\p{L}\p{M}\p{N}]+(?:[-_./:\\@#$]{1,2}[\p{L}\p{M}\p{N}]+)*/gu;
const separators = /[-_./:\\@#$]+/;
const camelBoundary = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;

/** Scripts without spaces, and Hangul, whose words have endings: indexed as pairs of characters. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々]+/u;
const unspacedRuns = new RegExp(`(${unspaced.source})`, 'u');

const sharpNames = /(?<![\p{L}\p{N}])([cf])(\+\+|#)(?![\p{L}\p{N}])/giu;

/** Returns a snippet's texts as terms: identifiers whole (`useState`, `dryrun` for --dry-run) and in parts (`use`, `state`). */
export function lexicalFields(snippet: Snippet & { path?: string }): LexicalFields {
  const trail = [snippet.pageTitle, ...snippet.breadcrumb, snippet.path ?? ''];
  return {
    title: termsText(snippet.title),
    trail: termsText(trail.join('\n')),
    code: termsText(snippet.codeList.map((sample) => sample.code).join('\n')),
    body: termsText(`${snippet.description}\n${snippet.content}`),
  };
}

/** A word of a question: in lower case, with letters, digits and marks only. */
export interface QuestionTerm {
  text: string;
  /** Matches all words that begin with it: a single character of an unspaced script begins its pairs. */
  prefix: boolean;
  /** The words that it joins: `dry` and `run` for `dryrun`. A text can write them with other signs between them. */
  parts?: readonly string[];
}

/** Returns the words of a question without stop words and duplicates, in order. If all are stop words, returns them. */
export function questionTerms(question: string): QuestionTerm[] {
  const { all, telling } = readTerms(question);
  const chosen = telling.length > 0 ? telling : all;
  return chosen.slice(0, MAX_QUERY_TERMS).map(([text, parts]) => ({
    text,
    prefix: Array.from(text).length === 1 && unspaced.test(text),
    ...(parts && { parts }),
  }));
}

/** Returns the number of words of a question without stop words and duplicates. */
export function countTellingTerms(question: string): number {
  return readTerms(question).telling.length;
}

/** What says that a question compares two subjects. VS Code is none. */
const comparison = /\bdifferences? between\b|\bversus\b|\bvs\b(?!\.? code\b)/i;
/** Words of a comparison that a text about one of its subjects seldom has. */
const comparing = /^(?:differences?|versus|vs)$/;

type TermEntry = [text: string, parts: readonly string[] | undefined];

/** Returns all words of a question without duplicates, and those that are no stop words. */
function readTerms(question: string): { all: TermEntry[]; telling: TermEntry[] } {
  const read = question.slice(0, MAX_QUESTION_LENGTH);
  const all = [...terms(read)];
  const isComparison = comparison.test(read);
  const telling = all.filter(
    ([term]) => !stopWords.has(term) && !(isComparison && comparing.test(term)),
  );
  return { all, telling };
}

/**
 * Returns an FTS5 MATCH expression for any term of the question; '' if there are no terms. Each term is a quoted string of
 * letters, digits and marks, so nothing in the question acts as FTS5 syntax.
 */
export function lexicalQuery(question: string): string {
  const quoted = questionTerms(question).map(
    ({ text, prefix }) => `"${text}"${prefix ? ' *' : ''}`,
  );
  return quoted.join(' OR ');
}

function termsText(text: string): string {
  const seen = new Set<string>();
  const out: string[] = [];
  for (const match of prepare(text.slice(0, MAX_FIELD_LENGTH)).matchAll(compound)) {
    const parts = match[0].split(separators);
    out.push(...parts.flatMap(wordTerms));
    for (const extra of wholeForms(parts)) {
      if (seen.has(extra)) continue;
      seen.add(extra);
      out.push(extra);
    }
  }
  return out.join(' ');
}

/** Returns the terms of a text in lower case, in order, each with the parts that it joins. */
function terms(text: string): Map<string, readonly string[] | undefined> {
  const all = new Map<string, readonly string[] | undefined>();
  for (const match of prepare(text).matchAll(compound)) {
    const parts = match[0].split(separators);
    const lower = parts.map((part) => part.toLowerCase());
    const joined = parts.length > 1 ? lower.join('') : undefined;
    for (const term of [...parts.flatMap(wordTerms), ...wholeForms(parts)]) {
      const known = term.toLowerCase();
      if (!all.has(known)) all.set(known, known === joined ? lower : undefined);
    }
  }
  return all;
}

/** Applies NFKC, so that full-width and composed letters match those that people type. */
function prepare(text: string): string {
  const named = (_: string, letter: string, sign: string) =>
    ` ${letter.toLowerCase()}${sign === '#' ? 'sharp' : 'pp'} `;
  return text.normalize('NFKC').replace(sharpNames, named);
}

function wordTerms(word: string): string[] {
  if (!unspaced.test(word)) return [word];
  return word.split(unspacedRuns).flatMap((run) => (unspaced.test(run) ? pairs(run) : run || []));
}

/** Returns pairs of neighboring characters, and the last one alone, so that a prefix search finds each character. */
function pairs(run: string): string[] {
  const characters = Array.from(run);
  return characters.map((character, index) => character + (characters[index + 1] ?? ''));
}

/** Returns other forms of a compound: camelCase parts, and all parts joined. */
function wholeForms(parts: string[]): string[] {
  const forms: string[] = [];
  for (const part of parts) {
    const humps = part.split(camelBoundary);
    if (humps.length > 1) forms.push(...humps.filter((hump) => hump.length > 1));
  }
  const joined = parts.join('');
  const joinable = parts.length > 1 && parts.length <= MAX_JOINED_PARTS;
  if (joinable && joined.length <= MAX_JOINED_LENGTH) forms.push(joined);
  return forms;
}

/** English words that are frequent in questions and do not describe a subject. */
const stopWords: ReadonlySet<string> = new Set(
  (
    'a about after all am an and any are as at be because been before being between both but by can cannot could did do ' +
    'does doing don done during each few for from further get gets getting had has have having he her here hers him his ' +
    'how i if in into is it its itself just let ll me more most my need needs no nor not now of off on once only or other ' +
    'our ours out over own please re s same she should show so some such t tell than that the their theirs them then ' +
    'there these they this those through to too under until up us using ve very want wants was way we were what when ' +
    'where which while who whom why will with without would you your yours'
  ).split(' '),
);

import type { IndexedSnippet } from '../store/snippet.ts';
import { questionTerms } from '../store/terms.ts';
import { termMatcher } from './term-matcher.ts';

const codeWords =
  /\b(?:code|snippet|example|sample|yaml|json|manifest|config|command|one-liner|script|spec)\b/i;

/** An option of one letter, as in `ssh -R`. */
const flag = /(?<![^\s"'`,;(])-[A-Za-z](?![\w-])/g;
/** Most such options that are looked for. */
const maxFlags = 8;

/** Characters of code and of prose of a candidate that are read. */
const maxRead = 20_000;
/** Occurrences of a word that are tried as the first of a pair. */
const maxOccurrences = 8;
/** Most characters between neighboring words. */
const maxGap = 8;

interface AskedWords {
  /** The telling words. */
  terms: AskedTerm[];
  /** Identifiers, options, versions and codes, in lower case. */
  names: string[];
  /** Patterns of options of one letter, in which capitals matter. */
  flags: RegExp[];
  /** The question asks for an example, a command or a file. */
  wantsCode: boolean;
  /** The first words, in order. */
  words: AskedWord[];
}

interface AskedTerm {
  stem: string;
  /** Returns whether a text in lower case has the term. */
  isIn: (text: string) => boolean;
}

interface AskedWord {
  /** In lower case. */
  text: string;
  /** Indexes of the terms within the word. A snippet that lacks one of these terms lacks the word. */
  terms: number[];
}

function readQuestion(question: string): AskedWords {
  const words = question.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
  const names = question
    .split(/[\s"'`,;()?]+/)
    .map((word) => word.replace(/[.:!]+$/, ''))
    .filter((word) => word.length > 2 && /[-_./:@$#\d]|[a-z][A-Z]|[A-Z]{2}/.test(word));
  const flags = [...new Set(question.match(flag))].slice(0, maxFlags);
  const terms = questionTerms(question).map((term): AskedTerm => ({
    stem: stemOf(term.text),
    isIn: termMatcher(term, stemOf),
  }));
  return {
    wantsCode: asksForCode(question),
    terms,
    names: names.slice(0, 32).map((name) => name.toLowerCase()),
    flags: flags.map((name) => new RegExp(`(?<![\\w-])${name}(?!\\w)`)),
    words: words.slice(0, 65).map((text) => ({
      text,
      terms: terms.flatMap(({ stem }, at) => (text.includes(stem) ? at : [])),
    })),
  };
}

/** Returns whether a text asks for an example, a command or a file. */
export function asksForCode(text: string): boolean {
  return codeWords.test(text);
}

/** Removes an English ending. The rest is looked for within words, so it may be too short, but not too long. */
export function stemOf(term: string): string {
  return term.length > 4 ? term.replace(/(?:ing|ed|es|s|ly|ion|e)$/, '') : term;
}

/** What a snippet has of the words of a question. */
export interface FoundWords extends Record<'names' | 'wantedCode' | 'pairs', number> {
  /** For each term of the question, whether the prose has it, and the code. */
  inProse: boolean[];
  inCode: boolean[];
}

/** Finds the words of one question in a snippet. */
export type WordReader = (snippet: IndexedSnippet) => FoundWords;

/** Returns a reader that reads each snippet object once. So a caller can read snippets before it knows all of them. */
export function createWordReader(question: string): WordReader {
  const asked = readQuestion(question);
  const known = new Map<IndexedSnippet, FoundWords>();
  return (snippet) => {
    const found = known.get(snippet) ?? findWords(snippet, asked);
    known.set(snippet, found);
    return found;
  };
}

function findWords(snippet: IndexedSnippet, asked: AskedWords): FoundWords {
  const { title, pageTitle, breadcrumb, description, content, codeList } = snippet;
  const parts = [title, pageTitle, ...breadcrumb, description, content];
  const samples = codeList.map((sample) => sample.code);
  const written = [parts, samples].map((texts) => texts.join('\n').slice(0, maxRead));
  const [prose = '', code = ''] = written.map((each) => each.toLowerCase());
  const text = [prose, code].join('\n'.repeat(maxGap + 1));
  const inProse = asked.terms.map(({ isIn }) => isIn(prose));
  const inCode = asked.terms.map(({ isIn }) => isIn(code));
  return {
    inProse,
    inCode,
    names: shareOf([...asked.names, ...asked.flags], (name) =>
      typeof name === 'string' ? text.includes(name) : written.some((each) => name.test(each)),
    ),
    wantedCode: Number(asked.wantsCode && code !== ''),
    pairs: pairShare(text, asked.words, (term) => inProse[term]! || inCode[term]!),
  };
}

function shareOf<Item>(items: Item[], has: (item: Item) => boolean): number {
  return items.length === 0 ? 0 : items.filter(has).length / items.length;
}

/** Returns the share of neighboring words that are neighbors in a text, with only spaces and punctuation between them. */
function pairShare(text: string, words: AskedWord[], has: (term: number) => boolean): number {
  if (words.length < 2) return 0;
  const places = new Map(
    words.map((word) => [word.text, word.terms.every(has) ? text.indexOf(word.text) : -1]),
  );
  let found = 0;
  for (const [at, { text: second }] of words.entries()) {
    const first = words[at - 1]?.text;
    if (first === undefined || places.get(second) === -1) continue;
    if (areNeighbors(text, [first, second], places.get(first)!)) found += 1;
  }
  return found / (words.length - 1);
}

/** `start` is the place of the first word; -1 if the text lacks it. */
function areNeighbors(
  text: string,
  [first, second]: readonly [string, string],
  start: number,
): boolean {
  let at = start;
  for (let tried = 0; at !== -1 && tried < maxOccurrences; tried += 1) {
    const end = at + first.length;
    let next = end;
    while (next < end + maxGap && !isWordCharacter(text.charCodeAt(next))) next += 1;
    if (next > end && text.startsWith(second, next)) return true;
    at = text.indexOf(first, end);
  }
  return false;
}

/** Expects lower case. NaN, behind the end of a text, is none. */
function isWordCharacter(code: number): boolean {
  if (code >= 128) return /[\p{L}\p{N}\p{Cs}]/u.test(String.fromCharCode(code));
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code === 95;
}

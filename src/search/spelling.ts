import { editDistance } from '../base/edit-distance.ts';
import type { IndexedSnippet } from '../store/snippet.ts';
import { stemOf } from './question-words.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Corrects mistyped words of a question. */
export interface Spelling {
  /**
   * Returns the question with its mistyped words replaced by words of `snippets`, which the question found. A word is mistyped if no snippet
   * has it, it is no English word, and a word of the snippets is nearly the same. Returns undefined if there is none.
   */
  correct(question: string, snippets: Iterable<IndexedSnippet>): Promise<string | undefined>;
}

/** Characters of a snippet that are read. */
const mostRead = 20_000;
/** Words of a question that are looked for, and those that are corrected. */
const mostWords = 32;
const mostCorrected = 4;
/** Words of the snippets that are compared. A usual answer has 3,000. */
const mostCompared = 10_000;
/** From this length on, a word can have two mistakes. */
const longWord = 8;

/** Words that are no part of an identifier, a path, a call or an option, in lower case but for the first letter. */
const plainWord =
  /(?<![\p{L}\p{N}_./:@#$`<-])\p{L}\p{Ll}{4,24}(?![\p{L}\p{N}_/:@#$`(=>-]|\.[\p{L}\p{N}])/gu;
const lowerCaseWord = /(?<!\p{L})\p{Ll}{4,26}(?!\p{L})/gu;

/** Returns a spelling that takes the vocabulary of the built-in model for English. */
export function createSpelling(vocabulary: Vocabulary): Spelling {
  return {
    async correct(question, snippets) {
      const asked = [...new Set(question.match(plainWord))].slice(0, mostWords);
      const texts = [...snippets].map(textOf);
      const missing = asked.filter((word) => {
        const stem = stemOf(word.toLowerCase());
        return !texts.some((text) => text.includes(stem));
      });
      if (missing.length === 0) return undefined;
      const english = await vocabulary();
      const unknown = missing
        .filter((word) => !isEnglish(word.toLowerCase(), english))
        .slice(0, mostCorrected);
      if (unknown.length === 0) return undefined;
      const counts = countWords(texts);
      const right = new Map(unknown.map((word) => [word, nearest(word.toLowerCase(), counts)]));
      const corrected = question.replace(plainWord, (word) => right.get(word) ?? word);
      return corrected === question ? undefined : corrected;
    },
  };
}

function textOf(snippet: IndexedSnippet): string {
  const { title, pageTitle, breadcrumb, description, content, codeList } = snippet;
  const samples = codeList.map(({ code }) => code);
  const parts = [title, pageTitle, ...breadcrumb, description, content, ...samples];
  return parts.join('\n').slice(0, mostRead).toLowerCase();
}

const starts = /^(?:un|re|non|pre|mis|dis|over|under|out|sub|multi|inter|auto|de|in|im)(?=.{4})/;
const endings = (
  's es d ed ing r er rs ers or ors ly y ies ied ier ily able ability less ness ful fully ish al ally ive ion ions ment ments ' +
  'ize izes ized izing ization ise ises ised ising isation'
).split(' ');

/** Returns whether a word is in the vocabulary, made of a word of it, or of two. */
function isEnglish(word: string, english: ReadonlySet<string>): boolean {
  const forms = [word, word.replace(starts, '')].flatMap((form) => [form, ...basesOf(form)]);
  return forms.some((form) => english.has(form)) || isCompound(word, english);
}

function basesOf(word: string): string[] {
  return endings
    .filter((ending) => word.endsWith(ending) && word.length >= ending.length + 3)
    .flatMap((ending) => {
      const base = word.slice(0, -ending.length);
      return [base, `${base}e`, `${base}y`, base.replace(/(.)\1$/, '$1')];
    });
}

/** `downtime`, but not `chanels`: short words would make most words a compound. */
function isCompound(word: string, english: ReadonlySet<string>): boolean {
  return Array.from({ length: Math.max(0, word.length - 7) }, (_, at) => at + 4).some(
    (at) => english.has(word.slice(0, at)) && english.has(word.slice(at)),
  );
}

/** Returns the number of texts that have each word. */
function countWords(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) {
    for (const word of new Set(text.match(lowerCaseWord))) {
      const count = counts.get(word) ?? 0;
      if (count > 0 || counts.size < mostCompared) counts.set(word, count + 1);
    }
  }
  return counts;
}

/** Returns the word with the fewest mistakes, and of these the most frequent one. People seldom mistype the first letter. */
function nearest(word: string, counts: ReadonlyMap<string, number>): string | undefined {
  const limit = word.length >= longWord ? 2 : 1;
  const near = [...counts].flatMap(([right, count]) => {
    const distance = right[0] === word[0] ? editDistance(word, right, limit) : limit + 1;
    return distance <= limit ? [{ right, distance, count }] : [];
  });
  near.sort((a, b) => a.distance - b.distance || b.count - a.count);
  return near[0]?.right;
}

import type { Entry } from './entry.ts';
import { languageOfWord, languagesIn, wordsForLanguages } from './languages.ts';
import { wordsOf } from './normalize.ts';

/**
 * Returns the language of the library if it is the edition of a name for that language: `langchainjs`, `grpc-go` and `node-redis`
 * for `langchain`, `grpc` and `redis`. `name` is compact.
 */
function editionOf({ names }: Entry, name: string): string | undefined {
  for (const own of names) {
    const rest = own.startsWith(name)
      ? own.slice(name.length)
      : own.endsWith(name)
        ? own.slice(0, -name.length)
        : '';
    const language = languageOfWord(rest);
    if (language !== undefined) return language;
  }
  return undefined;
}

/** Returns whether the names of a library contain a word for one of the languages. */
function isNamedFor({ nameWords }: Entry, wanted: ReadonlySet<string>): boolean {
  return wordsForLanguages(wanted).some((word) => nameWords.includes(word));
}

/** Returns whether the names or the description of a library are about one of the languages. */
function isFor({ languages }: Entry, wanted: ReadonlySet<string>): boolean {
  return [...wanted].some((language) => languages.has(language));
}

/** Returns whether the names or the description of a library are about other languages, and not about one of the wanted. */
export function isForOther(entry: Entry, wanted: ReadonlySet<string>): boolean {
  return wanted.size > 0 && entry.languages.size > 0 && !isFor(entry, wanted);
}

/** How much worse than the first library an edition may be: about 1/40 of its stars. A sample in the right language is no edition. */
const maxQualityLoss = 0.2;

/** What a search asks for besides the name. */
interface AskedFor {
  question: string;
  /** The language of a package; absent if it is unknown. */
  language?: string | undefined;
}

/** How the first library of a search matches the name. */
interface FirstMatch {
  entry: Entry;
  /** The name is a whole name of the library. */
  isExact: boolean;
  /** The name is a whole name of the library without generic words. */
  isWhole: boolean;
}

/**
 * Returns a function that checks whether the question asks for a library rather than for the first one: for its edition for a language,
 * or for a longer name, such as `spring-security` for `spring` and a question about security. Returns undefined if the first one
 * fits. `name` is compact.
 */
export function askedEdition(
  { question, language }: AskedFor,
  name: string,
  first: FirstMatch,
): ((entry: Entry, isLike: boolean) => boolean) | undefined {
  const wanted = language === undefined ? languagesIn(question) : new Set([language]);
  const words = new Set(wordsOf(question.replace(/(?<=[a-z\d])(?=[A-Z])/g, ' ')));
  const byLanguage = wanted.size > 0 && !isFor(first.entry, wanted);
  const byWord = !first.isExact && name !== '' && !hasWordAfter(first.entry, name, words);
  if (!byLanguage && !byWord) return undefined;
  return (entry, isLike) => {
    if (entry.quality < first.entry.quality - maxQualityLoss) return false;
    if (byWord && hasWordAfter(entry, name, words)) return true;
    if (!byLanguage) return false;
    const isEdition = first.isWhole && wanted.has(editionOf(entry, name) ?? '');
    return isEdition || (isLike && isNamedFor(entry, wanted));
  };
}

/** Returns whether a name of a library is the given name and a word. */
function hasWordAfter({ names }: Entry, name: string, words: ReadonlySet<string>): boolean {
  return names.some((own) => own.startsWith(name) && words.has(own.slice(name.length)));
}

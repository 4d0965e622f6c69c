import type { Entry } from './entry.ts';
import { compact, wordsOf } from './normalize.ts';

/** Words for a language or its platform, in names and in questions. */
const languages: ReadonlyMap<string, readonly string[]> = new Map([
  ['javascript', ['js', 'javascript', 'ts', 'typescript', 'node', 'nodejs', 'browser']],
  ['python', ['py', 'python']],
  ['go', ['go', 'golang']],
  ['java', ['java']],
  ['kotlin', ['kotlin']],
  ['swift', ['swift', 'ios']],
  ['rust', ['rs', 'rust']],
  ['php', ['php']],
  ['ruby', ['rb', 'ruby']],
  ['dotnet', ['net', 'dotnet', 'csharp']],
  ['cpp', ['cpp', 'cplusplus']],
  ['dart', ['dart', 'flutter']],
  ['elixir', ['ex', 'elixir']],
]);
const languageOf: ReadonlyMap<string, string> = new Map(
  [...languages].flatMap(([language, words]) => words.map((word) => [word, language] as const)),
);
/** Words for frameworks, by the language of everything for them. */
const frameworks: readonly [language: string, names: readonly string[]][] = [
  ['javascript', ['angular', 'express', 'nextjs', 'npm', 'react', 'svelte', 'vue']],
  ['python', ['django', 'fastapi', 'flask', 'pandas', 'pip']],
  ['ruby', ['rails']],
  ['php', ['laravel', 'symfony', 'wordpress']],
  ['java', ['spring']],
];
const frameworkOf: ReadonlyMap<string, string> = new Map(
  frameworks.flatMap(([language, names]) => names.map((name) => [name, language] as const)),
);
/** Words that mean a language only as it writes itself, because they are also words of English. */
const ordinary: ReadonlyMap<string, string> = new Map([
  ['Go', 'go'],
  ['.NET', 'dotnet'],
]);
const tooOrdinary = new Set(['go', 'net', 'ex', 'rs', 'rb']);

/** Returns the languages that a text names, itself or by a framework. */
export function languagesIn(question: string): Set<string> {
  const found = new Set<string>();
  for (const [word] of question.matchAll(/\.?[A-Za-z][\w+#]*(?:\.js\b)?/g)) {
    const plain = compact(word);
    const language =
      ordinary.get(word) ??
      (tooOrdinary.has(plain) ? undefined : (languageOf.get(plain) ?? frameworkOf.get(plain)));
    if (language !== undefined) found.add(language);
  }
  return found;
}

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
    const language = languageOf.get(rest);
    if (language !== undefined) return language;
  }
  return undefined;
}

/** Returns whether the names of a library contain a word for one of the languages. */
function isNamedFor({ nameWords }: Entry, wanted: ReadonlySet<string>): boolean {
  return wordsFor(wanted).some((word) => nameWords.includes(word));
}

/** Returns whether the names or the description of a library contain a word for one of the languages. */
function isFor(entry: Entry, wanted: ReadonlySet<string>): boolean {
  const { descriptionRoots } = entry;
  const all = [
    ...wordsFor(wanted),
    ...frameworks.flatMap(([language, names]) => (wanted.has(language) ? names : [])),
  ];
  return all.some((word) => entry.nameWords.includes(word) || descriptionRoots.has(word));
}

/** Returns whether the names or the description of a library contain words for languages, but none for one of the wanted. */
export function isForOther(entry: Entry, wanted: ReadonlySet<string>): boolean {
  if (wanted.size === 0 || isFor(entry, wanted)) return false;
  return [...entry.nameWords, ...entry.descriptionRoots].some(
    (word) => languageOf.has(word) && !tooOrdinary.has(word),
  );
}

function wordsFor(wanted: ReadonlySet<string>): string[] {
  return [...wanted].flatMap((language) => languages.get(language) ?? []);
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

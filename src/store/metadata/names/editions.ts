import type { Entry } from './entry.ts';
import { compact } from './normalize.ts';

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
/** Words that mean a language only as it writes itself, because they are also words of English. */
const ordinary: ReadonlyMap<string, string> = new Map([
  ['Go', 'go'],
  ['.NET', 'dotnet'],
]);
const tooOrdinary = new Set(['go', 'net', 'ex', 'rs', 'rb']);

/** Returns the languages that a question names. */
export function languagesIn(question: string): Set<string> {
  const found = new Set<string>();
  for (const [word] of question.matchAll(/\.?[A-Za-z][\w+#]*(?:\.js\b)?/g)) {
    const plain = compact(word);
    const language =
      ordinary.get(word) ?? (tooOrdinary.has(plain) ? undefined : languageOf.get(plain));
    if (language !== undefined) found.add(language);
  }
  return found;
}

/**
 * Returns the language of the library if it is the edition of a name for that language: `langchainjs`, `grpc-go` and `node-redis`
 * for `langchain`, `grpc` and `redis`. `name` is compact.
 */
export function editionOf({ names }: Entry, name: string): string | undefined {
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
export function isNamedFor({ nameWords }: Entry, wanted: ReadonlySet<string>): boolean {
  return wordsFor(wanted).some((word) => nameWords.includes(word));
}

/** Returns whether the names or the description of a library contain a word for one of the languages. */
export function isFor(entry: Entry, wanted: ReadonlySet<string>): boolean {
  const { descriptionRoots } = entry;
  return isNamedFor(entry, wanted) || wordsFor(wanted).some((word) => descriptionRoots.has(word));
}

function wordsFor(wanted: ReadonlySet<string>): string[] {
  return [...wanted].flatMap((language) => languages.get(language) ?? []);
}

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

/** Returns the language of a word for it; undefined for another word. */
export function languageOfWord(word: string): string | undefined {
  return languageOf.get(word);
}

/** Returns the words for languages. */
export function wordsForLanguages(wanted: ReadonlySet<string>): string[] {
  return [...wanted].flatMap((language) => languages.get(language) ?? []);
}

/**
 * Returns the languages that a text names, itself or by a framework. In a topic, each word counts: "go orm" asks for one in Go. In
 * sentences, words of English must be written as the language is.
 */
export function languagesIn(text: string, { isTopic = false } = {}): Set<string> {
  const found = new Set<string>();
  for (const [word] of text.matchAll(/\.?[A-Za-z][\w+#]*(?:\.js\b)?/g)) {
    const plain = compact(word);
    const known = languageOf.get(plain) ?? frameworkOf.get(plain);
    const language = ordinary.get(word) ?? (!isTopic && tooOrdinary.has(plain) ? undefined : known);
    if (language !== undefined) found.add(language);
  }
  return found;
}

/** Words that add nothing to a name: "python docs" means Python, but "python orm" does not. */
const docWords: ReadonlySet<string> = new Set(
  'lang docs documentation official manual reference tutorial lts stable latest'.split(' '),
);

/** Words that describe a kind of thing: "prisma orm" means prisma, "solid js" means solid. */
const genericWords: ReadonlySet<string> = new Set([
  ...docWords,
  ...'js javascript ts typescript py python go golang rust java php ruby lib library framework sdk orm db database api cli css package'.split(
    ' ',
  ),
]);

/** Languages, platforms and formats that a library is for: "typescript orm" asks for an ORM, and not for TypeScript. */
const hosts: ReadonlySet<string> = new Set(
  'js javascript ts typescript py python go golang rust java kotlin scala php ruby swift elixir dart csharp cpp dotnet node nodejs android ios browser web linux postgres postgresql sqlite mysql css html http graphql sql json yaml xml csv markdown'.split(
    ' ',
  ),
);

/** Returns whether a word is a name of code: `useForge`, `forge_iron`, `forge.melt`, `forge.py`. */
export function isCodeLike(word: string): boolean {
  return (
    word.length >= 4 && /[a-z\d][A-Z]|[A-Za-z\d]_[A-Za-z\d]|[A-Za-z\d](?:\.|::)[A-Za-z]/.test(word)
  );
}

/** Returns a compact name without the words for documentation, or with all words if nothing would remain. */
export function withoutDocWords(text: string): string {
  const words = wordsOf(text);
  return words.filter((word) => !docWords.has(word)).join('') || words.join('');
}

const genericEnding = /^(.{3,}?)(?:js|py|lang|orm|db|css)$/;

/** Returns the lower-case words of a name: letters and digits, without accents; C++ is cpp and C# is csharp. */
export function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKD')
      .replace(/\p{M}+/gu, '')
      .toLowerCase()
      .replace(/\+\+/g, 'pp')
      .replace(/(?<=[a-z])#/g, 'sharp')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/** Returns a name without separators: next.js, Next JS and nextjs all become nextjs. */
export function compact(text: string): string {
  return wordsOf(text).join('');
}

/**
 * Returns the compact name without generic words or endings. Returns the same as `compact` if
 * nothing else would remain, or only a language: "go orm" does not mean Go.
 */
export function stem(text: string): string {
  const words = wordsOf(text);
  const telling = words.filter((word) => !genericWords.has(word));
  if (telling.every((word) => hosts.has(word)) && words.length > 1) {
    return withoutDocWords(text);
  }
  const name = (telling.length > 0 ? telling : words).join('');
  return genericEnding.exec(name)?.[1] ?? name;
}

/** Returns `owner/name` in lower case if the text is an id or the URL of a repository; undefined otherwise. */
export function idOf(text: string): string | undefined {
  const path = text
    .trim()
    .replace(/^(?:https?:\/\/)?(?:www\.)?(?:github|gitlab|bitbucket)\.(?:com|org)\//i, '')
    .replace(/^\/+|\/+$|\.git\/*$/g, '')
    .toLowerCase();
  return /^[^/\s@]+\/[^/\s]+$/.test(path) ? path : undefined;
}

/** Returns the letters and digits of a word as bits: a cheap lower bound of the edit distance. */
export function letterMask(word: string): number {
  let mask = 0;
  for (let index = 0; index < word.length; index++) mask |= 1 << (word.charCodeAt(index) & 31);
  return mask;
}

/** Returns the number of typos allowed in a name of this length. */
export function allowedTypos(length: number): number {
  return length < 4 ? 0 : Math.min(3, Math.floor(length / 3));
}

const connecting =
  'a an and are as at be by can do does for from how i in into is it its my of on or over the that this to use used using via what which who with without you your';
const stopWords: ReadonlySet<string> = new Set(connecting.split(' '));

/** Returns whether a word connects others and tells nothing itself. */
export function isStopWord(word: string): boolean {
  return stopWords.has(word);
}

const before: ReadonlySet<string> = new Set('in for with on using over via'.split(' '));

/** Kinds of libraries. They never find a library alone. */
const kinds: ReadonlySet<string> = new Set(
  'library libraries framework package packages module tool tools toolkit client server api sdk lib ui cli app apps core kit'.split(
    ' ',
  ),
);
/** Other words that fit every library. */
const generalWords: ReadonlySet<string> = new Set([
  ...kinds,
  ...'docs documentation website guide official'.split(' '),
]);

/** A word of free text, as `askedWords` reads it. */
export interface AskedWord {
  text: string;
  /** The word without the endings of plurals and verbs. */
  root: string;
  /**
   * A language or platform, or a word after "in", "for" or "with". It describes the surroundings
   * rather than the library.
   */
  around: boolean;
  /** A word for any library, with a low weight. */
  general: boolean;
  /** A word for a kind of library. */
  kind: boolean;
}

/**
 * Returns the distinctive words of free text, each once; all of its words if none is distinctive.
 * Pure.
 */
export function askedWords(text: string): AskedWord[] {
  const all = wordsOf(text);
  const telling = all.filter((word) => !stopWords.has(word));
  const seen = new Set<string>();
  const asked: AskedWord[] = [];
  for (const [at, word] of all.entries()) {
    if (seen.has(word) || (telling.length > 0 && stopWords.has(word))) continue;
    seen.add(word);
    const around = hosts.has(word) || before.has(all[at - 1] ?? '');
    const general = generalWords.has(word);
    asked.push({ text: word, root: rootOf(word), around, general, kind: kinds.has(word) });
  }
  return asked;
}

const rootsMade = new Map<string, string>();
const maxRootsKept = 50_000;

/**
 * Returns one root for the forms of an English word, so that "charting", "charts" and "chart"
 * match. Roots are for comparison only.
 */
export function rootOf(word: string): string {
  const made = rootsMade.get(word);
  if (made !== undefined) return made;
  const root = makeRoot(word);
  if (rootsMade.size >= maxRootsKept) rootsMade.clear();
  rootsMade.set(word, root);
  return root;
}

function makeRoot(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word;
  const single = word.replace(/ies$/, 'y').replace(/(?<=[^su])s$/, '');
  const base = single.replace(/(?<=[a-z]{3})(?:ing|ers?|ed)$/, '');
  const root = base === single ? single : base.replace(/([bdgklmnprt])\1$/, '$1');
  return root.length > 3 ? root.replace(/e$/, '') : root;
}

/** Returns `i18n` for "internationalization". */
export function numeronym(word: string): string {
  return `${word[0]}${word.length - 2}${word.at(-1)}`;
}

/** Returns `k8s` for Kubernetes and `rhf` for React Hook Form. Pure. */
export function shortForms(title: string): string[] {
  const words = wordsOf(title);
  const [first = ''] = words;
  const short: string[] = [];
  if (words.length === 1 && first.length >= 8) {
    short.push(numeronym(first));
  }
  if (words.length >= 3 && words.length <= 6) {
    short.push(words.map((word) => word[0]).join(''));
  }
  return short;
}

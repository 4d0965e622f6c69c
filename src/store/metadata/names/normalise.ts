/** Words that describe a kind of thing: "prisma orm" means prisma, "solid js" means solid. */
const genericWords: ReadonlySet<string> = new Set(
  'js javascript ts typescript py python go golang rust java php ruby lang lib library framework sdk orm db database api cli css docs documentation package official'.split(
    ' ',
  ),
);

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

/** Returns the compact name without generic words or endings; the same as `compact` if nothing else would remain. */
export function stem(text: string): string {
  const words = wordsOf(text);
  const telling = words.filter((word) => !genericWords.has(word));
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

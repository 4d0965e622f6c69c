/** Words that say what kind of thing a name stands for; "prisma orm" means prisma, "solid js" means solid. */
const genericWords: ReadonlySet<string> = new Set(
  'js javascript ts typescript py python go golang rust java php ruby lang lib library framework sdk orm db database api cli css docs documentation package official'.split(
    ' ',
  ),
);

const genericEnding = /^(.{3,}?)(?:js|py|lang|orm|db|css)$/;

/** Lower-case words of a name: letters and digits, without accents; C++ is cpp and C# is csharp. */
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

/** A name without anything people spell differently: next.js, Next JS and nextjs are all nextjs. */
export function compact(text: string): string {
  return wordsOf(text).join('');
}

/** The compact name without generic words or endings; the same as `compact` where nothing else would remain. */
export function stem(text: string): string {
  const words = wordsOf(text);
  const telling = words.filter((word) => !genericWords.has(word));
  const name = (telling.length > 0 ? telling : words).join('');
  return genericEnding.exec(name)?.[1] ?? name;
}

/** `owner/name` in lower case when the text is an id, or the URL of a repository; undefined otherwise. */
export function idOf(text: string): string | undefined {
  const path = text
    .trim()
    .replace(/^(?:https?:\/\/)?(?:www\.)?(?:github|gitlab|bitbucket)\.(?:com|org)\//i, '')
    .replace(/^\/+|\/+$|\.git\/*$/g, '')
    .toLowerCase();
  return /^[^/\s@]+\/[^/\s]+$/.test(path) ? path : undefined;
}

/** Which letters and digits a word has, as bits: a cheap lower bound of its distance to another. */
export function letterMask(word: string): number {
  let mask = 0;
  for (let index = 0; index < word.length; index++) mask |= 1 << (word.charCodeAt(index) & 31);
  return mask;
}

/** How many typing mistakes a name of this length may have. */
export function allowedTypos(length: number): number {
  return length < 4 ? 0 : Math.min(3, Math.floor(length / 3));
}

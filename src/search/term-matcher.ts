import type { QuestionTerm } from '../store/terms.ts';

/** What a text can write between the parts of a compound. */
const between = '[-_./:\\\\@#$ ]{0,2}';

/**
 * Returns a function that finds a term of a question in a text in lower case. It finds a compound however the text writes it: `dry_run`,
 * `dryRun`, "dry run". `stem` removes the ending of a word.
 */
export function termMatcher(
  { text, parts }: QuestionTerm,
  stem: (word: string) => string,
): (text: string) => boolean {
  if (!parts) {
    const word = stem(text);
    return (all) => all.includes(word);
  }
  // Parts have only letters, digits and marks.
  const pattern = new RegExp([...parts.slice(0, -1), stem(parts.at(-1)!)].join(between), 'u');
  return (all) => pattern.test(all);
}

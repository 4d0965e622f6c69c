import type { GradedQuestion } from './questions.ts';
import { expectedFiles } from './score.ts';
import { wordsOf } from './words.ts';

/**
 * Returns a function that tells whether a text answers a graded question: whether it names an expected file and contains the
 * words of a string of `must_contain`. Every product names the file of a result. Pure.
 */
export function showsPassage(
  question: GradedQuestion,
  equivalents?: Record<string, string>,
): (text: string) => boolean {
  const files = expectedFiles(question, equivalents);
  const needles = question.must_contain.map((needle) => wordsOf(needle).join(' '));
  return (text) => {
    const named = readable(text);
    if (!files.some((file) => named.includes(file))) return false;
    const words = wordsOf(text).join(' ');
    return needles.some((needle) => words.includes(needle));
  };
}

/** Returns a text without the escapes of addresses. */
function readable(text: string): string {
  return text.replaceAll(/(?:%[\da-f]{2})+/gi, (escaped) => {
    try {
      return decodeURIComponent(escaped);
    } catch {
      return escaped;
    }
  });
}

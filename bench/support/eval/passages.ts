import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GradedQuestion } from './questions.ts';

/**
 * Returns sentences about expected passages that a prepared corpus lacks: a file, a heading in its file, or a string of
 * `must_contain` in a file of grade 3.
 */
export async function missingPassages(
  folder: string,
  questions: GradedQuestion[],
): Promise<string[]> {
  const missing: string[] = [];
  for (const { id, expected, must_contain: needles } of questions) {
    for (const { file, heading, grade } of expected) {
      const text = await readFile(join(folder, file), 'utf8').catch(() => undefined);
      if (text === undefined) missing.push(`${id}: no file ${file}`);
      else
        missing.push(
          ...faultsOf(text, { heading, grade, needles }).map((f) => `${id}: ${file} ${f}`),
        );
    }
  }
  return missing;
}

function faultsOf(
  text: string,
  { heading, grade, needles }: { heading: string; grade: number; needles: string[] },
): string[] {
  const words = plain(text);
  return [
    ...(words.includes(plain(heading)) ? [] : [`has no heading ${heading}`]),
    ...(grade < 3 || needles.some((needle) => readable(text).includes(needle))
      ? []
      : [`has none of ${needles.join(', ')}`]),
  ];
}

/** Returns the text of a notebook without JSON's escapes; any other text unchanged. */
function readable(text: string): string {
  return text.startsWith('{') ? text.replaceAll(String.raw`\"`, '"') : text;
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

import { sentencesOf } from './sentences.ts';

/** Sentences at the start and at the end of a question that can be small talk. */
const mostAtStart = 4;
const mostAtEnd = 4;

/**
 * Returns a question without the sentences that `areSmallTalk` knows, such as greetings and thanks. They make a question look like others that have the
 * same ones. Keeps the middle of a question of more than eight sentences, such as a log, and a question that has nothing else.
 */
export async function withoutSmallTalk(
  question: string,
  areSmallTalk: (sentences: string[]) => Promise<boolean[]>,
): Promise<string> {
  const sentences = sentencesOf(question);
  if (sentences.length < 2) return question;
  const atStart = sentences.slice(0, mostAtStart);
  const others = sentences.slice(mostAtStart);
  const middle = others.slice(0, -mostAtEnd);
  const atEnd = others.slice(-mostAtEnd);
  const known = await areSmallTalk([...atStart, ...atEnd]);
  const kept = [
    ...atStart.filter((_, at) => !known[at]),
    ...middle,
    ...atEnd.filter((_, at) => !known[atStart.length + at]),
  ];
  return kept.length === 0 || kept.length === sentences.length ? question : kept.join(' ');
}

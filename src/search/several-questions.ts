import { countTellingTerms } from '../store/terms.ts';
import { sentencesOf } from './sentences.ts';

/** Most questions that are answered one by one. */
const mostQuestions = 3;
/** Telling words of a question that can stand alone. Short questions behind another one are often about the same: "Where do I put the certificate?" */
const leastWords = { first: 2, further: 3 };

/** The beginning of a question. "When I cut, it is stuck" has a word of questions only. */
const opening = String.raw`(?:how|what|why|where|when|which|who)\s(?:do|does|did|can|could|is|are|should|would|will|to)\b`;
/** Between two questions in one sentence: "How do I cut, and how do I oil?" */
const betweenQuestions = new RegExp(String.raw`,?\s+(?:and|or|but)\s+(?=${opening})`, 'i');
const asking = new RegExp(
  String.raw`\?\s*$|^(?:${opening}|(?:can|could|should|do|may)\si\b|(?:does|is there|are there)\b)`,
  'i',
);
/** Words that lead to a further question. */
const lead =
  /^(?:and|also|plus|besides|additionally|furthermore|then|second(?:ly)?|finally|another question|one more(?: thing)?)\b[,:]?\s+/i;
/** Words that stand for something in an earlier question. */
const refersBack =
  /\b(?:it|its|this|these|those|them|they|their|there|same|otherwise|instead|which one|that(?=\s*[?.,]|\s(?:is|does|works?|happens?|means?|one)\b))\b/i;

/**
 * Returns the questions of a text that asks several. Each has the sentences before it that ask nothing. Returns the whole text if it asks one. Also if
 * a question depends on the others, because it has too few words or a word such as "it". Pure.
 */
export function questionsOf(text: string): string[] {
  const sentences = sentencesOf(text)
    .flatMap((sentence) => sentence.split(betweenQuestions))
    .filter((sentence) => sentence.trim() !== '');
  const questions: string[][] = [];
  let statements: string[] = [];
  for (const sentence of sentences) {
    const said = sentence.replace(lead, '');
    if (asking.test(said)) {
      questions.push([...statements, said]);
      statements = [];
    } else statements.push(said);
  }
  if (questions.length < 2) return [text];
  questions.at(-1)!.push(...statements);
  const all =
    questions.length > mostQuestions
      ? [...questions.slice(0, mostQuestions - 1), questions.slice(mostQuestions - 1).flat()]
      : questions;
  return all.every(isWhole) ? all.map((one) => one.join(' ')) : [text];
}

/** Returns whether a question of several can stand alone. What `it` means can stand in the question itself, before that word. */
function isWhole(sentences: readonly string[], at: number): boolean {
  const text = sentences.join(' ');
  if (at === 0) return countTellingTerms(text) >= leastWords.first;
  const back = refersBack.exec(text)?.index;
  const before = countTellingTerms(text.slice(0, back));
  return back === undefined ? before >= leastWords.further : before > leastWords.further;
}

/** Returns the items of several lists, the first of each, then the second of each, and so on. Each item of one key comes once. */
export function alternately<Item>(lists: readonly Item[][], keyOf: (item: Item) => string): Item[] {
  const byKey = new Map<string, Item>();
  const longest = Math.max(...lists.map((list) => list.length));
  for (let at = 0; at < longest; at += 1) {
    for (const list of lists) {
      const item = list[at];
      if (item !== undefined && !byKey.has(keyOf(item))) byKey.set(keyOf(item), item);
    }
  }
  return [...byKey.values()];
}

import { createHash } from 'node:crypto';

/** How people type questions: with one mistyped word, with a sentence that is not about the subject, or with the name of the library. */
export const typings = ['mistyped', 'chatty', 'named'] as const;
type Typing = (typeof typings)[number];

const plainWord = /(?<![\w./`-])[a-z]{6,}(?![\w./`(-])/g;

/** No sentence of models/concepts/small-talk.tsv is like these, so that they judge the dictionary. Do not add such sentences to it. */
const before = [
  'Following up on our call, I would like to raise a matter on behalf of the procurement unit.',
  'ok so picture this: friday night, pizza arrives, pager goes off, panic!!',
  'As an embedded guy with 15 years of C under my belt, web stuff is a different planet to me.',
  "Our intern broke something and is too shy to ask, so I'm asking for him.",
  'I translate novels for a living, computers are just a means to an end.',
  'This has cost us two releases already and the investors are getting nervous.',
  "FWIW ChatGPT hallucinated an option that doesn't exist, very helpful.",
];
const behind = [
  "It'd make my day!",
  'Answers in plain English please, no jargon.',
  'Bonus points for explaining why.',
  'My rubber duck had no opinion on that.',
  'Crossposted from reddit, where it went down in the noise.',
];

/** Returns a question about a library as somebody types it. The same question is always typed in the same way. Pure. */
export function asTyped(question: string, typing: Typing, library: string): string {
  const [first = 0, second = 0, third = 0] = createHash('sha256').update(question).digest();
  if (typing === 'named') return named(question, library, first);
  return typing === 'mistyped'
    ? mistyped(question, [first, second, third])
    : chatty(question, [first, second, third]);
}

/** Mistypes one word of six letters or more, if there is one. The first letter stays. */
function mistyped(question: string, [which, where, how]: [number, number, number]): string {
  const words = [...question.matchAll(plainWord)];
  if (words.length === 0) return question;
  const { 0: word, index } = words[which % words.length]!;
  const at = 1 + (where % (word.length - 2));
  const [letter = '', next = ''] = word.slice(at);
  const wrong = [next + letter, letter + letter + next, next, 'aeiourstln'[how % 10]! + next];
  const changed = word.slice(0, at) + wrong[how % wrong.length] + word.slice(at + 2);
  return question.slice(0, index) + changed + question.slice(index + word.length);
}

/** Puts a sentence before a question, behind it, or both. */
function chatty(question: string, [which, where, how]: [number, number, number]): string {
  const ended = /[.?!]$/.test(question) ? question : `${question}?`;
  const sentence = before[which % before.length]!;
  const end = behind[how % behind.length]!;
  return [
    [sentence, ended],
    [ended, end],
    [sentence, ended, end],
  ][where % 3]!.join(' ');
}

/** Puts the name of the library before a question or behind it. */
function named(question: string, library: string, how: number): string {
  const [, text = '', end = ''] = /^(.*?)([.?!]*)$/s.exec(question) ?? [];
  return [`In ${library}, ${question}`, `${text} with ${library}${end}`, `${library} ${question}`][
    how % 3
  ]!;
}

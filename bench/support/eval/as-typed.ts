import { createHash } from 'node:crypto';

/**
 * How people and models type questions: with one mistyped word, a second question, or a sentence that is not about the subject. Also with the name of the library,
 * lines of their own code and logs, or terms that they expect in the documentation.
 */
export const typings = ['mistyped', 'chatty', 'named', 'pasted', 'doubled', 'termed'] as const;
type Typing = (typeof typings)[number];

/** What `asTyped` adds to a question: the name of the library, another question about it, and terms that somebody expects in its documentation. */
interface Additions {
  library: string;
  other: string;
  terms?: string | undefined;
}

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

/** Code and logs that have nothing to do with a question. They chose nothing in src/search/pasted.ts. */
const blocks = [
  `error[E0382]: borrow of moved value: \`ledger\`
 --> src/booking.rs:21:14
  |
21 |     post(&ledger);
  |          ^^^^^^^ value borrowed here after move`,
  `server {
    listen 8443 ssl;
    server_name books.example.net;
    location /ledger { proxy_pass http://127.0.0.1:9100; }
}`,
  `fun balance(entries: List<Entry>): Long {
    val (debit, credit) = entries.partition { it.amount < 0 }
    return credit.sumOf { it.amount } + debit.sumOf { it.amount }
}`,
  `books:
	mkdir -p out
	./ledger --year 2025 > out/books.csv

clean:
	rm -rf out`,
  `[ledger]
currency = EUR
year = 2025
rounding = half-even`,
  `10:02:11.418 [main] INFO  ledger.Import - 212 entries read
10:02:11.977 [main] WARN  ledger.Import - entry 88 has no account
10:02:12.003 [main] FATAL ledger.Import - cannot balance the books, difference is 0.02`,
  `id | account | amount
----+---------+--------
  1 | rent    | -900.00
  2 | salary  | 2700.00`,
];
const leads = ['Here is my code:', 'This is the file:', 'Output:', 'I have this at the moment.'];

/** Returns a question about a library as somebody types it. The same question is always typed in the same way. A question without terms is never `termed`. Pure. */
export function asTyped(
  question: string,
  typing: Typing,
  { library, other, terms }: Additions,
): string {
  const [first = 0, second = 0, third = 0] = createHash('sha256').update(question).digest();
  if (typing === 'termed') return terms === undefined ? question : `${question} (${terms})`;
  if (typing === 'named') return named(question, library, first);
  if (typing === 'pasted') return pasted(question, [first, second, third]);
  if (typing === 'doubled') return doubled(question, other, first);
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
  const ended = endedAsQuestion(question);
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

/** Puts a block of code or a log before a question or behind it, in a fence or without one. */
function pasted(question: string, [which, where, how]: [number, number, number]): string {
  const block = blocks[which % blocks.length]!;
  const lead = leads[where % leads.length]!;
  const shown = `${lead}\n\n${how % 3 === 0 ? block : `\`\`\`\n${block}\n\`\`\``}`;
  return how % 2 === 0 ? `${question}\n\n${shown}` : `${shown}\n\n${question}`;
}

/** Puts another question before a question or behind it. */
function doubled(question: string, other: string, how: number): string {
  const [first, second] = [question, other].map(endedAsQuestion);
  return how % 2 === 0 ? `${first} Also, ${second}` : `${second} And ${first}`;
}

function endedAsQuestion(question: string): string {
  return /[.?!]$/.test(question) ? question : `${question}?`;
}

// Trains the weights of src/search/order.ts from the questions in test/eval/. Options: --data: a data directory that
// `npm run eval -- --data DIR` has filled (may be repeated); --write: writes src/search/order-weights.ts; further question files.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { judge } from '../src/cli/eval/judge.ts';
import { libraryOf, parseQuestions } from '../src/cli/eval/questions.ts';
import { createBuiltInEmbedder } from '../src/models/built-in-embedder.ts';
import { answerText } from '../src/search/answer-text.ts';
import { answerCost } from '../src/search/budget.ts';
import { featuredHits, type Feature } from '../src/search/order.ts';
import { orderWeights } from '../src/search/order-weights.ts';
import type { SearchHits } from '../src/store/snippet-index.ts';
import type { IndexedSnippet } from '../src/store/snippet.ts';
import { createSqliteSnippetIndex } from '../src/store/snippets/sqlite/snippet-index.ts';
import { readGradedQuestions } from './support/eval/questions.ts';
import { scoreAnswer } from './support/eval/score.ts';
import {
  scoreOrder,
  trainOrder,
  type OrderScore,
  type TrainingQuestion,
} from './support/eval/train.ts';

/** A question from either kind of file, with a function that checks whether a snippet answers it. */
interface Asked {
  corpus: string;
  libraryId: string;
  question: string;
  isAnswer: (snippet: IndexedSnippet) => boolean;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { data: { type: 'string', multiple: true, default: [] }, write: { type: 'boolean' } },
});
const test = new URL('../test/eval/', import.meta.url).pathname;
const names = Object.keys(orderWeights) as Feature[];
const graded = [...globSync(join(test, 'corpora', '*.questions.json')).sort(), ...positionals];
const asked = [...headingQuestions(join(test, 'npm-docs.questions.json')), ...gradedQuestions()];

const questions = await candidatesOf(asked);
const corpora = [...new Set(questions.map(({ corpus }) => corpus))];
const fused = names.map((name) => ({ words: 0.3, meaning: 0.7 })[name as string] ?? 0);
const leftOut = corpora.map((corpus) => {
  const weights = trainOrder(questions.filter((one) => one.corpus !== corpus));
  const own = questions.filter((one) => one.corpus === corpus);
  return { corpus, before: scoreOrder(own, fused), after: scoreOrder(own, weights) };
});
print(
  `${'corpus'.padEnd(14)}  n    fusion: MRR, within 1,000, 2,000    trained without the corpus`,
);
for (const { corpus, before, after } of leftOut) print(row(corpus, before, after));
print(row('all', total(leftOut.map((one) => one.before)), total(leftOut.map((one) => one.after))));
const weights = trainOrder(questions);
for (const [at, name] of names.entries()) print(`${name.padEnd(14)} ${weights[at]!.toFixed(3)}`);
if (values.write) writeWeights();
process.exit(0);

function headingQuestions(file: string): Asked[] {
  return parseQuestions(readFileSync(file, 'utf8'), file).map((question) => {
    const libraryId = libraryOf(question);
    const isAnswer = (snippet: IndexedSnippet): boolean => {
      const { title, breadcrumb, path, kind } = snippet;
      const shown = {
        sourceUrl: `https://host/${path}`,
        title: kind === 'code' ? title : (breadcrumb.at(-1) ?? ''),
        text: kind === 'code' ? snippet.description : snippet.content,
        code: '',
        tokens: snippet.tokens,
        rank: 1,
      };
      return judge([shown], question.expected, 0).rank === 1;
    };
    return { corpus: libraryId, libraryId, question: question.question, isAnswer };
  });
}

function gradedQuestions(): Asked[] {
  const { questions: all, equivalent_files: equivalents } = readGradedQuestions(graded);
  return all.map((question) => {
    const { corpus } = question;
    const isAnswer = (snippet: IndexedSnippet): boolean => {
      const shown = [{ rank: 1, score: 0, link: linkOf(snippet), snippet }];
      const isCode = snippet.kind === 'code';
      const text = answerText({ code: isCode ? shown : [], info: isCode ? [] : shown, tokens: 0 });
      return scoreAnswer(text, question, equivalents?.[corpus]).reciprocalRank === 1;
    };
    return { corpus, libraryId: `/eval/${corpus}`, question: question.question, isAnswer };
  });
}

/** Queries the indexes of all data directories. Skips and counts questions whose library is in none of them. */
async function candidatesOf(all: Asked[]): Promise<TrainingQuestion[]> {
  const indexes = values.data.map((dataDir) => createSqliteSnippetIndex({ dataDir }));
  const embedder = await createBuiltInEmbedder({ threads: 1 });
  const { signal } = new AbortController();
  const found: TrainingQuestion[] = [];
  for (const { corpus, libraryId, question, isAnswer } of all) {
    const [embedding] = await embedder.embed([question], 'query', signal);
    const query = { libraryId, version: '', question, limit: 50, ...(embedding && { embedding }) };
    let hits: SearchHits | undefined;
    for (const index of indexes) hits ??= await index.search(query);
    if (!hits) continue;
    const candidates = featuredHits(question, hits).map(({ id, features }) => {
      const snippet = hits.snippets.get(id)!;
      return {
        features: names.map((name) => features[name]),
        answers: isAnswer(snippet),
        tokens: answerCost(snippet, linkOf(snippet)),
      };
    });
    found.push({ corpus, candidates });
  }
  print(`${found.length} of ${all.length} questions; the other ones have no library in --data`);
  return found;
}

function linkOf({ path, anchor }: IndexedSnippet): string {
  return `https://host/owner/name/blob/${'0'.repeat(40)}/${path}#${anchor}`;
}

function total(scores: OrderScore[]): OrderScore {
  const count = scores.reduce((sum, one) => sum + one.questions, 0);
  const mean = (of: (one: OrderScore) => number): number =>
    scores.reduce((sum, one) => sum + of(one) * one.questions, 0) / count;
  return {
    questions: count,
    reciprocalRank: mean((one) => one.reciprocalRank),
    within1000: mean((one) => one.within1000),
    within2000: mean((one) => one.within2000),
  };
}

function row(name: string, before: OrderScore, after: OrderScore): string {
  const shown = ({ reciprocalRank, within1000, within2000 }: OrderScore): string =>
    [reciprocalRank, within1000, within2000].map((value) => value.toFixed(3)).join('  ');
  return `${name.padEnd(14)} ${String(before.questions).padStart(3)}   ${shown(before)}   ${shown(after)}`;
}

function writeWeights(): void {
  const lines = names.map((name, at) => `  ${name}: ${Number(weights[at]!.toFixed(3))},`);
  const file = new URL('../src/search/order-weights.ts', import.meta.url);
  const [head] = readFileSync(file, 'utf8').split('{\n');
  writeFileSync(file, `${head}{\n${lines.join('\n')}\n};\n`);
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

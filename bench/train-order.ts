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
import { createConcepts } from '../src/search/concepts.ts';
import { featuredHits, scored, withNearTokens, type FeaturedHit } from '../src/search/order.ts';
import { orderWeights, tokenOrderWeights } from '../src/search/order-weights.ts';
import { createWordReader } from '../src/search/question-words.ts';
import type { SearchHits } from '../src/store/snippet-index.ts';
import type { IndexedSnippet } from '../src/store/snippet.ts';
import { createSqliteSnippetIndex } from '../src/store/snippets/sqlite/snippet-index.ts';
import { kindNames, readGradedQuestions } from './support/eval/questions.ts';
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
  /** Kind of a graded question, or `headings`. */
  kind: string;
  libraryId: string;
  question: string;
  isAnswer: (snippet: IndexedSnippet) => boolean;
}

/** A question with the candidates of its library, for both orders. */
interface AskedCandidates {
  corpus: string;
  kind: string;
  tokens: Float32Array;
  featured: FeaturedHit[];
  codes: SearchHits['tokenCodes'];
  facts: Map<string, { answers: boolean; tokens: number }>;
}

/** Kind of a question that expects a heading of a package's documents. */
const headings = 'heading';

type Weights<Name extends string> = Record<Name, number>;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { data: { type: 'string', multiple: true, default: [] }, write: { type: 'boolean' } },
});
const test = new URL('../test/eval/', import.meta.url).pathname;
const graded = [...globSync(join(test, 'corpora', '*.questions.json')).sort(), ...positionals];
const asked = [...headingQuestions(join(test, 'npm-docs.questions.json')), ...gradedQuestions()];

const questions = await candidatesOf(asked);
const corpora = [...new Set(questions.map(({ corpus }) => corpus))];
const leftOut = corpora.flatMap((corpus) => {
  const others = questions.filter((one) => one.corpus !== corpus);
  const { first, second } = trainBoth(others);
  return questions
    .filter((one) => one.corpus === corpus)
    .map((one) => ({
      corpus,
      kind: one.kind,
      before: scoreOrder([firstOrder(one)], Object.values(first)),
      after: scoreOrder([secondOrder(one, first)], Object.values(second)),
    }));
});
console.log('Trained without the corpus: MRR, within 1,000 and within 2,000 tokens');
console.log(`${'questions'.padEnd(14)}  n    first order           with tokens`);
for (const corpus of corpora)
  printRow(
    corpus,
    leftOut.filter((one) => one.corpus === corpus),
  );
for (const kind of [...kindNames, headings])
  printRow(
    kind,
    leftOut.filter((one) => one.kind === kind),
  );
printRow(
  'all graded',
  leftOut.filter(({ kind }) => kind !== headings),
);
printRow('all', leftOut);
const trained = trainBoth(questions);
for (const [name, weight] of Object.entries(trained.second)) {
  const alone = (trained.first as Partial<Weights<string>>)[name]?.toFixed(3) ?? '';
  console.log(`${name.padEnd(14)} ${alone.padStart(8)} ${weight.toFixed(3).padStart(8)}`);
}
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
    const { question: text } = question;
    return { corpus: libraryId, kind: headings, libraryId, question: text, isAnswer };
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
    const kind = kindNames[question.kind - 1] ?? '';
    return { corpus, kind, libraryId: `/eval/${corpus}`, question: question.question, isAnswer };
  });
}

function trainBoth(asked: AskedCandidates[]): {
  first: typeof orderWeights;
  second: typeof tokenOrderWeights;
} {
  const first = named(orderWeights, trainOrder(asked.map(firstOrder)));
  const second = trainOrder(asked.map((one) => secondOrder(one, first)));
  return { first, second: named(tokenOrderWeights, second) };
}

function firstOrder(asked: AskedCandidates): TrainingQuestion {
  return training(asked, asked.featured, orderWeights);
}

function secondOrder(asked: AskedCandidates, first: typeof orderWeights): TrainingQuestion {
  const { featured, tokens, codes } = asked;
  const compared = withNearTokens(featured, { first: scored(featured, first), tokens, codes });
  if (!compared) throw new Error('The snippets have no codes of tokens; index them again');
  return training(asked, compared, tokenOrderWeights);
}

function training<Name extends string>(
  { corpus, facts }: AskedCandidates,
  featured: FeaturedHit<Name>[],
  names: Weights<Name>,
): TrainingQuestion {
  const candidates = featured.map(({ id, features }) => ({
    ...facts.get(id)!,
    features: (Object.keys(names) as Name[]).map((name) => features[name]),
  }));
  return { corpus, candidates };
}

function named<Name extends string>(names: Weights<Name>, weights: number[]): Weights<Name> {
  const entries = Object.keys(names).map((name, at) => [name, weights[at]!]);
  return Object.fromEntries(entries) as Weights<Name>;
}

/** Queries the indexes of all data directories. Skips and counts questions whose library is in none of them. */
async function candidatesOf(all: Asked[]): Promise<AskedCandidates[]> {
  const indexes = values.data.map((dataDir) => createSqliteSnippetIndex({ dataDir }));
  const embedder = await createBuiltInEmbedder({ threads: 1 });
  const concepts = createConcepts();
  const found: AskedCandidates[] = [];
  for (const { corpus, kind, libraryId, question, isAnswer } of all) {
    const [embedded] = await embedder.embedTokens!([question], 'query');
    const { vector: embedding, tokens } = embedded!;
    const query = { libraryId, version: '', question, limit: 50, embedding };
    let hits: SearchHits | undefined;
    for (const index of indexes) hits ??= await index.search(query);
    if (!hits || !tokens) continue;
    const facts = [...hits.snippets].map(([id, snippet]) => {
      const cost = answerCost(snippet, linkOf(snippet));
      return [id, { answers: isAnswer(snippet), tokens: cost }] as const;
    });
    const described = { vector: embedding, embedderId: embedder.id };
    const terms = await concepts.near(question, described);
    const featured = featuredHits(createWordReader(question), hits, terms);
    found.push({ corpus, kind, tokens, featured, codes: hits.tokenCodes, facts: new Map(facts) });
  }
  console.log(
    `${found.length} of ${all.length} questions; the other ones have no library in --data`,
  );
  return found;
}

function linkOf({ path, anchor }: IndexedSnippet): string {
  return `https://host/owner/name/blob/${'0'.repeat(12)}/${path}#${anchor}`;
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

function printRow(name: string, scores: { before: OrderScore; after: OrderScore }[]): void {
  if (scores.length === 0) return;
  const before = total(scores.map((one) => one.before));
  const after = total(scores.map((one) => one.after));
  const shown = ({ reciprocalRank, within1000, within2000 }: OrderScore): string =>
    [reciprocalRank, within1000, within2000].map((value) => value.toFixed(3)).join('  ');
  console.log(
    `${name.padEnd(14)} ${String(before.questions).padStart(3)}   ${shown(before)}   ${shown(after)}`,
  );
}

function writeWeights(): void {
  const file = new URL('../src/search/order-weights.ts', import.meta.url);
  const text = readFileSync(file, 'utf8');
  const parts = text.split(/(?<=\{\n)[^}]*/);
  const [first, second] = [trained.first, trained.second].map((weights) =>
    Object.entries(weights)
      .map(([name, weight]) => `  ${name}: ${Number(weight.toFixed(3))},\n`)
      .join(''),
  );
  writeFileSync(file, `${parts[0]}${first}${parts[1]}${second}${parts[2]}`);
}

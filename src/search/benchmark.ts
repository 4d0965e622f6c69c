import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { orAbort } from '../base/abort.ts';
import { LecternError } from '../base/errors.ts';
import type { IndexedSnippet } from '../store/snippet.ts';
import { type Embedder, embedTexts, type TextEmbedding } from '../models/embedder.ts';
import type { ContextAnswer } from './answer.ts';
import { createContextSearch, type ContextSearch } from './context.ts';
import type { SnippetIndex } from '../store/snippet-index.ts';
import { SnippetSample, type BenchmarkQuestion } from './benchmark-questions.ts';

/** Result of a benchmark: how well a library answers questions made from its own content. */
export interface BenchmarkReport {
  /** 0 to 100, one decimal: 100 if the right snippet is first for every question. */
  score: number;
  questions: AskedQuestion[];
}

interface AskedQuestion extends Pick<BenchmarkQuestion, 'question' | 'kind'> {
  /** Title and document of the snippet that answers it. */
  title: string;
  path: string;
  /** 1 is the best. Absent if the snippet is not among the first ten. */
  rank?: number;
}

/** The library to measure. With another embedder than that of its vectors, only words find its snippets. */
export interface BenchmarkOptions {
  index: Pick<SnippetIndex, 'search' | 'versions' | 'read'>;
  embedder: Embedder;
  /** A run uses `document`: its threads for documents have loaded the model, and people's questions need not wait for it. */
  purpose: 'document' | 'query';
  libraryId: string;
}

/** Questions that wait for the index at the same time. On a cluster, an answer takes a request through the write gateway. */
const atOnce = 4;
/** With fewer questions, one question weighs too much. */
const leastQuestions = 5;
const lastRank = 10;

/**
 * Asks the default version of a library questions made from its own headings, code and sentences, without a reranker.
 * Measures the ranks of the right snippets. Equal content gives equal questions. Returns undefined if the library serves
 * nothing, or too little for five questions. Throws the signal's reason.
 */
export async function benchmark(
  { index, embedder, purpose, libraryId }: BenchmarkOptions,
  signal: AbortSignal,
): Promise<BenchmarkReport | undefined> {
  const questions = await questionsOf(index, libraryId, signal);
  if (questions.length < leastQuestions) return undefined;
  const search = createContextSearch({
    catalog: { get: async (id) => ({ id }) },
    index,
    embedder: await embeddedBefore(questions, { embedder, purpose }, signal),
    log: { warn: () => {} },
  });
  const asked = await Readable.from(inTurns(questions))
    .map((question: BenchmarkQuestion) => ask(search, { libraryId, question }, signal), {
      concurrency: atOnce,
    })
    .toArray();
  return { score: scoreOf(asked), questions: asked };
}

/** Yields one question in each turn of the event loop. SQLite answers within a turn, and a server has other work. */
async function* inTurns(questions: BenchmarkQuestion[]): AsyncGenerator<BenchmarkQuestion> {
  for (const question of questions) {
    yield question;
    await nextTurn();
  }
}

/**
 * Embeds all questions with one call, which all threads share. Returns an embedder that knows their vectors. If the embedder
 * fails, it knows none, and words alone find the answers.
 */
async function embeddedBefore(
  questions: BenchmarkQuestion[],
  { embedder, purpose }: Pick<BenchmarkOptions, 'embedder' | 'purpose'>,
  signal: AbortSignal,
): Promise<Embedder> {
  const texts = [...new Set(questions.map(({ question }) => question))];
  const work = embedTexts(embedder, { texts, purpose, withTokens: true }, signal);
  const embedded = await orAbort(work, signal).catch((): TextEmbedding[] => {
    signal.throwIfAborted();
    return [];
  });
  const known = new Map(embedded.map((one, at) => [texts[at]!, one]));
  const vectorsOf = (asked: string[]): TextEmbedding[] =>
    asked.flatMap((text) => known.get(text) ?? []);
  return {
    ...embedder,
    embed: async (asked) => vectorsOf(asked).map(({ vector }) => vector),
    embedTokens: async (asked) => vectorsOf(asked),
  };
}

async function questionsOf(
  index: BenchmarkOptions['index'],
  libraryId: string,
  signal: AbortSignal,
): Promise<BenchmarkQuestion[]> {
  const served = await index.read(libraryId, '');
  if (!served) return [];
  const sample = new SnippetSample();
  try {
    for await (const page of served.pages(signal)) sample.add(page);
  } finally {
    await served.close();
  }
  return sample.questions();
}

async function ask(
  search: ContextSearch,
  { libraryId, question }: { libraryId: string; question: BenchmarkQuestion },
  signal: AbortSignal,
): Promise<AskedQuestion> {
  const { kind, snippet } = question;
  const { title, path } = snippet;
  const asked = { question: question.question, kind, title, path };
  try {
    const answer = await search.answer(
      { libraryId, query: asked.question, fast: true, sees: () => true },
      signal,
    );
    const rank = rankOf(snippet, answer);
    return rank === undefined ? asked : { ...asked, rank };
  } catch (error) {
    if (error instanceof LecternError && error.code === 'no_snippets_found') return asked;
    throw error;
  }
}

function rankOf(wanted: IndexedSnippet, { code, info }: ContextAnswer): number | undefined {
  const ranks = [...code, ...info]
    .filter(({ snippet }) => answersAlike(snippet, wanted))
    .map(({ rank }) => rank);
  const best = Math.min(...ranks);
  return best <= lastRank ? best : undefined;
}

/** True for the snippet itself, for another part of its section, and for a copy on another page that replaced it. */
function answersAlike(one: IndexedSnippet, other: IndexedSnippet): boolean {
  if (one.id === other.id) return true;
  const sameSection =
    one.path === other.path &&
    one.breadcrumb.length === other.breadcrumb.length &&
    one.breadcrumb.every((heading, at) => heading === other.breadcrumb[at]);
  return sameSection || bodyOf(one) === bodyOf(other);
}

function bodyOf({ content, codeList }: IndexedSnippet): string {
  return JSON.stringify([content, codeList]);
}

function scoreOf(asked: AskedQuestion[]): number {
  const gains = asked.map(({ rank }) => (rank === undefined ? 0 : 1 / Math.log2(rank + 1)));
  const mean = gains.reduce((sum, gain) => sum + gain, 0) / asked.length;
  return Math.round(mean * 1000) / 10;
}

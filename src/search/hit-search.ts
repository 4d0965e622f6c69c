import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Embedder } from '../models/embedder.ts';
import type { SearchHits, SnippetIndex, SnippetQuery } from '../store/snippet-index.ts';
import { subjectsOf } from './comparison.ts';
import type { Concepts } from './concepts.ts';
import { asksForCode } from './question-words.ts';
import { createQueryVectors } from './query-vectors.ts';
import { withoutSmallTalk } from './small-talk.ts';
import { createSpelling } from './spelling.ts';
import type { NearTerm } from './term-scores.ts';
import { createVocabulary, type Vocabulary } from './vocabulary.ts';

/** Embedding models of questions. */
export interface QuestionModels {
  embedder: Embedder;
  /** The model before a change. It serves the libraries whose vectors are still its own. */
  previousEmbedder?: Embedder;
  /** Terms for what a question describes. Absent: the words of the question alone. */
  concepts?: Concepts;
  /** Words that are no mistakes. Default: those of the built-in model. */
  vocabulary?: Vocabulary;
}

/** What a question finds in a version. */
export interface FoundHits {
  /** The question that found them, without small talk and with mistyped words corrected. */
  question: string;
  /** Hits by meaning are missing if the version has vectors of another model. */
  hits: SearchHits;
  /** Unit vectors of the question's tokens; absent unless the model of the version's vectors gives them. */
  tokens?: Float32Array;
  /** Terms that the question describes. */
  terms?: NearTerm[];
}

interface SearchOptions {
  signal: AbortSignal;
  /** Runs a stage and measures it. */
  timed?: <Value>(stage: 'embed' | 'search', work: () => Promise<Value>) => Promise<Value>;
}

/** Searches a version by words and by meaning. Returns undefined if the version is not served. */
export type HitSearch = (
  query: Omit<SnippetQuery, 'embedding'>,
  options: SearchOptions,
) => Promise<FoundHits | undefined>;

/**
 * Returns a search with the current model. A version that has vectors of the previous model is searched again with that model,
 * so libraries keep their answers until their next run. Searches for a question without its
 * small talk, and again with the right words if some are mistyped.
 */
export function createHitSearch({
  index,
  embedder,
  previousEmbedder,
  concepts,
  vocabulary = createVocabulary(),
  log,
}: QuestionModels & {
  index: Pick<SnippetIndex, 'search'>;
  log: Pick<Logger, 'warn'>;
}): HitSearch {
  const current = { id: embedder.id, vectorOf: createQueryVectors({ embedder, log }) };
  const previous = previousEmbedder && {
    id: previousEmbedder.id,
    vectorOf: createQueryVectors({ embedder: previousEmbedder, log }),
  };
  const spelling = createSpelling(vocabulary);
  const search: HitSearch = async (query, { signal, timed = (_, work) => work() }) => {
    const { question } = query;
    const searchWith = async ({ id, vectorOf }: typeof current): Promise<FoundHits | undefined> => {
      const embedding = timed('embed', () => vectorOf(question, signal));
      const vector = embedding.then(
        (embedded) => embedded?.vector,
        () => undefined,
      );
      // A vector from the cache is here within this turn of the event loop. The index then needs one request instead of two.
      const known = await Promise.race([vector, nextTurn(undefined)]);
      // Otherwise, the index searches by words while the model computes.
      const searching = index.search({ ...query, embedding: known ?? vector }, signal);
      const [embedded, hits] = await Promise.all([
        embedding,
        searching,
        embedding.then(() => timed('search', () => searching)),
      ]);
      if (!hits) return undefined;
      if (hits.active.embedderId !== id) return { question, hits: byWords(hits) };
      if (!embedded) return { question, hits };
      const { vector: asked, tokens } = embedded;
      const terms = await concepts?.near(question, { vector: asked, embedderId: id });
      return { question, hits, ...(tokens && { tokens }), ...(terms && { terms }) };
    };
    const found = await searchWith(current);
    const isPrevious = found && found.hits.active.embedderId === previous?.id;
    return isPrevious && previous && previous.id !== current.id ? searchWith(previous) : found;
  };
  /** Returns a question without its small talk, if the dictionary knows the vectors of its model. */
  const telling = async (
    question: string,
    { signal, timed = (_, work) => work() }: SearchOptions,
  ): Promise<string> => {
    const isSmallTalk = await concepts?.smallTalk(current.id);
    if (!isSmallTalk) return question;
    const isSmall = async (sentence: string): Promise<boolean> => {
      if (isAsking(sentence)) return false;
      const embedded = await current.vectorOf(sentence, signal);
      return embedded !== undefined && isSmallTalk(embedded.vector);
    };
    return withoutSmallTalk(question, (sentences) =>
      timed('embed', () => Promise.all(sentences.map(isSmall))),
    );
  };
  return async (query, options) => {
    const question = await telling(query.question, options);
    const { onWords, ...asked } = query;
    const isWhole = question === query.question;
    const found = await search(
      { ...asked, question, ...(isWhole && onWords && { onWords }) },
      options,
    );
    const corrected = found && (await spelling.correct(question, found.hits.snippets.values()));
    return corrected === undefined ? found : search({ ...asked, question: corrected }, options);
  };
}

const identifier = /[a-z][A-Z]|\w_\w|\w\(|`|(?:^|\s)--?[a-z]/;

/** Returns whether a sentence asks for code, names some, or compares, so that it is no small talk. */
function isAsking(sentence: string): boolean {
  return asksForCode(sentence) || identifier.test(sentence) || subjectsOf(sentence) !== undefined;
}

/** Vectors of another model cannot be compared. */
function byWords({ lexical, snippets, active }: SearchHits): SearchHits {
  return { lexical, dense: [], snippets, active };
}

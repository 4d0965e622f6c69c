import type { Hit, SearchHits } from '../store/snippet-index.ts';
import type { IndexedSnippet } from '../store/snippet.ts';
import { nearnessTo, tokenDimensions } from '../models/token-codes.ts';
import { rarity, termScores, type NearTerm } from './term-scores.ts';
import { orderWeights, tokenOrderWeights } from './order-weights.ts';
import type { FoundWords, WordReader } from './question-words.ts';

/**
 * Signs that a snippet answers a question, each about 0 to 1. `bench/train-order.ts` finds their weights.
 *
 * - `words`, `meaning`: score in the lexical and in the dense list, scaled to 0..1 within the list.
 * - `wordsRank`, `meaningRank`: 1 / (3 + place) in the lists.
 * - `meaningGap`: cosine minus the best cosine; `noMeaning`: 1 if the dense list lacks the snippet.
 * - `found`, `foundInProse`, `foundInCode`: share of the question's words in the whole snippet, in its prose, in its code.
 *   Words that few candidates have count more.
 * - `names`: share of the question's identifiers, options, numbers and codes that the snippet has as written.
 * - `wantedCode`: 1 if the question asks for an example, a command or a file, and the snippet has code.
 * - `pairs`: share of the question's neighboring words that are neighbors in the snippet.
 * - `terms`: how much the snippet says of terms that the question describes without their names; 0 to about 3.
 */
type Feature = keyof typeof orderWeights;

/**
 * The features of a second order, of snippets whose tokens have codes.
 *
 * - `nearTokens`: how near the tokens of the snippet's first text are to those of the question, minus that of the best one.
 */
export type TokenFeature = keyof typeof tokenOrderWeights;

/** A candidate and its features. */
export interface FeaturedHit<Name extends string = Feature> {
  id: string;
  features: Record<Name, number>;
}

type Candidates = Pick<SearchHits, 'lexical' | 'dense' | 'waiting' | 'tokenCodes' | 'snippets'>;

/** A hit is clearly the first by words if its score is this many times that of the second. */
const clearLead = 1.3;
/** From 0: the place of a hit that is clearly the first by words, at the least. */
const surePlace = 2;
/** The cosine of a snippet that the dense list lacks, below that of its last one. */
const beyondList = 0.05;
/** Snippets of the first order whose tokens are compared with those of the question. */
const comparedTokens = 20;
/** The tokens of the question that are compared. */
const maxTokens = 64;
/** The `nearTokens` of other snippets, below that of the last compared one. */
const beyondCompared = 0.02;
/** The place of a snippet that a list lacks. */
const behindList = 100;
/** Taken from the score of a snippet for each better snippet of its page. From .05 to .2, answers hardly differ. */
const pagePenalty = 0.1;
/** Taken from the score of a snippet that comes later. */
const laterPenalty = 2;

interface OrderOptions {
  tokens?: Float32Array;
  terms?: NearTerm[];
  isLater?: ((snippet: IndexedSnippet) => boolean) | undefined;
}

/**
 * Orders the snippets of both lists, best first, by a linear model over `features`. `read` reads the words of the question.
 * `tokens` are the unit vectors of the question's tokens. If the snippets have codes of theirs, a second model orders them
 * again. `terms` are those that the question describes. `isLater` returns whether a snippet comes later than the others. Scores are comparable
 * only within one answer: a difference of 1 means odds of 2.7 to 1.
 */
export function orderHits(
  read: WordReader,
  hits: Candidates,
  { tokens, terms, isLater }: OrderOptions = {},
): Hit[] {
  const featured = featuredHits(read, hits, terms);
  const first = scored(featured, orderWeights);
  const compared = tokens && withNearTokens(featured, { first, tokens, codes: hits.tokenCodes });
  const ordered = compared ? scored(compared, tokenOrderWeights) : first;
  return withClearlyFirst(spreadPages(ordered, hits.snippets, isLater), hits.lexical);
}

/** Returns hits with the scores of a linear model, best first. */
export function scored<Name extends string>(
  featured: FeaturedHit<Name>[],
  weights: Readonly<Record<Name, number>>,
): Hit[] {
  const names = Object.keys(weights) as Name[];
  return bestFirst(
    featured.map(({ id, features }) => ({
      id,
      score: names.reduce((sum, name) => sum + weights[name] * features[name], 0),
    })),
  );
}

/** Returns the hits by score. Equal scores are in the order of their ids. */
export function bestFirst(hits: Hit[]): Hit[] {
  return hits.toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
}

/** Adds `nearTokens` to the features. Returns undefined if fewer than two of the first snippets have codes. Pure. */
export function withNearTokens(
  featured: FeaturedHit[],
  {
    first,
    tokens,
    codes = new Map(),
  }: { first: Hit[]; tokens: Float32Array; codes: SearchHits['tokenCodes'] },
): FeaturedHit<TokenFeature>[] | undefined {
  const nearness = nearnessTo(tokens.subarray(0, maxTokens * tokenDimensions));
  const compared = first.slice(0, comparedTokens);
  const near = new Map<string, number>();
  for (const { id } of compared) {
    const own = codes.get(id);
    if (own) near.set(id, nearness(own));
  }
  if (near.size < 2) return undefined;
  const all = [...near.values()];
  const best = Math.max(...all);
  const mean = all.reduce((sum, one) => sum + one, 0) / all.length;
  const behind = Math.min(...all) - beyondCompared;
  // The missing codes of a compared snippet say nothing about it.
  const known = new Map(compared.map(({ id }) => [id, near.get(id) ?? mean]));
  return featured.map(({ id, features }) => ({
    id,
    features: { ...features, nearTokens: (known.get(id) ?? behind) - best },
  }));
}

/** Moves the further snippets of a page down a little, so that other pages are seen sooner, and those that come later more. */
function spreadPages(
  ordered: Hit[],
  snippets: SearchHits['snippets'],
  isLater: (snippet: IndexedSnippet) => boolean = () => false,
): Hit[] {
  const better = new Map<string | undefined, number>();
  return bestFirst(
    ordered.map(({ id, score }) => {
      const snippet = snippets.get(id);
      const page = snippet?.path;
      const before = better.get(page) ?? 0;
      better.set(page, before + 1);
      const penalty = snippet && isLater(snippet) ? laterPenalty : 0;
      return { id, score: score - before * pagePenalty - penalty };
    }),
  );
}

/** Moves a hit that is clearly the first by words, such as a quoted sentence, to a place that every answer shows. */
function withClearlyFirst(ordered: Hit[], [first, second]: Hit[]): Hit[] {
  if (!first || (second && first.score < second.score * clearLead)) return ordered;
  const at = ordered.findIndex(({ id }) => id === first.id);
  const { score } = ordered[surePlace] ?? { score: 0 };
  if (at <= surePlace) return ordered;
  return [
    ...ordered.slice(0, surePlace),
    { id: first.id, score },
    ...ordered.slice(surePlace),
  ].filter((hit, place) => place <= surePlace || hit.id !== first.id);
}

/** Returns the features of the snippets of both lists. `terms` are those that the question describes. */
export function featuredHits(
  read: WordReader,
  { lexical, dense, waiting, snippets }: Candidates,
  terms: readonly NearTerm[] = [],
): FeaturedHit[] {
  const byWords = placesOf(lexical);
  const byMeaning = withEstimates(placesOf(dense), byWords, waiting);
  const candidates = [...snippets.values()].filter(
    ({ id }) => byWords.places.has(id) || byMeaning.places.has(id),
  );
  const texts = candidates.map(read);
  const weights = termWeights(texts);
  const described = termScores(terms, candidates);
  return candidates.map(({ id }, at) => {
    const { inProse, inCode, names, wantedCode, pairs } = texts[at]!;
    const words = byWords.placeOf(id);
    const meaning = byMeaning.placeOf(id);
    const share = (isFound: (term: number) => boolean): number =>
      weights.reduce((sum, weight, term) => sum + (isFound(term) ? weight : 0), 0);
    return {
      id,
      features: {
        words: words.share,
        meaning: meaning.share,
        wordsRank: 1 / (3 + words.place),
        meaningRank: 1 / (3 + meaning.place),
        meaningGap: meaning.gap,
        noMeaning: byMeaning.places.has(id) ? 0 : 1,
        found: share((term) => inProse[term]! || inCode[term]!),
        foundInProse: share((term) => inProse[term]!),
        foundInCode: share((term) => inCode[term]!),
        names,
        wantedCode,
        pairs,
        terms: described[at]!,
      },
    };
  });
}

interface Place {
  /** From 0. */
  place: number;
  /** Score scaled to 0..1 within the list. */
  share: number;
  /** Score minus the best score. */
  gap: number;
}

interface Places {
  places: ReadonlyMap<string, Place>;
  /** Returns the place of a snippet; a place behind the list for other ids. */
  placeOf: (id: string) => Place;
}

function placesOf(hits: Hit[]): Places {
  const most = hits.reduce((best, { score }) => Math.max(best, score), -Infinity);
  const least = hits.reduce((worst, { score }) => Math.min(worst, score), Infinity);
  const span = most - least;
  const places = new Map<string, Place>();
  for (const [place, { id, score }] of hits.entries()) {
    if (places.has(id)) continue;
    places.set(id, { place, share: span > 0 ? (score - least) / span : 1, gap: score - most });
  }
  const behind = {
    place: behindList,
    share: 0,
    gap: hits.length > 0 ? -span - beyondList : -beyondList,
  };
  return { places, placeOf: (id) => places.get(id) ?? behind };
}

/**
 * Adds places of snippets that have no vector yet. The dense list cannot contain them, which says nothing about their
 * meaning. Their places among the words are the best guess, so a snippet neither wins nor loses by waiting.
 */
function withEstimates(
  byMeaning: Places,
  byWords: Places,
  waiting: ReadonlySet<string> = new Set(),
): Places {
  if (waiting.size === 0) return byMeaning;
  const gaps = [...byMeaning.places.values()].map(({ gap }) => gap);
  const behind = byMeaning.placeOf('').gap;
  const places = new Map(byMeaning.places);
  for (const id of waiting) {
    const { place, share } = byWords.placeOf(id);
    places.set(id, { place, share, gap: gaps[place] ?? behind });
  }
  return { places, placeOf: (id) => places.get(id) ?? byMeaning.placeOf(id) };
}

/** Returns the weight of each term by the number of candidates that have it. All weights together are 1. */
function termWeights(texts: FoundWords[]): number[] {
  const terms = texts[0]?.inProse ?? [];
  const all = terms.map((_, at) => {
    const having = texts.filter(({ inProse, inCode }) => inProse[at] || inCode[at]);
    return rarity(having.length, texts.length);
  });
  const sum = all.reduce((total, weight) => total + weight, 0) || 1;
  return all.map((weight) => weight / sum);
}

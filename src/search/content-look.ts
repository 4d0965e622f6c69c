import type { Logger } from 'pino';
import type { Embedder } from '../models/embedder.ts';
import type { FoundLibrary } from '../store/catalog.ts';
import type { Hit, SnippetIndex } from '../store/snippet-index.ts';
import type { IndexedSnippet } from '../store/snippet.ts';
import { orWithout } from './or-without.ts';
import { orderHits } from './order.ts';
import { createWordReader } from './question-words.ts';
import { createQueryVectors } from './query-vectors.ts';

/** Libraries whose content is searched. */
const looked = 5;
/** Snippets of each library that are compared. */
const listLength = 5;
/** Milliseconds for all of them. */
const timeLimitMs = 500;
const message = 'content of libraries not searched; ordering them by name';
/** Weight of the content beside the score of the name, for each unit of log odds. */
const contentWeight = 0.1;
/** A library whose content is further behind the best counts as if it were this far behind. */
const mostBehind = 5;

/**
 * Orders libraries that a name means equally by how well their content answers the question. Returns the order given if the
 * content cannot be searched in time. Throws the signal's reason.
 */
export type ContentLook = (
  found: FoundLibrary[],
  question: string,
  signal: AbortSignal,
) => Promise<FoundLibrary[]>;

interface ContentLookOptions {
  index: Pick<SnippetIndex, 'search'>;
  embedder: Embedder;
  log: Pick<Logger, 'warn'>;
}

/** Returns a look at the default versions of the best libraries. */
export function createContentLook({ index, embedder, log }: ContentLookOptions): ContentLook {
  const queryVector = createQueryVectors({ embedder, log });

  return async (found, question, signal) => {
    const equal = found.filter(({ match }) => match === found[0]?.match).slice(0, looked);
    if (equal.length < 2) return found;
    const scores = await orWithout<Map<string, number>>(
      (limited) => scoresOf(equal, question, limited),
      { limitMs: timeLimitMs, otherwise: new Map(), log, message },
      signal,
    );
    if (scores.size === 0) return found;
    const best = Math.max(...scores.values());
    const total = ({ record: { id }, score }: FoundLibrary): number =>
      score - contentWeight * Math.min(mostBehind, best - (scores.get(id) ?? -Infinity));
    const ordered = [...equal].sort((a, b) => total(b) - total(a));
    return [...ordered, ...found.slice(equal.length)];
  };

  /** Returns the score of the best snippet of each library; none if the question cannot be embedded. */
  async function scoresOf(
    libraries: FoundLibrary[],
    question: string,
    signal: AbortSignal,
  ): Promise<Map<string, number>> {
    const embedded = await queryVector(question, signal);
    if (!embedded) return new Map();
    const query = { version: '', question, embedding: embedded.vector, limit: listLength };
    const answers = await Promise.all(
      libraries.map(({ record }) => index.search({ ...query, libraryId: record.id }, signal)),
    );
    const dense: (Hit & { library: string })[] = [];
    const snippets = new Map<string, IndexedSnippet>();
    for (const [at, answer] of answers.entries()) {
      if (answer?.active.embedderId !== embedder.id) continue;
      for (const { id, score } of answer.dense) {
        const snippet = answer.snippets.get(id);
        if (!snippet) continue;
        const own = `${at} ${id}`;
        dense.push({ id: own, score, library: libraries[at]!.record.id });
        snippets.set(own, { ...snippet, id: own });
      }
    }
    dense.sort((a, b) => b.score - a.score);
    // Scores by words depend on the other snippets of a library, so they cannot be compared.
    const ordered = orderHits(createWordReader(question), { lexical: [], dense, snippets });
    const byHit = new Map(dense.map(({ id, library }) => [id, library]));
    const scores = new Map<string, number>();
    for (const { id, score } of ordered) {
      const library = byHit.get(id) ?? '';
      scores.set(library, Math.max(score, scores.get(library) ?? -Infinity));
    }
    return scores;
  }
}

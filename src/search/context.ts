import type { Logger } from 'pino';
import { LecternError } from '../base/errors.ts';
import type { IndexedSnippet } from '../store/snippet.ts';
import type { Reranker } from '../models/embedder.ts';
import type { JudgedLibrary } from '../identity/access/policies.ts';
import {
  DEFAULT_VERSION,
  type Hit,
  type SearchHits,
  type SnippetIndex,
} from '../store/snippet-index.ts';
import type { ContextAnswer, RankedSnippet } from './answer.ts';
import { answerCost, defaultBudget, fitBudget, rulesCost } from './budget.ts';
import { subjectsOf, withBoth } from './comparison.ts';
import { withoutCopies } from './copies.ts';
import { parseLibraryId } from './library-id.ts';
import { dropNearDuplicates } from './near-duplicates.ts';
import { newsFilter } from './news.ts';
import { bestFirst, orderHits } from './order.ts';
import { createWordReader, type WordReader } from './question-words.ts';
import { withExpectedTerms } from './expected-terms.ts';
import { createHitSearch, type FoundHits, type QuestionModels } from './hit-search.ts';
import { withoutOwnNames } from './own-names.ts';
import { withoutPasted } from './pasted.ts';
import { relevant } from './relevance.ts';
import { alternately, questionsOf } from './several-questions.ts';
import { rerankOrKeep, snippetText } from './rerank.ts';
import {
  unknownProjectNote,
  versionNote,
  type AskingProject,
  type UsedVersion,
} from './project-use.ts';
import {
  indexedVersion,
  libraryFailed,
  notServed,
  resolveLibrary,
  type LibraryIds,
  type ServedPorts,
} from './served-library.ts';
import { sourceLink } from '../store/source-link.ts';
import { createVocabulary } from './vocabulary.ts';

/** Length of the lexical and of the dense list. */
const listLength = 50;
/** Length of the lists if most of the first ones are copies. */
const longerList = 250;
/** Candidates from which the answer is chosen. */
const candidates = 30;

/** Added to the score of a snippet of the package's own folder: odds of about 2 to 1. */
const folderBonus = 0.7;

/** A step of an answer whose time is measured. */
export type AnswerStage = 'terms' | 'embed' | 'search' | 'rerank' | 'select';

/** Snippets that instruct a language model are shown, shown with a note, or left out. */
export type InjectionPolicy = 'keep' | 'flag' | 'drop';

/** The stores and models behind an answer. Without a reranker, the order of `orderHits` decides. */
export interface ContextSearchOptions extends ServedPorts, QuestionModels {
  catalog: LibraryIds;
  index: Pick<SnippetIndex, 'search' | 'versions'>;
  /** Names terms for the question and orders the best candidates, unless the question is `fast`. */
  reranker?: Reranker;
  /** Default: `flag`. */
  injections?: InjectionPolicy;
  /** Receives failures of the models. The answer then does without them. */
  log: Pick<Logger, 'warn'>;
}

interface ContextQuestion {
  /** Library id, with a version or without. */
  libraryId: string;
  query: string;
  /** Skips the reranker. */
  fast: boolean;
  /** Token budget of the answer. */
  tokens?: number;
  /** Returns whether the caller may read a library. The answer for any other library is library_not_found. Errors pass through. */
  sees: (library: JudgedLibrary) => boolean;
  /** The caller's project. A question without a version is answered from the version that it uses. */
  project?: AskingProject;
  /** Called after each stage with the seconds that it took. */
  onStage?: (stage: AnswerStage, seconds: number) => void;
}

/**
 * Answers a question from one library. Throws LecternError: invalid_library_id, library_not_found, library_redirected (a
 * LibraryRedirected), library_failed, library_not_finalized, tag_not_found, no_snippets_found.
 */
export interface ContextSearch {
  answer(question: ContextQuestion, signal: AbortSignal): Promise<ContextAnswer>;
}

interface Ranked {
  snippet: IndexedSnippet;
  score: number;
  link: string;
  cost: number;
}

const idOf = ({ snippet }: Ranked): string => snippet.id;

/** Returns a search that adds terms to the question, orders a lexical and a dense list together, reranks the best, drops duplicates and fits the budget. */
export function createContextSearch(options: ContextSearchOptions): ContextSearch {
  const { catalog, reranker, injections = 'flag', log, vocabulary = createVocabulary() } = options;
  const hitSearch = createHitSearch({ ...options, vocabulary });

  return {
    async answer(
      { libraryId, query, fast, tokens = defaultBudget, sees, project, onStage },
      signal,
    ) {
      const timed = stopwatch(onStage);
      const asked = parseLibraryId(libraryId);
      const record = await resolveLibrary(catalog, asked, sees);
      const isOpen = asked.version === DEFAULT_VERSION;
      const use = isOpen ? project?.uses.get(record.id) : undefined;
      const version = indexedVersion(record, use?.ref ?? asked.version);
      const folders = use?.folders ?? [];
      const search = async (about: string, part: string): Promise<Ranked[]> => {
        const read = createWordReader(about);
        const searched = { libraryId: record.id, version, question: about, onWords: read };
        const hits = await distinctHits(
          (limit) => hitSearch({ ...searched, limit }, { signal, timed }),
          folders,
        );
        if (!hits) throw await missing(options, { record, version, project, use });
        const inOrder = ranked(part, hits, {
          read: hits.question === about ? read : createWordReader(hits.question),
          folders,
        });
        return relevant(underPolicy(inOrder, injections));
      };
      const searchWithTerms = async (about: string, part: string): Promise<Ranked[]> => {
        if (!reranker?.expectTerms) return [];
        const library = `${record.title} (${record.id})`;
        const expectTerms = (limited: AbortSignal): Promise<string[]> =>
          reranker.expectTerms!(about, library, limited);
        const question = await timed('terms', () =>
          withExpectedTerms(about, { expectTerms, log }, signal),
        );
        return question === about ? [] : search(question, part);
      };
      const find = async (part: string): Promise<Ranked[]> => {
        const question = await withoutOwnNames(part, record, vocabulary);
        if (fast || !reranker) return search(question, part);
        // A model can name wrong terms. So the reranker reads what the question finds without them, too.
        const both = [search(question, part), searchWithTerms(question, part)];
        const found = alternately(await Promise.all(both), idOf);
        const textOf = ({ snippet }: Ranked): string => snippetText(snippet);
        return timed('rerank', () =>
          rerankOrKeep(found, { question, reranker, textOf, log }, signal),
        );
      };
      const parts = questionsOf(withoutPasted(query));
      const ordered = alternately(await Promise.all(parts.map(find)), idOf);
      return timed('select', async () =>
        select(ordered, tokens, {
          libraryId,
          rules: record.ownerRules,
          note: isOpen ? noteOf(project, use) : undefined,
        }),
      );
    },
  };
}

/** Searches again with longer lists if most of the hits are copies of others. */
async function distinctHits(
  search: (limit: number) => Promise<FoundHits | undefined>,
  folders: readonly string[],
): Promise<FoundHits | undefined> {
  const prefers = (path: string): boolean => isInside(path, folders);
  const first = await search(listLength);
  if (!first) return undefined;
  const { hits, isCrowded } = withoutCopies(first.hits, listLength, prefers);
  const more = isCrowded ? await search(longerList) : undefined;
  if (!more) return { ...first, hits };
  const all = withoutCopies(more.hits, longerList, prefers).hits;
  const lexical = all.lexical.slice(0, listLength);
  const dense = all.dense.slice(0, listLength);
  return { ...more, hits: { ...all, lexical, dense } };
}

/** Returns the error for a version that is not served. A project's version is then being indexed, or its run failed. */
async function missing(
  ports: ServedPorts,
  {
    record,
    version,
    project,
    use,
  }: {
    record: JudgedLibrary;
    version: string;
    project: AskingProject | undefined;
    use: UsedVersion | undefined;
  },
): Promise<LecternError> {
  const error = await notServed(ports, record, version);
  if (!project || !use || error.code !== 'tag_not_found') return error;
  const what = `Version ${use.ref} of ${record.id}, which project ${project.name} uses,`;
  const failure = await ports.failureOf?.(record.id);
  if (failure !== undefined) return libraryFailed(what, failure);
  const message = `${what} is not indexed yet. Ask again when its run has ended, or name another version.`;
  return new LecternError('library_not_finalized', message);
}

function noteOf(
  project: AskingProject | undefined,
  use: UsedVersion | undefined,
): string | undefined {
  if (!project) return undefined;
  if (!project.known) return unknownProjectNote(project.name);
  return use && versionNote(project, use);
}

type Stopwatch = <Value>(stage: AnswerStage, work: () => Promise<Value>) => Promise<Value>;

function stopwatch(onStage: ContextQuestion['onStage']): Stopwatch {
  return async (stage, work) => {
    const start = performance.now();
    try {
      return await work();
    } finally {
      onStage?.(stage, (performance.now() - start) / 1000);
    }
  };
}

/** Orders what a question found. `written` is the question with the library's name, behind which it can name a version. */
function ranked(
  written: string,
  { question, hits: found, ...asked }: FoundHits,
  { read, folders }: { read: WordReader; folders: readonly string[] },
): Ranked[] {
  const { snippets, active } = found;
  const hits = orderHits(read, found, { ...asked, isLater: newsFilter(written) });
  const ordered = foldersFirst(hits, { folders, snippets });
  const subjects = subjectsOf(question);
  return (subjects ? withBoth(ordered, subjects, snippets) : ordered)
    .slice(0, candidates)
    .flatMap(({ id, score }) => {
      const snippet = snippets.get(id);
      if (!snippet) return [];
      const link = sourceLink(active.linkTemplate, snippet.path, snippet.anchor);
      return [{ snippet, score, link, cost: answerCost(snippet, link) }];
    });
}

function isInside(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => path.startsWith(`${folder}/`));
}

/** Raises the scores of snippets of these folders. */
function foldersFirst(
  hits: Hit[],
  { folders, snippets }: Pick<SearchHits, 'snippets'> & { folders: readonly string[] },
): Hit[] {
  if (folders.length === 0) return hits;
  return bestFirst(
    hits.map(({ id, score }) => ({
      id,
      score: isInside(snippets.get(id)?.path ?? '', folders) ? score + folderBonus : score,
    })),
  );
}

/** Applies the policy before the cut, so that a dropped snippet takes no place from another. */
function underPolicy(hits: Ranked[], policy: InjectionPolicy): Ranked[] {
  if (policy === 'flag') return hits;
  if (policy === 'drop') return hits.filter(({ snippet }) => !snippet.flags?.includes('injection'));
  return hits.map((hit) => {
    const { flags: _, ...snippet } = hit.snippet;
    return { ...hit, snippet };
  });
}

function select(
  ordered: Ranked[],
  budget: number,
  {
    libraryId,
    rules,
    note,
  }: { libraryId: string; rules: string[] | undefined; note: string | undefined },
): ContextAnswer {
  const distinct = dropNearDuplicates(ordered, ({ snippet }) => snippet);
  const forRules = rulesCost(rules);
  // An answer shows all rules. The documentation has at least half of the budget.
  const chosen = fitBudget(distinct, budget - Math.min(forRules, Math.floor(budget / 2)));
  if (chosen.length === 0) {
    throw new LecternError(
      'no_snippets_found',
      `No documentation snippets of ${libraryId} match the question. Ask in other words.`,
    );
  }
  const shown = chosen.map(({ snippet, score, link }, at): RankedSnippet => ({
    rank: at + 1,
    score,
    link,
    snippet,
  }));
  return {
    ...(rules && { rules }),
    ...(note !== undefined && { versionNote: note }),
    code: shown.filter(({ snippet }) => snippet.kind === 'code'),
    info: shown.filter(({ snippet }) => snippet.kind === 'info'),
    tokens: chosen.reduce((sum, { cost }) => sum + cost, forRules),
  };
}

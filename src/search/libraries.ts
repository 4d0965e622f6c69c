import type { Logger } from 'pino';
import { LecternError } from '../base/errors.ts';
import type { Reranker } from '../models/embedder.ts';
import type { Catalog, FoundLibrary } from '../store/catalog.ts';
import type { LibraryRecord } from '../resources/library-record.ts';
import { calledNames } from '../store/metadata/names/entry.ts';
import { stem } from '../store/metadata/names/normalize.ts';
import { readName } from '../store/metadata/names/read-name.ts';
import type { ContentLook } from './content-look.ts';
import type { AskingProject } from './project-use.ts';
import type { LibraryMeaning } from './library-meaning.ts';
import { rerankOrKeep } from './rerank.ts';
import type { ShownNaming } from './shown-naming.ts';

/** Libraries in one search answer. */
const maxResults = 20;

/** A library in an answer, in the shape of Context7's API. `lastUpdateDate` is absent until a run is finalized. */
export interface LibraryResult {
  id: string;
  title: string;
  description: string;
  branch: string;
  lastUpdateDate?: string;
  state: LibraryRecord['state'];
  totalTokens: number;
  totalSnippets: number;
  stars: number;
  trustScore: number;
  benchmarkScore: number;
  versions: string[];
  /** Version that the caller's project uses; absent if it uses none. */
  projectVersion?: string;
}

/** The libraries that a search finds, in the shape of Context7's API. */
export interface LibrarySearchResponse {
  results: LibraryResult[];
  searchFilterApplied: boolean;
  /** The version that the name asks for, such as `v15` in "nextjs v15"; absent if it asks for none. */
  requestedVersion?: string;
}

/** A search for libraries. */
interface LibraryQuestion {
  libraryName: string;
  query: string;
  /** Returns whether the caller may see a library. */
  sees: (record: LibraryRecord) => boolean;
  /** True if policies hide public libraries from the caller. */
  filtered: boolean;
  /** Skips the reranker, and the look at the content. */
  fast: boolean;
  /** The caller's project. The libraries that it uses come first. */
  project?: AskingProject;
}

/** Finds libraries by name. Throws LecternError('no_libraries_found'). */
export interface LibrarySearch {
  search(question: LibraryQuestion, signal: AbortSignal): Promise<LibrarySearchResponse>;
}

interface LibrarySearchOptions {
  catalog: Pick<Catalog, 'search'>;
  /** Finds libraries by what they are about. Absent: by names and words only. */
  meaning?: Pick<LibraryMeaning, 'closeness'>;
  /** Looks at the content of the libraries that the catalog found, unless there is a reranker or the search is `fast`. */
  look?: ContentLook;
  /** Orders the libraries that the catalog found, unless the search is `fast`. */
  reranker?: Reranker;
  /** Screens titles and descriptions, for the reranker and for the caller. */
  naming: ShownNaming;
  log: Pick<Logger, 'warn'>;
}

/** Returns a search over the catalog. */
export function createLibrarySearch({
  catalog,
  meaning,
  look,
  reranker,
  naming,
  log,
}: LibrarySearchOptions): LibrarySearch {
  return {
    async search({ libraryName, query, sees, filtered, fast, project }, signal) {
      const found = await catalog.search({
        name: libraryName,
        query,
        limit: maxResults,
        sees,
        ...(meaning && {
          closeness: () => meaning.closeness({ name: libraryName, query }, signal),
        }),
      });
      if (found.length === 0) {
        throw new LecternError(
          'no_libraries_found',
          `No libraries found for ${JSON.stringify(libraryName)}. Try a different search term.`,
        );
      }
      const ordered = await order(found, { libraryName, query, fast }, signal);
      const version = versionIn(libraryName, ordered[0]);
      return {
        results: usedFirst(ordered, project).map((record) => libraryResult(record, project)),
        searchFilterApplied: filtered,
        ...(version !== undefined && { requestedVersion: version }),
      };
    },
  };

  async function order(
    found: FoundLibrary[],
    { libraryName, query, fast }: Pick<LibraryQuestion, 'libraryName' | 'query' | 'fast'>,
    signal: AbortSignal,
  ): Promise<LibraryRecord[]> {
    const shownOf = (all: FoundLibrary[]): LibraryRecord[] =>
      all.map(({ record }) => naming(record));
    const asks = query !== libraryName;
    if (fast) return shownOf(found);
    if (!reranker) return shownOf(look && asks ? await look(found, query, signal) : found);
    const question = asks ? `${libraryName}: ${query}` : query;
    return rerankOrKeep(shownOf(found), { question, reranker, textOf: libraryText, log }, signal);
  }
}

/** Moves the libraries that the project uses to the front. */
function usedFirst(records: LibraryRecord[], project: AskingProject | undefined): LibraryRecord[] {
  if (!project) return records;
  const isUsed = ({ id }: LibraryRecord): boolean => project.uses.has(id);
  return [...records.filter(isUsed), ...records.filter((record) => !isUsed(record))];
}

/**
 * Returns the version that a name asks for, unless it belongs to the title: "Vue 2" asks for no version of Vue 2. A version at the
 * end of a word counts only if the word is the name of the library: "vue3" asks for version 3 of Vue, but "bs4" of nothing.
 */
function versionIn(name: string, first: LibraryRecord | undefined): string | undefined {
  const { version, unversioned } = readName(name);
  if (version === undefined || !first) return version;
  if (first.title.toLowerCase().split(/\s+/).includes(version)) return undefined;
  const isOwn =
    unversioned === undefined || calledNames(first).map(stem).includes(stem(unversioned));
  return isOwn ? version : undefined;
}

/** Returns the text of a library for a reranker. */
function libraryText({ id, title, description }: LibraryRecord): string {
  return `${title} (${id})\n${description}`;
}

function libraryResult(record: LibraryRecord, project: AskingProject | undefined): LibraryResult {
  const use = project?.uses.get(record.id);
  return {
    id: record.id,
    title: record.title,
    description: record.description,
    branch: record.branch,
    ...(record.lastUpdateDate !== '' && { lastUpdateDate: record.lastUpdateDate }),
    state: record.state,
    totalTokens: record.totalTokens,
    totalSnippets: record.totalSnippets,
    stars: record.stars,
    trustScore: record.trustScore,
    benchmarkScore: record.benchmarkScore,
    versions: record.versions,
    ...(use && { projectVersion: use.version || use.ref }),
  };
}

import { setImmediate as turn } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { JudgedLibrary } from '../identity/access/policies.ts';
import type { IndexedSnippet } from '../store/snippet.ts';
import type { ActiveVersion, PageEnd, SnippetIndex } from '../store/snippet-index.ts';
import { orderHits } from './order.ts';
import { createWordReader } from './question-words.ts';
import { createHitSearch, type QuestionModels } from './hit-search.ts';
import { notServed, resolveLibrary, type LibraryIds, type ServedPorts } from './served-library.ts';
import { sourceLink } from '../store/source-link.ts';

/** Length of the lexical list and of the dense list of a search. */
const listLength = 100;
/** Milliseconds for a scan of a whole version. */
const scanLimitMs = 20_000;

/** A stored snippet and the URL of its source. */
export interface BrowsedSnippet {
  snippet: IndexedSnippet;
  link: string;
  /** Score of a search: at most 1; a higher score is better. */
  score?: number;
}

/** One page of a list, or the best results of a search. All come from one generation. */
export interface BrowsedSnippets {
  /** The generation that the snippets are from. */
  active: ActiveVersion;
  snippets: BrowsedSnippet[];
  /** Where the next page begins. Absent on the last page and in searches. */
  next?: PageEnd;
}

/** Selects snippets of a version. */
export interface Browsing {
  id: string;
  version: string;
  /** Prefix of the documents' paths. */
  path: string;
  /** Selects only snippets that have a flag. */
  flagged: boolean;
  /** Search text. If empty, lists all snippets by document. */
  search: string;
  after?: PageEnd;
  limit: number;
  /** See ContextQuestion. */
  sees: (library: JudgedLibrary) => boolean;
}

/** Lists the stored snippets of a library. Throws the LecternErrors of a ContextSearch except no_snippets_found. */
export type SnippetBrowser = (browsing: Browsing, signal: AbortSignal) => Promise<BrowsedSnippets>;

interface SnippetBrowserOptions extends ServedPorts, QuestionModels {
  catalog: LibraryIds;
  index: Pick<SnippetIndex, 'search' | 'versions' | 'page' | 'read'>;
  log: Pick<Logger, 'warn'>;
}

/** Returns a browser over the ports. Pages have the order of the index; searches have the order of answers without a reranker. */
export function createSnippetBrowser(options: SnippetBrowserOptions): SnippetBrowser {
  const { catalog, index } = options;
  const hitSearch = createHitSearch(options);

  async function found(
    { id: libraryId, version, ...wanted }: Browsing,
    signal: AbortSignal,
  ): Promise<BrowsedSnippets | undefined> {
    const answer = await hitSearch(
      { libraryId, version, question: wanted.search, limit: listLength },
      { signal },
    );
    if (!answer) return undefined;
    const { question, hits, ...asked } = answer;
    const { snippets, active } = hits;
    const found = orderHits(createWordReader(question), hits, asked);
    const ranked = found.flatMap(({ id, score }) => {
      const snippet = snippets.get(id);
      return snippet && matches(snippet, wanted) ? [{ ...linked(active, snippet), score }] : [];
    });
    return { active, snippets: ranked.slice(0, wanted.limit) };
  }

  async function flagged(
    { id, version, ...wanted }: Browsing,
    signal: AbortSignal,
  ): Promise<BrowsedSnippets | undefined> {
    const content = await index.read(id, version);
    if (!content) return undefined;
    const { active } = content;
    const limited = AbortSignal.any([signal, AbortSignal.timeout(scanLimitMs)]);
    const snippets: BrowsedSnippet[] = [];
    try {
      for await (const page of content.pages(limited)) {
        const those = page.filter((snippet) => matches(snippet, wanted));
        snippets.push(...those.map((snippet) => linked(active, snippet)));
        if (snippets.length >= wanted.limit) break;
        // SQLite reads on this thread. Other requests run between two pages.
        await turn();
      }
      return { active, snippets: snippets.slice(0, wanted.limit) };
    } finally {
      await content.close();
    }
  }

  async function listed(
    { id: libraryId, version, path, after, limit }: Browsing,
    signal: AbortSignal,
  ): Promise<BrowsedSnippets | undefined> {
    const query = { libraryId, version, path, limit, ...(after && { after }) };
    const page = await index.page(query, signal);
    if (!page) return undefined;
    const { active, snippets, next } = page;
    const shown = snippets.map((snippet) => linked(active, snippet));
    return { active, snippets: shown, ...(next && { next }) };
  }

  return async (asked, signal) => {
    const { version, search } = asked;
    const record = await resolveLibrary(catalog, { id: asked.id, version }, asked.sees);
    const browsing = { ...asked, id: record.id };
    const way = search === '' ? (asked.flagged ? flagged : listed) : found;
    const result = await way(browsing, signal);
    if (!result) throw await notServed(options, record, version);
    return result;
  };
}

function matches(
  { path, flags = [] }: IndexedSnippet,
  wanted: Pick<Browsing, 'path' | 'flagged'>,
): boolean {
  return path.startsWith(wanted.path) && (!wanted.flagged || flags.length > 0);
}

function linked({ linkTemplate }: ActiveVersion, snippet: IndexedSnippet): BrowsedSnippet {
  return { snippet, link: sourceLink(linkTemplate, snippet.path, snippet.anchor) };
}

import { setImmediate as turn } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { JudgedLibrary } from '../identity/access/policies.ts';
import type { IndexedSnippet } from '../store/snippet.ts';
import type { Embedder } from '../models/embedder.ts';
import type { ActiveVersion, PageEnd, SnippetIndex } from '../store/snippet-index.ts';
import { fuse } from './fusion.ts';
import { createQueryVectors } from './query-vectors.ts';
import { notServed, resolveLibrary, type LibraryIds, type ServedPorts } from './served-library.ts';
import { sourceLink } from '../store/source-link.ts';

/** Length of the lexical and of the dense list that a search looks at. */
const listLength = 100;
/** Milliseconds that looking through a whole version may take. */
const scanLimitMs = 20_000;

/** A stored snippet and the URL of its source. */
export interface BrowsedSnippet {
  snippet: IndexedSnippet;
  link: string;
  /** Of a search: 1 and less, the greater the better. */
  score?: number;
}

export interface BrowsedSnippets {
  active: ActiveVersion;
  snippets: BrowsedSnippet[];
  /** Where the next page begins; absent on the last one, and of searches. */
  next?: PageEnd;
}

/** Which snippets of a version are wanted. */
export interface Browsing {
  id: string;
  version: string;
  /** Only documents whose path begins like this. */
  path: string;
  /** Only snippets with something that a reader should know of. */
  flagged: boolean;
  /** What is looked for; all by their documents when it is empty. */
  search: string;
  after?: PageEnd;
  limit: number;
  /** As of a ContextQuestion. */
  sees: (library: JudgedLibrary) => boolean;
}

/** Shows what is stored of a library. Throws LecternError as a ContextSearch does, but for no_snippets_found. */
export type SnippetBrowser = (browsing: Browsing, signal: AbortSignal) => Promise<BrowsedSnippets>;

export interface SnippetBrowserOptions extends ServedPorts {
  catalog: LibraryIds;
  index: Pick<SnippetIndex, 'search' | 'versions' | 'page' | 'read'>;
  embedder: Embedder;
  log: Pick<Logger, 'warn'>;
}

/** A browser over the ports: pages as the index has them, searches with the ranking that answers begin with. */
export function createSnippetBrowser(options: SnippetBrowserOptions): SnippetBrowser {
  const { catalog, index, embedder } = options;
  const queryVector = createQueryVectors(options);

  async function found(
    { id: libraryId, version, ...wanted }: Browsing,
    signal: AbortSignal,
  ): Promise<BrowsedSnippets | undefined> {
    const embedding = await queryVector(wanted.search, signal);
    const hits = await index.search(
      {
        libraryId,
        version,
        question: wanted.search,
        limit: listLength,
        ...(embedding && { embedding }),
      },
      signal,
    );
    if (!hits) return undefined;
    const { lexical, dense, snippets, active } = hits;
    const comparable = active.embedderId === embedder.id ? dense : [];
    const ranked = fuse({ lexical, dense: comparable }).flatMap(({ id, score }) => {
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
        // SQLite reads on this thread: others have a turn between two pages.
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

import type { IndexedSnippet } from '../../snippet.ts';
import type { SnippetPage, SnippetPageQuery } from '../../snippet-index.ts';
import type { Db } from './schema.ts';
import { unpackMembers } from './stored-content.ts';
import { toActiveVersion, type VersionRow } from './versions.ts';

/** A snippet of a page by its row, and where it stands. */
interface Place {
  snippet: number;
  path: string;
  /** Its number in the document, from 0. */
  at: number;
}

/** Reads pages of the versions of a library's file; call it within one transaction with the reading of the version's row. */
export function createPages(db: Db): (row: VersionRow, query: SnippetPageQuery) => SnippetPage {
  const documents = db.prepare<
    [{ version: number; generation: number; from: string }],
    { path: string; members: Buffer }
  >(
    `select d.path, c.members from documents d cross join contents c on c.id = d.content
       where d.version = @version and d.path >= @from and d.since <= @generation and d.until > @generation
       order by d.path`,
  );
  const texts = db.prepare<[string], { json: string }>(
    'select s.json from json_each(?) n cross join snippets s on s.id = n.value order by n.key',
  );

  /** The places of a page, and one more where there is one. */
  function places(row: VersionRow, { path = '', after, limit }: SnippetPageQuery): Place[] {
    const found: Place[] = [];
    const from = after && after.path > path ? after.path : path;
    const shown = { version: row.id, generation: row.generation, from };
    for (const document of documents.iterate(shown)) {
      if (!document.path.startsWith(path)) break;
      const skipped = document.path === after?.path ? after.shown : 0;
      const members = unpackMembers(document.members).slice(skipped);
      found.push(
        ...members.map(({ snippet }, n) => ({ snippet, path: document.path, at: skipped + n })),
      );
      if (found.length > limit) break;
    }
    return found.slice(0, limit + 1);
  }

  return (row, query) => {
    const found = places(row, query);
    const page = found.slice(0, query.limit);
    const last = found.length > query.limit ? page.at(-1) : undefined;
    const rows = texts.all(JSON.stringify(page.map(({ snippet }) => snippet)));
    return {
      snippets: rows.map(({ json }) => JSON.parse(json) as IndexedSnippet),
      ...(last && { next: { path: last.path, shown: last.at + 1 } }),
      active: toActiveVersion(row),
    };
  };
}

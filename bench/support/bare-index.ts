import { join } from 'node:path';
import Database from 'better-sqlite3';
import { getLoadablePath } from 'sqlite-vec';
import { resourceName } from '../../src/resources/library.ts';
import { lexicalQuery } from '../../src/store/terms.ts';
import { type CodeBlock, nearestCodes } from '../../src/store/snippets/sqlite/codes.ts';

const limit = 50;
const candidates = 300;

/** Opens a library's own file with only the statements of a search: both lists, then the rows that they name. */
export function openBareIndex(
  data: string,
  libraryId: string,
): (question: string, vector: Float32Array) => string[] {
  const file = join(data, 'snippets', `${resourceName(libraryId)}.db`);
  const db = new Database(file, { readonly: true });
  db.loadExtension(getLoadablePath());
  const lexical = db.prepare<[string], { number: number }>(
    `select n.number
       from (select rowid as number, bm25(fts, 10, 5, 2, 1) as rank from fts where fts match ?
               order by rank limit ${limit * 4}) n
         cross join visible v on v.version = 1 and v.snippet = n.number
       where v.since <= 1 and v.until > 1 order by n.rank limit ${limit}`,
  );
  const codes = db.prepare<[], CodeBlock>('select snippets, bits from codes where version = 1');
  const dense = db.prepare<[Uint8Array, string], { number: number }>(
    `select v.snippet as number, vec_distance_cosine(x.vector, ?) as distance
       from json_each(?) c cross join visible v on v.version = 1 and v.snippet = c.value
         cross join vectors x on x.id = v.embedding * 1024
       where v.since <= 1 and v.until > 1 order by distance limit ${limit}`,
  );
  const rows = db.prepare<[string], { json: string }>(
    'select s.json from json_each(?) n cross join snippets s on s.id = n.value',
  );
  return (question, vector) => {
    const bytes = new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
    const near = nearestCodes(vector, codes.all(), candidates);
    const found = [
      ...lexical.all(lexicalQuery(question)),
      ...dense.all(bytes, JSON.stringify(near)),
    ];
    const numbers = new Set(found.map(({ number }) => number));
    return rows.all(JSON.stringify([...numbers])).map(({ json }) => json);
  };
}

// Measures which library a name resolves to. Puts libraries into a catalog with only id, title, description and stars,
// and resolves the names of a question file as the API does. Prints how often the right library is first, by kind of
// name.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LecternError } from '../src/base/errors.ts';
import { createBuiltInEmbedder } from '../src/models/built-in-embedder.ts';
import { createLibraryMeaning, type LibraryMeaning } from '../src/search/library-meaning.ts';
import { SqlLibraryVectors } from '../src/store/metadata/library-vectors.ts';
import { createLibrarySearch } from '../src/search/libraries.ts';
import { createShownNaming } from '../src/search/shown-naming.ts';
import { SqlCatalog } from '../src/store/metadata/catalog.ts';
import { openSqliteDatabase } from '../src/store/metadata/database.ts';
import { libraryRecord } from './support/library-record.ts';
import { wellKnownLibraries } from './support/well-known-libraries.ts';

interface NamedLibrary {
  /** `owner/name`. */
  id: string;
  title: string;
  description: string;
  stars: number;
}

interface NameFile {
  /** The well-known libraries of bench/data if absent. */
  libraries?: NamedLibrary[];
  queries: {
    type: string;
    query: string;
    /** The question of the person; the name if absent. */
    question?: string;
    /** Ids that are correct in first place; empty if no library fits. */
    acceptable: string[];
    not_first?: string[];
  }[];
}

const [file = new URL('../test/eval/library-names.json', import.meta.url).pathname] =
  process.argv.slice(2);
const { libraries = wellKnownLibraries(), queries } = JSON.parse(
  await readFile(file, 'utf8'),
) as NameFile;
const folder = await mkdtemp(join(tmpdir(), 'library-names-'));
const db = await openSqliteDatabase(join(folder, 'lectern.db'));
try {
  const catalog = new SqlCatalog(db);
  for (const { id, ...named } of libraries) {
    const { title, description, stars } = named;
    await catalog.put({ ...libraryRecord(`/${id}`), title, description, stars });
  }
  const embedder = await createBuiltInEmbedder();
  const meaning = createLibraryMeaning({
    catalog,
    vectors: new SqlLibraryVectors(db, embedder.id),
    embedder,
    log: { warn: () => undefined },
  });
  await meaning.fill(AbortSignal.timeout(600_000));
  await ask(catalog, meaning);
  await embedder.close();
} finally {
  await db.destroy();
  await rm(folder, { recursive: true });
}

async function ask(catalog: SqlCatalog, meaning: LibraryMeaning): Promise<void> {
  const libraries = createLibrarySearch({
    catalog,
    meaning,
    naming: createShownNaming(),
    log: { warn: () => undefined },
  });
  const tallies = new Map<string, { right: number; of: number }>();
  for (const { type, query, question = query, acceptable } of queries) {
    const wanted = { libraryName: query, query: question, sees: () => true };
    const found = await libraries
      .search({ ...wanted, filtered: false, fast: false }, AbortSignal.timeout(10_000))
      .then(({ results }) => results.map(({ id }) => id.slice(1)))
      .catch(noneFound);
    const [first] = found;
    const right = acceptable.length === 0 ? !first : acceptable.includes(first ?? '');
    if (!right) {
      const places = acceptable.map((id) => found.indexOf(id) + 1).filter((place) => place > 0);
      console.log(
        `  missed (${type}): ${query} -> ${first ?? 'nothing'}, not ${acceptable.join(' or ') || 'nothing'}; right at ${places.join(', ') || 'no place'}`,
      );
    }
    for (const kind of [type, 'all']) {
      const tally = tallies.get(kind) ?? { right: 0, of: 0 };
      tallies.set(kind, { right: tally.right + Number(right), of: tally.of + 1 });
    }
  }
  for (const [kind, { right, of }] of tallies) {
    console.log(`${kind.padEnd(12)} ${(right / of).toFixed(3)} of ${of}`);
  }
}

function noneFound(error: unknown): string[] {
  if (error instanceof LecternError && error.code === 'no_libraries_found') return [];
  throw error;
}

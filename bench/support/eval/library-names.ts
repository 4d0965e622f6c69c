import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { LecternError } from '../../../src/base/errors.ts';
import { bootstrap } from '../../../src/cli/eval/metrics.ts';
import { createBuiltInEmbedder } from '../../../src/models/built-in-embedder.ts';
import { createLibrarySearch, type LibrarySearch } from '../../../src/search/libraries.ts';
import { createLibraryMeaning } from '../../../src/search/library-meaning.ts';
import { createShownNaming } from '../../../src/search/shown-naming.ts';
import { SqlCatalog } from '../../../src/store/metadata/catalog.ts';
import { openSqliteDatabase } from '../../../src/store/metadata/database.ts';
import { SqlLibraryVectors } from '../../../src/store/metadata/library-vectors.ts';
import { libraryRecord } from '../library-record.ts';
import { wellKnownLibraries } from '../well-known-libraries.ts';

interface NamedLibrary {
  /** `owner/name`. */
  id: string;
  title: string;
  description: string;
  stars: number;
}

interface NameQuestion {
  id?: string;
  type: string;
  query: string;
  /** The question of the person; the name if absent. */
  question?: string;
  /** Ids that are correct in first place; empty if no library fits. */
  acceptable: string[];
}

interface NameFile {
  /** The well-known libraries of bench/data if absent. */
  libraries?: NamedLibrary[];
  queries: NameQuestion[];
}

/** Whether the right library is first for a name; for a name of no library, whether none is found. */
export interface NameScore {
  /** Name of the question file. */
  corpus: string;
  id: string;
  type: string;
  right: boolean;
  /** What was found instead; absent if the right one is first. */
  miss?: string;
}

/**
 * Resolves the names of a question file as the API does, in a catalog with only id, title, description and stars of each
 * library. Without `meaning`, goes by words alone.
 */
export async function resolveNames(
  file: string,
  { meaning = true }: { meaning?: boolean } = {},
): Promise<NameScore[]> {
  const { libraries = wellKnownLibraries(), queries } = JSON.parse(
    await readFile(file, 'utf8'),
  ) as NameFile;
  const folder = await mkdtemp(join(tmpdir(), 'library-names-'));
  const db = await openSqliteDatabase(join(folder, 'lectern.db'));
  const embedder = await createBuiltInEmbedder();
  try {
    const catalog = new SqlCatalog(db);
    for (const { id, title, description, stars } of libraries) {
      await catalog.put({ ...libraryRecord(`/${id}`), title, description, stars });
    }
    const vectors = new SqlLibraryVectors(db, embedder.id);
    const log = { warn: () => undefined };
    const known = createLibraryMeaning({ catalog, vectors, embedder, log });
    if (meaning) await known.fill(AbortSignal.timeout(600_000));
    const search = createLibrarySearch({
      catalog,
      ...(meaning && { meaning: known }),
      naming: createShownNaming(),
      log,
    });
    const corpus = basename(file, '.json');
    const scores: NameScore[] = [];
    for (const [at, question] of queries.entries()) {
      const { id = String(at + 1), type } = question;
      scores.push({ corpus, id, type, ...(await judge(search, question)) });
    }
    return scores;
  } finally {
    await embedder.close();
    await db.destroy();
    await rm(folder, { recursive: true });
  }
}

async function judge(
  libraries: LibrarySearch,
  { query, question = query, acceptable }: NameQuestion,
): Promise<Pick<NameScore, 'right' | 'miss'>> {
  const wanted = { libraryName: query, query: question, sees: () => true };
  const found = await libraries
    .search({ ...wanted, filtered: false, fast: false }, AbortSignal.timeout(10_000))
    .then(({ results }) => results.map(({ id }) => id.slice(1)))
    .catch(noneFound);
  const [first] = found;
  if (acceptable.length === 0 ? !first : acceptable.includes(first ?? '')) return { right: true };
  const places = acceptable.map((id) => found.indexOf(id) + 1).filter((place) => place > 0);
  const wantedIds = acceptable.join(' or ') || 'nothing';
  return {
    right: false,
    miss: `${query} -> ${first ?? 'nothing'}, not ${wantedIds}; right at ${places.join(', ') || 'no place'}`,
  };
}

/** Formats how often the right library is first, over all names and by type, with 95 % bootstrap intervals. Pure. */
export function formatNames(scores: NameScore[]): string {
  const types = [...new Set(scores.map(({ type }) => type))];
  const groups: [string, NameScore[]][] = [
    ['all', scores],
    ...types.map((type): [string, NameScore[]] => [
      type,
      scores.filter((score) => score.type === type),
    ]),
  ];
  return groups
    .map(([name, group]) => {
      const { value, low, high } = bootstrap(group.map(({ right }) => Number(right)));
      const interval = `${value.toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}]`;
      return `${name.padEnd(20)}${String(group.length).padStart(19)}${interval.padStart(19)}`;
    })
    .join('\n');
}

function noneFound(error: unknown): string[] {
  if (error instanceof LecternError && error.code === 'no_libraries_found') return [];
  throw error;
}

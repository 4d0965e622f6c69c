import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { LibraryRecord } from '../src/resources/library-record.ts';
import { SqlCatalog } from '../src/store/metadata/catalog.ts';
import { createBuiltInEmbedder } from '../src/models/built-in-embedder.ts';
import type { Embedder } from '../src/models/embedder.ts';
import { createLibraryMeaning, type LibraryMeaning } from '../src/search/library-meaning.ts';
import type { FoundLibrary } from '../src/store/catalog.ts';
import { SqlLibraryVectors } from '../src/store/metadata/library-vectors.ts';
import { type MetadataDatabase, openSqliteDatabase } from '../src/store/metadata/database.ts';
import { pseudoRandom } from '../src/cli/eval/pseudo-random.ts';
import { record } from '../test/support/fake-stores.ts';
import { percentile } from './support/measure.ts';
import {
  readLines,
  type WellKnownLibrary,
  wellKnownLibraries,
} from './support/well-known-libraries.ts';

// Library search among 10,000 libraries: how often the right one is first, and how long it takes beside a bare
// full-text query over the same records. Figures to reach: .85 and 3. The vectors of the libraries are random, because the
// time does not depend on them; those of the searches come from the built-in model.
const LIBRARIES = 10_000;
const ROUNDS = 5;

const known = wellKnownLibraries().map(toRecord);
const questions = readLines('library-queries.txt').map((line) => {
  const [kind = '', name = '', id = ''] = line.split(' | ');
  return { kind, name, id };
});
const { queries } = JSON.parse(
  readFileSync(new URL('../test/eval/library-topics.json', import.meta.url), 'utf8'),
) as { queries: { query: string }[] };
const topics = queries.map(({ query }) => query);
const records = [...known, ...synthesise(LIBRARIES - known.length)];

const folder = mkdtempSync(join(tmpdir(), 'library-search-'));
try {
  await run();
} finally {
  rmSync(folder, { recursive: true });
}

async function run(): Promise<void> {
  const db = await openSqliteDatabase(join(folder, 'lectern.db'));
  const catalog = new SqlCatalog(db);
  for (const record of records) await catalog.put(record);
  const bare = bareFullText(records);
  const before = memory();
  const started = performance.now();
  const model = await createBuiltInEmbedder({ threads: 1 });
  const meaning = await randomMeaning(catalog, { db, model });
  const search = (name: string): Promise<FoundLibrary[]> =>
    catalog.search({
      name,
      query: name,
      limit: 20,
      closeness: () => meaning.closeness({ name, query: name }, AbortSignal.timeout(10_000)),
    });
  await search('warm up');
  console.log(
    `${records.length} libraries, ${known.length} of them real; first search ${Math.round(performance.now() - started)} ms, ${memory() - before} MB`,
  );

  const times: number[] = [];
  const bareTimes: number[] = [];
  const right = new Map<string, { hits: number; of: number }>();
  for (let round = 0; round < ROUNDS; round++) {
    for (const { kind, name, id } of questions) {
      const start = performance.now();
      await search(name);
      const middle = performance.now();
      bare(name);
      times.push(middle - start);
      bareTimes.push(performance.now() - middle);
      if (round > 0) continue;
      // By words alone, because a random vector means nothing.
      const [first] = await catalog.search({ name, query: name, limit: 20 });
      const tally = right.get(kind) ?? { hits: 0, of: 0 };
      tally.of += 1;
      if (first?.record.id === id) tally.hits += 1;
      else console.log(`  missed: ${name} -> ${first?.record.id ?? 'nothing'}, not ${id}`);
      right.set(kind, tally);
    }
  }
  const hits = [...right.values()].reduce((sum, tally) => sum + tally.hits, 0);
  for (const [kind, tally] of right)
    console.log(`${kind.padEnd(12)} ${ratio(tally.hits, tally.of)} of ${tally.of}`);
  console.log(
    `first place right: ${ratio(hits, questions.length)} of ${questions.length} (to reach: .85)`,
  );
  const [own, reference] = [percentile(times, 0.5), percentile(bareTimes, 0.5)];
  console.log(
    `p50 ${own.toFixed(3)} ms, bare full-text query ${reference.toFixed(3)} ms, ratio ${(own / reference).toFixed(2)} (to reach: 3); p99 ${percentile(times, 0.99).toFixed(2)} ms`,
  );
  await measureTopics(search, bare);
  await model.close();
  await db.destroy();
}

/** Measures texts that name no library. Each is new, so the model embeds it. */
async function measureTopics(
  search: (name: string) => Promise<unknown>,
  bare: (name: string) => unknown,
): Promise<void> {
  const times: number[] = [];
  const again: number[] = [];
  const bareTimes: number[] = [];
  for (const topic of topics) {
    for (const list of [times, again]) {
      const start = performance.now();
      await search(topic);
      list.push(performance.now() - start);
    }
    const start = performance.now();
    bare(topic);
    bareTimes.push(performance.now() - start);
  }
  const [first, second, reference] = [times, again, bareTimes].map((list) => percentile(list, 0.5));
  console.log(
    `topics that name no library: p50 ${first!.toFixed(1)} ms with the text's vector, ${second!.toFixed(1)} ms with a known vector, bare full-text query ${reference!.toFixed(2)} ms`,
  );
}

/** Returns meaning over random vectors of all libraries. */
async function randomMeaning(
  catalog: SqlCatalog,
  { db, model }: { db: MetadataDatabase; model: Embedder },
): Promise<LibraryMeaning> {
  const random = pseudoRandom(7);
  const vector = (): Float32Array => {
    const made = Float32Array.from({ length: model.dimensions }, () => random() - 0.5);
    const length = Math.hypot(...made);
    return made.map((one) => one / length);
  };
  const embedder: Embedder = {
    ...model,
    // The scale of closeness needs real vectors. It embeds more texts at once than a batch of libraries has.
    embed: async (texts, purpose, signal) =>
      purpose === 'document' && texts.length <= 8
        ? texts.map(vector)
        : model.embed(texts, purpose, signal),
  };
  const vectors = new SqlLibraryVectors(db, model.id);
  const log = { warn: () => undefined };
  const meaning = createLibraryMeaning({ catalog, vectors, embedder, log });
  await meaning.fill(AbortSignal.timeout(600_000));
  return meaning;
}

/** The reference: one FTS5 table, any word, BM25, the records of the best 20. */
function bareFullText(all: LibraryRecord[]): (name: string) => unknown {
  const db = new Database(join(folder, 'bare.db'));
  db.exec(`create table records (id integer primary key, record text);
    create virtual table fts using fts5(id, title, aliases, description, tokenize = 'unicode61')`);
  const add = db.prepare(
    'insert into fts (rowid, id, title, aliases, description) values (?, ?, ?, ?, ?)',
  );
  const addRecord = db.prepare('insert into records values (?, ?)');
  const insert = db.transaction(() => {
    for (const [n, record] of all.entries()) {
      add.run(n, record.id, record.title, record.aliases.join(' '), record.description);
      addRecord.run(n, JSON.stringify(record));
    }
  });
  insert();
  const find = db.prepare<[string], { record: string }>(
    `select record from (select rowid as n from fts where fts match ? order by bm25(fts, 10, 10, 5, 1) limit 20)
       cross join records on records.id = n`,
  );
  return (name) => {
    const words = name.match(/[\p{L}\p{N}]+/gu) ?? [];
    return find
      .all(words.map((word) => `"${word}"`).join(' OR '))
      .map(({ record }) => JSON.parse(record));
  };
}

function toRecord({ id, ...library }: WellKnownLibrary): LibraryRecord {
  const { title, description } = library;
  const topics = `${title} guide · ${description} · Installation · Configuration`;
  return recordOf({ ...library, id: `/${id}`, topics });
}

function recordOf(parts: Partial<LibraryRecord> & { id: string; title: string }): LibraryRecord {
  const stars = parts.stars ?? 0;
  return record(parts.id, {
    totalTokens: 10_000,
    totalSnippets: 100,
    trustScore: Math.min(10, 5 + Math.floor(Math.log10(stars + 1) * 1.15)),
    ...parts,
  });
}

/** Returns libraries whose names resemble the real ones: plugins, ports, forks and misspellings with few stars. */
function synthesise(count: number): LibraryRecord[] {
  const random = pseudoRandom(11);
  const pick = <T>(list: T[]): T => list[Math.floor(random() * list.length)]!;
  const owners =
    'dev acme labs studio tools community contrib hq oss team works code stack base kit'.split(' ');
  const suffixes =
    'plugins xyz starter utils helpers examples boilerplate extra tools ui cli client server auth admin lite next plus core docs components router query form table'.split(
      ' ',
    );
  const prefixes = 'awesome my easy simple fast tiny super go py use with learn'.split(' ');
  const nouns =
    'cache queue logger parser scheduler gateway mailer uploader renderer tracker monitor wallet editor viewer crawler'.split(
      ' ',
    );
  const taken = new Set(known.map(({ id }) => id.toLowerCase()));
  const made: LibraryRecord[] = [];
  while (made.length < count) {
    const base = pick(known).id.split('/')[2]!.toLowerCase().replace(/\.js$/, '');
    const shape = random();
    let name = `${pick(nouns)}-${pick(nouns)}-${pick(suffixes)}`;
    if (shape < 0.5) name = `${base}-${pick(suffixes)}`;
    else if (shape < 0.7) name = `${pick(prefixes)}-${base}`;
    else if (shape < 0.75) name = base;
    else if (shape < 0.8) name = `${base}${pick(['r', 'x', 'ly', '2', 'js'])}`;
    const id = `/${pick(owners)}${Math.floor(random() * 900)}/${name}`;
    if (taken.has(id)) continue;
    taken.add(id);
    made.push(
      recordOf({
        id,
        title: name.replaceAll('-', ' '),
        description: `A ${pick(nouns)} for ${base} with ${pick(nouns)} and ${pick(suffixes)} support`,
        aliases: random() < 0.3 ? [name] : [],
        stars: Math.floor(10 ** (random() * 3.5)),
        topics: `${pick(nouns)} · ${pick(suffixes)} · Getting started`,
      }),
    );
  }
  return made;
}

function ratio(part: number, whole: number): string {
  return (part / whole).toFixed(3);
}

function memory(): number {
  return Math.round(process.memoryUsage().heapUsed / 1e6);
}

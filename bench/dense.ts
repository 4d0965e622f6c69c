import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { getLoadablePath } from 'sqlite-vec';
import { createBuiltInEmbedder } from '../src/models/built-in-embedder.ts';
import { createSqliteSnippetIndex } from '../src/store/snippets/sqlite/snippet-index.ts';
import type { SnippetIndex, SnippetToWrite } from '../src/store/snippet-index.ts';
import { pseudoRandom } from '../src/cli/eval/pseudo-random.ts';
import { emptySnippet } from '../test/support/fake-stores.ts';
import { percentile } from './support/measure.ts';
import { vary } from './support/vectors.ts';

// The dense step in one library of 50,000 snippets, beside an exact scan of the same rows by the same library, and which
// part of the exact ten nearest it finds. Figures to reach: a third of the time at recall@10 of .98.
//
// Vectors: the built-in model's of some thousand sections from the documentation of the installed packages, each varied
// by the difference of two others, which keeps the model's own directions and densities. Questions are headings of
// sections that are not in the index.
const SNIPPETS = 50_000;
const SECTIONS = 3_000;
const QUESTIONS = 200;
const LIMIT = 50;
const LIBRARY = '/bench/dense';
const root = new URL('..', import.meta.url).pathname;

const folder = mkdtempSync(join(tmpdir(), 'dense-'));
try {
  await run();
} finally {
  rmSync(folder, { recursive: true });
}

async function run(): Promise<void> {
  const { sections, questions } = await realVectors();
  const vectors = vary(sections, SNIPPETS);
  const index = createSqliteSnippetIndex({ dataDir: folder });
  const started = performance.now();
  await fill(index, vectors);
  console.log(
    `${SNIPPETS} snippets written in ${Math.round((performance.now() - started) / 1000)} s`,
  );

  const exact = exactScan(join(folder, 'snippets'));
  const times: number[] = [];
  const exactTimes: number[] = [];
  let found = 0;
  for (const embedding of questions) {
    const start = performance.now();
    const hits = await index.search({
      libraryId: LIBRARY,
      version: '',
      question: '',
      embedding,
      limit: LIMIT,
    });
    const middle = performance.now();
    const nearest = exact(embedding);
    times.push(middle - start);
    exactTimes.push(performance.now() - middle);
    const ids = new Set(hits!.dense.slice(0, 10).map(({ id }) => id));
    found += nearest.slice(0, 10).filter((id) => ids.has(id)).length;
  }
  const [own, reference] = [percentile(times, 0.5), percentile(exactTimes, 0.5)];
  console.log(
    `p50 ${own.toFixed(1)} ms, exact scan ${reference.toFixed(1)} ms, ratio ${(own / reference).toFixed(3)} (to reach: .333); p99 ${percentile(times, 0.99).toFixed(1)} ms`,
  );
  console.log(
    `recall@10 ${(found / questions.length / 10).toFixed(4)} (to reach: .98) of ${questions.length} questions`,
  );
  await index.close();
}

async function fill(index: SnippetIndex, vectors: Float32Array[]): Promise<void> {
  const writer = await index.open(LIBRARY, '', 'bench');
  for (let start = 0; start < vectors.length; start += 10) {
    const path = `page-${start}.md`;
    const snippets = vectors
      .slice(start, start + 10)
      .map((vector, n): SnippetToWrite => toWrite(path, String(start + n), vector));
    await writer.write({ path, hash: 'h' }, snippets);
  }
  await writer.activate({ revision: 'r', fingerprint: 'f', linkTemplate: '{path}' });
}

function toWrite(path: string, id: string, vector: Float32Array): SnippetToWrite {
  const title = `Section ${id}`;
  const content = `Some words about ${title}. `.repeat(10);
  return {
    snippet: {
      ...emptySnippet({ title, pageTitle: path, breadcrumb: [path, title], content }),
      id,
      path,
      tokens: 60,
    },
    embeddingHash: id,
    vectors: [vector],
  };
}

/** The reference: compares every visible row in the file that the index created. */
function exactScan(directory: string): (query: Float32Array) => string[] {
  const [file = ''] = globSync('*.db', { cwd: directory });
  const db = new Database(join(directory, file), { readonly: true });
  db.loadExtension(getLoadablePath());
  const scan = db.prepare<[Uint8Array], { id: string }>(
    `select json ->> 'id' as id from (
       select v.snippet, vec_distance_cosine(x.vector, ?) as distance
         from visible v cross join vectors x on x.id = v.embedding * 1024
         where v.version = 1 and v.since <= 1 and v.until > 1 order by distance limit ${LIMIT}
     ) n join snippets s on s.id = n.snippet order by n.distance`,
  );
  return (query) =>
    scan.all(new Uint8Array(query.buffer, query.byteOffset, query.byteLength)).map(({ id }) => id);
}

/** Returns embeddings of sections and of questions. Caches them in .cache, because they take a minute or two. */
async function realVectors(): Promise<{ sections: Float32Array[]; questions: Float32Array[] }> {
  const cached = join(root, '.cache', 'dense-vectors.bin');
  if (!existsSync(cached)) {
    const all = readSections().slice(0, SECTIONS + QUESTIONS);
    const texts = all.map(({ heading, text }, n) =>
      n < SECTIONS ? `${heading}\n${text}` : heading,
    );
    const embedder = await createBuiltInEmbedder();
    const vectors = await embedder.embed(texts, 'document');
    await embedder.close();
    mkdirSync(dirname(cached), { recursive: true });
    writeFileSync(
      cached,
      Buffer.concat(
        vectors.map((vector) => Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength)),
      ),
    );
  }
  const floats = new Float32Array(new Uint8Array(readFileSync(cached)).buffer);
  const vectors = Array.from({ length: floats.length / 384 }, (_, n) =>
    floats.subarray(n * 384, (n + 1) * 384),
  );
  return {
    sections: vectors.slice(0, -QUESTIONS),
    questions: vectors.slice(-QUESTIONS).map((vector) => vector.slice()),
  };
}

/** Returns sections of the installed packages' documents, in an order that mixes the packages. */
function readSections(): { heading: string; text: string }[] {
  const random = pseudoRandom(5);
  const sections = new Map<string, { heading: string; text: string; order: number }>();
  for (const file of globSync('node_modules/**/*.md', { cwd: root }).sort()) {
    for (const section of readFileSync(join(root, file), 'utf8').split(/^#+ /m)) {
      const [heading = '', ...lines] = section.split('\n');
      const text = lines.join('\n').trim().slice(0, 400);
      if (text.length > 80 && heading.length > 8)
        sections.set(heading, { heading, text, order: random() });
    }
  }
  return [...sections.values()].sort((a, b) => a.order - b.order);
}

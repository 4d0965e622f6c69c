import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSqliteSnippetIndex } from '../src/store/snippets/sqlite/snippet-index.ts';
import type { SnippetIndex, SnippetToWrite } from '../src/store/snippet-index.ts';
import { pseudoRandom } from '../src/cli/eval/pseudo-random.ts';
import { emptySnippet } from '../test/support/fake-stores.ts';
import { percentile } from './support/measure.ts';

// Measures a query of one library alone in the store, and with 199 other libraries of the same size that are queried
// sometimes. Queries both stores in turn, so that the machine's load is the same. Goal: a ratio of about 1.
const OTHERS = 199;
const SNIPPETS = 250;
const QUERIES = 600;
/** Two queries of the library, then one of another. */
const OTHER_EVERY = 2;

const random = pseudoRandom(9);
const vocabulary = Array.from({ length: 4_000 }, (_, n) => word(n));

const folder = mkdtempSync(join(tmpdir(), 'other-libraries-'));
try {
  await run();
} finally {
  rmSync(folder, { recursive: true });
}

async function run(): Promise<void> {
  const alone = createSqliteSnippetIndex({ dataDir: join(folder, 'alone') });
  const crowded = createSqliteSnippetIndex({ dataDir: join(folder, 'crowded') });
  const snippets = makeSnippets('target');
  await fill(alone, '/bench/target', snippets);
  await fill(crowded, '/bench/target', snippets);
  for (let n = 0; n < OTHERS; n++)
    await fill(crowded, `/bench/other-${n}`, makeSnippets(`other-${n}`));

  const aloneTimes: number[] = [];
  const crowdedTimes: number[] = [];
  for (let n = 0; n < QUERIES; n++) {
    const question = Array.from({ length: 6 }, commonWord).join(' ');
    const query = { version: '', question, embedding: vector(), limit: 50 };
    if (n % OTHER_EVERY === 0) {
      await crowded.search({ ...query, libraryId: `/bench/other-${n % OTHERS}` });
    }
    for (const [index, times] of [
      [alone, aloneTimes],
      [crowded, crowdedTimes],
    ] as const) {
      const start = performance.now();
      await index.search({ ...query, libraryId: '/bench/target' });
      times.push(performance.now() - start);
    }
  }
  const [one, many] = [percentile(aloneTimes, 0.5), percentile(crowdedTimes, 0.5)];
  console.log(
    `p50 with 1 library ${one.toFixed(2)} ms, with ${OTHERS + 1} libraries ${many.toFixed(2)} ms, ratio ${(many / one).toFixed(2)} (to reach: 1)`,
  );
  await alone.close();
  await crowded.close();
}

async function fill(
  index: SnippetIndex,
  libraryId: string,
  snippets: SnippetToWrite[],
): Promise<void> {
  const writer = await index.open(libraryId, '', 'bench');
  for (const snippet of snippets)
    await writer.write({ path: snippet.snippet.path, hash: 'h' }, [snippet]);
  await writer.activate({ revision: 'r', fingerprint: 'f', linkTemplate: '{path}' });
}

function makeSnippets(library: string): SnippetToWrite[] {
  return Array.from({ length: SNIPPETS }, (_, n) => {
    const title = Array.from({ length: 5 }, commonWord).join(' ');
    const path = `${library}/${n}.md`;
    const content = Array.from({ length: 100 }, commonWord).join(' ');
    return {
      snippet: {
        ...emptySnippet({ title, pageTitle: library, breadcrumb: [library, title], content }),
        id: path,
        path,
        tokens: 150,
      },
      embeddingHash: path,
      vectors: [vector()],
    };
  });
}

/** Returns a word. Some words are far more frequent than others, as in any text. */
function commonWord(): string {
  return vocabulary[Math.floor(vocabulary.length * random() ** 3)]!;
}

function word(n: number): string {
  const syllables = ['ka', 'lo', 'mi', 'ne', 'pu', 'ra', 'si', 'to', 've', 'zu'];
  return Array.from(String(n + 1000))
    .map((digit) => syllables[Number(digit)])
    .join('');
}

function vector(): Float32Array {
  const values = Float32Array.from({ length: 384 }, () => random() - 0.5);
  const length = Math.hypot(...values);
  return values.map((value) => value / length);
}

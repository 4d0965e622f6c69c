// Measures whether an answer to a comparison shows both subjects. Makes questions from pairs of headings of each corpus, half
// of them on one page, and looks for both sections in the answer. Options: --data: a data directory that
// `npm run eval -- --data DIR` has filled.
import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { pseudoRandom } from '../src/cli/eval/pseudo-random.ts';
import { createBuiltInEmbedder } from '../src/models/built-in-embedder.ts';
import { createContextSearch } from '../src/search/context.ts';
import type { IndexedSnippet } from '../src/store/snippet.ts';
import { createSqliteSnippetIndex } from '../src/store/snippets/sqlite/snippet-index.ts';
import { libraryRecord } from './support/library-record.ts';

const pairsOfCorpus = 24;
const phrases: ((one: string, other: string) => string)[] = [
  (one, other) => `What is the difference between ${one} and ${other}?`,
  (one, other) => `${one} vs ${other}`,
  (one, other) => `should I use ${one} or ${other}?`,
  (one, other) => `when to use ${one} instead of ${other}`,
];
/** Headings that no one compares. */
const general =
  /^(?:introduction|overview|examples?|usage|notes?|summary|see also|parameters|returns|installation|conclusion|next steps|changelog|v?\d.*)$/i;

const { values } = parseArgs({ options: { data: { type: 'string', default: 'data' } } });
const corpora = globSync(
  join(new URL('../test/eval/corpora/', import.meta.url).pathname, '*.questions.json'),
)
  .map((file) => basename(file, '.questions.json'))
  .sort();
const { signal } = new AbortController();
const embedder = await createBuiltInEmbedder({ threads: 1 });
const index = createSqliteSnippetIndex({ dataDir: values.data });
const search = createContextSearch({
  catalog: { get: async (id) => libraryRecord(id) },
  index,
  embedder,
  log: { warn: () => undefined },
});
const random = pseudoRandom(7);
const tokens: number[] = [];
for (const corpus of corpora) {
  const sections = await sectionsOf(`/eval/${corpus}`);
  for (let at = 0; sections.length > 3 && at < pairsOfCorpus; at++) {
    const pair = pickPair(sections, at % 2 === 0);
    if (pair) tokens.push(await tokensUntilBoth(`/eval/${corpus}`, pair, phrases[at % 4]!));
  }
}
for (const limit of [1_000, 2_000, Infinity]) {
  const share = tokens.filter((one) => one < limit).length / tokens.length;
  const name = limit === Infinity ? 'anywhere in the answer' : `within ${limit} tokens`;
  console.log(`both subjects ${name}: ${share.toFixed(3)} of ${tokens.length}`);
}
await embedder.close();
await index.close();

/** A heading of few words that stands on one page. */
interface Section {
  heading: string;
  path: string;
}

async function sectionsOf(libraryId: string): Promise<Section[]> {
  const content = await index.read(libraryId, '');
  const paths = new Map<string, Set<string>>();
  if (content) {
    for await (const page of content.pages(signal)) {
      for (const snippet of page) {
        const heading = headingOf(snippet);
        paths.set(heading, (paths.get(heading) ?? new Set()).add(snippet.path));
      }
    }
    await content.close();
  }
  return [...paths].flatMap(([heading, [path, more]]) =>
    path !== undefined && more === undefined && isSubject(heading) ? [{ heading, path }] : [],
  );
}

function isSubject(heading: string): boolean {
  const isShort = heading.split(' ').length <= 3 && heading.length > 2 && heading.length < 40;
  return isShort && /^[\w@.$:()<>, -]+$/.test(heading) && !general.test(heading);
}

function pickPair(sections: Section[], samePage: boolean): [string, string] | undefined {
  const pick = (list: Section[]): Section | undefined => list[Math.floor(random() * list.length)];
  const one = pick(sections)!;
  const other = pick(
    sections.filter(
      ({ heading, path }) =>
        !heading.includes(one.heading) &&
        !one.heading.includes(heading) &&
        (path === one.path) === samePage,
    ),
  );
  return other && [one.heading, other.heading];
}

/** Returns the tokens before the second of both sections; Infinity if the answer lacks one. */
async function tokensUntilBoth(
  libraryId: string,
  [one, other]: [string, string],
  phrase: (one: string, other: string) => string,
): Promise<number> {
  const question = { libraryId, query: phrase(one, other), fast: true, sees: () => true };
  const { code, info } = await search.answer(question, signal);
  const shown = [...code, ...info].sort((a, b) => a.rank - b.rank);
  const before = (heading: string): number => {
    const at = shown.findIndex(({ snippet }) =>
      [...snippet.breadcrumb, snippet.title].some((text) => clean(text) === heading),
    );
    if (at === -1) return Infinity;
    return shown.slice(0, at).reduce((sum, { snippet }) => sum + snippet.tokens, 0);
  };
  return Math.max(before(one), before(other));
}

function headingOf({ breadcrumb, title }: IndexedSnippet): string {
  return clean(breadcrumb.at(-1) ?? title);
}

function clean(heading: string): string {
  return heading.replaceAll(/[`*#]/g, '').trim();
}

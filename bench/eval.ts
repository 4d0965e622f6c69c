// Retrieval quality: indexes the corpora of the questions in test/eval/ and judges the answers. Then resolves names of libraries. Options: question files;
// --corpora, --mirror: where corpora are and repositories come from; --only: names; --data: a data directory to keep and to
// use again as it is; --as: mistyped, chatty, named, pasted, doubled or termed questions; --out and --against: save a run, compare with a saved one.
import { globSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createClient, type Client } from '../src/cli/client/client.ts';
import { CommandError } from '../src/cli/client/command-error.ts';
import { evaluate } from '../src/cli/commands/eval.ts';
import { followRun } from '../src/cli/commands/follow.ts';
import { fetchLibraries } from '../src/cli/commands/library-view.ts';
import { fetchCorpora } from './support/corpora.ts';
import { asTyped, typings } from './support/eval/as-typed.ts';
import { prepareCorpus } from './support/eval/corpora.ts';
import { compareRuns, isSignificantLoss } from './support/eval/compare.ts';
import { formatNames, resolveNames, type NameScore } from './support/eval/library-names.ts';
import {
  readGradedQuestions,
  readGuessedTerms,
  type GradedQuestions,
} from './support/eval/questions.ts';
import { formatComparison, formatScores, significantLosses } from './support/eval/report.ts';
import { scoreAnswer, type Score } from './support/eval/score.ts';
import { startLectern, type Lectern } from './support/lectern.ts';

interface SavedRun {
  scores: Score[];
  names?: NameScore[];
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    corpora: { type: 'string', default: '.cache/eval-corpora' },
    mirror: { type: 'string' },
    only: { type: 'string' },
    data: { type: 'string' },
    as: { type: 'string' },
    out: { type: 'string' },
    against: { type: 'string' },
  },
});
const test = new URL('../test/eval/', import.meta.url).pathname;
const headingQuestions = 'npm-docs';
const nameFiles = ['library-names', 'library-topics'];
const only = values.only?.split(',');
const files =
  positionals.length > 0
    ? positionals
    : [
        join(test, `${headingQuestions}.questions.json`),
        ...globSync(join(test, 'corpora', '*.questions.json')).sort(),
      ];
const guessedTerms = readGuessedTerms(join(test, 'guessed-terms.tsv'));
const typing = typings.find((one) => one === values.as);
if (values.as !== undefined && !typing)
  throw new Error(`--as must be one of ${typings.join(', ')}`);
const before = values.against
  ? (JSON.parse(await readFile(values.against, 'utf8')) as SavedRun)
  : undefined;

const data = values.data ?? (await mkdtemp(join(tmpdir(), 'lectern-eval-')));
const lectern = await startLectern(data);
const client = createClient({ url: lectern.url, data });
try {
  const headings = await Promise.all(files.map(hasRecipe));
  for (const file of files.filter((_, at) => headings[at])) await judgeHeadings(file);
  const graded = readGradedQuestions(files.filter((_, at) => !headings[at]));
  const scores = await judgeText(graded);
  const names = positionals.length > 0 ? [] : await judgeNames();
  if (values.out) await writeFile(values.out, formatRun({ scores, names }));
  if (before) compare({ scores, names }, before);
} finally {
  await lectern.stop();
  if (!values.data) await rm(data, { recursive: true, force: true });
}

/** Returns whether a file has questions with headings over npm packages instead of graded questions. */
async function hasRecipe(file: string): Promise<boolean> {
  return 'recipe' in (JSON.parse(await readFile(file, 'utf8')) as object);
}

async function judgeHeadings(file: string): Promise<void> {
  if (only && !only.includes(headingQuestions)) return;
  for (const { name, folder } of await fetchCorpora(file)) await index(`/npm/${name}`, folder);
  await evaluate(file, { url: lectern.url, data, fast: true });
}

async function judgeText({
  corpora,
  questions,
  equivalent_files,
}: GradedQuestions): Promise<Score[]> {
  const skipped: string[] = [];
  const scores: Score[] = [];
  for (const [name, corpus] of Object.entries(corpora)) {
    if (only && !only.includes(name)) continue;
    const options = { folder: values.corpora, mirror: values.mirror };
    const folder = await prepareCorpus(name, corpus, options).catch((error: Error) => {
      process.stderr.write(`${name}: ${error.message}\n`);
      return undefined;
    });
    if (!folder) {
      skipped.push(name);
      continue;
    }
    await index(`/eval/${name}`, folder, { defaultExcludes: true });
    const own = questions.filter((one) => one.corpus === name);
    for (const [at, question] of own.entries()) {
      const other = own[(at + 7) % own.length]!.question;
      const terms = guessedTerms.get(`${name} ${question.id}`);
      const asked = typing
        ? asTyped(question.question, typing, { library: name, other, terms })
        : question.question;
      const text = await ask(client, `/eval/${name}`, asked);
      scores.push(scoreAnswer(text, question, equivalent_files?.[name]));
    }
  }
  if (scores.length > 0) console.log(formatScores(scores));
  if (skipped.length > 0) {
    console.log(`skipped ${skipped.length} that are not available: ${skipped.join(', ')}`);
  }
  return scores;
}

/** Adds a library and waits for its run. Does not change a library that a kept data directory already has. */
async function index(id: string, ...rest: DropFirst<Parameters<Lectern['add']>>): Promise<void> {
  const known = await fetchLibraries(client);
  if (!known.some((library) => library.id === id)) await lectern.add(id, ...rest);
  await followRun(client, id);
}

type DropFirst<T extends unknown[]> = T extends [unknown, ...infer Rest] ? Rest : never;

/** Returns the text form of an answer; an empty text if there is none. */
async function ask(from: Client, libraryId: string, query: string): Promise<string> {
  return from
    .text('/api/v2/context', { query: { libraryId, query, type: 'txt', fast: 'true' } })
    .catch((error: unknown) => {
      if (error instanceof CommandError && /no snippet/i.test(error.message)) return '';
      throw error;
    });
}

/** Resolves names and topics over 418 libraries, which needs no corpus. */
async function judgeNames(): Promise<NameScore[]> {
  const all: NameScore[] = [];
  for (const name of nameFiles) {
    if (only && !only.includes(name)) continue;
    const scores = await resolveNames(join(test, `${name}.json`));
    console.log(
      `\n${name.padEnd(20)}${'names'.padStart(19)}${'right first'.padStart(19)}\n${formatNames(scores)}`,
    );
    all.push(...scores);
  }
  return all;
}

function compare({ scores, names }: Required<SavedRun>, saved: SavedRun): void {
  console.log(formatComparison(scores, saved.scores));
  const lost = significantLosses(scores, saved.scores);
  const byName = compareRuns(names, saved.names ?? [], ({ right }) => Number(right));
  if (names.length > 0) {
    const { won, lost: wrong, tied, p } = byName;
    console.log(`names: ${won.length} won, ${wrong.length} lost, ${tied} alike, p ${p.toFixed(3)}`);
    for (const [verb, ids] of [
      ['won', won],
      ['lost', wrong],
    ] as const) {
      if (ids.length > 0) console.log(`  ${verb}: ${ids.join(' ')}`);
    }
  }
  if (isSignificantLoss(byName)) lost.push('names');
  if (lost.length === 0) return;
  console.log(`significant loss: ${lost.join(', ')}`);
  process.exitCode = 1;
}

/** Formats a run with one score on each line, so that saved runs have readable differences. */
function formatRun({ scores, names }: Required<SavedRun>): string {
  const lines = (rows: unknown[]): string =>
    rows.map((row) => `  ${JSON.stringify(row)}`).join(',\n');
  return `{ "scores": [\n${lines(scores)}\n], "names": [\n${lines(names)}\n] }\n`;
}

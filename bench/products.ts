// Compares the answers of products: judges the text that a client receives, by one rule for all of them. --answers: a folder
// with one folder for each product, and in it one text file for each question, named by its number, or by its corpus and id. Lectern answers in
// this run if its folder is missing. Also takes files of graded questions, with --corpora and --mirror as in `npm run eval`.
// test/eval/README.md says how the other products give their answers.
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createClient } from '../src/cli/client/client.ts';
import { followRun } from '../src/cli/commands/follow.ts';
import { splitFile } from '../src/cli/eval/questions.ts';
import { fetchCorpora } from './support/corpora.ts';
import { prepareCorpus } from './support/eval/corpora.ts';
import { formatProducts } from './support/eval/product-report.ts';
import { resultsOf } from './support/eval/product-results.ts';
import { scoreResults, tokensOf, type ProductScore } from './support/eval/product-score.ts';
import { readGradedQuestions } from './support/eval/questions.ts';
import { showsPassage } from './support/eval/shown-passage.ts';
import { showsSection, type HeadingQuestion } from './support/eval/shown-sections.ts';
import { startLectern } from './support/lectern.ts';

/** A question about a library, and the rule that judges its answers. */
interface Question {
  id: string;
  library: string;
  text: string;
  isRight: (result: string) => boolean;
}

/** Questions, and the folders of the libraries that they are about. */
interface QuestionSet {
  folders: Map<string, string>;
  questions: Question[];
}

const base = 'lectern';
const usual = new URL('../test/eval/npm-docs.questions.json', import.meta.url).pathname;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    answers: { type: 'string' },
    corpora: { type: 'string', default: '.cache/eval-corpora' },
    mirror: { type: 'string' },
  },
});
if (!values.answers) throw new Error('Give --answers, the folder with the answers of the products');
const answers = values.answers;
const isGraded = positionals.length > 0;
const set = isGraded ? await readGraded(positionals) : await readHeadings(usual);

if (!existsSync(join(answers, base))) await askLectern(set, join(answers, base));
const products = readdirSync(answers).filter((name) => name !== base);
const scores = new Map([base, ...products].map((name) => [name, scoresOf(name, set.questions)]));
console.log(`${set.questions.length} questions; 95 % bootstrap intervals in brackets`);
console.log(formatProducts(scores, base));

async function readHeadings(path: string): Promise<QuestionSet> {
  const corpora = await fetchCorpora(path);
  const documents = corpora.flatMap(({ name, folder }) =>
    globSync('**/*.md', { cwd: folder }).map((page) => ({
      file: `${name}:${page}`,
      text: readFileSync(join(folder, page), 'utf8'),
    })),
  );
  const { questions } = JSON.parse(readFileSync(path, 'utf8')) as {
    questions: (HeadingQuestion & { n: number })[];
  };
  return {
    folders: new Map(corpora.map(({ name, folder }) => [name, folder])),
    questions: questions.map((one) => ({
      id: String(one.n),
      library: splitFile(one.expected[0]!.file)[0],
      text: one.question,
      isRight: showsSection(one, documents),
    })),
  };
}

async function readGraded(paths: string[]): Promise<QuestionSet> {
  const { corpora, questions, equivalent_files } = readGradedQuestions(paths);
  const folders = new Map<string, string>();
  for (const [name, corpus] of Object.entries(corpora)) {
    const options = { folder: values.corpora, mirror: values.mirror };
    const folder = await prepareCorpus(name, corpus, options);
    if (!folder) throw new Error(`${name} is not available: give --mirror`);
    folders.set(name, folder);
  }
  return {
    folders,
    questions: questions.map((one) => ({
      // Questions about two corpora can have the same id.
      id: `${one.corpus}-${one.id}`,
      library: one.corpus,
      text: one.question,
      isRight: showsPassage(one, equivalent_files?.[one.corpus]),
    })),
  };
}

/** Indexes the libraries and saves the text of each answer. */
async function askLectern({ folders, questions }: QuestionSet, target: string): Promise<void> {
  const data = await mkdtemp(join(tmpdir(), 'lectern-products-'));
  const lectern = await startLectern(data);
  try {
    const client = createClient({ url: lectern.url, data });
    for (const [name, folder] of folders) {
      await lectern.add(`/docs/${name}`, folder, { defaultExcludes: isGraded });
      await followRun(client, `/docs/${name}`);
    }
    await mkdir(target, { recursive: true });
    for (const { id, library, text } of questions) {
      const query = { libraryId: `/docs/${library}`, query: text, type: 'txt' };
      await writeFile(join(target, `${id}.txt`), await client.text('/api/v2/context', { query }));
    }
  } finally {
    await lectern.stop();
    await rm(data, { recursive: true, force: true });
  }
}

function scoresOf(product: string, questions: Question[]): ProductScore[] {
  return questions.map(({ id, library, isRight }) => {
    const answer = readFileSync(join(answers, product, `${id}.txt`), 'utf8');
    const judged = scoreResults(resultsOf(product, answer), isRight);
    return { id, corpus: library, ...judged, tokens: tokensOf(answer) };
  });
}

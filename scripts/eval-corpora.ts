// `npm run eval:corpora -- <folder> [--mirror <repositories>]` prepares the corpora of test/eval/corpora/ for `npm run eval`, and
// checks that every expected passage is in them.
import { globSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { prepareCorpus } from '../bench/support/eval/corpora.ts';
import { missingPassages } from '../bench/support/eval/passages.ts';
import { readGradedQuestions } from '../bench/support/eval/questions.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { mirror: { type: 'string' }, questions: { type: 'string', multiple: true } },
});
const [folder = '.cache/eval-corpora'] = positionals;
const root = new URL('..', import.meta.url).pathname;
const files = values.questions ?? globSync(`${root}test/eval/corpora/*.questions.json`);
const { corpora, questions } = readGradedQuestions(files);
for (const [name, corpus] of Object.entries(corpora)) {
  const prepared = await prepareCorpus(name, corpus, { folder, mirror: values.mirror });
  if (!prepared) {
    process.stdout.write(`${name.padEnd(14)} skipped: the mirror lacks its repository\n`);
    continue;
  }
  const asked = questions.filter((question) => question.corpus === name);
  const missing = await missingPassages(prepared, asked);
  process.stdout.write(`${name.padEnd(14)} ${asked.length} questions, ${missing.length} faults\n`);
  for (const fault of missing) process.stdout.write(`  ${fault}\n`);
  if (missing.length > 0) process.exitCode = 1;
}

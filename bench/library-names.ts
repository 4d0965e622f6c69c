// Measures which library a name resolves to. Puts libraries into a catalog with only id, title, description and stars,
// and resolves the names of question files as the API does. Prints how often the right library is first, by kind of
// name. Options: question files; --words: without the meaning of descriptions.
import { parseArgs } from 'node:util';
import { formatNames, resolveNames } from './support/eval/library-names.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { words: { type: 'boolean', default: false } },
});
const test = new URL('../test/eval/', import.meta.url).pathname;
const files =
  positionals.length > 0
    ? positionals
    : ['library-names.json', 'library-topics.json'].map((name) => test + name);
for (const file of files) {
  const scores = await resolveNames(file, { meaning: !values.words });
  for (const { type, miss } of scores)
    if (miss !== undefined) console.log(`  missed (${type}): ${miss}`);
  console.log(formatNames(scores));
}

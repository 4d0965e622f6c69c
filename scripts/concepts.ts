// `npm run concepts` makes the dictionary of concepts in the folder of the built-in model from models/concepts/*.tsv. It embeds each
// description as a question, which takes less than a minute on two cores.
import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeSigns } from '../src/base/sign-codes.ts';
import { createBuiltInEmbedder } from '../src/models/built-in-embedder.ts';
import { builtInModelDir } from '../src/models/model-files.ts';
import { conceptsFile } from '../src/search/concepts.ts';
import { readConcepts, searchedTerms, type Concept } from './concept-sources.ts';

const batch = 256;
const sources = globSync(new URL('../models/concepts/*.tsv', import.meta.url).pathname).sort();
const concepts = sources.flatMap((file) => readConcepts(readFileSync(file, 'utf8'), file));
const embedder = await createBuiltInEmbedder({ threads: 1 });
const lines: string[] = [];
for (let at = 0; at < concepts.length; at += batch) {
  lines.push(...(await linesOf(concepts.slice(at, at + batch))));
  process.stderr.write(`\r${lines.length} of ${concepts.length} concepts`);
}
await embedder.close();
process.stderr.write('\n');
const text = `${lines.join('\n')}\n`;
writeFileSync(join(builtInModelDir, conceptsFile), text);
writeChecksum(createHash('sha256').update(text).digest('hex'));

/** Returns the lines of concepts in the file: the signs of the mean vector of the descriptions, and the terms. */
async function linesOf(some: Concept[]): Promise<string[]> {
  const vectors = await embedder.embed(
    some.flatMap(({ descriptions }) => descriptions),
    'query',
  );
  let next = 0;
  return some.map((concept) => {
    const { descriptions } = concept;
    const mean = new Float32Array(embedder.dimensions);
    for (const vector of vectors.slice(next, next + descriptions.length))
      for (const [at, number] of vector.entries()) mean[at]! += number;
    next += descriptions.length;
    return `${Buffer.from(encodeSigns(mean)).toString('base64')}\t${searchedTerms(concept).join(';')}`;
  });
}

function writeChecksum(checksum: string): void {
  const file = join(builtInModelDir, 'checksums.txt');
  const others = readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .filter((line) => !line.endsWith(`  ${conceptsFile}`));
  const all = [...others, `${checksum}  ${conceptsFile}`];
  writeFileSync(file, `${all.join('\n')}\n`);
}

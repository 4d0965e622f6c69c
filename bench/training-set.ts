// Writes the documents that models/training/train.py needs: for each corpus, the texts that the model embeds of each snippet. Options:
// --mirror: a folder of Git repositories, see CONTRIBUTING.md; --out: a folder; --corpora: where files of the corpora are kept.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { isBusy } from '../src/cli/commands/library-view.ts';
import { embeddingTexts } from '../src/indexing/embedding-texts.ts';
import { builtInModelDir, readModelFacts } from '../src/models/model-files.ts';
import { countModelTokens } from '../src/models/word-pieces.ts';
import { createSqliteSnippetIndex } from '../src/store/snippets/sqlite/snippet-index.ts';
import { prepareCorpus } from './support/eval/corpora.ts';
import type { Corpus } from './support/eval/questions.ts';
import { startLectern } from './support/lectern.ts';

const { values } = parseArgs({
  options: {
    mirror: { type: 'string' },
    out: { type: 'string', default: '.cache/training-set' },
    corpora: { type: 'string', default: '.cache/training-corpora' },
  },
});
const list = new URL('../models/training/corpora.json', import.meta.url);
const corpora = JSON.parse(await readFile(list, 'utf8')) as Record<string, Corpus>;
const { window } = await readModelFacts(builtInModelDir);
const { signal } = new AbortController();
const dataDir = await mkdtemp(join(tmpdir(), 'lectern-training-'));
const lectern = await startLectern(dataDir);
const index = createSqliteSnippetIndex({ dataDir });
try {
  await mkdir(values.out, { recursive: true });
  for (const [name, corpus] of Object.entries(corpora)) {
    const options = { folder: values.corpora, mirror: values.mirror };
    const folder = await prepareCorpus(name, corpus, options);
    if (!folder) throw new Error(`${name} is not in the mirror`);
    // The ids of snippets depend on the id of their library.
    const id = `/eval/${name}`;
    await lectern.add(id, folder, { defaultExcludes: true });
    await untilSearchable(id);
    const lines = await documentsOf(id);
    await writeFile(join(values.out, `${name}.jsonl`), lines.map((line) => `${line}\n`).join(''));
    await lectern.remove(id);
    console.log(`${name}: ${lines.length} snippets`);
  }
} finally {
  await index.close();
  await lectern.stop();
  await rm(dataDir, { recursive: true, force: true });
}

/** Waits until the snippets are stored. Their vectors are not needed. */
async function untilSearchable(id: string): Promise<void> {
  let library = await lectern.library(id);
  while (isBusy(library) && library.run?.phase !== 'embedding') {
    await sleep(200);
    library = await lectern.library(id);
  }
  if (library.state === 'error') throw new Error(`${id}: ${library.message}`);
}

/** Returns a line of JSON with the id and the embedded texts of each snippet. */
async function documentsOf(libraryId: string): Promise<string[]> {
  const content = await index.read(libraryId, '');
  const lines: string[] = [];
  for await (const page of content?.pages(signal) ?? []) {
    for (const snippet of page) {
      const texts = embeddingTexts(snippet, countModelTokens, window);
      lines.push(JSON.stringify({ id: snippet.id, texts }));
    }
  }
  await content?.close();
  return lines;
}

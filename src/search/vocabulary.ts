import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadOnce } from '../base/load-once.ts';
import { builtInModelDir } from '../models/model-files.ts';

/** Returns the English words of three letters or more that the built-in model knows, in lower case. */
export type Vocabulary = () => Promise<ReadonlySet<string>>;

/** Returns the vocabulary of the built-in model. Reads its file at the first call, in about 20 ms. */
export function createVocabulary(): Vocabulary {
  return loadOnce(readVocabulary);
}

async function readVocabulary(): Promise<ReadonlySet<string>> {
  const file = await readFile(join(builtInModelDir, 'tokenizer.json'), 'utf8');
  const { model }: { model: { vocab: Record<string, number> } } = JSON.parse(file);
  return new Set(Object.keys(model.vocab).filter((word) => /^\p{Ll}{3,}$/u.test(word)));
}

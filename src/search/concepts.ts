import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { productsWithSigns } from '../base/sign-codes.ts';
import { builtInModelDir, readModelFacts } from '../models/model-files.ts';
import { createTermCounter, type NearTerm } from './term-scores.ts';

/** A dictionary of concepts, from descriptions in everyday words to terms. */
export interface Concepts {
  /** Returns the terms that a question describes and does not contain. There are none for vectors of another model. */
  near(
    question: string,
    embedded: { vector: Float32Array; embedderId: string },
  ): Promise<NearTerm[]>;
}

/** The file of the dictionary in the folder of the model; models/concepts/README.md describes how it is made. */
export const conceptsFile = 'concepts.tsv';

/** Most concepts whose terms are looked for. */
const mostConcepts = 20;
/** The cosine from which a question is near a concept. */
const leastNearness = 0.4;
/** The mean cosine of a vector and its signs, if the numbers are normally distributed. */
const cosineOfSigns = Math.sqrt(2 / Math.PI);

/** Returns the dictionary for the built-in model. Reads its file at the first question. */
export function createConcepts(modelDir = builtInModelDir): Concepts {
  let loaded: Promise<Dictionary> | undefined;
  return {
    async near(question, { vector, embedderId }) {
      loaded ??= readDictionary(modelDir).catch((error: unknown) => {
        loaded = undefined;
        throw error;
      });
      const { modelId, terms, codes } = await loaded;
      if (embedderId !== modelId) return [];
      const found = nearestConcepts(vector, codes).flatMap(({ at, weight }) =>
        terms[at]!.split(';').map((text) => ({ text, weight })),
      );
      return unsaid(found, question);
    },
  };
}

interface Dictionary {
  modelId: string;
  /** Terms of each concept, separated by `;`. */
  terms: string[];
  /** The signs of each concept's vector, one after the other. */
  codes: Buffer;
}

async function readDictionary(modelDir: string): Promise<Dictionary> {
  const { id: modelId } = await readModelFacts(modelDir);
  const lines = (await readFile(join(modelDir, conceptsFile), 'utf8')).split('\n');
  const rows = lines.slice(0, -1).map((line) => line.split('\t'));
  const codes = Buffer.concat(rows.map(([code = '']) => Buffer.from(code, 'base64')));
  return { modelId, terms: rows.map(([, terms = '']) => terms), codes };
}

/** Returns the concepts nearest to a question, best first. */
function nearestConcepts(vector: Float32Array, codes: Buffer): { at: number; weight: number }[] {
  const scale = 1 / (Math.sqrt(vector.length) * cosineOfSigns);
  const products = productsWithSigns(vector.map((number) => number * scale));
  const bytes = products.length / 256;
  const near: { at: number; weight: number }[] = [];
  for (let at = 0, start = 0; start < codes.length; at += 1, start += bytes) {
    let nearness = 0;
    for (let byte = 0; byte < bytes; byte += 1)
      nearness += products[byte * 256 + codes[start + byte]!]!;
    if (nearness > leastNearness) near.push({ at, weight: nearness - leastNearness });
  }
  return near.sort((a, b) => b.weight - a.weight).slice(0, mostConcepts);
}

/** Returns the terms that a question lacks, each once with its highest weight. `found` has the highest weights first. */
function unsaid(found: NearTerm[], question: string): NearTerm[] {
  const said = createTermCounter(found)([question]);
  const known = new Set<string>();
  return found.filter(({ text }, at) => {
    const isNew = !known.has(text) && said[at] === 0;
    known.add(text);
    return isNew;
  });
}

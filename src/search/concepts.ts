import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadOnce } from '../base/load-once.ts';
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
  /**
   * Returns a function that returns whether the vector of a sentence is that of small talk: it greets, thanks, or tells who asks. Returns undefined
   * for the vectors of another model.
   */
  smallTalk(embedderId: string): Promise<((vector: Float32Array) => boolean) | undefined>;
}

/** The file of the dictionary in the folder of the model; models/concepts/README.md describes how it is made. */
export const conceptsFile = 'concepts.tsv';

/** Most concepts whose terms are looked for. */
const mostConcepts = 20;
/** The cosine from which a question is near a concept. */
const leastNearness = 0.4;
/** How much farther from small talk than from a concept a sentence of small talk can be. From .03 to .09, answers hardly differ. */
const talkMargin = 0.05;
/** The mean cosine of a vector and its signs, if the numbers are normally distributed. */
const cosineOfSigns = Math.sqrt(2 / Math.PI);

/** Returns the dictionary for the built-in model. Reads its file at the first question. */
export function createConcepts(modelDir = builtInModelDir): Concepts {
  const load = loadOnce(() => readDictionary(modelDir));
  return {
    async near(question, { vector, embedderId }) {
      const { modelId, terms, codes } = await load();
      if (embedderId !== modelId) return [];
      const found = nearestConcepts(vector, codes).flatMap(({ at, weight }) =>
        terms[at]!.split(';').map((text) => ({ text, weight })),
      );
      return unsaid(found, question);
    },

    async smallTalk(embedderId) {
      const { modelId, codes, smallTalk } = await load();
      if (embedderId !== modelId) return undefined;
      return (vector) => mostNearness(vector, smallTalk) + talkMargin > mostNearness(vector, codes);
    },
  };
}

interface Dictionary {
  modelId: string;
  /** Terms of each concept, separated by `;`. */
  terms: string[];
  /** The signs of each concept's vector, one after the other. */
  codes: Buffer;
  /** The same for the sentences of small talk, which have no terms. */
  smallTalk: Buffer;
}

async function readDictionary(modelDir: string): Promise<Dictionary> {
  const { id: modelId } = await readModelFacts(modelDir);
  const lines = (await readFile(join(modelDir, conceptsFile), 'utf8')).split('\n');
  const rows = lines.slice(0, -1).map((line) => line.split('\t'));
  const concepts = rows.filter(([, terms]) => terms !== '');
  return {
    modelId,
    terms: concepts.map(([, terms = '']) => terms),
    codes: codesOf(concepts),
    smallTalk: codesOf(rows.filter(([, terms]) => terms === '')),
  };
}

function codesOf(rows: string[][]): Buffer {
  return Buffer.concat(rows.map(([code = '']) => Buffer.from(code, 'base64')));
}

/** Returns the concepts nearest to a question, best first. */
function nearestConcepts(vector: Float32Array, codes: Buffer): { at: number; weight: number }[] {
  const near: { at: number; weight: number }[] = [];
  const all = nearnesses(vector, codes);
  for (let at = 0; at < all.length; at += 1) {
    const nearness = all[at]!;
    if (nearness > leastNearness) near.push({ at, weight: nearness - leastNearness });
  }
  return near.sort((a, b) => b.weight - a.weight).slice(0, mostConcepts);
}

function mostNearness(vector: Float32Array, codes: Buffer): number {
  return nearnesses(vector, codes).reduce((most, nearness) => Math.max(most, nearness), -1);
}

/** Returns about the cosine of a vector and that of each code. */
function nearnesses(vector: Float32Array, codes: Buffer): Float64Array {
  const scale = 1 / (Math.sqrt(vector.length) * cosineOfSigns);
  const products = productsWithSigns(vector.map((number) => number * scale));
  const bytes = products.length / 256;
  const all = new Float64Array(codes.length / bytes);
  for (let at = 0, start = 0; at < all.length; at += 1, start += bytes) {
    let nearness = 0;
    for (let byte = 0; byte < bytes; byte += 1)
      nearness += products[byte * 256 + codes[start + byte]!]!;
    all[at] = nearness;
  }
  return all;
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

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { productsWithSigns } from '../base/sign-codes.ts';
import { builtInModelDir, readModelFacts } from '../models/model-files.ts';
import type { IndexedSnippet } from '../store/snippet.ts';

/**
 * A word or phrase of documentation that may name what a question describes: "rolling update" for "replace the machines a few at a
 * time".
 */
export interface NearTerm {
  /** In the form of `wordsOf`. The last word has no ending, so that it is the beginning of its forms. */
  text: string;
  /** How near the question is to the descriptions of the term, above the least nearness that counts. */
  weight: number;
}

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
/** The cosine from which a question is near a concept. Most questions have between one and thirty such concepts. */
const leastNearness = 0.4;
/** The mean cosine of a vector and its signs, if the numbers are normally distributed. */
const cosineOfSigns = Math.sqrt(2 / Math.PI);

/** Returns the dictionary for the built-in model. Reads its file at the first question. */
export function createConcepts(modelDir = builtInModelDir): Concepts {
  let loaded: Promise<Dictionary> | undefined;
  return {
    async near(question, { vector, embedderId }) {
      loaded ??= readDictionary(modelDir);
      const { modelId, terms, codes } = await loaded;
      if (embedderId !== modelId) return [];
      const found = nearestConcepts(vector, codes).flatMap(({ at, weight }) =>
        terms[at]!.split('; ').map((term) => ({ text: beginningOf(term), weight })),
      );
      return unsaid(found, wordsOf(question));
    },
  };
}

interface Dictionary {
  modelId: string;
  /** Terms of each concept, separated by `; `. */
  terms: string[];
  /** The signs of each concept's vector, one after the other. */
  codes: Buffer;
}

async function readDictionary(modelDir: string): Promise<Dictionary> {
  const { id: modelId } = await readModelFacts(modelDir);
  const lines = (await readFile(join(modelDir, conceptsFile), 'utf8')).trimEnd().split('\n');
  const rows = lines.map((line) => line.split('\t'));
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
  const known = new Set<string>();
  return found.filter(({ text }) => {
    const isNew = !known.has(text) && !question.includes(text);
    known.add(text);
    return isNew;
  });
}

/** Returns the words of a text in lower case, with one space before each and after the last. `maxUnavailable` and `max-unavailable` have two. */
export function wordsOf(text: string): string {
  const parts = `\n${text}\n`.replace(/([a-z])([A-Z])/g, '$1 $2');
  return parts.toLowerCase().replace(/[\0-/:-`{-\u00a9]+/g, ' ');
}

/** Returns the beginning of all forms of a term. A short term has no further letters: "ip" is not the beginning of "ipsum". */
function beginningOf(term: string): string {
  const words = wordsOf(term).trimEnd();
  if (words.length <= shortTerm) return `${words} `;
  return words.length > longTerm ? words.replace(/(?:ings?|ed|es|s|e)$/, '') : words;
}

/** Characters of a term that is too short for other forms, and that is too short to lose an ending; with the space before it. */
const shortTerm = 4;
const longTerm = 6;

/** Characters of a snippet that are read. */
const mostRead = 8_000;
/** How often a term counts that stands in the title or in a heading. */
const titleCount = 3;
/** See Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009. */
const saturation = 1.2;
const lengthShare = 0.75;

/**
 * Returns how much each snippet says of terms: BM25 over these snippets, each term with its weight. A term that few of them have says
 * more.
 */
export function termScores(
  terms: readonly NearTerm[],
  snippets: readonly IndexedSnippet[],
): number[] {
  const scores = snippets.map(() => 0);
  if (terms.length === 0) return scores;
  const find = createTermFinder(terms);
  const texts = snippets.map(textsOf);
  const counts = texts.map(({ titles, body }) => find(titles, body));
  const meanLength = texts.reduce((sum, { length }) => sum + length, 0) / texts.length;
  for (const [at, { weight }] of terms.entries()) {
    const having = counts.filter((count) => count[at]! > 0).length;
    if (having === 0) continue;
    const rarity = Math.log(1 + (snippets.length - having + 0.5) / (having + 0.5));
    for (const [index, { length }] of texts.entries()) {
      const count = counts[index]![at]!;
      const norm = saturation * (1 - lengthShare + (lengthShare * length) / meanLength);
      scores[index]! += (weight * rarity * count * (1 + saturation)) / (count + norm);
    }
  }
  return scores;
}

function textsOf({
  title,
  pageTitle,
  breadcrumb,
  description,
  content,
  codeList,
}: IndexedSnippet): {
  titles: string;
  body: string;
  length: number;
} {
  const titles = wordsOf([title, pageTitle, ...breadcrumb].join('\n'));
  const samples = codeList.map(({ code }) => code);
  const body = wordsOf([description, content, ...samples].join('\n').slice(0, mostRead));
  return { titles, body, length: titles.length + body.length };
}

/** Returns a function that counts each term in the titles and in the body of a snippet. It reads each word once, for all terms. */
function createTermFinder(
  terms: readonly NearTerm[],
): (titles: string, body: string) => Float64Array {
  const beginnings = new Map<number, number[]>();
  for (const [at, { text }] of terms.entries()) {
    const key = keyAt(text, 0);
    const others = beginnings.get(key);
    if (others) others.push(at);
    else beginnings.set(key, [at]);
  }
  const count = (text: string, by: number, counts: Float64Array): void => {
    for (let at = 0; at !== -1 && at < text.length - 1; at = text.indexOf(' ', at + 1)) {
      for (const term of beginnings.get(keyAt(text, at)) ?? []) {
        if (text.startsWith(terms[term]!.text, at)) counts[term]! += by;
      }
    }
  };
  return (titles, body) => {
    const counts = new Float64Array(terms.length);
    count(titles, titleCount, counts);
    count(body, 1, counts);
    return counts;
  };
}

/** Returns a number for the three characters after a space. */
function keyAt(text: string, at: number): number {
  return (
    (text.charCodeAt(at + 1) * 65_536 + text.charCodeAt(at + 2)) * 65_536 + text.charCodeAt(at + 3)
  );
}

import type { Embedder } from '../models/embedder.ts';

/** Topics as people ask for them, each with the text that stands for a library for it (see library-meaning.ts). */
const pairs: readonly (readonly [topic: string, description: string])[] = [
  ['draw a candlestick chart', 'Financial charts on a canvas (Tickwise)'],
  ['resize photos', 'Fast image processing with scaling and cropping (Pixelforge)'],
  ['send text messages', 'Client of an SMS gateway (Courier)'],
  ['parse addresses', 'Splits street addresses into their parts (Postal)'],
  ['train a speech recognizer', 'Toolkit for speech recognition models (Phoneme)'],
  ['store sensor readings', 'Time series database for measurements (Tidemark)'],
  ['check spelling', 'Finds misspelled words and suggests corrections (Lexis)'],
  ['schedule nightly jobs', 'Runs tasks at given times (Nightwatch)'],
  ['play sound effects', 'Audio library for games (Echoes)'],
  ['encrypt files', 'Authenticated encryption of files and streams (Vaulted)'],
  ['read spreadsheets', 'Reads and writes workbooks with many sheets (Cellar)'],
  ['simulate planets', 'N-body simulation of orbits (Orrery)'],
];

/** Cosines of a model, as the scale of closeness needs them. */
export interface MeaningScale {
  /** Mean cosine of texts that have nothing in common. */
  unrelated: number;
  /** Mean cosine of a topic and the description of a library for it. */
  related: number;
}

/**
 * Measures the cosines of an embedding model with fixed texts: models differ in what is near. Throws what the embedder throws.
 */
export async function measureMeaningScale(
  embedder: Pick<Embedder, 'embed'>,
  signal: AbortSignal,
): Promise<MeaningScale> {
  const topics = await embedder.embed(
    pairs.map(([topic]) => topic),
    'topic',
    signal,
  );
  const descriptions = await embedder.embed(
    pairs.map(([, description]) => description),
    'document',
    signal,
  );
  const related = topics.map((topic, at) => cosine(topic, descriptions[at]!));
  const unrelated = topics.flatMap((topic, at) =>
    descriptions.filter((_, other) => other !== at).map((other) => cosine(topic, other)),
  );
  return { unrelated: mean(unrelated), related: mean(related) };
}

function cosine(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, at) => sum + value * b[at]!, 0);
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

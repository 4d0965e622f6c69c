import type { Embedder } from '../models/embedder.ts';

/** Topics as people ask for them, each with the description of a library for it. */
const pairs: readonly (readonly [topic: string, description: string])[] = [
  ['draw a candlestick chart', 'Tickwise: Financial charts on a canvas'],
  ['resize photos', 'Pixelforge: Fast image processing with scaling and cropping'],
  ['send text messages', 'Courier: Client of an SMS gateway'],
  ['parse addresses', 'Postal: Splits street addresses into their parts'],
  ['train a speech recognizer', 'Phoneme: Toolkit for speech recognition models'],
  ['store sensor readings', 'Tidemark: Time series database for measurements'],
  ['check spelling', 'Lexis: Finds misspelled words and suggests corrections'],
  ['schedule nightly jobs', 'Nightwatch: Runs tasks at given times'],
  ['play sound effects', 'Echoes: Audio library for games'],
  ['encrypt files', 'Vaulted: Authenticated encryption of files and streams'],
  ['read spreadsheets', 'Cellar: Reads and writes workbooks with many sheets'],
  ['simulate planets', 'Orrery: N-body simulation of orbits'],
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
    'query',
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

import { isObject } from '../base/json.ts';
import { RunError } from '../base/errors.ts';

/** Requirements for a response of `POST /embeddings`. */
export interface ExpectedEmbeddings {
  count: number;
  /** Undefined before the first response. */
  dimensions: number | undefined;
}

/** Returns the vectors of a response, in the order of the texts and at unit length. Throws RunError('ModelFailed'). */
export function readEmbeddings(answer: unknown, expected: ExpectedEmbeddings): Float32Array[] {
  const items = listOf(answer, expected.count);
  const vectors: Float32Array[] = [];
  let { dimensions } = expected;
  for (const [place, item] of items.entries()) {
    const { index = place, embedding } = isObject(item) ? item : {};
    const vector = unitVector(embedding);
    if (!vector) throw unusable(`vector ${place}, which is not a list of finite numbers`);
    dimensions ??= vector.length;
    if (vector.length !== dimensions) throw otherDimensions(vector.length, dimensions);
    if (!isIndex(index, items.length) || vectors[index]) {
      throw unusable(`vector ${place} with the index ${String(index)}`);
    }
    vectors[index] = vector;
  }
  return vectors;
}

function listOf(answer: unknown, count: number): unknown[] {
  const data = isObject(answer) ? answer['data'] : undefined;
  if (!Array.isArray(data)) throw unusable(`no list of vectors for ${count} texts`);
  if (data.length !== count) throw unusable(`${data.length} vectors for ${count} texts`);
  return data;
}

function otherDimensions(got: number, expected: number): RunError {
  return unusable(
    `${got} dimensions where ${expected} were expected; if the model has changed, restart Lectern to embed all libraries again`,
  );
}

function unitVector(embedding: unknown): Float32Array | undefined {
  if (!Array.isArray(embedding) || embedding.length === 0) return undefined;
  const vector = new Float32Array(embedding.length);
  let square = 0;
  for (const [at, value] of embedding.entries()) {
    if (typeof value !== 'number') return undefined;
    vector[at] = value;
    square += value * value;
  }
  if (!Number.isFinite(square) || square === 0) return undefined;
  const scale = 1 / Math.sqrt(square);
  return vector.map((value) => value * scale);
}

function isIndex(value: unknown, count: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < count;
}

function unusable(what: string): RunError {
  return new RunError('ModelFailed', `The embeddings endpoint answered ${what}`);
}

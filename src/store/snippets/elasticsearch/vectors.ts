/** A vector as Elasticsearch takes it besides an array of numbers: base64 of big-endian 32-bit floats, a quarter as long. */
export function encodeVector(vector: ArrayLike<number>): string {
  const bytes = Buffer.from(Float32Array.from(vector).buffer);
  return bytes.swap32().toString('base64');
}

/** Whether the vector points anywhere; Elasticsearch refuses others, whose cosine is no number. */
export function hasDirection(vector: Float32Array): boolean {
  return vector.some((value) => value !== 0);
}

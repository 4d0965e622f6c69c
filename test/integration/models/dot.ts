/** Returns the dot product. For unit vectors, it is the cosine. */
export function dot(a: Float32Array | undefined, b: ArrayLike<number> | undefined): number {
  if (!a || !b || a.length !== b.length) throw new Error('vectors of different lengths');
  return a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
}

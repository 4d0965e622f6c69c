import { pseudoRandom } from '../../src/cli/eval/pseudo-random.ts';

/**
 * Returns `count` vectors based on real ones. Each is varied by the difference of two others, which keeps the model's
 * directions and densities. The real vectors come first.
 */
export function vary(real: Float32Array[], count: number): Float32Array[] {
  const random = pseudoRandom(6);
  const pick = (): Float32Array => real[Math.floor(random() * real.length)]!;
  return Array.from({ length: count }, (_, n) => {
    const base = real[n % real.length]!;
    const [towards, from] = [pick(), pick()];
    const strength = n < real.length ? 0 : 0.3 + 0.4 * random();
    const vector = base.map((value, at) => value + strength * (towards[at]! - from[at]!));
    const length = Math.hypot(...vector);
    return vector.map((value) => value / length);
  });
}

/** Returns the dot product: the cosine of vectors of unit length. */
export function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += a[at]! * b[at]!;
  return sum;
}

import { hash, timingSafeEqual } from 'node:crypto';

/**
 * Returns whether two texts are the same, in constant time: it compares hashes, which have the same length. `hash` is faster than a
 * Hash object, and every request with a key calls this.
 */
export function isSameSecret(one: string, other: string): boolean {
  return timingSafeEqual(hash('sha256', one, 'buffer'), hash('sha256', other, 'buffer'));
}

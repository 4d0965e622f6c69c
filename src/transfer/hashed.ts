import type { Hash } from 'node:crypto';

/** Yields the same pieces, and adds each to the hash. */
export async function* hashed<Piece extends string | Uint8Array>(
  pieces: AsyncIterable<Piece>,
  hash: Hash,
): AsyncGenerator<Piece> {
  for await (const piece of pieces) {
    hash.update(piece);
    yield piece;
  }
}

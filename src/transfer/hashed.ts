import type { Hash } from 'node:crypto';

/** The same pieces, each added to the hash as it goes by. */
export async function* hashed<Piece extends string | Uint8Array>(
  pieces: AsyncIterable<Piece>,
  hash: Hash,
): AsyncGenerator<Piece> {
  for await (const piece of pieces) {
    hash.update(piece);
    yield piece;
  }
}

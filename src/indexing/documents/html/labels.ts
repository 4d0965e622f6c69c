import type { Piece } from '../text-pieces.ts';

/** Makes bold text of a heading. */
export function asLabel(piece: Piece): Piece {
  return piece.kind === 'heading' ? { kind: 'text', text: `**${piece.title}**` } : piece;
}

import { textPieces } from '../text-pieces.ts';
import type { Piece, SymbolPiece } from '../text-pieces.ts';

/**
 * Gives symbols without a body the description that stands below them, up to the next symbol or heading. A heading can name its only symbol
 * with the symbol right below it. Such a heading keeps the text, and shows the name of the symbol. So does a body, such as that of a tab, without text below
 * its symbols.
 */
export function withDescriptions(pieces: readonly Piece[], isBody: boolean): Piece[] {
  if (!pieces.some(isBare)) return [...pieces];
  return sectionsOf(pieces).flatMap((section) => {
    const bare = section.filter(isBare);
    const [first, second] = section;
    const isNamed = first?.kind === 'heading' && bare.length === 1 && second === bare[0];
    if (!isNamed) return described(section, isBody);
    const isKnown = first.title.replaceAll('`', '') === bare[0]!.title;
    return [first, ...(isKnown ? [bare[0]!] : named(bare[0]!)), ...section.slice(2)];
  });
}

function isBare(piece: Piece): piece is SymbolPiece & { isBare: true } {
  return piece.kind === 'symbol' && piece.isBare === true;
}

/** Returns a symbol with a signature, or the name of another one as text. Text that is not beside it does not describe it. */
function named(symbol: SymbolPiece): Piece[] {
  if (symbol.pieces.length === 0) return textPieces(`\`${symbol.title}\``);
  return [{ ...symbol, isBare: false }];
}

/** Splits pieces before each heading. */
function sectionsOf(pieces: readonly Piece[]): Piece[][] {
  const sections: Piece[][] = [[]];
  for (const piece of pieces) {
    if (piece.kind === 'heading') sections.push([]);
    sections.at(-1)!.push(piece);
  }
  return sections;
}

/** Moves the text below symbols into them. Symbols right after each other share it, and the first has the names of the others. */
function described(section: readonly Piece[], isBody: boolean): Piece[] {
  const out: Piece[] = [];
  let symbols: SymbolPiece[] = [];
  let text: Piece[] = [];
  const end = (): void => {
    const alone = isBody ? symbols.flatMap(named) : symbols;
    const found = text.length > 0 ? [whole(symbols, text)] : alone;
    for (const piece of found) out.push(piece);
    [symbols, text] = [[], []];
  };
  for (const piece of section) {
    if (isDescribedWith(piece, symbols) && text.length === 0) {
      out.push(whole(symbols, [...textPieces(`\`${piece.title}\``), ...piece.pieces]));
      symbols = [];
      continue;
    }
    if (piece.kind === 'symbol' && (text.length > 0 || !isBare(piece))) end();
    if (isBare(piece)) symbols.push(piece);
    else if (piece.kind === 'symbol' || symbols.length === 0) out.push(piece);
    else text.push(piece);
  }
  end();
  return out;
}

/** Returns whether a symbol with a body describes the commands right above it, too: `show saws` above `show saws oil`. */
function isDescribedWith(piece: Piece, above: readonly SymbolPiece[]): piece is SymbolPiece {
  if (piece.kind !== 'symbol' || isBare(piece) || above.length === 0) return false;
  const areUnsigned = above.every(({ pieces }) => pieces.length === 0);
  return areUnsigned && [piece, ...above].every(({ title }) => title.includes(' '));
}

function whole([first, ...others]: readonly SymbolPiece[], text: readonly Piece[]): SymbolPiece {
  const names = others.flatMap((other) => (other.pieces.length > 0 ? other.pieces : named(other)));
  return { ...first!, isBare: false, pieces: [...first!.pieces, ...names, ...text] };
}

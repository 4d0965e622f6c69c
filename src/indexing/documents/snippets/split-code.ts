/**
 * Splits code that is too large for any answer into pieces of at most `most` characters. Splits
 * between top-level statements if possible: all brackets are closed, and a blank line follows.
 * Otherwise splits where the fewest brackets are open. The pieces, joined by '
 * ', are the original code without the blank lines at the splits.
 */
export function splitCode(code: string, most: number): string[] {
  const lines = code
    .split('\n')
    .flatMap((line) => (line.length > most ? slices(line, most) : [line]));
  const depths = bracketDepths(lines);
  const pieces: string[] = [];
  let start = 0;
  while (start < lines.length) {
    const end = nextCut({ lines, depths, start, most });
    const piece = lines
      .slice(start, end)
      .join('\n')
      .replace(/^\n+|\s+$/g, '');
    if (piece !== '') pieces.push(piece);
    start = end;
  }
  return pieces;
}

interface CutOptions {
  lines: string[];
  depths: number[];
  start: number;
  most: number;
}

/** Returns the index of the first line of the next piece. */
function nextCut({ lines, depths, start, most }: CutOptions): number {
  let size = 0;
  let best = start + 1;
  let bestCost = Number.POSITIVE_INFINITY;
  for (let at = start; at < lines.length; at += 1) {
    size += lines[at]!.length + 1;
    if (size > most + 1) return best;
    const blank = (lines[at + 1] ?? '').trim() === '';
    // Splits in the second half of a piece, unless only the first half has balanced brackets.
    const cost = depths[at]! * 4 + (blank ? 0 : 1) + (size < most / 3 ? 1000 : 0);
    if (cost <= bestCost) {
      best = at + 1;
      bestCost = cost;
    }
  }
  return lines.length;
}

/** Returns the number of open brackets after each line. */
function bracketDepths(lines: string[]): number[] {
  let depth = 0;
  return lines.map((line) => {
    for (const char of line.replace(/"[^"]*"|'[^']*'/g, '')) {
      if (char === '(' || char === '[' || char === '{') depth += 1;
      else if (char === ')' || char === ']' || char === '}') depth = Math.max(0, depth - 1);
    }
    return depth;
  });
}

function slices(line: string, most: number): string[] {
  const parts: string[] = [];
  for (let at = 0; at < line.length; at += most) parts.push(line.slice(at, at + most));
  return parts;
}

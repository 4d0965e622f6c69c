import type { CodeSymbol } from '../code-symbol.ts';

const maxOverloads = 12;

/**
 * Consecutive declarations of one name of which at most one is documented become one symbol with all their signatures.
 * The implementation behind overloads is nobody's to call and is left out.
 */
export function mergeOverloads(symbols: CodeSymbol[], separator = ';\n'): CodeSymbol[] {
  const merged: CodeSymbol[] = [];
  let count = 1;
  for (const symbol of symbols) {
    const last = merged.at(-1);
    if (last?.overload && !symbol.overload && last.name === symbol.name && symbol.doc === '')
      continue;
    if (!last || !overloads(last, symbol)) {
      merged.push({ ...symbol });
      count = 1;
      continue;
    }
    count += 1;
    last.doc ||= symbol.doc;
    if (count <= maxOverloads) last.signature += `${separator}${symbol.signature}`;
  }
  return merged;
}

function overloads(a: CodeSymbol, b: CodeSymbol): boolean {
  return a.name === b.name && !a.members && !b.members && (a.doc === '' || b.doc === '');
}

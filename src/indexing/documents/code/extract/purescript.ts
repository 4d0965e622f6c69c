import type { CodeFile } from '../code-symbol.ts';
import { readHaskell } from './haskell.ts';

/** A line of a doc comment. In PureScript, each has the bar; in Haskell, only the first. */
const docLine = /^[ \t]*--[ \t]*\|/;

/** Returns what a PureScript module exports, with its doc comments. Its declarations and comments are nearly those of Haskell. */
export function readPurescript(content: string): CodeFile {
  const lines = content.split('\n');
  const asHaskell = lines.map((line, at) => {
    if (/^class\b/.test(line)) return line.replace(' <= ', ' => ');
    const isNext = docLine.test(line) && docLine.test(lines[at - 1] ?? '');
    return isNext ? line.replace('|', ' ') : line;
  });
  const file = readHaskell(asHaskell.join('\n'));
  const symbols = file.symbols.map((symbol) => ({
    ...symbol,
    signature: symbol.signature.replace(/^(class\b.*) => /, '$1 <= '),
  }));
  return { ...file, symbols };
}

import {
  includeLimits,
  type Expansion,
  type IncludeExpander,
  type IncludePlace,
} from './expansion.ts';
import { partOf, quickbookMark } from './select-lines.ts';
import { dedentBlock } from '../indentation.ts';

/** Returns whether a file is Quickbook, in which libraries of Boost write their manuals. */
export function isQuickbook(path: string): boolean {
  return /\.(?:qbk|quickbook)$/i.test(path);
}

const importLine = /^\[import[ \t]{1,9}([^\]\s]{1,300})[ \t]{0,9}\]/;
const sampleLine = /^[ \t]{0,40}\[([a-z]\w{0,100})\][ \t]*$/i;

/**
 * Shows the samples of source files that a manual imports: `[import saw.cpp]`, and `[cut]` for the lines between `//[cut` and `//]`.
 * https://www.boost.org/doc/libs/release/doc/html/quickbook/syntax/block.html#quickbook.syntax.block.import
 */
export const expandQuickbook: IncludeExpander = (lines, place, expansion) => {
  const files = importedFiles(lines, place, expansion);
  // The text of a sample can name further samples.
  const shown = (line: string, depth: number): string[] => {
    const [, name] = sampleLine.exec(line.slice(0, includeLimits.line)) ?? [];
    if (name === undefined || depth > deepest) return [line];
    for (const file of files) {
      const sample = expansion.take(partOf(file, name, quickbookMark));
      if (sample) return markup(dedentBlock(sample)).flatMap((each) => shown(each, depth + 1));
    }
    return [line];
  };
  return lines.flatMap((line) => shown(line, 0));
};

/** Maximum depth of samples in samples. */
const deepest = 3;

function importedFiles(
  lines: readonly string[],
  place: IncludePlace,
  expansion: Expansion,
): (readonly string[])[] {
  return lines.flatMap((line) => {
    const [, path] = importLine.exec(line.slice(0, includeLimits.line)) ?? [];
    const file = path && expansion.find(path, place);
    return file ? [file.lines] : [];
  });
}

/** Writes a sample as the code and the text in its comments that begin with a backtick. Leaves out what the sample hides. */
function markup(sample: readonly string[]): string[] {
  const out: string[] = [];
  let kind: 'code' | 'text' | 'hidden' = 'code';
  let code: string[] = [];
  const flush = (): void => {
    if (code.some((line) => line.trim() !== '')) out.push('', '``', ...dedentBlock(code), '``', '');
    code = [];
  };
  for (const line of sample) {
    const text = line.trim();
    if (kind === 'text') {
      out.push(text.replace(/\*\/$/, ''));
      if (text.endsWith('*/')) kind = 'code';
    } else if (/^(?:\/\/<-|\/\*<-\*\/)/.test(text)) kind = 'hidden';
    else if (/^(?:\/\/->|\/\*->\*\/)/.test(text)) kind = 'code';
    else if (/^(?:\/\/|\/\*)`/.test(text)) {
      flush();
      out.push(text.slice(3).replace(/\*\/$/, '').trim());
      if (text.startsWith('/*') && !text.endsWith('*/')) kind = 'text';
    } else if (kind === 'code') code.push(line);
  }
  flush();
  return out;
}

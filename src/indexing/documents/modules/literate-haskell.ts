import { FenceTracker } from '../fences.ts';

const beginning = /^\\begin\{code\}[ \t]*$/;
const end = /^\\end\{code\}[ \t]*$/;
const fenced = /^(?:`{3,}|~{3,})[ \t]*(?:\{[ \t]*\.)?haskell\b/;
/** A line of code. The mark stands in the first column. */
const marked = /^>(?: |$)/;

/** Returns whether a file is Haskell in the code blocks of a text, which tools such as markdown-unlit and Pandoc read as Markdown. */
export function isLiterateHaskell(path: string): boolean {
  return /\.lhs$/i.test(path);
}

/** Writes the code of Haskell's literate style in fences: lines that begin with `>`, and between `\begin{code}` and `\end{code}`. */
export function literateToMarkdown(lines: string[]): string[] {
  // In a document with fences around its code, the mark is that of a quotation.
  if (lines.some((line) => fenced.test(line))) return lines;
  const fences = new FenceTracker();
  const out: string[] = [];
  let isMarked = false;
  for (const line of lines) {
    const isCode: boolean = !fences.inside && marked.test(line);
    if (isCode !== isMarked) out.push(isCode ? '```haskell' : '```');
    isMarked = isCode;
    if (isCode) out.push(line.slice(2));
    else {
      const text = line.replace(beginning, '```haskell').replace(end, '```');
      fences.advance(text);
      out.push(text);
    }
  }
  return isMarked ? [...out, '```'] : out;
}

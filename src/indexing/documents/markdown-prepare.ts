import { FenceTracker } from './fences.ts';
import { containerLine, DirectiveStack, quoteAlert } from './markdown-directives.ts';

// Nobody nests 16 lists or quotes; 10,000 of them on one line, or ever deeper on the next, would only cost time.
const marker = '[ \\t]*(?:>|[-*+](?=[ \\t])|\\d{1,9}[.)](?=[ \\t]))';
const deepMarkers = new RegExp(`^((?:${marker}){16})(?:${marker})+[ \\t]*`);
const deepIndent = /^[ \t]{41,}(?=(?:[-*+]|\d{1,9}[.)])[ \t])/;

/** Lines without a blank one between them: for paragraphs in lists the lexer takes the square of their lines. */
const mostTogether = 5_000;
/** Paragraphs are shorter than tables and HTML. */
const rowsPerLine = 10;

function isRow(line: string): boolean {
  return line.includes('|') || line.trimStart().startsWith('<');
}

/**
 * Makes plain Markdown of the dialects: directive containers, MkDocs blocks and template tags give way to their titles,
 * includes to nothing; nesting too deep to mean anything is levelled, and paragraphs and tables too long
 * for it are cut. What stands in fences stays as it is.
 */
export function prepareMarkdown(lines: string[]): string {
  const fences = new FenceTracker();
  const directives = new DirectiveStack();
  const out: string[] = [];
  let together = 0;
  for (const original of lines) {
    const line = directives.dedent(original, fences.inside);
    if (fences.advance(line)) {
      out.push(line);
      continue;
    }
    together = out.at(-1) === '' ? 0 : together + (isRow(line) ? 1 : rowsPerLine);
    if (together > mostTogether && !/^[ \t]/.test(line)) {
      out.push('');
      together = 0;
    }
    pushLine(line, directives, out);
  }
  return out.join('\n');
}

function pushLine(line: string, directives: DirectiveStack, out: string[]): void {
  const opened = directives.open(line);
  const replaced = opened ?? containerLine(line);
  // One blank line is as good as a million, for which the lexer's expressions run out of stack.
  if (line.trim() === '' && out.at(-1) === '') return;
  if (line.trim() === '') out.push('');
  else if (replaced === undefined) out.push(level(quoteAlert(line)));
  // A replaced line stands alone: it must not flow into the paragraph before or after it.
  else out.push('', ...(replaced === '' ? [] : [replaced, '']));
}

function level(line: string): string {
  const shallow = line.startsWith('          ') ? line.replace(deepIndent, ' '.repeat(40)) : line;
  return shallow.length < 32 ? shallow : shallow.replace(deepMarkers, '$1 ');
}

import { FenceTracker, longFenced } from '../fences.ts';

const listItem = /^ {0,3}(?:[-*+]|\d{1,3}[.)])\s/;

/**
 * Returns the Markdown of a docstring with its headings deeper by some marks. Writes indented code in fences of its language, because ExDoc and
 * Documenter show it as that.
 */
export function docstringText(lines: readonly string[], marks: string, language: string): string[] {
  const out: string[] = [];
  const fences = new FenceTracker();
  let isInList = false;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]!;
    if (fences.advance(line)) {
      out.push(line);
      continue;
    }
    if (listItem.test(line)) isInList = true;
    else if (/^\S/.test(line)) isInList = false;
    const isCode = !isInList && /^ {4,}\S/.test(line) && (lines[at - 1] ?? '').trim() === '';
    if (!isCode) out.push(line.replace(/^(?=#{1,5} \S)/, marks));
    else {
      const code = indentedCode(lines, at);
      append(out, longFenced(code, language));
      at += code.length - 1;
    }
  }
  return out;
}

/** Returns the lines of the indented code that begins at a line. */
function indentedCode(lines: readonly string[], at: number): string[] {
  const code: string[] = [];
  for (let next = at; next < lines.length && /^(?: {4}|\s*$)/.test(lines[next]!); next += 1) {
    code.push(lines[next]!.slice(4));
  }
  return code.slice(0, code.findLastIndex((line) => line.trim() !== '') + 1);
}

/** Adds many lines, for which the arguments of a call have no room. */
export function append(out: string[], lines: readonly string[]): void {
  for (const line of lines) out.push(line);
}

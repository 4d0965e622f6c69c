import { singleSpaced } from '../clean.ts';

/** Returns text on one line. Cuts text longer than `max` characters after a word. */
export function brief(text: string, max: number): string {
  const line = singleSpaced(text.slice(0, max * 4));
  if (line.length <= max) return line;
  const head = line.slice(0, max);
  const space = head.lastIndexOf(' ');
  return `${head.slice(0, space > max / 2 ? space : max)} …`;
}

/** Returns a code span. Adapts text with backticks or line breaks so that it fits. */
export function code(text: string): string {
  return `\`${text.replace(/[`\n\r]+/g, ' ').trim()}\``;
}

/** Returns as many lines as fit into `max` characters, with the number of omitted lines. */
export function boundedLines(lines: string[], max: number): string {
  const count = countThatFit(lines, max);
  const kept = lines.slice(0, count);
  if (count < lines.length) kept.push(`- … and ${lines.length - count} more`);
  return kept.join('\n');
}

/** Returns the number of lines that fit into `max` characters. */
export function countThatFit(lines: string[], max: number): number {
  let size = 0;
  const end = lines.findIndex((line) => (size += line.length + 1) > max);
  return end === -1 ? lines.length : end;
}

/** Joins the paragraphs that are not empty. */
export function paragraphs(texts: string[]): string {
  return texts.filter((text) => text.trim() !== '').join('\n\n');
}

/** Joins sentences, and ends each with a period if it has no end. */
export function sentences(texts: string[]): string {
  return texts
    .filter((text) => text !== '')
    .map((text, i, all) => (i === all.length - 1 || /[.!?:…]$/.test(text) ? text : `${text}.`))
    .join(' ');
}

/** Text on one line, cut at a word when it is longer than `max` characters. */
export function brief(text: string, max: number): string {
  const line = text
    .slice(0, max * 4)
    .replace(/\s+/g, ' ')
    .trim();
  if (line.length <= max) return line;
  const head = line.slice(0, max);
  const space = head.lastIndexOf(' ');
  return `${head.slice(0, space > max / 2 ? space : max)} …`;
}

/** A code span; text with backticks or line breaks is made to fit into one. */
export function code(text: string): string {
  return `\`${text.replace(/[`\n\r]+/g, ' ').trim()}\``;
}

/** As many lines as fit into `max` characters, and a word on how many are left out. */
export function boundedLines(lines: string[], max: number): string {
  const kept: string[] = [];
  let size = 0;
  for (const line of lines) {
    size += line.length + 1;
    if (size > max) break;
    kept.push(line);
  }
  if (kept.length < lines.length) kept.push(`- … and ${lines.length - kept.length} more`);
  return kept.join('\n');
}

/** Paragraphs that are not empty, one after the other. */
export function paragraphs(texts: string[]): string {
  return texts.filter((text) => text.trim() !== '').join('\n\n');
}

/** Sentences in a row, each with an end. */
export function sentences(texts: string[]): string {
  return texts
    .filter((text) => text !== '')
    .map((text, i, all) => (i === all.length - 1 || /[.!?:…]$/.test(text) ? text : `${text}.`))
    .join(' ');
}

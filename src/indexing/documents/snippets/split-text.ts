interface Seam {
  cut: RegExp;
  join: string;
  /** Applies only to text that begins with this pattern. */
  of?: RegExp;
  /** Joins parts that belong together. */
  group?: (parts: string[]) => string[];
}

const listItem = /^(?:[-*+]|\d{1,9}[.)])[ \t]/;

// Places to split a text, the best first.
const seams: readonly Seam[] = [
  { cut: /\n+(?=(?:[-*+]|\d{1,9}[.)])[ \t])/, join: '\n', of: listItem },
  // Not between the paragraphs of an item of a list.
  { cut: /(?<!\n)\n{2,}(?=\S)/, join: '\n\n', group: withLeads },
  { cut: /\n(?=(?:[-*+]|\d{1,9}[.)])[ \t])/, join: '\n' },
  { cut: /\n{2,}/, join: '\n\n' },
  { cut: /\n(?=[ \t]{0,8}(?:[-*+]|\d{1,9}[.)])[ \t])/, join: '\n' },
  { cut: /\n/, join: '\n' },
  { cut: /(?<=[.!?;]) +/, join: ' ' },
  { cut: / +/, join: ' ' },
];
/** Index of the first seam within a line. */
const withinLine = 6;

/**
 * Splits Markdown prose into chunks of at most `most` characters: at paragraphs, list items, table
 * rows, lines or sentences.
 */
export function splitText(text: string, most: number, seam = 0): string[] {
  if (text.length <= most) return [text];
  const table = seam < withinLine ? splitTable(text, most) : undefined;
  if (table) return table;
  const here = seams[seam];
  if (!here) return slices(text, most);
  const { cut, join, of, group = (parts) => parts } = here;
  if (of && !of.test(text)) return splitText(text, most, seam + 1);
  const parts = group(text.split(cut).filter((part) => part.trim() !== ''));
  return pack(
    parts.flatMap((part) => splitText(part, most, seam + 1)),
    most,
    join,
  );
}

/** Maximum length of a paragraph that leads to a list or a table. */
const longestLead = 320;

/** Returns whether a text is a short paragraph, and the next one a table, or the list that a colon at its end announces. */
export function leadsTo(paragraph: string, next: string): boolean {
  if (paragraph.length > longestLead || paragraph.includes('\n\n')) return false;
  if (isTable(next)) return paragraph !== '' && !isTable(paragraph);
  return paragraph.trimEnd().endsWith(':') && listItem.test(next);
}

function isTable(text: string): boolean {
  const [head = '', rule = ''] = text.split('\n', 2);
  return head.includes('|') && /^[\s:|-]+$/.test(rule) && rule.includes('-') && rule.includes('|');
}

/** Joins each paragraph that leads to a list or a table with it. */
function withLeads(paragraphs: string[]): string[] {
  const joined: string[] = [];
  for (const paragraph of paragraphs) {
    if (leadsTo(joined.at(-1) ?? '', paragraph)) {
      joined[joined.length - 1] += `\n\n${paragraph}`;
    } else joined.push(paragraph);
  }
  return joined;
}

/** A title, and a term alone, also with its type or its other name, as in "- `cut [file]`: (alias: `c`)". They belong to the text below. */
export const title =
  /^(?:#{1,6} .{1,100}|(?:\*\*[^*\n]{1,100}\*\*|(?:[-*] )?`[^`\n]{1,400}`(?:, `[^`\n]{1,100}`){0,8}):?(?: \([^()\n]{1,80}\))?)$/;

function pack(parts: string[], most: number, join: string): string[] {
  const chunks: string[] = [];
  let open: string[] = [];
  let size = 0;
  for (const part of parts) {
    if (open.length > 0 && size + part.length + join.length > most) {
      const last = open.at(-1)!;
      const moves = open.length > 1 && title.test(last) && last.length + part.length < most - 4;
      if (moves) open.pop();
      chunks.push(open.join(join));
      open = moves ? [last] : [];
      size = moves ? last.length + join.length : 0;
    }
    open.push(part);
    size += part.length + join.length;
  }
  if (open.length > 0) chunks.push(open.join(join));
  return chunks;
}

/**
 * Splits a table between its rows, and repeats the header in each part. A short paragraph above it stays with the first part. Returns
 * undefined if the text is not a table, or its header is too large to repeat.
 */
function splitTable(text: string, most: number): string[] | undefined {
  const start = isTable(text) ? 0 : text.indexOf('\n\n') + '\n\n'.length;
  const lead = text.slice(0, start);
  const table = text.slice(start);
  // A blank line ends a table. Its header is not that of the text below.
  if (!isTable(table) || table.includes('\n\n') || lead.length > longestLead) return undefined;
  const [head = '', rule = '', ...rows] = table.split('\n');
  const header = `${head}\n${rule}\n`;
  if (header.length > most / 2) return undefined;
  const room = most - header.length;
  const [first = '', ...others] = rows.flatMap((row) => splitText(row, room, withinLine));
  const hasRoom = lead.length + first.length <= room;
  const [begin = '', ...further] = pack([hasRoom ? lead + first : first, ...others], room, '\n');
  const top = hasRoom
    ? [lead + header + begin.slice(lead.length)]
    : [lead.trimEnd(), header + begin];
  return [...top.filter((part) => part !== ''), ...further.map((part) => header + part)];
}

function slices(text: string, most: number): string[] {
  const parts: string[] = [];
  for (let start = 0; start < text.length;) {
    const half = /[\ud800-\udbff]/.test(text[start + most - 1] ?? '') ? 1 : 0;
    const end = start + Math.max(1, most - half);
    parts.push(text.slice(start, end));
    start = end;
  }
  return parts;
}

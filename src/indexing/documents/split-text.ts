interface Seam {
  cut: RegExp;
  join: string;
  /** Only for text that begins so. */
  of?: RegExp;
}

// From the seam that hurts least to the one that hurts most.
const seams: readonly Seam[] = [
  { cut: /\n+(?=(?:[-*+]|\d{1,9}[.)])[ \t])/, join: '\n', of: /^(?:[-*+]|\d{1,9}[.)])[ \t]/ },
  { cut: /\n{2,}/, join: '\n\n' },
  { cut: /\n(?=[ \t]{0,8}(?:[-*+]|\d{1,9}[.)])[ \t])/, join: '\n' },
  { cut: /\n/, join: '\n' },
  { cut: /(?<=[.!?;]) +/, join: ' ' },
  { cut: / +/, join: ' ' },
];

/** Cuts Markdown prose into chunks of at most `most` characters: at paragraphs, list items, table rows, lines, sentences. */
export function splitText(text: string, most: number, seam = 0): string[] {
  if (text.length <= most) return [text];
  const table = seam < 4 ? splitTable(text, most) : undefined;
  if (table) return table;
  const here = seams[seam];
  if (!here) return slices(text, most);
  const { cut, join, of } = here;
  if (of && !of.test(text)) return splitText(text, most, seam + 1);
  const parts = text.split(cut).filter((part) => part.trim() !== '');
  return pack(
    parts.flatMap((part) => splitText(part, most, seam + 1)),
    most,
    join,
  );
}

function pack(parts: string[], most: number, join: string): string[] {
  const chunks: string[] = [];
  let open: string[] = [];
  let size = 0;
  for (const part of parts) {
    if (open.length > 0 && size + part.length + join.length > most) {
      chunks.push(open.join(join));
      open = [];
      size = 0;
    }
    open.push(part);
    size += part.length + join.length;
  }
  if (open.length > 0) chunks.push(open.join(join));
  return chunks;
}

/** A table by its rows, each part under the header; undefined for what is no table or has a header too large to repeat. */
function splitTable(text: string, most: number): string[] | undefined {
  const lines = text.split('\n');
  const [head = '', rule = '', ...rows] = lines;
  if (!/^\s*\|?[\s:|-]*-[\s:|-]*$/.test(rule) || !rule.includes('|') || !head.includes('|'))
    return undefined;
  const header = `${head}\n${rule}\n`;
  if (header.length > most / 2) return undefined;
  const room = most - header.length;
  const cut = rows.flatMap((row) => splitText(row, room, 4));
  return pack(cut, room, '\n').map((part) => header + part);
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

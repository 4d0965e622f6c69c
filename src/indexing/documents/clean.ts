/**
 * Private-use characters with which the Markdown parser marks places of its own. `cleanLines`
 * removes them from documents.
 */
export const labelMark = '\ue000';
/** Marks a label of the code that follows. The lexer keeps the marked line as a paragraph. */
export function labelLine(label: string): string {
  return `${labelMark}${singleSpaced(label)}`;
}

/** Returns a text on one line, with single spaces. Leaves these alone, because most texts have no other space. */
export function singleSpaced(text: string): string {
  return text.replace(/\s{2,}|[^\S ]/g, ' ').trim();
}

/** Returns code as Markdown shows it within a line; '' for ''. */
export function inlineCode(code: string): string {
  if (code === '') return '';
  return code.includes('`') ? `\`\` ${code} \`\`` : `\`${code}\``;
}

/** Returns a link of Markdown; undefined if the address is not that of a page, or if it can end the link. */
export function pageLink(text: string, address: string): string | undefined {
  if (!/^https?:\/\/[^\s()<>]{1,500}$/.test(address)) return undefined;
  return `[${text.replace(/[[\]]/g, '')}](${address})`;
}

/** Returns text that ends no cell of a table of Markdown. */
export function escapedCell(text: string): string {
  return text.replace(/(?<!\\)\|/g, '\\|');
}

/**
 * Writes rows as the lines of a table of Markdown, of at most `most` columns. The first row is the head. A row that lacks cells gets empty
 * ones. Returns no lines for rows without cells.
 */
export function tableLines(rows: readonly (readonly string[])[], most = Infinity): string[] {
  const widest = rows.reduce((width, { length }) => Math.max(width, length), 0);
  const columns = [...Array(Math.min(widest, most)).keys()];
  if (columns.length === 0) return [];
  const [head = [], ...body] = rows;
  return [head, columns.map(() => '---'), ...body].map(
    (row) => `| ${columns.map((at) => row[at] ?? '').join(' | ')} |`,
  );
}

/** Mark of a code span; see `labelMark`. */
export const spanMark = '\ue001';
/** Marks the beginning and the end of a row of an HTML table in Markdown. */
export const rowMark = '\ue002';
/** Mark of the end of a cell of such a row. */
export const cellMark = '\ue003';
/** Stands for the text of the cell above, which spans several rows. */
export const heldMark = '\ue004';

/**
 * Maximum length of a line. Longer lines are data, such as a minified file or an inlined picture.
 */
export const longestLine = 20_000;
/** Maximum length of a document in characters, after long lines are cut. */
const longestDocument = 8_000_000;
/**
 * Maximum number of lines. Each line may cost a token or a heading, and prose of 8 million
 * characters has fewer.
 */
const mostLines = 400_000;

/** The bytes of a picture or a font in a `data:` URL. Short ones are examples. */
const pictureBytes = /(;base64,)[A-Za-z\d+/=%]{300,}/g;

// Characters that a reader cannot see, so that their text must not reach an answer:
// - colors of a terminal, as blocks of code in the language `ansi` of Shiki have them
// - controls except tab and newline
// - soft hyphens, zero-width and bidirectional characters, and byte order marks
// - the marks above
// - tag characters, U+E0000 to U+E007F
// - variation selectors that select nothing: all of the supplement, and two or more of the others
// in a row
const hidden =
  // eslint-disable-next-line no-control-regex
  /\u001b\[[\d;]{0,20}m|[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ue000-\ue004]|\udb40[\udc00-\uddef]|[\ufe00-\ufe0f]{2,}/g;

/**
 * Returns the lines of a document without characters that a reader cannot see, and without the bytes of pictures that are written into
 * it. Accepts every form of line end. Cuts lines at 20,000 characters, and the document at 8 million characters or 400,000 lines.
 */
export function cleanLines(document: string): string[] {
  const content = document.replace(pictureBytes, '$1…');
  const lines: string[] = [];
  let kept = 0;
  let start = 0;
  while (start <= content.length && kept < longestDocument && lines.length < mostLines) {
    const newline = content.indexOf('\n', start);
    const end = newline === -1 ? content.length : newline;
    const line = content.slice(start, Math.min(end, start + longestLine));
    for (const piece of cleanLine(line)) lines.push(piece);
    kept += line.length + 1;
    start = end + 1;
  }
  return lines;
}

/** As `cleanLines`, but returns one text. */
export function cleanText(content: string): string {
  return cleanLines(content).join('\n');
}

// Most lines need no cleaning. This test is faster than the work.
const unusual = /[^\t\u0020-\u007e\u00a0-\u00ac\u00ae-\u0600]/;

function cleanLine(line: string): string[] {
  if (!unusual.test(line)) return [line];
  const breaks = line.replace(/\r$/, '').split(/\r|[\u2028\u2029]/);
  return breaks.map((piece) => piece.toWellFormed().replace(hidden, ''));
}

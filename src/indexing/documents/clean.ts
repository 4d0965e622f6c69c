/** Private-use characters the Markdown parser marks its own places with; no document may bring them along. */
export const labelMark = '\ue000';
export const spanMark = '\ue001';

/** Longest line kept: what is longer is data (a minified file, an inlined picture), not documentation. */
const longestLine = 20_000;
/** Longest document read, in characters after long lines are cut. */
const longestDocument = 8_000_000;
/** Most lines read: prose of 8 million characters has fewer, and each line may cost a token or a heading. */
const mostLines = 400_000;

// Controls but tab and newline, soft hyphen, zero-width and bidirectional characters, byte order marks, the two marks
// above, the tag characters U+E0000 to U+E007F, and variation selectors that select nothing: those of the supplement, and
// rows of the others. Invisible to a reader, so nothing they say may reach an answer.
const hidden =
  // eslint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ue000\ue001]|\udb40[\udc00-\uddef]|[\ufe00-\ufe0f]{2,}/g;

/**
 * The lines of a document without what a reader cannot see: control, zero-width and bidirectional characters; line ends
 * made '\n'; lines cut at 20,000 characters, the document at 8 million or 400,000 lines.
 */
export function cleanLines(content: string): string[] {
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

/** Returns the clean lines as one text. */
export function cleanText(content: string): string {
  return cleanLines(content).join('\n');
}

// Most lines need no cleaning; one test skips the work for them.
const unusual = /[^\t\u0020-\u007e\u00a0-\u00ac\u00ae-\u0600]/;

function cleanLine(line: string): string[] {
  if (!unusual.test(line)) return [line];
  const breaks = line.replace(/\r$/, '').split(/\r|[\u2028\u2029]/);
  return breaks.map((piece) => piece.toWellFormed().replace(hidden, ''));
}

import { heading } from './asciidoc-blocks.ts';
import { codePieces, textPieces } from '../text-pieces.ts';
import type { Piece } from '../text-pieces.ts';

/**
 * Lines without text for a reader: attributes, block attributes, anchors, comments, includes and
 * conditions.
 */
const silent =
  /^(?::!?[\w-]+!?:(?: |$)|\[[^\]]*\]$|\/\/(?!\/)|(?:include|ifdef|ifndef|ifeval|endif|image|toc|video)::|<<<$|'''$|\+$|={4,}$|\*{4,}$|_{4,}$|--$)/;
const fence = /^(?:-{4,}|\.{4,}|`{3,}\w*|\+{4,}|\/{4,})$/;

/** A link: `xref:page.adoc#place[text]`, `link:address[text]` or `https://address[text]`. */
const link = /\b(?:xref:|link:|(?=https?:))([^\s[\]]{1,500})\[([^\][]{1,500})\]/g;

/** Text that passes through unchanged, such as the tag in `Saw.+++<wbr/>+++Cut`. */
const passed = /\+{3}([^+\n]{0,500})\+{3}/g;

/** Returns a line with what it passes through, without the tags. */
function withPassed(line: string): string {
  if (!line.includes('+++')) return line;
  return line.replace(passed, (_, text: string) => text.replace(/<\/?[a-z][^<>]{0,100}>/gi, ''));
}

/**
 * Reads headings, listings and text of AsciiDoc line by line. Links become those of Markdown. Other inline markup stays as
 * written.
 */
export function readAsciidocLines(source: string): Piece[] {
  const lines = source.split('\n');
  const pieces: Piece[] = [];
  let language = '';
  let paragraph: string[] = [];
  const flush = (): void => {
    for (const piece of textPieces(paragraph.join('\n'))) pieces.push(piece);
    paragraph = [];
  };
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]!.trimEnd();
    const title = heading.exec(line);
    language = /^\[source,\s*([\w+#-]{1,30})/.exec(line)?.[1]?.toLowerCase() ?? language;
    if (fence.test(line)) {
      flush();
      const end = closing(lines, at, line);
      const code = line.startsWith('/') ? '' : lines.slice(at + 1, end).join('\n');
      for (const piece of codePieces(code, language)) pieces.push(piece);
      at = end;
      language = '';
    } else if (title !== null) {
      flush();
      pieces.push({ kind: 'heading', level: title[1]!.length, title: withPassed(title[2]!) });
    } else if (line === '') flush();
    else if (!silent.test(line)) {
      paragraph.push(withPassed(line.replace(/^\.(?=[^\s.])/, '')).replace(link, '[$2]($1)'));
    }
  }
  flush();
  return pieces;
}

/** Returns the index of the line that closes a fence, or `start` if no line within 2,000 does. */
function closing(lines: string[], start: number, line: string): number {
  const mark = line.startsWith('```') ? '```' : line;
  const limit = Math.min(lines.length, start + 2000);
  for (let at = start + 1; at < limit; at += 1) {
    if (lines[at]!.trimEnd() === mark) return at;
  }
  return start;
}

import { AsciidocBlocks } from './asciidoc-blocks.ts';

/** The style of a listing: `[source,yaml]`, `[listing]`. */
const style = /^\[(?:source|listing|literal)(?=[\],%#.])[^\]]*\]$/;
/** What can stand between a style and its text: the title, and further attributes. */
const between = /^(?:\.[^\s.].*|\[.*\])$/;
/** The mark of a block. Without it, the listing is the paragraph. */
const mark = /^(?:--$|-{4}|\.{4}|={4}|\+{4}|\/{4}|`{3}|[|,:!]={3})/;
/** Continues an item of a list behind a paragraph. */
const continuation = '+';

/**
 * Returns a document of AsciiDoc in which each paragraph that is a listing and that an item of a list goes on behind has the marks of a
 * block. Without them, Asciidoctor in JavaScript takes the rest of the item for code (4.1), and Asciidoctor in Ruby does not.
 */
export function withMarkedListings(source: string): string {
  if (!/^\+[ \t]*$/m.test(source)) return source;
  const lines = source.split('\n').map((line) => line.trimEnd());
  const blocks = new AsciidocBlocks();
  const written: string[] = [];
  let at = 0;
  while (at < lines.length) {
    const line = lines[at]!;
    const isInBlock = blocks.follow(line, lines[at - 1]);
    const start = isInBlock || !style.test(line) ? at : textBelow(lines, at + 1);
    const end = start === at ? at : endOfParagraph(lines, start);
    const isListing = lines[end] === continuation && end > start;
    if (isListing) {
      const head = lines.slice(at, start);
      const text = lines.slice(start, end);
      for (const each of [...head, '----', ...text, '----']) written.push(each);
    } else written.push(line);
    at = isListing ? end : at + 1;
  }
  return written.join('\n');
}

/** Returns the place of the text behind a style; that of the mark, if it is a block. */
function textBelow(lines: readonly string[], from: number): number {
  let at = from;
  while (at < from + mostBetween && between.test(lines[at] ?? '')) at += 1;
  return at;
}

/** Maximum number of lines between a style and its text. */
const mostBetween = 5;

/** Maximum number of lines of a paragraph. */
const longest = 300;

/** Returns the place of the line that ends a paragraph; its first one, if it is too long or has the mark of a block. */
function endOfParagraph(lines: readonly string[], start: number): number {
  for (let at = start; at < Math.min(lines.length, start + longest); at += 1) {
    const line = lines[at]!;
    if (line === '' || line === continuation) return at;
    if (mark.test(line)) break;
  }
  return start;
}

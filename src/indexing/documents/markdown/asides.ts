import { FenceTracker } from '../fences.ts';

/** The first tag of a note of HTML or a hint of GitBook, on a line of its own. */
const start = /^ {0,3}<aside(?:\s[^<>]{0,300})?>|^[ \t]*\{% hint\b[^{}]{0,200}%\}/i;
const end = /<\/aside\s*>|\{% endhint %\}/i;
/** A longer note is a page that stands in an element. */
const mostLines = 200;

/** Finds the lines within notes: elements of HTML, as in the books of Kubernetes' projects (`<aside class="note">`), and hints of GitBook. */
export class Asides {
  private readonly inside = new Set<number>();

  constructor(lines: readonly string[]) {
    if (!lines.some((line) => start.test(line))) return;
    const fences = new FenceTracker();
    let open: number | undefined;
    for (const [at, line] of lines.entries()) {
      if (fences.advance(line)) continue;
      if (start.test(line)) open = at;
      if (open === undefined || !end.test(line)) continue;
      if (at - open <= mostLines) for (let one = open; one <= at; one += 1) this.inside.add(one);
      open = undefined;
    }
  }

  /** Returns a line outside of code, by its index, without a heading if it belongs to a note of HTML or another one. */
  line(line: string, at: number, isNote: boolean): string {
    if (this.inside.has(at)) return withoutHeading(line.replace(heading, '<h1>$1</h1>'));
    return isNote ? withoutHeading(line) : line;
  }
}

/** A heading, without the anchor that GitBook adds to it. */
const heading = /^[ \t]*#{1,6}[ \t]+([^\s<][^<]{0,199}?)[ \t]*(?:<a\b[^<>]{0,200}><\/a>[ \t]*)?$/;

/** Writes an HTML heading in a note as bold text, because it is no section of the page. */
function withoutHeading(line: string): string {
  return line.replace(
    /<h([1-6])>([^<>]{1,200})<\/h\1>/g,
    (_, _level, text: string) => `**${text.replace(/\*\*|&#x20;/g, '').trim()}**`,
  );
}

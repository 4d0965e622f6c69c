import { FenceTracker } from '../fences.ts';

/** The beginning of a footnote: `[^oil]: Not too much.`. */
const definition = /^ {0,3}\[\^([^[\]\s]{1,50})\]:/;
/** The mark of a footnote in the text. */
const mark = /\[\^([^[\]\s]{1,50})\]/g;
/** A line below an empty one that goes on with a list or a quote. */
const listed = /^(?:\s|[-*+] |\d{1,9}[.)] |[>:])/;
/** A line that begins another block below a paragraph. */
const otherBlock = /^(?:[-*+>#|<]|\d{1,9}[.)]|`{3}|~{3}|:{3}|\{%)/;

interface Footnote {
  id: string;
  lines: string[];
}

/** A paragraph, a table or a list, with the footnotes below it. */
interface Part {
  content: (string | Footnote)[];
  /** The footnotes that the text names. */
  marks: Set<string>;
}

/**
 * Moves each footnote below the first paragraph that names it. Authors collect footnotes at the end of the page, where a reader of one
 * section does not see them. Returns the same lines if the document has no footnotes.
 */
export function withNearFootnotes(lines: string[]): string[] {
  if (!lines.some((line) => definition.test(line))) return lines;
  const fences = new FenceTracker();
  const reader = new PartReader();
  for (const line of lines) reader.read(line, fences.advance(line));
  const { parts } = reader;
  const homes = new Map<string, number>();
  for (const [at, { marks }] of parts.entries()) {
    for (const id of marks) if (!homes.has(id)) homes.set(id, at);
  }
  const moved: string[][] = [];
  const kept = parts.map(({ content, marks }) =>
    content.flatMap((one) => {
      if (typeof one === 'string') return [one];
      const home = homes.get(one.id);
      if (home === undefined || marks.has(one.id)) return one.lines;
      const further = (moved[home] ??= ['']);
      for (const line of one.lines) further.push(line);
      return [];
    }),
  );
  return kept.flatMap((own, at) => {
    const further = moved[at];
    return further ? [...own, ...further, ''] : own;
  });
}

/** Splits the lines of a document into parts. */
class PartReader {
  readonly parts: Part[] = [{ content: [], marks: new Set() }];
  private open: Footnote | undefined;
  private before = '';

  read(line: string, isCode: boolean): void {
    const id = isCode ? undefined : definition.exec(line)?.[1];
    if (id !== undefined) {
      this.open = { id, lines: [line] };
      this.parts.at(-1)!.content.push(this.open);
    } else if (this.open && isContinued(line, this.before)) this.open.lines.push(line);
    else this.add(line, isCode);
    this.before = line.trim();
  }

  private add(line: string, isCode: boolean): void {
    this.open = undefined;
    const isNext = !isCode && this.before === '' && !listed.test(line);
    if (isNext) this.parts.push({ content: [], marks: new Set() });
    const { content, marks } = this.parts.at(-1)!;
    content.push(line);
    if (!isCode) for (const [, name] of line.matchAll(mark)) marks.add(name!);
  }
}

/** Returns whether a line belongs to the footnote above: it is empty or indented, or goes on with a paragraph. */
function isContinued(line: string, before: string): boolean {
  return /^(?:\s|$)/.test(line) || (before !== '' && !otherBlock.test(line));
}

import { endOfString, maskMarks, type Marked } from '../code/extract/source-marks.ts';
import { withoutMargin } from '../indentation.ts';

/** A declaration of an Erlang module: an attribute, a function with its clauses, or a macro. */
export interface Form {
  /** Its source. */
  source: string;
  /** Its source with blanks in place of strings, quoted atoms and comments. */
  masked: string;
  /** 1-based line of its beginning. */
  line: number;
  /** Its strings, as a program sees them. */
  strings: string[];
  /** The comments above it, each without its marks. Empty lines separate them. */
  above: string[][];
  /** The comment directly behind it, if an empty line follows; [] without one. */
  behind: string[];
}

/** What begins a comment, a string or a quoted atom. A character such as `$"` begins none. */
const mark = /%|"{3,}(?=[ \t]*\n)|"|'|\$\\?[^]/g;

function endOfErlang(source: string, start: number, begun: string): number {
  const from = start + begun.length;
  if (begun.startsWith('$')) return from;
  if (begun === '%') return orEnd(source, source.indexOf('\n', from));
  if (begun.length > 1) return endOfText(source, from, begun);
  return endOfString(source, start, begun, '');
}

function orEnd(source: string, index: number): number {
  return index === -1 ? source.length : index;
}

/** Returns the index behind a text between lines of three or more quotation marks. */
function endOfText(source: string, from: number, marks: string): number {
  const end = new RegExp(`^[ \\t]*${marks}`, 'gm');
  end.lastIndex = from;
  return end.exec(source) ? end.lastIndex : source.length;
}

/**
 * Returns the forms of an Erlang module. A form ends with a dot before white space. Looks at each character a fixed number of times.
 * https://www.erlang.org/doc/system/modules.html
 */
export function formsOf(source: string): Form[] {
  const { masked, found } = maskMarks(source, mark, endOfErlang);
  const forms: Form[] = [];
  let last = 0;
  let next = 0;
  let line = 1;
  for (const { index } of masked.matchAll(/(?<!\.)\.(?=\s|$)/g)) {
    const gap = /\S/.exec(masked.slice(last, index))?.index ?? 0;
    const comments: Marked[] = [];
    while (found[next]?.mark === '%' && found[next]!.start < last + gap) {
      comments.push(found[next]!);
      next += 1;
    }
    // The name of a function can be a quoted atom.
    const start = Math.min(last + gap, found[next]?.start ?? Infinity);
    const strings: Marked[] = [];
    while (next < found.length && found[next]!.start < index) strings.push(found[next++]!);
    const blocks = blocksOf(source, comments);
    const behind = behindOf(source, { end: last, start, blocks });
    if (behind.length > 0) {
      forms.at(-1)!.behind = behind;
      blocks.shift();
    }
    line += linesIn(source.slice(last, start));
    forms.push({
      source: source.slice(start, index + 1),
      masked: masked.slice(start, index + 1),
      line,
      strings: strings
        .filter((one) => one.mark.startsWith('"'))
        .map((one) => stringAt(source, one)),
      above: blocks.map(({ lines }) => lines),
      behind: [],
    });
    line += linesIn(source.slice(start, index + 1));
    last = index + 1;
  }
  return forms;
}

function linesIn(text: string): number {
  return text.split('\n').length - 1;
}

interface CommentBlock {
  lines: string[];
  start: number;
  end: number;
}

/** Joins comments on consecutive lines. */
function blocksOf(source: string, comments: readonly Marked[]): CommentBlock[] {
  const blocks: CommentBlock[] = [];
  for (const { start, end } of comments) {
    const line = source.slice(start, end).replace(/^%+ ?/, '').trimEnd();
    const last = blocks.at(-1);
    if (last && linesIn(source.slice(last.end, start)) < 2) {
      last.lines.push(line);
      last.end = end;
    } else blocks.push({ lines: [line], start, end });
  }
  return blocks;
}

/** Returns the comment that belongs to the form above it, as the text of a type does: it follows directly, and an empty line follows it. */
function behindOf(
  source: string,
  { end, start, blocks }: { end: number; start: number; blocks: readonly CommentBlock[] },
): string[] {
  const [first] = blocks;
  if (end === 0 || !first || linesIn(source.slice(end, first.start)) > 1) return [];
  const isAlone = blocks.length > 1 || linesIn(source.slice(first.end, start)) > 1;
  return isAlone ? first.lines : [];
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', s: ' ' };

/** Returns the characters of a string. One between lines of quotation marks has no escapes, and the indentation of its last line is removed. */
function stringAt(source: string, { mark: begun, start, end }: Marked): string {
  const inner = source.slice(
    start + begun.length,
    Math.max(start + begun.length, end - begun.length),
  );
  if (begun === '"') return inner.replace(/\\(.)/gs, (_, sign: string) => escapes[sign] ?? sign);
  const lines = inner.split('\n');
  const margin = lines.pop()!.length;
  return lines
    .slice(1)
    .map((line) => withoutMargin(line, margin))
    .join('\n');
}

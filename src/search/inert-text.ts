import { plainLetters } from '../indexing/safety/plain-letters.ts';

// Makes untrusted text inert: none of it reads as structure of an answer, for a program that splits the answer at lines of
// dashes (with or without regard to fences) or for a person. It is the last step of every text answer, so it covers snippets
// that older versions stored. Ordinary text changes only where it would be misread.

/** Characters that some reader takes as the end of a line. */
const lineEnd = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g;
const lineEndKept = new RegExp(`(${lineEnd.source})`);

/** Control characters of terminals and of text direction, which change how an answer looks. */
const controls = /[^\P{Cc}\t\n\v\f\r\u0085]|[\u202a-\u202e\u2066-\u2069]/gu;

/** Number of visible characters at the start of a line that show its kind. */
const headLength = 80;

const separatorLine = /^-{32}$/;
const blockHeading = /^[^\S\t]{0,3}###(?=\s|$)/;
const anyHeading = /^\s*[\s>*]{0,20}#{1,6}(?=\s|$)/;
const sourceLabel = /^\s*(?:<[a-z]{1,10}>|[\s>*_~]){0,20}source[\s*_~]{0,10}(?:<\/[a-z]{1,10}>)?:/i;
const isHtmlHeading = /^\s*<h[1-3][\s>]/i;
const rulesHeading = /^\s*###\s+rules\s*$/i;

/** Start and end of the HTML blocks that a blank line does not end. */
const openEnded: readonly (readonly [begin: RegExp, end: RegExp])[] = [
  [/^\s*<!--/, /-->/],
  [/^\s*<\?/, /\?>/],
  [/^\s*<!\[CDATA\[/i, /\]\]>/],
  [
    /^\s*<(?:script|pre|style|textarea|template|xmp)\b/i,
    /<\/(?:script|pre|style|textarea|template|xmp)>/i,
  ],
];

/** Returns the text on one line, for titles, names and versions. */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(controls, ' ')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
}

/** Returns an address on one line. Characters that no address has are percent-encoded. */
export function inertAddress(address: string): string {
  return address
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]/gu, (character) => encodeURIComponent(character));
}

/** Returns Markdown for the inside of a block: its headings are below the block's heading, and no line separates blocks. */
export function inertProse(text: string): string {
  // Other readers end a line at more characters than CommonMark does.
  const lines = linesOf(text.trim().replaceAll(lineEnd, '\n'));
  const fenced = fencesOf(lines);
  const last = new Map<RegExp, number>();
  const lastWith = (end: RegExp): number => {
    const at = last.get(end) ?? lines.findLastIndex((line) => end.test(line.text));
    last.set(end, at);
    return at;
  };
  let pair = new PairOfLines();
  return joined(
    lines.map((line, at) => {
      const fence = fenced.get(at);
      if (fence === 'inside') return pair.next(line.text, readHead(line.text));
      pair = new PairOfLines();
      if (fence === 'left open') return escaped(line.text, /[`~]/);
      return inertLine(line.text, (end) => lastWith(end) > at);
    }),
    lines,
  );
}

/** Returns code for the inside of a fence. Changes only lines that are a separator, and a source that follows a heading. */
export function inertCode(code: string): string {
  const lines = linesOf(code);
  const pair = new PairOfLines();
  return joined(
    lines.map(({ text }) => pair.next(text, readHead(text))),
    lines,
  );
}

interface Line {
  text: string;
  /** The characters that end the line; '' for the last line. */
  end: string;
}

function linesOf(text: string): Line[] {
  const pieces = text.replace(controls, '').split(lineEndKept);
  const lines: Line[] = [];
  for (let at = 0; at < pieces.length; at += 2) {
    lines.push({ text: pieces[at]!, end: pieces[at + 1] ?? '' });
  }
  return lines;
}

function joined(texts: string[], lines: Line[]): string {
  return texts.map((text, at) => text + lines[at]!.end).join('');
}

/** `follows` is true if a later line has text. */
function inertLine(line: string, follows: (end: RegExp) => boolean): string {
  const head = readHead(line);
  if (separatorLine.test(head.text.trim())) return '---';
  const heading = blockHeading.exec(head.text);
  if (heading) return `####${line.slice(head.end(heading[0].length))}`;
  const label = sourceLabel.exec(head.text);
  if (label) return escapedLabel(line, head, label[0]);
  if (!head.text.includes('<')) return line;
  return isHtmlHeading.test(head.text) || staysOpen(line, head, follows)
    ? escaped(line, /[<\uff1c\ufe64]/)
    : line;
}

function staysOpen(line: string, { text }: Head, follows: (end: RegExp) => boolean): boolean {
  const open = openEnded.find(([begin]) => begin.test(text));
  return open !== undefined && !open[1].test(line) && !follows(open[1]);
}

/** Returns `Source\:`, which Markdown shows as `Source:`. */
function escapedLabel(line: string, head: Head, label: string): string {
  const colon = head.end(label.length - 1);
  return `${line.slice(0, colon)}\\:${line.slice(head.end(label.length))}`;
}

function escaped(line: string, mark: RegExp): string {
  return line.replace(mark, (found) => `\\${found}`);
}

/** Changes each line of code that reads as the source of the heading before it. */
class PairOfLines {
  private afterHeading = false;

  next(line: string, head: Head): string {
    const shown = head.text.trim();
    if (shown === '') return line;
    if (separatorLine.test(shown)) return `${/^\s*/.exec(line)![0]}${'-'.repeat(31)}`;
    const label = this.afterHeading ? sourceLabel.exec(head.text) : null;
    this.afterHeading = anyHeading.test(head.text);
    if (rulesHeading.test(head.text)) return escaped(line, /\S/u);
    return label ? escapedLabel(line, head, label[0]) : line;
  }
}

/** The start of a line in plain letters. */
interface Head {
  text: string;
  /** Returns where the first `length` letters end in the line. */
  end(length: number): number;
}

function readHead(line: string): Head {
  if (!/\P{ASCII}/u.test(line)) return { text: line, end: (length) => length };
  const ends = [0];
  let text = '';
  let shown = 0;
  let at = 0;
  for (const character of line) {
    at += character.length;
    const plain = plainLetters(character);
    text += plain;
    for (let n = 0; n < plain.length; n += 1) ends.push(at);
    if (shown > 0 || plain.trim() !== '') shown += plain.length;
    if (shown >= headLength) break;
  }
  return { text, end: (length) => ends[length] ?? at };
}

const fenceLine = /^ {0,3}(?<marks>`{3,}(?=[^`]*$)|~{3,})(?<info>.*)$/;

/** Finds the lines within fences, and the fences without an end, which would swallow the rest of the answer. */
function fencesOf(lines: readonly Line[]): Map<number, 'inside' | 'left open'> {
  const found = new Map<number, 'inside' | 'left open'>();
  const fences = lines.flatMap(({ text }, at) => {
    const match = fenceLine.exec(text);
    if (!match) return [];
    const { marks = '', info = '' } = match.groups ?? {};
    return [{ at, marks, closes: info.trim() === '', longest: 0 }];
  });
  // For each line, the longest closing fence of each kind from there on.
  const longest = { '`': 0, '~': 0 };
  for (const fence of fences.toReversed()) {
    const kind = fence.marks[0] as '`' | '~';
    fence.longest = longest[kind];
    if (fence.closes) longest[kind] = Math.max(longest[kind], fence.marks.length);
  }
  let open: (typeof fences)[number] | undefined;
  let from = 0;
  for (const fence of fences) {
    if (!open) {
      if (fence.longest < fence.marks.length) found.set(fence.at, 'left open');
      else [open, from] = [fence, fence.at];
    } else if (fence.closes && fence.marks.startsWith(open.marks)) {
      for (let at = from; at <= fence.at; at += 1) found.set(at, 'inside');
      open = undefined;
    }
  }
  return found;
}

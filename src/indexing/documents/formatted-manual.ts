import { inlineCode } from './clean.ts';
import { dedentBlock, endOfDeeper, indentOf } from './indentation.ts';
import { silentSection, typedName } from './markup/man/man-page-writer.ts';
import { bullet, filledLines, isCapitals, isCode } from './plain-lines.ts';
import { codePieces, definitionPieces, listPieces, textPieces } from './text-pieces.ts';
import type { Piece } from './text-pieces.ts';

/** A manual page that a program formatted for terminals. */
interface FormattedManual {
  /** The name with its section, such as `saw(1)`, or else the name alone. */
  title: string;
  pieces: Piece[];
}

/** Maximum length of a line that a formatter fills. */
const widest = 300;
/** Maximum depth of lists in lists. */
const deepest = 8;

/** Parses a formatted manual page: headings at the margin in capitals, with indented text below. Returns undefined for other texts. */
export function readFormattedManual(lines: readonly string[]): FormattedManual | undefined {
  const start = lines.findIndex((line) => line !== '');
  const title = nameAtBothEnds(lines[start] ?? '');
  const name = lines.slice(0, 30).indexOf('NAME');
  const base = indentOf(lines.slice(name + 1).find((line) => line !== '') ?? '');
  if (name === -1 || base === 0 || (title === '' && !lines.includes('SYNOPSIS'))) return undefined;
  const body = lines
    .slice(title === '' ? start : start + 1)
    .filter((line) => !isFooter(line, title));
  const pieces = manualPieces(withWholeWords(body), base);
  return { title: shownTitle(title) || nameOf(pieces), pieces };
}

/** Returns the name that the first line of a page has at its beginning and at its end; '' if there is none. */
function nameAtBothEnds(line: string): string {
  const [, name = ''] = /^([\w.:+-]{1,100}\(\d\w{0,3}\)) {2}/.exec(line) ?? [];
  return line.toLowerCase().endsWith(`  ${name.toLowerCase()}`) ? name : '';
}

/** A name in capitals alone is shown in small letters. */
function shownTitle(title: string): string {
  return /[a-z]/.test(title.replace(/\(.*/, '')) ? title : title.toLowerCase();
}

/** Returns whether a line repeats the name at the end of a page. */
function isFooter(line: string, title: string): boolean {
  return title !== '' && indentOf(line) > 0 && line.trim() === title;
}

/** Returns the sections. Headings of subsections have less indentation than text. */
function manualPieces(lines: readonly string[], base: number): Piece[] {
  const pieces: Piece[] = [];
  let section = '';
  let body: string[] = [];
  const flush = (): void => {
    const found = section === 'SYNOPSIS' ? codePieces(dedentBlock(body).join('\n')) : textIn(body);
    if (!silentSection.test(section)) for (const piece of found) pieces.push(piece);
    body = [];
  };
  const textIn = (text: string[]): Piece[] => contentPieces(text, section.startsWith('EXAMPLE'), 0);
  const open = (title: string, level: number): void => {
    flush();
    if (level === 2) section = title;
    if (!silentSection.test(section) && title !== 'NAME')
      pieces.push({ kind: 'heading', level, title });
  };
  for (const line of lines) {
    const indent = indentOf(line);
    const isText = indent > 0 && (indent >= base || section === 'SYNOPSIS');
    if (line === '' || isText) body.push(line);
    else if (indent > 0) open(line.trim().replace(/:$/, ''), 3);
    else if (isHeading(line)) open(line, 2);
  }
  flush();
  return pieces;
}

/** Returns whether a line at the margin is a heading. Other lines there are headers and footers of printed pages. */
function isHeading(line: string): boolean {
  return isCapitals(line) || /^[A-Z]{3,}$/.test(line);
}

/** Returns the paragraphs, items and examples of indented lines. */
function contentPieces(indented: readonly string[], isExample: boolean, depth: number): Piece[] {
  const lines = dedentBlock(indented);
  const pieces: Piece[] = [];
  let at = 0;
  while (at < lines.length) {
    if (lines[at] === '') {
      at += 1;
      continue;
    }
    let below = at;
    while (below < lines.length && lines[below] !== '' && indentOf(lines[below]!) === 0) below += 1;
    const end = Math.max(below, endOfDeeper(lines, below, 0));
    const part: Part = { head: lines.slice(at, below), body: lines.slice(below, end) };
    const content = (body: readonly string[]): Piece[] =>
      depth < deepest ? contentPieces(body, isExample, depth + 1) : textPieces(shownLines(body));
    for (const piece of partPieces(part, isExample, content)) pieces.push(piece);
    at = end;
  }
  return pieces;
}

/** Lines at the margin, and the deeper lines below them. */
interface Part {
  head: string[];
  body: string[];
}

function partPieces(part: Part, isExample: boolean, content: (body: string[]) => Piece[]): Piece[] {
  const { head, body } = part;
  const item = itemOf(part);
  if (item) {
    const { term, text } = item;
    const found = content(text);
    if (/^[o•·]$/.test(term)) return listPieces([found], () => '- ');
    if (/^\d{1,3}[.)]$/.test(term)) return listPieces([found], () => `${term.slice(0, -1)}. `);
    return listPieces([definitionPieces(labelOf(term), found)], () => '- ');
  }
  const shown = textPieces(shownLines(head));
  if (body.length === 0) return shown;
  const block = dedentBlock(body);
  const deep = block.map((line) => `    ${line}`);
  const isShown = isExample || isCode(deep, 0);
  return [...shown, ...(isShown ? codePieces(block.join('\n')) : content(body))];
}

interface Item {
  term: string;
  text: string[];
}

/** Returns an item: its text is beside a short term or mark, or directly below it. */
function itemOf({ head, body }: Part): Item | undefined {
  const [first = ''] = head;
  if (head.length !== 1 || first.endsWith(':')) return undefined;
  const isBelow = body.length > 0 && body[0] !== '';
  const isOption = body.length === 0 && first.startsWith('-');
  return itemBeside(first, body) ?? (isBelow || isOption ? { term: first, text: body } : undefined);
}

/** Returns an item whose text begins beside its term, in the column of the lines below. */
function itemBeside(first: string, body: string[]): Item | undefined {
  const [, term, space = '', beside = ''] = /^(\S+(?: \S+)?)( {2,})(\S.*)$/.exec(first) ?? [];
  if (term === undefined) return undefined;
  const column = term.length + space.length;
  const next = body.find((line) => line !== '');
  const isItem = next === undefined ? /^(?:-|[o•·]$)/.test(term) : indentOf(next) === column;
  return isItem ? { term, text: [' '.repeat(column) + beside, ...body] } : undefined;
}

/** Joins lines of prose. Formatters fill lines with spaces, so only a gap in each line is a table. */
function shownLines(lines: readonly string[]): string {
  const isDrawn = lines.some((line) => bullet.test(line)) || lines.every((line) => gap.test(line));
  return isDrawn ? lines.join('\n') : filledLines(lines);
}

const gap = /\S {3,}\S/;

function labelOf(term: string): string {
  return typedName.test(term) ? inlineCode(term) : term;
}

/**
 * Returns lines with the words that the formatter cut at their ends. Its hyphen goes if the page has the word without it, or lacks the
 * part before it.
 */
function withWholeWords(lines: readonly string[]): string[] {
  const words = wordsIn(lines);
  const whole: string[] = [];
  for (const line of lines) {
    const last = whole.at(-1) ?? '';
    const start = cutEnd(last);
    const [rest, margin = '', word = ''] = /^( *)(\p{L}+)\S*/u.exec(line) ?? [];
    if (start === undefined || rest === undefined) {
      whole.push(line);
      continue;
    }
    const isCut = words.has(start + word) || !words.has(start);
    whole.pop();
    whole.push((isCut ? last.slice(0, -1) : last) + rest.trimStart());
    const others = line.slice(rest.length).trim();
    if (others !== '') whole.push(margin + others);
  }
  return whole;
}

/** Returns the part of a word before the hyphen at the end of a line, if there is one. */
function cutEnd(line: string): string | undefined {
  return line.length > widest ? undefined : /(\p{L}+)-$/u.exec(line)?.[1];
}

function wordsIn(lines: readonly string[]): Set<string> {
  return new Set(lines.flatMap((line) => line.match(/(?<!\p{L})\p{L}+(?!\p{L}|-$)/gu) ?? []));
}

function nameOf(pieces: Piece[]): string {
  const name = pieces.find((piece) => piece.kind === 'text');
  return name?.text.split(/\s+[-–—]\s+/)[0]?.slice(0, 100) ?? '';
}

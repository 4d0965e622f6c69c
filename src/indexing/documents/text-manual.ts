import { codePieces, textPieces } from './text-pieces.ts';
import type { Piece } from './text-pieces.ts';
import { indentOf, isCapitals, joinLines, outdent } from './text-plain.ts';

const banner = /^([\w.:+-]+\(\d\w{0,3}\))\s{2,}\S.*\s{2,}\1$/i;

/** A formatted manual page: its sections stand at the margin in capitals, their text is indented. Undefined for others. */
export function readManPage(lines: string[]): { title: string; pieces: Piece[] } | undefined {
  const start = lines.findIndex((line) => line !== '');
  const title = banner.exec(lines[start] ?? '')?.[1] ?? '';
  const named = lines.slice(0, 30).includes('NAME');
  if (!named || (title === '' && !lines.includes('SYNOPSIS'))) return undefined;
  const pieces = manualPieces(lines.slice(title === '' ? start : start + 1));
  return { title: title || nameOf(pieces), pieces };
}

function manualPieces(lines: string[]): Piece[] {
  const pieces: Piece[] = [];
  let section = '';
  let body: string[] = [];
  const flush = (): void => {
    for (const piece of sectionPieces(section, outdent(body))) pieces.push(piece);
    body = [];
  };
  for (const line of lines) {
    if (indentOf(line) > 0 || line === '') body.push(line);
    else if (isHeading(line)) {
      flush();
      section = line;
      pieces.push({ kind: 'heading', level: 2, title: line });
    }
  }
  flush();
  return pieces;
}

/** Everything else at the margin is a header or footer of a printed page. */
function isHeading(line: string): boolean {
  return isCapitals(line) || /^[A-Z]{3,}$/.test(line);
}

function sectionPieces(section: string, lines: string[]): Piece[] {
  if (section === 'SYNOPSIS') return codePieces(lines.join('\n'));
  const pieces: Piece[] = [];
  let paragraph: string[] = [];
  const flush = (): void => {
    const deep = paragraph.length > 0 && paragraph.every((line) => indentOf(line) >= 4);
    const code = deep && section.startsWith('EXAMPLE');
    const option = optionLine(paragraph);
    const plain = code
      ? codePieces(outdent(paragraph).join('\n'))
      : textPieces(joinLines(paragraph));
    const found: Piece[] =
      option === undefined ? plain : [{ kind: 'text', text: option, tight: true }];
    for (const piece of found) pieces.push(piece);
    paragraph = [];
  };
  for (const line of lines) {
    if (line === '') flush();
    else paragraph.push(line);
  }
  flush();
  return pieces;
}

/** An option with its description indented under it, or beside it. */
function optionLine([first = '', ...rest]: string[]): string | undefined {
  if (!/^\s*-/.test(first)) return undefined;
  const [option = '', beside = ''] = first.trim().split(/ {2,}(.*)/s);
  const description = joinLines([beside, ...rest]).trim();
  return description === '' ? `- \`${option}\`` : `- \`${option}\`: ${description}`;
}

function nameOf(pieces: Piece[]): string {
  const name = pieces.find((piece) => piece.kind === 'text');
  return name?.text.split(/\s+[-–—]\s+/)[0]?.slice(0, 100) ?? '';
}

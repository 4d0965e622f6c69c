import { plainLine, plainText } from '../../resources/plain-text.ts';
import { oneLine } from '../../search/inert-text.ts';

// Much of what commands print comes from sources, and must not steer the terminal.

/** Prints indented JSON. Escapes also the control characters that JSON allows. */
export function printJson(value: unknown): void {
  const json = JSON.stringify(value, null, 2).replaceAll(
    /[\u007f-\u009f\p{Bidi_Control}]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  process.stdout.write(`${json}\n`);
}

/** Prints text without control characters. */
export function printLine(line = ''): void {
  process.stdout.write(`${plainText(line)}\n`);
}

/** As `printLine`, but to stderr: for what is not the result of the command. */
export function printNote(line: string): void {
  process.stderr.write(`${plainText(line)}\n`);
}

/** Shows a text in place of the last one that it showed, if stderr is a terminal. Without a text, shows nothing. */
export function redraw(text = ''): void {
  const { isTTY, columns } = process.stderr;
  if (isTTY) process.stderr.write(`\r\u001B[K${fitted(plainLine(text), columns)}`);
}

const wide =
  /[[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Emoji_Presentation}\u3000-\u303f\uff01-\uff60]--[\uff61-\uffdc]]/gv;
const notAnAccent = /\P{M}/gu;

/** Returns how many columns of a terminal a text takes: an East Asian character or an emoji takes two, and an accent of its own none. */
function columnsOf(text: string): number {
  const count = (characters: RegExp): number => text.match(characters)?.length ?? 0;
  return count(notAnAccent) + count(wide);
}

/** Cuts a line so that it does not wrap in a window of so many columns; 0 if its width is unknown. */
export function fitted(line: string, columns: number): string {
  let left = (columns || 80) - 1;
  let shown = '';
  for (const character of line) {
    left -= columnsOf(character);
    if (left < 0) break;
    shown += character;
  }
  return shown;
}

/** Formats a table. Columns are as wide as their widest cell; the last column is not padded. Cells have no line breaks. */
export function formatTable(header: string[], rows: string[][]): string {
  const all = [header, ...rows.map((row) => row.map(oneLine))];
  const widths = header.map((_, at) => Math.max(...all.map((row) => columnsOf(row[at] ?? ''))));
  return all
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd((widths[at] ?? 0) + cell.length - columnsOf(cell)))
        .join('   ')
        .trimEnd(),
    )
    .join('\n');
}

/** Formats 12345 as 12,345. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}

/** Formats 12345 snippets as `12,345 snippets`, and one as `1 snippet`. */
export function counted(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** Formats 95 seconds as 1m35s. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) return `${whole}s`;
  if (whole < 3600) return `${Math.floor(whole / 60)}m${String(whole % 60).padStart(2, '0')}s`;
  return `${Math.floor(whole / 3600)}h${String(Math.floor((whole % 3600) / 60)).padStart(2, '0')}m`;
}

/** A table of a page. */
interface WikiTable {
  /** Texts of cells, those of the head first. All rows have the same number of cells. */
  rows: string[][];
  caption: string;
  /** Index of the last line. */
  last: number;
}

interface Cell {
  text: string;
  isHead: boolean;
  columns: number;
  rows: number;
}

/** Maximum number of columns, and of rows that a cell covers. */
const mostColumns = 50;
const mostSpanned = 100;
/** Attributes before the text of a cell. */
const attributes =
  /^[ \t]*((?:[\w-]{1,30}[ \t]{0,3}=[ \t]{0,3}(?:"[^"\n]{0,300}"|'[^'\n]{0,300}'|[^\s|"']{1,100})[ \t]{0,9}){1,12})\|(?!\|)/;

/** Reads the table that begins at a line. https://www.mediawiki.org/wiki/Help:Tables */
export function wikiTable(lines: readonly string[], start: number): WikiTable {
  const rows: Cell[][] = [];
  let caption = '';
  let depth = 1;
  let at = start + 1;
  for (; at < lines.length; at += 1) {
    const line = lines[at]!.trim();
    if (line.startsWith('{|')) depth += 1;
    else if (line.startsWith('|}')) depth -= 1;
    if (depth === 0) break;
    if (line.startsWith('|+')) caption = line.slice(2).replace(attributes, '').trim();
    else if (depth > 1 || line.startsWith('|}')) goOn(rows, textOf(line));
    else if (line.startsWith('|-')) rows.push([]);
    else if (line.startsWith('|') || line.startsWith('!')) cells(rows, line);
    else goOn(rows, lines[at]!);
  }
  return { rows: filled(rows.filter((row) => row.length > 0)), caption, last: at };
}

/** Returns the text of a line of a table within a cell. */
function textOf(line: string): string {
  return /^(?:\{\||\|\}|\|-)/.test(line) ? '' : line.replace(/^[|!]|\|\||!!/g, ' ');
}

function goOn(rows: readonly Cell[][], text: string): void {
  const cell = rows.at(-1)?.at(-1);
  if (cell) cell.text += `\n${text}`;
}

function cells(rows: Cell[][], line: string): void {
  if (rows.length === 0) rows.push([]);
  const isHead = line.startsWith('!');
  for (const written of line.slice(1).split(isHead ? /!!|\|\|/ : '||')) {
    const [found = '', given = ''] = attributes.exec(written) ?? [];
    rows.at(-1)!.push({
      text: written.slice(found.length).trim(),
      isHead,
      columns: spanOf(given, 'colspan'),
      rows: spanOf(given, 'rowspan'),
    });
  }
}

function spanOf(given: string, name: string): number {
  const [, number] = new RegExp(`\\b${name}[ \\t]*=[ \\t]*["']?(\\d{1,3})`, 'i').exec(given) ?? [];
  return Math.min(Math.max(Number(number ?? 1), 1), mostSpanned);
}

/** Returns the rows with a cell in each column. A cell that covers rows is in each of them. */
function filled(rows: readonly Cell[][]): string[][] {
  const covered = new Map<number, { text: string; rows: number }>();
  const shown = rows.map((row) => {
    const out: string[] = [];
    const takeCovered = (): void => {
      for (let cell = covered.get(out.length); cell; cell = covered.get(out.length)) {
        if (cell.rows === 1) covered.delete(out.length);
        else cell.rows -= 1;
        out.push(cell.text);
      }
    };
    for (const cell of row) {
      takeCovered();
      for (let column = 0; column < cell.columns && out.length < mostColumns; column += 1) {
        if (cell.rows > 1) covered.set(out.length, { text: cell.text, rows: cell.rows - 1 });
        out.push(column === 0 ? cell.text : '');
      }
    }
    takeCovered();
    return out;
  });
  const width = shown.reduce((most, row) => Math.max(most, row.length), 0);
  if (width === 0) return [];
  const wide = shown.map((row) => Array.from({ length: width }, (_, at) => row[at] ?? ''));
  const hasHead = rows[0]!.filter(({ isHead }) => isHead).length * 2 > rows[0]!.length;
  const head = hasHead ? wide.shift()! : Array.from({ length: width }, () => '');
  return [head, ...wide];
}

/** Lines of a table that are no data: rules and requests. */
const noData = /^(?:[_=\s]|\\_|\\\^)*$|^\.(?:T&|sp|ad|na|nh|hy)(?!\w)/;

/**
 * Returns the cells of a table between `.TS` and `.TE`. Options and formats stand before its data, and `T{` and `T}` around a cell of
 * several lines. https://man.openbsd.org/tbl.7
 */
export function tableRows(lines: readonly string[]): string[][] {
  const [first = ''] = lines;
  const hasOptions = /;\s*$/.test(first);
  const separator = /\btab\s{0,3}\((.)\)/.exec(hasOptions ? first : '')?.[1] ?? '\t';
  const formats = lines.findIndex((line, at) => at >= (hasOptions ? 1 : 0) && /\.\s*$/.test(line));
  return formats === -1 ? [] : rowsOf(lines.slice(formats + 1), separator);
}

function rowsOf(lines: readonly string[], separator: string): string[][] {
  const rows: string[][] = [];
  let cell: string[] | undefined;
  /** Adds cells to the last row. The last one can be the beginning of a cell of several lines. */
  const add = (cells: readonly string[]): void => {
    cell = cells.at(-1)?.trim() === 'T{' ? [] : undefined;
    rows.at(-1)!.push(...(cell ? cells.slice(0, -1) : cells));
  };
  for (const line of lines) {
    if (cell && !line.startsWith('T}')) cell.push(line);
    else if (cell) add([cell.join('\n'), ...line.split(separator).slice(1)]);
    else if (!noData.test(line.replaceAll(separator, ' '))) {
      rows.push([]);
      add(line.split(separator));
    }
  }
  return rows.map((row) => row.map((text) => text.trim()));
}

import { oneLine, withoutControls } from '../../search/inert-text.ts';

/** Prints indented JSON. */
export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}

/** Prints text without control characters, because much of the text comes from sources. */
export function printLine(line = ''): void {
  process.stdout.write(`${withoutControls(line)}\n`);
}

/** Formats a table. Columns are as wide as their widest cell; the last column is not padded. Cells have no line breaks. */
export function formatTable(header: string[], rows: string[][]): string {
  const all = [header, ...rows.map((row) => row.map(oneLine))];
  const widths = header.map((_, at) => Math.max(...all.map((row) => (row[at] ?? '').length)));
  return all
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('   ')
        .trimEnd(),
    )
    .join('\n');
}

/** Formats 12345 as 12,345. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}

/** Formats 95 seconds as 1m35s. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) return `${whole}s`;
  if (whole < 3600) return `${Math.floor(whole / 60)}m${String(whole % 60).padStart(2, '0')}s`;
  return `${Math.floor(whole / 3600)}h${String(Math.floor((whole % 3600) / 60)).padStart(2, '0')}m`;
}

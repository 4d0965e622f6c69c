import { oneLine, withoutControls } from '../../search/inert-text.ts';

/** Prints JSON for machines, indented for the odd person who looks. */
export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}

/** Prints text, without what would control the terminal: much of it comes from sources. */
export function printLine(line = ''): void {
  process.stdout.write(`${withoutControls(line)}\n`);
}

/** Columns as wide as their widest cell; the last is not padded. A cell stays on its line. */
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

/** 12,345 as people write it. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}

/** 95 seconds as 1m35s. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) return `${whole}s`;
  if (whole < 3600) return `${Math.floor(whole / 60)}m${String(whole % 60).padStart(2, '0')}s`;
  return `${Math.floor(whole / 3600)}h${String(Math.floor((whole % 3600) / 60)).padStart(2, '0')}m`;
}

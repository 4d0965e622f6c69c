import type { LibraryRun } from '../../resources/library.ts';
import { formatCount, formatDuration } from './output.ts';

/** Returns a run as one line: phase, counts, rate and time left. `nowMs` is the current time. */
export function progressLine(id: string, run: LibraryRun, nowMs: number): string {
  const seconds = Math.max(0.001, (nowMs - Date.parse(run.startedAt)) / 1000);
  const version = run.version ? `@${run.version}` : '';
  const parts = [
    `${id}${version}`,
    phaseText(run),
    `${counted(run.fetched, run.total)} fetched`,
    `${formatCount(run.documents)} documents`,
    `${formatCount(run.snippets)} snippets`,
    `${formatCount(run.embedded)} embedded`,
  ];
  if (run.skipped > 0) parts.push(`${formatCount(run.skipped)} skipped`);
  if (run.phase === 'indexing') {
    parts.push(`${(run.snippets / seconds).toFixed(1)}/s`);
    const left = secondsLeft(run, seconds);
    if (left !== undefined) parts.push(`${formatDuration(left)} left`);
  }
  return parts.join('  ');
}

/** Returns a progress bar of `width` characters, or '' if the number of documents is unknown. */
export function progressBar(run: LibraryRun, width = 20): string {
  const share = shareOf(run);
  if (share === undefined) return '';
  const full = Math.round(share * width);
  return `[${'█'.repeat(full)}${'░'.repeat(width - full)}] ${String(Math.floor(share * 100)).padStart(3)}%`;
}

function phaseText({ phase, embeddedPercent = 0 }: LibraryRun): string {
  return phase === 'embedding' ? `searchable by words, embedded ${embeddedPercent} %` : phase;
}

function shareOf({ phase, embeddedPercent = 0, ...run }: LibraryRun): number | undefined {
  if (phase === 'embedding') return embeddedPercent / 100;
  return run.total ? Math.min(1, (run.documents + run.skipped) / run.total) : undefined;
}

function counted(done: number, total: number | undefined): string {
  return total ? `${formatCount(done)}/${formatCount(total)}` : formatCount(done);
}

function secondsLeft(
  { documents, skipped, total }: LibraryRun,
  elapsed: number,
): number | undefined {
  const done = documents + skipped;
  if (!total || done === 0) return undefined;
  return (elapsed / done) * Math.max(0, total - done);
}

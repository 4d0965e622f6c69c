import type { LibraryRun } from '../../resources/library.ts';
import { counted, formatCount, formatDuration } from './output.ts';

/** Returns a run as one line: phase, counts, rate and time left. `nowMs` is the current time. */
export function progressLine(id: string, run: LibraryRun, nowMs: number): string {
  const seconds = Math.max(0.001, (nowMs - Date.parse(run.startedAt)) / 1000);
  const name = `${id}${run.version ? `@${run.version}` : ''}`;
  // A run that embeds what an earlier one read has read nothing itself.
  if (run.phase === 'embedding' && run.fetched === 0) return `${name}  ${phaseText(run)}`;
  const parts = [
    name,
    phaseText(run),
    `${share(run.fetched, run.total)} fetched`,
    counted(run.documents, 'document'),
    counted(run.snippets, 'snippet'),
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

/** Characters of a progress bar. */
const width = 20;

/** Returns a progress bar, or '' if the number of documents is unknown. */
export function progressBar(run: LibraryRun): string {
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

function share(done: number, total: number | undefined): string {
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

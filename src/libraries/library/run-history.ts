import type { Library, LibraryRun, LibraryStatus, PastRun } from '../../resources/library.ts';
import type { StatusEvent } from './status-event.ts';

/** Runs that are remembered; a status is written often, and 10,000 of them are held in memory. */
const keptRuns = 10;
/** UTF-16 units of a message; the schema's own limit. */
const longestMessage = 300;

/** How a run ended, besides what the run itself knows. */
type Ending = Pick<PastRun, 'outcome' | 'changed' | 'reason' | 'message'>;

/**
 * The run a status shows after an event and the runs that have ended by then: an outcome that a run reported, or one that was
 * cut off because the library was suspended, edited or cancelled. Pure.
 */
export function historyOf(
  { status }: Library,
  event: StatusEvent,
  now: Date,
): Pick<LibraryStatus, 'run' | 'runs'> {
  const next = 'run' in event ? { run: withBeginning(event.run, status.run) } : {};
  const reported = endingOf(event);
  if (reported && next.run) return { runs: remembered(status, next.run, reported) };
  const cutOff = cutOffBy(event);
  const { run } = status;
  if (!cutOff || status.state !== 'processing' || !run || run.id === next.run?.id) return next;
  const cancelled = { ...run, phase: 'cancelled' as const, finishedAt: now.toISOString() };
  const runs = remembered(status, cancelled, { outcome: 'cancelled', ...cutOff });
  return { run: cancelled, ...next, runs };
}

/** Those who report on a run know neither why it was started nor what it was given: the first status of it does. */
export function withBeginning(run: LibraryRun, held: LibraryRun | undefined): LibraryRun {
  const first = held?.id === run.id ? held : undefined;
  const { trigger = run.trigger, credential = run.credential } = first ?? {};
  return { ...run, ...(trigger && { trigger }), ...(credential && { credential }) };
}

function endingOf(event: StatusEvent): Ending | undefined {
  if (event.type === 'succeeded') return { outcome: 'done', changed: event.result.changed };
  if (event.type !== 'failed') return undefined;
  const { reason, message } = event.failure;
  return { outcome: 'failed', reason, message };
}

/** Why an event ends a run that is under way. */
function cutOffBy(event: StatusEvent): Pick<Ending, 'reason' | 'message'> | undefined {
  const { type } = event;
  if (type === 'cancelled') return { reason: 'Cancelled', message: 'Cancelled on request' };
  if (type === 'suspended') return { reason: 'Suspended', message: 'The library was suspended' };
  if (type === 'invalid') return { reason: event.reason ?? 'InvalidSpec', message: event.message };
  if (type !== 'started') return undefined;
  return { reason: 'SpecChanged', message: 'The settings changed during the run' };
}

function remembered({ runs = [] }: LibraryStatus, run: LibraryRun, ending: Ending): PastRun[] {
  const { id, trigger, startedAt, finishedAt = startedAt } = run;
  const { version, documents, snippets, embedded, skipped } = run;
  const { message, ...how } = ending;
  const entry: PastRun = {
    id,
    ...how,
    ...(trigger && { trigger }),
    startedAt,
    finishedAt,
    ...(version && ending.outcome !== 'done' && { version }),
    ...(message !== undefined && { message: shortened(message) }),
    documents,
    snippets,
    embedded,
    skipped,
  };
  return [entry, ...runs.filter((other) => other.id !== id)].slice(0, keptRuns);
}

function shortened(message: string): string {
  if (message.length <= longestMessage) return message;
  return `${message.slice(0, longestMessage - 3).toWellFormed()}...`;
}

import type { Library, LibraryRun, LibraryStatus, PastRun } from '../../resources/library.ts';
import type { StatusEvent } from './status-event.ts';

/** Maximum number of past runs in a status. Statuses are written often, and memory holds 10,000 of them. */
const keptRuns = 10;
/** Maximum length of a message in UTF-16 units, as in the schema. */
const longestMessage = 300;

/** The outcome of a run, besides the fields of the run itself. */
type Ending = Pick<PastRun, 'outcome' | 'changed' | 'reason' | 'message'>;

/**
 * Returns the current run and the past runs after an event. A run ends with its reported outcome, or because the library was
 * suspended, edited or canceled. Pure.
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

/** Maximum number of warnings of a run. */
const keptWarnings = 10;

/**
 * Adds the trigger and the credential of a run from its first status, because reports do not contain them, and the warnings that
 * still hold.
 */
export function withBeginning(run: LibraryRun, held: LibraryRun | undefined): LibraryRun {
  const first = held?.id === run.id ? held : undefined;
  const { trigger = run.trigger, credential = run.credential } = first ?? {};
  const warnings = trigger === 'edit' ? run.warnings : warningsOf(run, held);
  return {
    ...run,
    ...(trigger && { trigger }),
    ...(credential && { credential }),
    ...(warnings && { warnings }),
  };
}

/**
 * Returns the warnings of a run. Until it reads a document, it also has those of the run before: an unchanged source still lacks
 * what that run left out. After an edit, it may not.
 */
function warningsOf(
  { warnings, documents }: LibraryRun,
  held: LibraryRun | undefined,
): string[] | undefined {
  if (documents > 0 || !held?.warnings) return warnings;
  return [...new Set([...(warnings ?? []), ...held.warnings])].slice(0, keptWarnings);
}

function endingOf(event: StatusEvent): Ending | undefined {
  if (event.type === 'succeeded') return { outcome: 'done', changed: event.result.changed };
  if (event.type === 'yielded') return { outcome: 'done' };
  if (event.type !== 'failed') return undefined;
  const { reason, message } = event.failure;
  return { outcome: 'failed', reason, message };
}

/** Returns why an event ends an active run. */
function cutOffBy(event: StatusEvent): Pick<Ending, 'reason' | 'message'> | undefined {
  const { type } = event;
  if (type === 'cancelled') return { reason: 'Cancelled', message: 'Cancelled on request' };
  if (type === 'suspended') return { reason: 'Suspended', message: 'The library was suspended' };
  if (type === 'invalid') return { reason: event.reason ?? 'InvalidSpec', message: event.message };
  if (type !== 'started') return undefined;
  return { reason: 'SpecChanged', message: 'The settings changed during the run' };
}

function remembered({ runs = [] }: LibraryStatus, run: LibraryRun, ending: Ending): PastRun[] {
  const { id, trigger, credential, startedAt, finishedAt = startedAt } = run;
  const { version, documents, snippets, embedded, skipped } = run;
  const { message, ...how } = ending;
  const entry: PastRun = {
    id,
    ...how,
    ...(trigger && { trigger }),
    ...(credential && { credential }),
    startedAt,
    finishedAt,
    ...(version && ending.outcome !== 'done' && { version }),
    ...(message !== undefined && { message: shortened(message) }),
    documents,
    snippets,
    embedded,
    skipped,
  };
  const others = runs.filter((other) => other.id !== id);
  // Repeated attempts to embed must not push the runs that read the source out of the history.
  if (trigger === 'vectors' && others[0]?.trigger === 'vectors') others.shift();
  return [entry, ...others].slice(0, keptRuns);
}

function shortened(message: string): string {
  if (message.length <= longestMessage) return message;
  return `${message.slice(0, longestMessage - 3).toWellFormed()}...`;
}

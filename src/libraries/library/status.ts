import type { StatusEvent } from './status-event.ts';
import { plural } from '../../base/plural.ts';
import { withContent } from './content-conditions.ts';
import {
  annotations,
  isImported,
  isUploaded,
  type Library,
  type LibraryRun,
  type LibraryStatus,
} from '../../resources/library.ts';
import { isHeldBack, teamspaceOf } from '../../identity/access/credential-policy.ts';
import { trustInputs } from '../scores/trust-inputs.ts';
import { trustScore } from '../scores/trust.ts';
import { nextConditions, type WantedCondition } from '../../kubernetes/conditions.ts';
import { DEFAULT_VERSION, type ActiveVersion } from '../../store/snippet-index.ts';
import type { IndexingResult } from '../../indexing/job.ts';
import { handled, isCancelAsked, requestedAt } from '../../resources/requests.ts';
import { isEmbedding, refreshTime } from './decide.ts';
import { mayOpen, titleOf } from './record.ts';
import { historyOf, withBeginning } from './run-history.ts';

/** The first so many queued libraries show their exact place; the others show a range, to limit status writes. */
export const exactPlaces = 100;

/** Returns the status of a Library after an event, with conditions as kstatus reads them. Pure. */
export function nextStatus(library: Library, reported: StatusEvent, now: Date): LibraryStatus {
  if (reported.type === 'postponed') {
    return { ...library.status, nextRefreshTime: reported.until.toISOString() };
  }
  const event = endedBy(now, reported);
  const { fields, conditions } = outcome(library, event);
  const { nextRefreshTime: _next, imported: _imported, ownerRules: _, ...held } = library.status;
  const status: LibraryStatus = {
    ...held,
    ...(isImported(library) && { imported: true }),
    ...fields,
    ...rulesOf(library, event),
    ...historyOf({ ...library, status: { ...library.status, ...runsOf(fields) } }, event, now),
    ...cancelHandled(library, event),
    conditions: nextConditions(library.status.conditions, withContent(library, event, conditions), {
      generation: generationOf(library, event),
      now,
      isApplied: conditions.some(([, , reason]) => reason === 'Embedding'),
    }),
  };
  const rests =
    status.state === 'finalized' || (status.state === 'error' && event.type !== 'invalid');
  const next = rests && !library.spec.suspend ? refreshTime({ ...library, status }) : undefined;
  return { ...status, ...(next && { nextRefreshTime: next.toISOString() }) };
}

/** Returns the past runs that an event leaves. Their messages can name what everybody must not know. */
function runsOf({ runs }: LibraryStatus): Pick<LibraryStatus, 'runs'> {
  return runs ? { runs } : {};
}

/** The clock of a run's node may be ahead. A later end would delay the next run. */
function endedBy<Event extends StatusEvent>(now: Date, event: Event): Event {
  if (!('run' in event) || !(Date.parse(event.run.finishedAt ?? '') > now.getTime())) return event;
  return { ...event, run: { ...event.run, finishedAt: now.toISOString() } };
}

/** A run reads the spec of its start. An edit since then has not taken effect. */
function generationOf({ metadata, status }: Library, event: StatusEvent): number {
  const isStarted = 'run' in event && event.type !== 'started';
  return isStarted ? (status.observedGeneration ?? metadata.generation) : metadata.generation;
}

interface Outcome {
  fields: LibraryStatus;
  /** All conditions of the new status. */
  conditions: WantedCondition[];
}

function outcome(library: Library, event: Exclude<StatusEvent, { type: 'postponed' }>): Outcome {
  switch (event.type) {
    case 'progressed':
      return progressed(library, event.run, event.waiting);
    case 'waiting':
      return waiting(library, event);
    case 'suspended':
      return suspended(library);
    case 'deleting':
      return deleting(event);
    case 'cancelled':
      return cancelled(library, event);
    case 'invalid':
      return invalid(library, event);
    case 'started':
      return started(library, event.run);
    case 'searchable':
      return searchable(library, event);
    case 'yielded':
      return yielded(library, event);
    case 'succeeded':
      return succeeded(library, event);
    case 'failed':
      return failed(library, event);
  }
}

function waiting(
  { status }: Library,
  { position, blockedBy }: Extract<StatusEvent, { type: 'waiting' }>,
): Outcome {
  const place = `Waiting for a run${placeOf(position)}`;
  const held = status.conditions?.find(({ reason }) => reason === 'Queued')?.message;
  // Thousands wait. Keep the message while the place is the same, to limit status writes.
  const isTold = held === place || held?.startsWith(`${place};`);
  const message = isTold ? held! : place + (blockedBy ? `; the ${blockedBy} is busy` : '');
  return {
    fields: { state: status.state ?? 'initial' },
    conditions: [
      ['Ready', readyWhileBusy(status), 'Queued', message],
      ['Reconciling', 'True', 'Queued', message],
    ],
  };
}

/** Returns the exact place of the next hundred, and a power of ten for the others. */
function placeOf(position: number): string {
  if (position <= exactPlaces) return `, place ${position}`;
  return ` among the next ${10 ** Math.ceil(Math.log10(position))}`;
}

function suspended({ status, metadata }: Library): Outcome {
  // An active run was canceled.
  const rested = readyWhileBusy(status) === 'True' ? 'finalized' : 'initial';
  const state = status.state === 'processing' ? rested : (status.state ?? 'initial');
  return {
    fields: { state, observedGeneration: metadata.generation },
    conditions: [['Ready', readyWhileBusy(status), 'Suspended', 'Suspended by spec.suspend']],
  };
}

function deleting({ problem }: Extract<StatusEvent, { type: 'deleting' }>): Outcome {
  const message =
    problem === undefined
      ? 'Deleting its snippets'
      : `Its snippets are not deleted yet, and Lectern tries again: ${problem}`;
  return {
    fields: { state: 'delete' },
    conditions: [
      ['Ready', 'False', 'Deleting', message],
      ['Reconciling', 'True', 'Deleting', message],
    ],
  };
}

/** Served content stays served. A library that was never indexed waits for the next request. */
function cancelled(
  library: Library,
  { wasBusy, served }: Extract<StatusEvent, { type: 'cancelled' }>,
): Outcome {
  const { status, metadata } = library;
  if (!wasBusy) {
    const held = (status.conditions ?? []).map((one): WantedCondition => [
      one.type,
      one.status,
      one.reason,
      one.message,
    ]);
    // The request of a suspended library waits, although the library is not busy.
    return { fields: handledByCancel(library), conditions: held };
  }
  const fields = { ...servedFields(served), ...handledByCancel(library) };
  if (served.length > 0) {
    const message = `Cancelled on request; ${plural(count(served), 'snippet')} served`;
    return {
      fields: { ...fields, state: 'finalized', observedGeneration: metadata.generation },
      conditions: [['Ready', 'True', 'Cancelled', message], ...embeddingCancelled(status)],
    };
  }
  const then = isImported(library) || isUploaded(library) ? 'send it again' : 'refresh it';
  const message = `Cancelled on request before anything was indexed; to index it, ${then}`;
  return {
    fields: { ...fields, state: 'error', observedGeneration: metadata.generation },
    conditions: [
      ['Ready', 'False', 'Cancelled', message],
      ['Stalled', 'True', 'Cancelled', message],
    ],
  };
}

/** After a cancellation, the next refresh embeds the rest. */
function embeddingCancelled({ conditions, embeddedPercent = 0 }: LibraryStatus): WantedCondition[] {
  const isLacking = conditions?.some(
    ({ type, status }) => type === 'Embedded' && status === 'False',
  );
  if (!isLacking) return [];
  const message = `Cancelled on request; embedded ${embeddedPercent} %`;
  return [['Embedded', 'False', 'Cancelled', message]];
}

/** A cancellation also handles the requests for a run that came before it. */
function handledByCancel(library: Library): LibraryStatus {
  const requested = requestedAt(library);
  const cancelledAt = library.metadata.annotations?.[annotations.cancelledAt] ?? '';
  if (requested === undefined || timeOf(requested) > timeOf(cancelledAt)) return {};
  return { lastHandledReconcileAt: requested };
}

/** Returns the time of a request in milliseconds. Scripts write it as ISO 8601, or in seconds as `date +%s` does. */
function timeOf(request: string): number {
  return /^\d+$/.test(request) ? Number(request) * 1000 : Date.parse(request);
}

/** A run that ended before its cancellation also handles the cancel request. */
function cancelHandled(library: Library, { type }: StatusEvent): LibraryStatus {
  const ends =
    type === 'cancelled' || type === 'yielded' || type === 'succeeded' || type === 'failed';
  if (!ends || !isCancelAsked(library)) return {};
  return { lastHandledCancelAt: library.metadata.annotations?.[annotations.cancelledAt] ?? '' };
}

function invalid(
  library: Library,
  { message, reason = 'InvalidSpec' }: Extract<StatusEvent, { type: 'invalid' }>,
): Outcome {
  return {
    fields: { state: 'error', ...handled(library) },
    conditions: [
      ['Ready', 'False', reason, message],
      ['Stalled', 'True', reason, message],
    ],
  };
}

function started(library: Library, run: LibraryRun): Outcome {
  const { fields, conditions } = progressed(library, run);
  const { credential } = run;
  // The library must be private before the run can serve anything. Until the run succeeds, the index serves what an
  // integration read, which others can publish than what a Secret or a URL reads.
  const isGiven = credential !== undefined && credential !== 'none';
  const isRaised = isGiven && library.status.credential !== 'integration';
  return {
    fields: {
      state: 'processing',
      ...handled(library),
      ...fields,
      ...(isRaised && { credential }),
    },
    conditions,
  };
}

function progressed({ status }: Library, run: LibraryRun, waiting?: string): Outcome {
  if (waiting === undefined && isEmbedding(run)) return embedding(status, run);
  const message = waiting ?? progressMessage(run);
  const reason = waiting !== undefined && run.phase === 'queued' ? 'Queued' : 'Progressing';
  return {
    fields: { run },
    conditions: [
      ['Ready', readyWhileBusy(status), reason, message],
      ['Reconciling', 'True', reason, message],
    ],
  };
}

/** The library answers by words, and by meaning where it has vectors. */
function embedding({ totalSnippets = 0, ...status }: LibraryStatus, run: LibraryRun): Outcome {
  const { embeddedPercent: percent = status.embeddedPercent ?? 0 } = run;
  const message = `${plural(totalSnippets, 'snippet')} served; searchable by words, embedded ${percent} %`;
  return {
    fields: { run, embeddedPercent: percent },
    conditions: [
      ['Ready', 'True', 'Embedding', message],
      ['Reconciling', 'True', 'Embedding', message],
      ['Embedded', 'False', 'Embedding', `Embedded ${percent} %; words find the rest`],
    ],
  };
}

function searchable(
  library: Library,
  { run, result, served }: Extract<StatusEvent, { type: 'searchable' }>,
): Outcome {
  const content = contentOf(library, { run, result, served });
  const after = { ...library, status: { ...library.status, ...content } };
  const { fields, conditions } = progressed(after, run);
  // Until the run embeds, a version that it has not read yet can fail it.
  const failures = isEmbedding(run) ? { failures: 0 } : {};
  return { fields: { ...content, ...fields, ...failures }, conditions };
}

function yielded(
  { status }: Library,
  { run, served }: Extract<StatusEvent, { type: 'yielded' }>,
): Outcome {
  const { embeddedPercent = status.embeddedPercent ?? 0 } = run;
  const message = `${plural(count(served), 'snippet')} served; searchable by words, embedded ${embeddedPercent} %; waiting for other runs`;
  return {
    fields: {
      state: 'finalized',
      embeddedPercent,
      run: { ...withBeginning(run, status.run), phase: 'done' },
    },
    conditions: [
      ['Ready', 'True', 'Embedding', message],
      ['Reconciling', 'True', 'Embedding', message],
      ['Embedded', 'False', 'Waiting', `Embedded ${embeddedPercent} %; waiting for other runs`],
    ],
  };
}

/** The run ended while it embedded. What it read is served. */
function notEmbedded(
  { status }: Library,
  { run, failure, served }: Extract<StatusEvent, { type: 'failed' }>,
): Outcome {
  const { reason, message } = failure;
  const { embeddedPercent = status.embeddedPercent ?? 0 } = run;
  const progress = `${plural(count(served), 'snippet')} served; searchable by words, embedded ${embeddedPercent} %`;
  return {
    fields: {
      ...servedFields(served),
      state: 'finalized',
      failures: (status.failures ?? 0) + 1,
      embeddedPercent,
      run: { ...withBeginning(run, status.run), phase: 'failed' },
    },
    conditions: [
      ['Ready', 'True', 'SearchableByWords', `${progress}: ${message}`],
      ['Embedded', 'False', reason, message],
    ],
  };
}

/** Returns the progress that `kubectl get lib -w` shows. */
function progressMessage({ version, total, documents, snippets }: LibraryRun): string {
  if (documents === 0) return 'Indexing: reading the source';
  const read = `${total === undefined ? '' : `${documents} of `}${plural(total ?? documents, 'document')}`;
  return `Indexing${version ? ` ${version}` : ''}: ${read}, ${plural(snippets, 'snippet')}`;
}

function succeeded(
  library: Library,
  { run, result, served }: Extract<StatusEvent, { type: 'succeeded' }>,
): Outcome {
  const content = contentOf(library, { run, result, served });
  const read = { ...library, status: { ...library.status, ...content } };
  const to = isHeldBack(read) ? ` only to teamspace ${teamspaceOf(library.spec)}` : '';
  if (result.lacksVectors) {
    const { fields, conditions } = yielded(library, { type: 'yielded', run, served });
    return { fields: { ...content, ...fields, failures: 0 }, conditions };
  }
  return {
    fields: {
      ...content,
      state: 'finalized',
      failures: 0,
      embeddedPercent: 100,
      run: { ...withBeginning(run, library.status.run), phase: 'done' },
    },
    conditions: [
      ['Ready', 'True', 'Succeeded', `${plural(count(served), 'snippet')} served${to}`],
      ['Embedded', 'True', 'Succeeded', 'All snippets have vectors'],
    ],
  };
}

/** Returns what a run found, as the status shows it. */
function contentOf(
  library: Library,
  { run, result, served }: { run: LibraryRun; result: IndexingResult; served: ActiveVersion[] },
): LibraryStatus {
  const { spec, status } = library;
  const credential = credentialOf(library, run, result);
  // Others may read the library now, and may not learn what a run found in other documents with a credential.
  const opens = credential !== undefined && mayOpen(library, credential);
  const kept = opens ? unknownFacts(spec) : status;
  return {
    ...servedFields(served),
    ...(opens && { runs: [] }),
    ...factsOf(kept, result),
    ...trustOf(library, result, served, run),
    ...(credential && { credential }),
  };
}

/**
 * Returns the credential that the served content was read with. The start of a run has raised it, if the run got one. Only a
 * run that has read all that is served lowers it: until then, the index may serve what an earlier run read.
 */
function credentialOf(
  { status }: Library,
  run: LibraryRun,
  { readsAll }: IndexingResult,
): LibraryStatus['credential'] {
  const { credential = status.credential } = withBeginning(run, status.run);
  return readsAll ? credential : status.credential;
}

function failed(library: Library, event: Extract<StatusEvent, { type: 'failed' }>): Outcome {
  const { status } = library;
  const { run, failure, served } = event;
  if (isEmbedding(withBeginning(run, status.run)) && served.length > 0) {
    return notEmbedded(library, event);
  }
  const { reason, message, retry } = failure;
  return {
    fields: {
      ...servedFields(served),
      state: 'error',
      failures: (status.failures ?? 0) + 1,
      run: { ...withBeginning(run, status.run), phase: 'failed' },
    },
    conditions: [
      ['Ready', 'False', reason, message],
      retry === 'never'
        ? ['Stalled', 'True', reason, message]
        : ['Reconciling', 'True', 'ProgressingWithRetry', message],
    ],
  };
}

/** A busy Library is ready if it serves earlier content. */
function readyWhileBusy(status: LibraryStatus): 'True' | 'False' {
  return (status.versions ?? []).length > 0 ? 'True' : 'False';
}

function count(served: ActiveVersion[]): number {
  return served.reduce((sum, { snippets }) => sum + snippets, 0);
}

function mainOf(served: ActiveVersion[]): ActiveVersion | undefined {
  return served.find(({ version }) => version === DEFAULT_VERSION) ?? served[0];
}

function servedFields(served: ActiveVersion[]): LibraryStatus {
  const main = mainOf(served);
  return {
    versions: served.map(
      ({ version, revision, documents, snippets, tokens, updatedAt, embedderId }) => ({
        name: version,
        revision,
        documents,
        snippets,
        tokens,
        updatedAt,
        model: embedderId,
      }),
    ),
    totalSnippets: main?.snippets ?? 0,
    totalTokens: main?.tokens ?? 0,
    ...(main && { lastUpdateDate: main.updatedAt }),
  };
}

/** A run finds rules. If the spec no longer allows them, they disappear at once. */
function rulesOf({ spec, status }: Library, event: StatusEvent): Pick<LibraryStatus, 'ownerRules'> {
  const fresh = 'result' in event ? event.result.ownerRules?.length : undefined;
  const found = fresh ?? status.ownerRules?.found ?? 0;
  if (found === 0) return {};
  const served = spec.ownerRules === 'allow' ? (fresh ?? status.ownerRules?.served ?? 0) : 0;
  return { ownerRules: { found, served } };
}

/** Returns the trust score and its inputs. */
function trustOf(
  { spec, status }: Library,
  { facts }: IndexingResult,
  served: ActiveVersion[],
  run: LibraryRun,
): LibraryStatus {
  const trust = trustInputs(spec.source, {
    facts,
    pages: mainOf(served)?.documents ?? 0,
    held: status.trust,
  });
  const score = trustScore(trust, new Date(run.finishedAt ?? run.startedAt));
  return { trustScore: score, ...(trust && { trust }) };
}

function unknownFacts({ id, source }: Library['spec']): LibraryStatus {
  return { title: titleOf({ spec: { id, source }, status: {} }), description: '', stars: 0 };
}

/** Returns what is known of the source. The title and description of the spec replace these only where they are shown. */
function factsOf(
  status: LibraryStatus,
  { facts, contentWarnings, benchmarkScore }: IndexingResult,
): Partial<LibraryStatus> {
  return present({
    title: facts.title ?? status.title,
    description: facts.description ?? status.description,
    branch: facts.branch ?? status.branch,
    stars: facts.stars ?? status.stars,
    contentWarnings,
    benchmarkScore,
  });
}

/** Removes fields that are undefined. */
function present(status: { [Key in keyof LibraryStatus]: LibraryStatus[Key] | undefined }) {
  const known = Object.entries(status).filter(([, value]) => value !== undefined);
  return Object.fromEntries(known) as Partial<LibraryStatus>;
}

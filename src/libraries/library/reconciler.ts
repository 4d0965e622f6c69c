import { isDeepStrictEqual } from 'node:util';
import type { Catalog } from '../../store/catalog.ts';
import type { Registry } from '../../store/registry.ts';
import type { SnippetIndex } from '../../store/snippet-index.ts';
import { keyOf, type Library, type LibraryRun, type RunTrigger } from '../../resources/library.ts';
import { isCancelAsked, isRequested } from '../../resources/requests.ts';
import { replacedTokens } from '../../store/git-secret.ts';
import { isHeldBack } from '../../identity/access/credential-policy.ts';
import type { Reconcile } from '../../kubernetes/controller.ts';
import type { AccessOf, Jobs, JobState } from '../../jobs/jobs.ts';
import type { IndexingJob, JobFailure } from '../../indexing/job.ts';
import type { ResourceCache } from '../../store/resource-cache.ts';
import { newRun } from '../../resources/run.ts';
import { nextRunId } from '../../resources/run-id.ts';
import { specFor } from '../integrations/source-access.ts';
import { conflictKeys, isSourceHost } from './conflict-keys.ts';
import { decide, isEmbedding, type RunCause } from './decide.ts';
import { idMistake, olderHolder } from './id-holder.ts';
import { hasFinalizer, withFinalizer, withoutFinalizer } from './finalizer.ts';
import { HostPace } from './host-pace.ts';
import { keptCredential, type KeptCredentialOptions } from './kept-credential.ts';
import { mayReadLocally } from './local-access.ts';
import { contentAfter, mayOpen, type FoundContent, recordOf, sameRecord } from './record.ts';
import { isOutage, unlessGone, unlessRefused } from '../../store/refused-write.ts';
import { type Removal, withoutContent } from './removal.ts';
import { withBeginning } from './run-history.ts';
import { RunSlots } from './run-slots.ts';
import { sharesFor, type SplitOptions } from './split.ts';
import type { StatusEvent } from './status-event.ts';
import { exactPlaces, nextStatus } from './status.ts';
import { heldBackEvent, libraryEventOf, type LibraryEvent } from './library-event.ts';
import { specMistake, type SpecBounds } from './validate.ts';

/** A run, as logs and metrics name it. */
interface RunOf {
  /** Registry key of its Library. */
  library: string;
  libraryId: string;
  run: string;
}

/** A run that begins. */
interface StartedRun extends RunOf {
  trigger: RunTrigger;
}

/** A run that has ended, for metrics and logs. */
export interface EndedRun extends RunOf {
  /** Absent if the run succeeded. */
  failure?: Pick<JobFailure, 'reason' | 'message'>;
  seconds: number;
  /** Number of snippets that the run embedded. */
  embedded: number;
}

/** The stores that hold Libraries and their content, the limits of runs, and callbacks for metrics and logs. */
export interface LibraryReconcilerOptions extends SpecBounds, KeptCredentialOptions {
  cache: ResourceCache<Library>;
  registry: Registry;
  catalog: Catalog;
  index: SnippetIndex;
  jobs: Jobs;
  /** Decides which credential each run may use. */
  accessOf: AccessOf;
  /** Maximum number of concurrent runs. */
  concurrency: number;
  /** Maximum number of concurrent runs per source host or embedding endpoint. */
  hostConcurrency: number;
  /** URL of the embedding endpoint. Absent: built-in model. */
  embeddingUrl?: string;
  /**
   * Runs leave the embedding to a later run while another library waits to be read. For runs that share the machine with
   * this process and cost little to start.
   */
  yieldsVectors?: boolean;
  /**
   * Beginning of the id of the embedding model before a change. Libraries that have its vectors are read again, one after the
   * other, as in a scheduled refresh.
   */
  previousModel?: string;
  /** How many Pods embed a library. Absent: one process does. */
  split?: SplitOptions;
  /** Libraries whose status says that a run was active when this process started. */
  running: Library[];
  /** Folders on this machine that any Library may be read from. */
  localRoots: string[];
  /** Requests a reconcile of a Library whose turn to run has come. */
  enqueue: (key: string) => void;
  /** Receives the events of Libraries: new content, a failure, a wrong spec. */
  onEvent?: (library: Library, event: LibraryEvent) => void;
  /** Receives every run that is about to start, after its status is written. */
  onStart?: (run: StartedRun) => void;
  /** Receives every run that was canceled by a request, an edit, a suspension or a deletion. */
  onCancel?: (run: RunOf) => void;
  /** Receives every run that has ended, after its outcome is in the status. */
  onRun?: (run: EndedRun) => void;
  /** Removes the Secrets of tokens that were replaced. */
  onReplacedTokens?: (library: Library) => Promise<void>;
  removal: Pick<Removal, 'remove' | 'settle' | 'takeOver' | 'mustWithdraw' | 'withdraw'>;
  now?: () => Date;
}

/** Milliseconds between updates of a place in the queue: for exact places, and for the others. */
const placeMs = 30_000;
const distantPlaceMs = 300_000;
/** Milliseconds until Lectern looks again whether it may read all namespaces. */
const unreadMs = 60_000;
/** The status shows that a scheduled look is late, if it is late by more than these milliseconds. */
const announcedMs = 60_000;

type Requeue = { requeueAfterMs: number } | undefined;

/**
 * Reconciles one Library: starts a run if one is needed and a slot is free, records what the run reports, and removes the data
 * of a deleted Library. Served snippets survive every failure.
 */
export function createLibraryReconciler(options: LibraryReconcilerOptions): Reconcile {
  const { cache, registry, catalog, index, jobs, accessOf, enqueue, previousModel } = options;
  const { removal } = options;
  const now = options.now ?? (() => new Date());
  const slots = new RunSlots(options.concurrency, options.hostConcurrency);
  const conflictsOf = ({ spec }: Library): string[] =>
    conflictKeys(spec.source, options.embeddingUrl);
  // Count active runs from the start, not from the first reconcile of their Library.
  for (const library of options.running) slots.adopt(keyOf(library.metadata), conflictsOf(library));

  /** The run whose default version is recorded, by Library. */
  const recorded = new Map<string, string>();
  /** Libraries of which this process has started a run, or refused the spec. */
  const judged = new Set<string>();
  const pace = new HostPace();
  const hostOf = (library: Library): string | undefined => conflictsOf(library).find(isSourceHost);

  const release = (name: string): void => {
    pace.forget(name);
    recorded.delete(name);
    for (const next of slots.release(name)) enqueue(next);
  };
  /** If the work of a Library in its slot fails, others may run until the retry. */
  const orRelease = (key: string, work: Promise<void>): Promise<void> =>
    work.catch((error: unknown) => {
      release(key);
      throw error;
    });

  const record = async (library: Library, event: StatusEvent): Promise<Library> => {
    const status = nextStatus(library, event, now());
    if (isDeepStrictEqual(status, library.status)) return library;
    const after = cache.update(await registry.patch(keyOf(library.metadata), { status }));
    const announced = libraryEventOf(library.status, event);
    if (announced) options.onEvent?.(library, announced);
    const served = (status.versions ?? []).length > 0;
    if (served && isHeldBack(after) && !isHeldBack(library)) {
      options.onEvent?.(after, heldBackEvent(after));
    }
    return after;
  };

  const publish = async (library: Library, found?: FoundContent): Promise<void> => {
    const held = await catalog.get(library.spec.id);
    const own = held?.id === library.spec.id ? held : undefined;
    const wanted = recordOf(library, contentAfter(library, own, found));
    if (!own || !sameRecord(own, wanted)) await catalog.put(wanted);
  };

  const remove = async (found: Library): Promise<void> => {
    if (!hasFinalizer(found)) return;
    const key = keyOf(found.metadata);
    const { run, state } = found.status;
    // A status that names the problem of an earlier attempt stays until the removal succeeds.
    const library = state === 'delete' ? found : await recordDeletion(found);
    try {
      await jobs.cancel(key);
      if (run && state === 'processing') options.onCancel?.(runOf(found, run.id));
      release(key);
      await removal.remove(found, olderHolder(found, options) !== undefined);
    } catch (error) {
      if (isOutage(error)) await recordDeletion(library, error.message);
      throw error;
    }
    const after = await registry.patch(key, withoutFinalizer).catch(unlessGone);
    if (after) cache.update(after);
  };

  /** Records that a Library is being deleted. A namespace that is being deleted, too, may refuse that. */
  const recordDeletion = async (library: Library, problem?: string): Promise<Library> => {
    const event: StatusEvent = { type: 'deleting', ...(problem !== undefined && { problem }) };
    return (await record(library, event).catch(unlessRefused)) ?? library;
  };

  /**
   * Records what a run has activated: the default version, and all versions before it embeds. Whatever ends the run then, the
   * next one does not read the facts of an unchanged version again. Returns the Library after that.
   */
  const recordFound = async (
    library: Library,
    { run, found }: Pick<JobState, 'run' | 'found'>,
  ): Promise<Library> => {
    const { status, metadata } = library;
    const isAll = status.run?.id === run.id && isEmbedding(status.run);
    const isRecorded = isAll || (!isEmbedding(run) && recorded.get(keyOf(metadata)) === run.id);
    if (!found || isRecorded) return library;
    const served = await index.versions(library.spec.id);
    const event: StatusEvent = { type: 'searchable', run, result: found, served };
    await publish({ ...library, status: nextStatus(library, event, now()) }, found);
    const after = await record(library, event);
    recorded.set(keyOf(metadata), run.id);
    return after;
  };

  /** Ends a run that embeds, so that another run can start. */
  const yieldSlot = async (library: Library, run: LibraryRun): Promise<void> => {
    const key = keyOf(library.metadata);
    await jobs.cancel(key);
    const finishedAt = now().toISOString();
    const served = await index.versions(library.spec.id);
    const after = await record(library, { type: 'yielded', run: { ...run, finishedAt }, served });
    await publish(after);
    const result = { changed: true, facts: {} };
    options.onRun?.(endedRun(library, { id: run.id, run, state: 'succeeded', result, finishedAt }));
    release(key);
    enqueue(key);
  };

  /**
   * Returns whether a run that embeds must make way: to a request for this library, to a library that waits to be read and can
   * use the slot, or to a run of several Pods.
   */
  const mustYield = (library: Library, run: LibraryRun): boolean =>
    isRequested(library) ||
    (options.yieldsVectors === true && slots.isWaitedFor(keyOf(library.metadata), 'vectors')) ||
    (run.trigger !== 'vectors' && sharesFor(library, options.split) > 1);

  /** Returns the part of the work that a run does. While libraries wait for its slot, it leaves the embedding to a later run. */
  const partOf = (library: Library, cause: RunCause): Pick<IndexingJob, 'only' | 'shares'> => {
    const shares = sharesFor(library, options.split);
    if (cause === 'vectors') return { only: 'vectors', ...(shares > 1 && { shares }) };
    const mustLeave =
      options.yieldsVectors && slots.isWaitedFor(keyOf(library.metadata), 'vectors');
    return mustLeave ? { only: 'words' } : {};
  };

  /** Leaves the host of a source alone for as long as it asked. */
  const leaveAlone = (library: Library, { retryAfterSeconds = 0 }: JobFailure): void => {
    const host = hostOf(library);
    if (host === undefined || retryAfterSeconds === 0) return;
    const [name, at] = [keyOf(library.metadata), now().getTime()];
    pace.pause(host, { name, now: at, ms: retryAfterSeconds * 1000 });
  };

  const finish = async (found: Library, job: JobState): Promise<void> => {
    if (job.state === 'running') return;
    const { run, finishedAt } = job;
    const library = job.state === 'failed' ? await recordFound(found, job) : found;
    if (job.state === 'failed') leaveAlone(library, job.failure);
    const served = await index.versions(library.spec.id);
    const ended = { ...run, finishedAt };
    const event: StatusEvent =
      job.state === 'succeeded'
        ? { type: 'succeeded', run: ended, result: job.result, served }
        : { type: 'failed', run: ended, failure: job.failure, served };
    // Publish first: after the status is written, the Job's result may be gone.
    const result = job.state === 'succeeded' ? job.result : undefined;
    await publish({ ...library, status: nextStatus(library, event, now()) }, result);
    await record(library, event);
    const key = keyOf(library.metadata);
    jobs.recorded(key);
    options.onRun?.(endedRun(library, job));
    release(key);
    enqueue(key);
  };

  /** Returns the milliseconds until a look that nobody asked for may begin. */
  const untilTurn = async (library: Library, cause: RunCause): Promise<number> => {
    const host = hostOf(library);
    if (host === undefined || (cause !== 'schedule' && cause !== 'retry')) return 0;
    const at = pace.turnOf(keyOf(library.metadata), host, now().getTime());
    const waitMs = at - now().getTime();
    const isLong = cause === 'schedule' && waitMs > announcedMs;
    if (isLong) await record(library, { type: 'postponed', until: new Date(at) });
    return waitMs;
  };

  const start = async (library: Library, cause: RunCause): Promise<Requeue> => {
    const key = keyOf(library.metadata);
    const mistake = specMistake(library.spec, options);
    if (mistake) {
      judged.add(key);
      return refuseSpec(library, mistake);
    }
    const slot = slots.claim(key, cause, conflictsOf(library));
    if (slot !== 'taken') {
      const blockedBy = slots.blockedBy(key);
      await publish(
        await record(library, { type: 'waiting', position: slot, ...(blockedBy && { blockedBy }) }),
      );
      return { requeueAfterMs: slot <= exactPlaces ? placeMs : distantPlaceMs };
    }
    judged.add(key);
    pace.forget(key);
    await orRelease(key, begin(library, cause));
    return undefined;
  };

  /** Begins a run in the slot of its Library. */
  const begin = async (library: Library, cause: RunCause): Promise<void> => {
    const access = await accessOf(library);
    if (access.mistake !== undefined) return refuseSpec(library, access.mistake);
    const { refused, credential } = access;
    const begun = beginningOf(library, cause, now());
    if (refused) {
      // The visibility of content that is already served must not change.
      const isNew = (library.status.versions ?? []).length === 0;
      const run = isNew && credential ? { ...begun, credential } : begun;
      const after = await record(library, { type: 'started', run });
      const finishedAt = now().toISOString();
      return finish(after, { id: run.id, state: 'failed', run, failure: refused, finishedAt });
    }
    const run = { ...begun, credential };
    // Decide who may read the library before the run reads anything.
    await publish(await record(library, { type: 'started', run }));
    options.onStart?.({ ...runOf(library, run.id), trigger: run.trigger });
    await jobs.start({
      id: run.id,
      library: keyOf(library.metadata),
      uid: library.metadata.uid,
      spec: specFor(library.spec, credential),
      allowLocal: await mayReadLocally(library, options.localRoots),
      ...partOf(library, cause),
      ...isolationOf(library),
      ...(mayOpen(library, credential) && { anew: true }),
      credential,
    });
  };

  /** Records a wrong spec. An edit starts the next run. */
  const refuseSpec = async (library: Library, message: string): Promise<undefined> => {
    release(keyOf(library.metadata));
    await publish(await record(library, { type: 'invalid', message }));
  };

  const recordProgress = async (
    library: Library,
    job: Extract<JobState, { state: 'running' }>,
  ): Promise<void> => {
    const { waiting } = job;
    const run = withBeginning(job.run, library.status.run);
    const updated = await recordFound(library, { ...job, run });
    await record(updated, { type: 'progressed', run, ...(waiting && { waiting }) });
    if (!waiting && isEmbedding(run) && mustYield(updated, run)) await yieldSlot(updated, run);
  };

  /** Observes the run in the status. Returns the Library if the caller must decide what to do next. */
  const observe = async (library: Library): Promise<{ requeue: Requeue } | Library> => {
    const { status, metadata } = library;
    if (status.state !== 'processing') return library;
    const key = keyOf(metadata);
    const job = await jobs.observe(key);
    if (!job || job.id !== status.run?.id) return library;
    if (job.state !== 'running') {
      await orRelease(key, finish(library, job));
      return { requeue: undefined };
    }
    if (isUnwanted(library)) {
      const after = await recordFound(library, job);
      await jobs.cancel(key);
      options.onCancel?.(runOf(library, job.id));
      return after;
    }
    slots.adopt(key, conflictsOf(library));
    await recordProgress(library, job);
    const { againMs } = job;
    return { requeue: againMs === undefined ? undefined : { requeueAfterMs: againMs } };
  };

  /** Removes replaced tokens. Returns the Library after that. */
  const withoutReplacedTokens = async (library: Library): Promise<Library> => {
    const replaced = replacedTokens(library);
    if (replaced.length === 0 || !options.onReplacedTokens) return library;
    await options.onReplacedTokens(library);
    const annotations = Object.fromEntries(replaced.map((name) => [name, null]));
    return cache.update(await registry.patch(keyOf(library.metadata), { annotations }));
  };

  /** Records the credential of content that the Library would open without having read it. Returns the Library after that. */
  const keptPrivate = async (library: Library): Promise<Library> => {
    const credential = await keptCredential(library, options);
    if (credential === undefined) return library;
    const status = { ...library.status, credential };
    return cache.update(await registry.patch(keyOf(library.metadata), { status }));
  };

  /** Removes content that the readers of a Library may not see, and what its status says about it. Returns the Library after that. */
  const withdrawn = async (library: Library): Promise<Library> => {
    if (!(await removal.mustWithdraw(library))) return library;
    const status = withoutContent(library.status);
    const after = await registry.patch(keyOf(library.metadata), { status }).catch(unlessRefused);
    await removal.withdraw(library);
    return after ? cache.update(after) : library;
  };

  /** Records a cancel request whose run has ended. Returns the Library after that. */
  const afterCancel = async (library: Library): Promise<Library> => {
    if (!isCancelAsked(library)) return library;
    const { spec, status, metadata } = library;
    const wasBusy =
      status.state === 'processing' || decide(library, now(), { previousModel }).run !== undefined;
    release(keyOf(metadata));
    const served = await index.versions(spec.id);
    return record(library, { type: 'cancelled', wasBusy, served });
  };

  const reconcile = async (found: Library): Promise<Requeue> => {
    const key = keyOf(found.metadata);
    const message = await idMistake(found, options);
    if (message !== undefined) {
      if (found.status.state === 'processing') await jobs.cancel(key);
      release(key);
      await record(found, { type: 'invalid', reason: 'DuplicateId', message });
      return cache.lacksNamespaces ? { requeueAfterMs: unreadMs } : undefined;
    }
    const kept = await keptPrivate(found);
    const held = await withoutReplacedTokens(await withdrawn(kept));
    const seen = await observe(held);
    if ('requeue' in seen) return seen.requeue;
    await removal.takeOver(seen);
    const library = await afterCancel(seen);
    const decision = decide(library, now(), { previousModel, isFirst: !judged.has(key) });
    if (decision.run) {
      const waitMs = await untilTurn(library, decision.run);
      return waitMs > 0 ? { requeueAfterMs: waitMs } : start(library, decision.run);
    }
    release(key);
    await publish(library.spec.suspend ? await record(library, { type: 'suspended' }) : library);
    return decision.waitMs === undefined ? undefined : { requeueAfterMs: decision.waitMs };
  };

  return async (key): Promise<Requeue> => {
    const held = cache.get(key);
    await removal.settle(key, held);
    if (!held) {
      // Its Library may exist, and then its run goes on.
      if (cache.isUnread(key)) return undefined;
      await jobs.cancel(key);
      release(key);
      judged.delete(key);
      return undefined;
    }
    if (held.metadata.deletionTimestamp) {
      await remove(held);
      return undefined;
    }
    return reconcile(
      hasFinalizer(held) ? held : cache.update(await registry.patch(key, withFinalizer)),
    );
  };
}

/** Returns the record of a run that is about to start. */
function beginningOf(
  library: Library,
  cause: RunCause,
  now: Date,
): LibraryRun & { trigger: RunTrigger } {
  const run = { ...newRun(nextRunId(library), now), trigger: triggerOf(library, cause) };
  if (cause !== 'vectors') return run;
  const { embeddedPercent = 0 } = library.status;
  return { ...run, phase: 'embedding', embeddedPercent };
}

/** The first run follows an edit, but people see that the library was added. */
function triggerOf({ status }: Library, cause: RunCause): RunTrigger {
  return cause === 'edit' && !status.run ? 'added' : cause;
}

/** Returns whether an edit, a suspension or a cancel request must end the active run. */
function isUnwanted(library: Library): boolean {
  const { metadata, spec, status } = library;
  const isEdited = status.observedGeneration !== metadata.generation;
  return isEdited || spec.suspend === true || isCancelAsked(library);
}

function runOf({ metadata, spec }: Library, run: string): RunOf {
  return { library: keyOf(metadata), libraryId: spec.id, run };
}

function endedRun(library: Library, job: Exclude<JobState, { state: 'running' }>): EndedRun {
  const { id, run, finishedAt } = job;
  return {
    ...runOf(library, id),
    ...(job.state === 'failed' && { failure: job.failure }),
    seconds: Math.max(0, Date.parse(finishedAt) - Date.parse(run.startedAt)) / 1000,
    embedded: run.embedded,
  };
}

/** A library whose last run failed runs alone, because it may end its Pod. */
function isolationOf({ status }: Library): Pick<IndexingJob, 'alone'> {
  return (status.failures ?? 0) > 0 ? { alone: true } : {};
}

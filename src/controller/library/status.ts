import {
  annotations,
  type Condition,
  type Library,
  type LibraryRun,
  type LibraryStatus,
} from '../../resources/library.ts';
import { DEFAULT_VERSION, type ActiveVersion } from '../../store/snippet-index.ts';
import type { JobFailure, IndexingResult } from '../jobs.ts';

/** What happened to a Library; the one place that turns it into a status (conditions as kstatus reads them). */
export type Occurrence =
  | { type: 'waiting'; position: number }
  | { type: 'invalid'; message: string }
  | { type: 'suspended' }
  | { type: 'started'; run: LibraryRun }
  | { type: 'progressed'; run: LibraryRun }
  | { type: 'succeeded'; run: LibraryRun; result: IndexingResult; served: ActiveVersion[] }
  | { type: 'failed'; run: LibraryRun; failure: JobFailure; served: ActiveVersion[] };

export function summarise(library: Library, event: Occurrence, now: Date): LibraryStatus {
  const { status, metadata } = library;
  const conditions = (...wanted: [string, string, string, string][]): Condition[] =>
    wanted.map(([type, value, reason, message]) =>
      condition(library, { type, value, reason, message }, now),
    );
  switch (event.type) {
    case 'waiting':
      return {
        ...status,
        state: status.state ?? 'initial',
        conditions: conditions(
          ['Ready', readyWhileBusy(status), 'Queued', `Waiting for a run, place ${event.position}`],
          ['Reconciling', 'True', 'Queued', `Waiting for a run, place ${event.position}`],
        ),
      };
    case 'suspended':
      return {
        ...status,
        state: status.state ?? 'initial',
        observedGeneration: metadata.generation,
        conditions: conditions([
          'Ready',
          readyWhileBusy(status),
          'Suspended',
          'Suspended by its spec',
        ]),
      };
    case 'invalid':
      return {
        ...status,
        state: 'error',
        observedGeneration: metadata.generation,
        conditions: conditions(
          ['Ready', 'False', 'InvalidSpec', event.message],
          ['Stalled', 'True', 'InvalidSpec', event.message],
        ),
      };
    case 'started': {
      const requested = metadata.annotations?.[annotations.requestedAt];
      return {
        ...status,
        state: 'processing',
        observedGeneration: metadata.generation,
        ...(requested !== undefined && { lastHandledReconcileAt: requested }),
        run: event.run,
        conditions: conditions(
          ['Ready', readyWhileBusy(status), 'Progressing', 'Indexing'],
          ['Reconciling', 'True', 'Progressing', 'Indexing'],
        ),
      };
    }
    case 'progressed':
      return { ...status, run: event.run };
    case 'succeeded':
      return {
        ...withServed(status, event.served),
        ...factsOf(library, event.result),
        state: 'finalized',
        failures: 0,
        run: { ...event.run, phase: 'done' },
        conditions: conditions([
          'Ready',
          'True',
          'Succeeded',
          `${count(event.served)} snippets served`,
        ]),
      };
    case 'failed': {
      const { reason, message, retry } = event.failure;
      return {
        ...withServed(status, event.served),
        state: 'error',
        failures: (status.failures ?? 0) + 1,
        run: { ...event.run, phase: 'failed' },
        conditions: conditions(
          ['Ready', 'False', reason, message],
          retry === 'never'
            ? ['Stalled', 'True', reason, message]
            : ['Reconciling', 'True', 'ProgressingWithRetry', message],
        ),
      };
    }
  }
}

/** While nothing was ever served a busy Library is not ready; afterwards the old content is. */
function readyWhileBusy(status: LibraryStatus): 'True' | 'False' {
  return (status.versions ?? []).length > 0 ? 'True' : 'False';
}

function count(served: ActiveVersion[]): number {
  return served.reduce((sum, { snippets }) => sum + snippets, 0);
}

function withServed(status: LibraryStatus, served: ActiveVersion[]): LibraryStatus {
  const main = served.find(({ version }) => version === DEFAULT_VERSION) ?? served[0];
  return {
    ...status,
    versions: served.map(({ version, revision, documents, snippets, tokens, updatedAt }) => ({
      name: version,
      revision,
      documents,
      snippets,
      tokens,
      updatedAt,
    })),
    totalSnippets: main?.snippets ?? 0,
    totalTokens: main?.tokens ?? 0,
    ...(main && { lastUpdateDate: main.updatedAt }),
  };
}

function factsOf({ spec, status }: Library, { facts }: IndexingResult): Partial<LibraryStatus> {
  const title = spec.title ?? facts.title ?? status.title;
  const description = spec.description ?? facts.description ?? status.description;
  const branch = facts.branch ?? status.branch;
  const stars = facts.stars ?? status.stars;
  return {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(branch !== undefined && { branch }),
    ...(stars !== undefined && { stars }),
  };
}

interface Wanted {
  type: string;
  value: string;
  reason: string;
  message: string;
}

function condition(library: Library, wanted: Wanted, now: Date): Condition {
  const held = library.status.conditions?.find(({ type }) => type === wanted.type);
  return {
    type: wanted.type,
    status: wanted.value as Condition['status'],
    reason: wanted.reason,
    message: wanted.message,
    lastTransitionTime: held?.status === wanted.value ? held.lastTransitionTime : now.toISOString(),
    observedGeneration: library.metadata.generation,
  };
}
